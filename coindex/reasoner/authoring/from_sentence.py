"""Drafts of knowledge from one sentence and its right answer, in all forms that fit, the easiest first.

What decides the question is drafted, filled in as far as the sentence allows: a general sentence, words for profiles,
rows, and the axiom that says the same as the widest of the rows. A draft has been tried unless it says otherwise. All
lines are commented out: which of them is true of the world is for a person to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.reasoner.authoring.scaffold import Slots, draft
from coindex.reasoner.counterfactuals.class_coverage import Coverage
from coindex.reasoner.counterfactuals.suggest import proposed
from coindex.reasoner.knowledge.default_rules import DEEDS, DEFAULT_PREDICATES, inner, sides_of
from coindex.reasoner.knowledge.frequencies import common_ranks
from coindex.reasoner.knowledge.near_names import by_meaning, meanings_by, synonyms
from coindex.reasoner.rendering.render import candidate_index
from coindex.reasoner.showing.profiles import profiles_of
from kparse.asp import quote
from kparse.errors import InputError
from kparse.notation.penman import decode

if TYPE_CHECKING:
    from coindex.reasoner.answer import Answer
    from coindex.reasoner.counterfactuals.suggest import Suggestion
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.store.store import Store

_ENDS = re.compile(r"(?s)(?P<text>.*[.!?][\"'”’)\]]*)\s+(?P<answer>[^.!?]*[^.!?\s])\s*[.!?]?\s*")
_SYNONYMS = 4
"""Synonyms that are put behind a word of a profile."""
_NARROW = 60
"""Words of a class or property that are near enough in meaning to stand in one profile."""
_WIDEST = 150
"""Words of the widest class for which a row is drafted: of a wider one hardly anything is typical."""
_OTHER = {
    "obj": "subj", "subj": "obj", "iobj": "subj", "obl": "subj", "than": "subj", "self": "poss", "poss": "self",
}  # fmt: skip
"""The participant with whom another one is contrasted."""
_NAMES = 3
"""Classes or properties that are named for a word without rows."""
_HINT = 'Write: "The nurse thanked the guard because [he] had helped her. the guard"'


@dataclass(frozen=True, slots=True)
class Form:
    """A draft in one form."""

    title: str
    file: str
    """Where it goes, in a folder of one's own."""
    lines: tuple[str, ...]
    """As they stand in the file."""

    @property
    def mark(self) -> str:
        """What begins a comment in such a file."""
        return "#" if self.file.endswith(".tsv") or self.file == EXAMPLES else "%"

    def __str__(self) -> str:
        """The draft with its title as a comment."""
        return "\n".join((f"{self.mark} {self.title}", *self.lines))


