"""Compares two versions of the knowledge: which questions are answered differently, and which rules and rows cause it.

The answers come from two knowledge directories, asked here, or from two saved runs. A question is not asked if both
versions give the solver the same program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from coindex.reasoner.answer import Answer, Proof
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.authoring.prepared import Changes, asked, differing, keys_at_hand, prepare
from coindex.reasoner.grounding.profile_facts import parts_of_id
from coindex.reasoner.knowledge.sentences import PREDICATE as SENTENCE
from coindex.reasoner.running.sentence_reader import read_unread
from coindex.reasoner.showing.profiles import place_in_profile

if TYPE_CHECKING:
    from coindex.reasoner.item import Item
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.store.store import Store

WeightedRule: TypeAlias = "tuple[str, int]"
"""A rule that fired: its id and its weight, negative if it speaks against the candidate."""


_MOST = 6
"""The most rules listed for a candidate, and rows for a side."""
_LISTED = 30  # changes


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its right answer, if known."""

    name: str
    text: str
    candidates: tuple[str, ...]
    gold: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """The answer of one version of the knowledge, and the rules that fired for each candidate."""

    answer: int | None
    decided_by: str
    rules: tuple[frozenset[WeightedRule], ...]
    rows: frozenset[str] = frozenset()
    """Rows that the rules depend on, if that was determined."""


@dataclass(frozen=True, slots=True)
class Change:
    """A question with a different answer, or with the same answer for different reasons."""

    question: Question
    old: Side
    new: Side

    @property
    def kind(self) -> str:
        """``newly right``, ``newly wrong``, ``other answer``, ``decided otherwise`` or ``other rules``."""
        gold = self.question.gold
        if self.old.answer != self.new.answer:
            if gold is not None and gold == self.new.answer:
                return "newly right"
            return "newly wrong" if gold is not None and gold == self.old.answer else "other answer"
        return "decided otherwise" if self.old.decided_by != self.new.decided_by else "other rules"


KINDS = ("newly right", "newly wrong", "other answer", "decided otherwise", "other rules")
"""The kinds of change, the most important first."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The number of questions compared, the number that had to be asked, and those that changed."""

    questions: int
    asked: int
    changes: tuple[Change, ...]


def compare(
    old: Reasoner, new: Reasoner, questions: Sequence[tuple[Question, Item]]
) -> Iterator[Change | bool]:
    """Ask both versions; yield for each question what changed, or whether it had to be asked."""
    prepared = prepare(new, [item for _, item in questions])
    read_unread(new)
    read_unread(old)
    changes = _differing_knowledge(new.store, old.store)
    if not changes.rows and not changes.rules:
        yield from (False for _ in questions)
        return
    for (question, _), one in zip(questions, prepared, strict=True):
        if not changes.touch(keys_at_hand(new, one)):
            yield False
            continue
        after, concern = asked(new, one)
        if not changes.touch(concern):  # now it is known what can speak
            yield False
            continue
        before = one.answer(old)
        if side_of(before) == side_of(after):
            yield True
            continue
        if before.answer != after.answer:  # only then is it worth finding the rows behind the rules
            before, after = one.answer(old, explain=True), one.answer(new, explain=True)
        yield Change(question, side_of(before), side_of(after))


def _differing_knowledge(known: Store, other: Store) -> Changes:
    """Give the rows and rules that only one of two versions has."""
    rows, rules = differing(*((store.every_row(), store.rules()) for store in (known, other)))
    said = [row for row in rows if row.predicate == SENTENCE]
    halves = (half for row in said for store in (known, other) for half in store.halves_of(row))
    return Changes(rows, rules, halves)


def side_of(answer: Answer) -> Side:
    """Return the part of an answer that is compared."""
    rules = {
        r.index: frozenset((f.id, f.weight * f.sign) for f in r.rules) for r in answer.readings
    }
    rows = frozenset(row for r in answer.readings for proof in r.proofs for row in _rows(proof))
    every = tuple(rules.get(i, frozenset()) for i in range(len(answer.candidates)))
    return Side(answer.answer, answer.decided_by, every, rows)


def _rows(proof: Proof) -> Iterator[str]:
    if proof.how == "row":
        yield proof.atom
    for step in proof.because:
        yield from _rows(step)


# ----------------------------------------------------------------------------------------- report


def report(
    found: Difference,
    stores: tuple[Store, Store] | None = None,
    *,
    everything: bool = False,
) -> str:
    """Write what has changed; unless ``everything``, questions with the same answer are only counted."""
    counts = Counter(change.kind for change in found.changes)
    counted = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
    lines = [
        f"{found.questions} questions, {found.asked} of them with different rules or rows: "
        f"{counted or 'nothing changes'}"
    ]
    shown = KINDS if everything else KINDS[:3]
    for kind in shown:
        for change in found.changes:
            if change.kind == kind:
                lines += _change(change, stores)
    rules = Counter(rule for change in found.changes for rule in _signed(change))
    if rules:
        lines += ["", "rules that now fire (+) or no longer fire (-), and in how many questions"]
        order = sorted(rules.items(), key=lambda pair: (-pair[1], pair[0][1:], pair[0]))
        lines += [f"  {count:>4}  {rule}" for rule, count in order[:_LISTED]]
        if len(order) > _LISTED:
            lines.append(f"  and {len(order) - _LISTED} more")
    return "\n".join(lines)


