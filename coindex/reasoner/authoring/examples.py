"""Examples for rules: what a rule must decide, and where it must not apply.

There is one example per line in ``knowledge/examples/*.txt``; ``#`` begins a comment::

    provocation: Max shoved Leo because [he] had cheated at cards. = Leo | Max
    provocation: ! Max shoved Leo because [he] was in a hurry. = Max | Leo

A line has the rule that must speak for the right answer (with ``!``: must not speak for any answer), a colon, the text
with the pronoun in brackets, the right answer, and the others. A default rule is named by its row without the weight;
``_`` and omitted last arguments match anything: ``reason(harm,_,angry)``, ``effect(win)``, ``reason``. A profile, or a
word of it, is named likewise: ``profile(rely on,obl,loyal)``, ``profile(teach)``, ``profile``;
a stored sentence by its file's topic, ``sentence(help)``, or ``sentence``. ``knowledge`` means any
rule: the right answer must be decided by knowledge (with ``!``: no answer may be).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.textfile import read_text
from coindex.reasoner.answer import Answer
from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.grounding.profile_facts import parts_of_id
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, is_default_rule
from coindex.reasoner.knowledge.profiles import PREDICATE
from coindex.reasoner.knowledge.sentences import PREDICATE as SENTENCE
from coindex.reasoner.knowledge.sentences import parts_of_id as parts_of_sentence
from coindex.reasoner.knowledge.sentences import sentence_of
from coindex.reasoner.showing.profiles import profiles_of
from kparse.errors import Diagnostic, InputError, Location

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.store.store import Store

_ALL = 10**9
ANY_RULE = "knowledge"
"""Stands for any rule."""
TOGETHER = 16
"""The number of examples that a worker process gets at a time."""
_LINE = re.compile(
    r"(?P<rule>[a-z]\w*(?:\([^:]*\))?):\s*(?P<no>!\s*)?(?P<text>.+?)\s*=\s*(?P<answers>[^=]+)"
)


@dataclass(frozen=True, slots=True)
class Example:
    """A line of an example file."""

    rule: str
    fires: bool
    item: Item
    location: Location
    line: str = ""
    """The line as it is written, without a comment."""

    def judge(self, answer: Answer) -> Diagnostic | None:
        """Return what is wrong with the answer, if anything: E701 answer, E702 rule silent, E703 rule speaks."""
        if self.rule == ANY_RULE:
            return self._judge_decided(answer)
        fired = {
            (r.index, f.sign) for r in answer.readings for f in r.rules if names(self.rule, f.id)
        }
        if not self.fires:
            if fired:
                return self._finding("E703", f"{self.rule} speaks here but must not")
            return None
        if answer.answer != 0 or answer.decided_by != "knowledge":
            return self._finding("E701", f"answered {answer.candidate!r} by {answer.decided_by}")
        if not any((index == 0) == (sign > 0) for index, sign in fired):
            return self._finding("E702", f"{self.rule} is silent here")
        return None

    def _judge_decided(self, answer: Answer) -> Diagnostic | None:
        decided = answer.decided_by == "knowledge"
        if self.fires and (answer.answer != 0 or not decided):
            return self._finding("E701", f"answered {answer.candidate!r} by {answer.decided_by}")
        if not self.fires and decided:
            return self._finding("E703", f"{answer.candidate!r} is decided here but must not be")
        return None

    def _finding(self, code: str, message: str) -> Diagnostic:
        return Diagnostic(code, f"{message}: {self.item.text}", self.location)


@dataclass(frozen=True, slots=True)
class Judged:
    """An example with its answer, and what is wrong with the answer, if anything."""

    example: Example
    answer: Answer
    finding: Diagnostic | None


def names(pattern: str, rule: str) -> bool:
    """Return whether an example's rule pattern matches a rule.

    >>> [names(p, "reason(harm,actor,angry)") for p in ("reason", "reason(harm,_,angry)", "reason(harm,other)")]
    [True, True, False]
    """
    if pattern == rule:
        return True
    if name_of(pattern) == PREDICATE:
        found = parts_of_id(rule)
        return found is not None and _fit(arguments(pattern), found)
    if pattern == SENTENCE or name_of(pattern) == SENTENCE:
        parts = parts_of_sentence(rule)
        wanted = [f'"{one.strip(chr(34))}"' if one != "_" else one for one in arguments(pattern)]
        return parts is not None and _fit(wanted, parts)
    if not is_default_rule(rule):
        return False
    if "(" not in pattern:
        return pattern in DEFAULT_PREDICATES and rule.startswith(f"{pattern}(")
    if name_of(pattern) != name_of(rule):
        return False
    return _fit(arguments(pattern.replace(" ", "")), arguments(rule))


def _fit(wanted: Sequence[str], given: Sequence[str]) -> bool:
    """Return whether a pattern's arguments match; the last ones may be missing."""
    return len(wanted) <= len(given) and all(
        one in ("_", other) for one, other in zip(wanted, given, strict=False)
    )


def is_example(line: str) -> bool:
    """Tell whether a line is an example."""
    found = _LINE.fullmatch(line.strip())
    return found is not None and "[" in found["text"]