SENTENCES, PROFILES, ROWS, AXIOMS, EXAMPLES = (
    "sentences/drafts.txt", "profiles/drafts.tsv", "rows/drafts.lp", "axioms/drafts.lp", "examples.txt",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Drafts:
    """What one sentence leads to."""

    answer: Answer
    """The answer as it is now."""
    index: int
    """The right answer."""
    forms: tuple[Form, ...]

    @property
    def is_known(self) -> bool:
        """Whether knowledge gives the right answer already."""
        return self.answer.answer == self.index and self.answer.decided_by == "knowledge"


def split_answer(given: str) -> tuple[str, str]:
    """Split a text from the right answer that follows it, perhaps after an equals sign.

    >>> split_answer("Ann thanked Beth because [she] had helped her. Beth")
    ('Ann thanked Beth because [she] had helped her.', 'Beth')

    Raises:
        InputError: there is no sentence before the last words.
    """
    if " = " in given:
        text, _, wanted = given.strip().rpartition(" = ")
        return text, wanted
    found = _ENDS.fullmatch(given.strip())
    if found is None:
        raise InputError("a sentence and its right answer are needed", hint=_HINT)
    return found["text"], found["answer"]


def drafts(reasoner: Reasoner, text: str, wanted: str) -> Drafts:
    """Draft what would make the wanted answer the right one.

    Args:
        reasoner: the knowledge that there is.
        text: the text; brackets mark the pronoun, if there is more than one.
        wanted: the right answer, or a part of it that no other candidate has.

    Raises:
        InputError: there is no such candidate, or several pronouns are asked about.
    """
    answers = reasoner.solve_all(text)
    if len(answers) > 1:
        raise InputError(
            f"{len(answers)} pronouns could be meant", hint="Put one of them into brackets: [she]."
        )
    answer = answers[0]
    index = candidate_index(answer, wanted)
    if answer.answer == index and answer.decided_by == "knowledge":
        return Drafts(answer, index, (_examples(answer, index),))
    found = reasoner.suggestions(answer, only=index)
    coverage = Coverage(reasoner.store)
    made = (
        _sentence(reasoner, answer, index, found),
        _profiles(reasoner.store, found, coverage, _parts_of_speech(answer)),
        _rows(reasoner.store, answer, found, coverage),
        _axiom(reasoner.store, found, coverage),
        _examples(answer, index),
    )
    return Drafts(answer, index, tuple(one for one in made if one is not None))


# ------------------------------------------------------------------------------------------ the forms


def _sentence(
    reasoner: Reasoner, answer: Answer, index: int, found: Sequence[Suggestion]
) -> Form | None:
    title = "A sentence, the easiest. Make it as general as it is true; then take the mark away."
    for one in found:
        if one.sentence:
            return Form(title, SENTENCES, (f"% {one.sentence}",))
    solved = reasoner._solved(
        reasoner._case_of(answer), keep_atoms=True, everything=True, axioms=False
    )
    one_ = next(proposed(solved, index), None)
    if one_ is None:
        return None
    why = "it does not decide alone, or what is known of these words speaks against it (kb why-not)"
    return Form(f"A sentence; {why}.", SENTENCES, (f"% {one_.sentence}",))


def _profiles(
    store: Store, found: Sequence[Suggestion], coverage: Coverage, parts: Mapping[str, str]
) -> Form | None:
    """Draft lines of profiles: the word of the text and others like it, and the other participant's line."""
    words: dict[tuple[str, str], dict[str, str]] = {}  # of each participant, with what they say
    for one in found:
        if not one.line:
            continue
        frame, role, entry = one.line.split("\t")
        word, slash, manner = entry.partition("/")
        bare = word.lstrip("-")
        alike = [f"{other}{slash}{manner}" for other in _alike(bare, parts.get(bare, ""), coverage)]
        own = words.setdefault((frame, role), {})
        own |= {each: one.says for each in (entry, *alike) if each not in own}
    lines: list[str] = []
    for (frame, role), said in words.items():
        lines += [f"# {says}" for says in dict.fromkeys(said.values())]
        lines.append(f"#{frame}\t{role}\t{' '.join(said)}")
        contrary = "than" if parts.get(frame) == "a" and role == "subj" else _OTHER[role]
        written = {(profile.frame, profile.role) for profile in profiles_of(store, frame)}
        if (frame, contrary) not in written and (frame, contrary) not in words:
            lines.append(f"#{frame}\t{contrary}\t")
    title = "Words of a profile: what is said of one participant rather than of the other. Strike out what is not."
    return Form(title, PROFILES, tuple(lines)) if lines else None


def _parts_of_speech(answer: Answer) -> dict[str, str]:
    """Give the part of speech of the words of a text: of events ``v``, of states and properties ``a``."""
    marks = {"event": "v", "state": "a", "property": "a"}
    nodes = decode(answer.graph).nodes.values()
    return {
        node.concept: marks[node.kind]
        for node in nodes
        if node.kind == "event" or (node.kind in marks and node.attrs.get("pos") == "adj")
    }


def _alike(word: str, part: str, coverage: Coverage) -> list[str]:
    """Give common words that mean nearly the same: synonyms, then those of the narrowest class or property."""
    if not part:
        return []
    found = synonyms(word, part)
    for name, covered in coverage.narrowest([word])[:1]:
        if covered.number <= _NARROW:
            others = coverage.others(name, [word], covered.number)
            found += [other for other in others if other in common_ranks()]
    return list(dict.fromkeys(found))[:_SYNONYMS]


def _rows(
    store: Store, answer: Answer, found: Sequence[Suggestion], coverage: Coverage
) -> Form | None:
    """Draft rows: what words without rows mean, and default rules with the words that they will hold for."""
    lines: list[str] = []
    for word in answer.missing:
        lines += _meaning(store, word, coverage)
    here = set(re.findall(r"\w+", answer.text.lower()))
    for one in found:
        for row in one.rows:
            name = inner(sides_of(row[:-1]).happening, "neg") if _is_default(row) else ""
            if name and not name.startswith('"') and not 0 < coverage.breadth(name) <= _WIDEST:
                continue
            lines.append(f"% {one.says}")
            also = coverage.others(name, here) if name and not name.startswith('"') else []
            held = f"; it will also hold for {', '.join(also)}" if also else ""
            about = one.covers.partition(", as ")[0]
            lines += [f"%   {about}{held}"] if about else []
            lines.append(f"% {row}")
    title = "Rows: what a word means, or what is typical of a class of words. Take the narrowest that is true."
    return Form(title, ROWS, tuple(lines)) if lines else None


def _meaning(store: Store, word: str, coverage: Coverage) -> Iterator[str]:
    """Draft the row that says what a word without rows means, with names of what is near it in meaning."""
    meanings = meanings_by(store.rows_for)
    near = list(dict.fromkeys(by_meaning(word, meanings)))
    named = [(name, coverage.covered(name)) for name in near if _is_name(store, name)][:_NAMES]
    yield f"% `{word}` has no rows. Near it in meaning (kb show classes, kb show properties):"
    for name, covered in named:
        predicate = "adj" if covered is not None and covered.what == "adjective" else "verb"
        yield f"%   {name}: {covered}"
        yield f"% {predicate}({quote(word)},{name})."
    if not named:
        yield f"% verb({quote(word)},CLASS).   or   adj({quote(word)},PROPERTY)."


def _is_name(store: Store, name: str) -> bool:
    facts = {row.fact for row in store.rows_for(name)}
    return f"event_class({name})" in facts or f"property({name})" in facts


def _axiom(store: Store, found: Sequence[Suggestion], coverage: Coverage) -> Form | None:
    """Draft the axiom that says what the first row about a class says."""
    for one in found:
        for row in one.rows:
            if not _is_default(row):
                continue
            sides = sides_of(row[:-1])
            name = inner(sides.happening, "neg")
            if name.startswith('"') or not 0 < coverage.breadth(name) <= _WIDEST:
                continue
            head = "expl" if sides.predicate == DEFAULT_PREDICATES[0] else "cons"
            part = "" if sides.part == "bearer" else sides.part
            slots = Slots(head, sides.happening, part, sides.asserted, sides.weight)
            words = f"{inner(sides.asserted, *DEEDS)}_{sides.happening}"
            named = _free(store, re.sub(r"\W+", "_", words))
            try:
                text = draft(store, named.strip("_"), slots).rule
            except InputError:  # (a scale or a word stands where an axiom needs a class)
                continue
            lines = [line if line.startswith("%") else f"% {line}" for line in text.splitlines()]
            title = (
                "An axiom, only if a condition is needed that no row can have: add it to the body."
            )
            return Form(title, AXIOMS, tuple(lines))
    return None


def _is_default(row: str) -> bool:
    return row.startswith(DEFAULT_PREDICATES)


def _free(store: Store, name: str) -> str:
    """Give a name that no rule has."""
    names = (name, *(f"{name}_{number}" for number in range(2, 1000)))
    return next(one for one in names if store.rule(one) is None)


def _examples(answer: Answer, index: int) -> Form:
    """Give the example that must come out right, and the beginnings of its twin and of a paraphrase."""
    right = answer.candidates[index]
    wrong = " | ".join(one for place, one in enumerate(answer.candidates) if place != index)
    before, after = answer.text[: answer.start], answer.text[answer.end :]
    pronoun = answer.text[answer.start : answer.end]
    first, *more = wrong.split(" | ")
    rest = " | ".join((right, *more))
    lines = (
        f"knowledge: {before}[{pronoun}]{after} = {right} | {wrong}",
        f"#knowledge: {before}[{pronoun}] ___. = {first} | {rest}",
        f"#knowledge: THE SAME IN OTHER WORDS, WITH [{pronoun}]. = {right} | {wrong}",
    )
    title = "Examples: yours, its twin with the other answer, and a paraphrase. Then: kb test, kb watch."
    return Form(title, EXAMPLES, lines)