def _change(change: Change, stores: tuple[Store, Store] | None) -> Iterator[str]:
    question, old, new = change.question, change.old, change.new
    yield ""
    yield f"{change.kind}  {question.name}  {question.text}"

    def named(side: Side) -> str:
        phrase = "?" if side.answer is None else question.candidates[side.answer]
        return f"{phrase} ({side.decided_by})"

    yield f"  answer  {named(old)} -> {named(new)}"
    for index, candidate in enumerate(question.candidates):
        before, after = _side(old, index), _side(new, index)
        rules = [rule for rule in {*before, *after} if before.get(rule) != after.get(rule)]
        rules.sort(key=lambda rule: (-abs(after.get(rule, 0) or before.get(rule, 0)), rule))
        for rule in rules[:_MOST]:
            yield f"  for {candidate}: {_rule_change(rule, before, after)}{_why(rule, stores)}"
        if len(rules) > _MOST:
            yield f"  for {candidate}: and {len(rules) - _MOST} more"
    yield from _row_lines(old.rows - new.rows, "-", stores and stores[1])
    yield from _row_lines(new.rows - old.rows, "+", stores and stores[0])


def _row_lines(rows: frozenset[str], sign: str, other: Store | None) -> Iterator[str]:
    """List rows that only one side depends on; if some are missing from the other version, list only those."""
    alone = [row for row in rows if other is not None and not _has(other, row)]
    listed = sorted(alone or rows)
    if listed:
        more = f" and {len(listed) - _MOST} more" if len(listed) > _MOST else ""
        where = " (not in the other)" if alone else ""
        yield f"  rows {sign} {', '.join(f'{row}.' for row in listed[:_MOST])}{more}{where}"


def _has(store: Store, row: str) -> bool:
    return any(row == one.fact for one in store.rows_for(arguments(row)[0].strip('"')))


def _side(side: Side, index: int) -> dict[str, int]:
    return dict(side.rules[index]) if index < len(side.rules) else {}


def _rule_change(rule: str, before: dict[str, int], after: dict[str, int]) -> str:
    if rule not in before:
        return f"+ {rule} {after[rule]}"
    return (
        f"- {rule} {before[rule]}"
        if rule not in after
        else f"  {rule} {before[rule]} -> {after[rule]}"
    )


def _why(rule: str, stores: tuple[Store, Store] | None) -> str:
    """Say whether the rule itself was added, removed or changed."""
    if stores is None:
        return ""
    if parts_of_id(rule):
        return _why_word(rule, *stores)
    old, new = (store.rule(rule) for store in stores)
    if old is None or new is None:
        there = new or old
        if there is None:
            return ""
        return f"  ({'new' if old is None else 'gone'}, {there.file}:{there.line})"
    if old.program != new.program:
        return f"  (changed, {new.file}:{new.line})"
    if old.weight != new.weight:
        return f"  (weight {old.weight} -> {new.weight}, {new.file}:{new.line})"
    return ""


def _why_word(word: str, old: Store, new: Store) -> str:
    """Say whether the word of a profile was added or removed, or stands at another place."""
    before, after = place_in_profile(old, word), place_in_profile(new, word)
    if before and after:
        moved = before[0] != after[0]
        return f"  (place {before[0] + 1} -> {after[0] + 1}, {after[1]})" if moved else ""
    there = before or after
    return f"  ({'new' if after else 'gone'}, {there[1]})" if there else ""


def _signed(change: Change) -> Iterator[str]:
    found: set[str] = set()
    for index in range(len(change.question.candidates)):
        before, after = _side(change.old, index), _side(change.new, index)
        found |= {f"+ {rule}" for rule in after.keys() - before.keys()}
        found |= {f"- {rule}" for rule in before.keys() - after.keys()}
    yield from sorted(found)


def to_record(found: Difference) -> dict[str, object]:
    """Return the difference as JSON-ready data."""

    def record_of(side: Side) -> dict[str, object]:
        return {
            "answer": side.answer,
            "decided_by": side.decided_by,
            "rules": [sorted([list(rule) for rule in rules]) for rules in side.rules],
            "rows": sorted(side.rows),
        }

    return {
        "questions": found.questions,
        "asked": found.asked,
        "changes": [
            {
                "kind": change.kind,
                "name": change.question.name,
                "text": change.question.text,
                "candidates": list(change.question.candidates),
                "gold": change.question.gold,
                "old": record_of(change.old),
                "new": record_of(change.new),
            }
            for change in found.changes
        ],
    }


def gathered(results: Iterable[Change | bool]) -> Difference:
    """Collect the results of :func:`compare`."""
    every = list(results)
    changes = tuple(one for one in every if isinstance(one, Change))
    return Difference(len(every), sum(one is not False for one in every), changes)