def read_examples(paths: Iterable[Path]) -> list[Example]:
    """Read example files (directories are searched for ``*.txt``).

    Raises:
        InputError: a line is not an example (with file and line).
    """
    files: list[Path] = []
    for path in paths:
        files.extend(sorted(path.glob("*.txt")) if path.is_dir() else [path])
    return [example for file in files for example in _read(file)]


def _read(file: Path) -> Iterator[Example]:
    for number, raw in enumerate(read_text(file).splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        location = Location(str(Path(file.parent.name, file.name)), number, 1)
        match = _LINE.fullmatch(line)
        bracket = re.search(r"\[([^\]]+)\]", match["text"]) if match else None
        if match is None or bracket is None:
            raise InputError(
                "not an example",
                location=location,
                source_line=raw,
                hint="Write: rule: text with [pronoun]. = right answer | other answer",
            )
        text = match["text"][: bracket.start()] + bracket[1] + match["text"][bracket.end() :]
        candidates = tuple(a.strip() for a in match["answers"].split("|"))
        item = Item(
            f"{file.stem}:{number}",
            text,
            bracket.start(),
            bracket.start() + len(bracket[1]),
            candidates,
        )
        yield Example(match["rule"], match["no"] is None, item, location, line)


def check(reasoner: Reasoner, examples: list[Example]) -> list[Diagnostic]:
    """Ask every example; return the findings in file order."""
    return [t.finding for t in ask(reasoner, examples) if t.finding is not None]


def ask(reasoner: Reasoner, examples: Sequence[Example]) -> Iterator[Judged]:
    """Ask every example, in file order; texts that were parsed before are not parsed again."""
    from coindex.reasoner.authoring.prepared import answered, prepare

    questions = prepare(reasoner, [e.item for e in examples])
    for example, answer in zip(examples, answered(reasoner, questions), strict=True):
        yield Judged(example, answer, example.judge(answer))


def answers_of(reasoner: Reasoner, items: Sequence[Item]) -> list[Answer]:
    """Answer some questions; this is the task of a worker process."""
    from coindex.reasoner.authoring.prepared import answered, prepare

    return list(answered(reasoner, prepare(reasoner, items)))


def unknown_rules(store: Store, examples: Iterable[Example]) -> list[Diagnostic]:
    """Find examples that name a rule that does not exist (E704): those with ``!`` would always pass."""
    ids = {rule.id for rule in store.rules() if rule.id}
    found = []
    for example in examples:
        name = example.rule
        if (
            name not in ids
            and name not in (ANY_RULE, SENTENCE, *DEFAULT_PREDICATES)
            and not (name_of(name) == SENTENCE and _has_sentence(store, name))
            and not is_default_rule(name)
            and not (name_of(name) == PREDICATE and _has_profile(store, name))
        ):
            found.append(Diagnostic("E704", f"there is no rule `{name}`", example.location))
    return found


def _has_sentence(store: Store, pattern: str) -> bool:
    """Return whether a sentence that a pattern names exists; this reads all sentences."""
    return any(names(pattern, sentence_of(row).id) for row in store.rows_of(SENTENCE, limit=_ALL))


def _has_profile(store: Store, pattern: str) -> bool:
    """Return whether a profile, or the word of a profile, that a pattern names exists."""
    frame, *rest = arguments(pattern) or ("_",)
    return frame == "_" or any(
        _fit(rest, (profile.role, str(word)))
        for profile in profiles_of(store, frame)
        if profile.frame == frame
        for word in profile.words
    )


# ------------------------------------------------------------------------------------------ twins


def twins(those: Iterable[Judged]) -> list[tuple[Judged, ...]]:
    """Return the examples with the same beginning and the same candidates, but different right answers."""
    groups: dict[tuple[str, frozenset[str]], list[Judged]] = {}
    for one in those:
        item = one.example.item
        before = item.text[: item.pron_start].strip().lower()
        key = before, frozenset(c.lower() for c in item.candidates)
        groups.setdefault(key, []).append(one)
    return [
        tuple(group)
        for group in groups.values()
        if len({one.example.item.candidates[0].lower() for one in group}) > 1
    ]


def both_right(group: Iterable[Judged]) -> bool:
    """Return whether all twins are answered correctly."""
    return all(one.answer.answer == 0 and one.answer.error is None for one in group)


# ------------------------------------------------------------------------------- rules by examples


@dataclass(frozen=True, slots=True)
class Exampled:
    """The examples of a rule, and how often it spoke for a right answer in any example."""

    rule: str
    file: str
    line: int
    must: int
    must_not: int
    fired: int


def exampled(store: Store, those: Sequence[Judged]) -> list[Exampled]:
    """Count the examples of every axiom, in file order."""
    must = [t.example.rule for t in those if t.example.fires]
    must_not = [t.example.rule for t in those if not t.example.fires]
    fired = [rule for t in those for rule in speaking(t.answer)]
    return [
        Exampled(r.id, r.file, r.line, must.count(r.id), must_not.count(r.id), fired.count(r.id))
        for r in store.rules()
        if r.kind == "axiom" and r.id
    ]


def speaking(answer: Answer) -> tuple[str, ...]:
    """Return the rules that spoke for the first candidate, which is an example's right answer."""
    found = (f.id for r in answer.readings if r.index == 0 for f in r.rules if f.sign > 0)
    return tuple(dict.fromkeys(found))
