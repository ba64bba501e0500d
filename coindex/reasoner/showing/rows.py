"""How ``kb show`` lists rows ``reason/4`` and ``effect/4``: grouped by participant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, default_rule, sides_of
from coindex.reasoner.store.reading_files import Row

WIDE = 78
"""The most characters on a line of properties."""
_TITLES = {"reason": "is explained by", "effect": "leads to"}
_MOST = 8  # rows in a group


def default_rows_among(rows: Iterable[Row]) -> list[Row]:
    """Return the rows of default rules."""
    return [row for row in rows if row.predicate in DEFAULT_PREDICATES]


def by_participant(rows: Sequence[Row]) -> Iterator[str]:
    """List the rows of reasons and effects by participant, the highest weight first."""
    for predicate in DEFAULT_PREDICATES:
        for happening in sorted({row.key for row in rows if row.predicate == predicate}):
            own = [row for row in rows if (row.predicate, row.key) == (predicate, happening)]
            denied = f"{happening} " if happening.startswith("neg(") else ""
            yield f"  {denied}{_TITLES[predicate]} ({predicate}):"
            yield from _parts(own)


def _parts(rows: Sequence[Row]) -> Iterator[str]:
    groups: dict[tuple[str, int, str, int], list[str]] = {}
    for row in rows:
        sides = sides_of(row.fact)
        groups.setdefault((sides.part, sides.weight, row.file, row.line), []).append(sides.asserted)
    parts = list(dict.fromkeys(part for part, *_ in groups))
    for (part, weight, file, line), terms in sorted(
        groups.items(), key=lambda group: (parts.index(group[0][0]), -group[0][1], group[0][2:])
    ):
        head = f"    {part:<10} {weight}  "
        pieces = list(_wrapped(terms, WIDE - len(head)))
        yield f"{head}{pieces[0]}"
        yield from (" " * len(head) + piece for piece in pieces[1:])
        yield " " * len(head) + f"{file}:{line}"


def _wrapped(words: Sequence[str], width: int) -> Iterator[str]:
    line = ""
    for number, word in enumerate(words):
        piece = word + (", " if number < len(words) - 1 else "")
        if line and len(line) + len(piece.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += piece
    yield line


def inherited(owners: Iterable[tuple[str, Sequence[Row]]]) -> Iterator[str]:
    """Count the rows that a class or property inherits from each ancestor."""
    for owner, rows in owners:
        if rows:
            yield f"  and {len(rows)} rows reason/4 and effect/4 as {owner} (kb show {owner})"


def conclusions_with(constant: str, rows: Sequence[Row]) -> Iterator[str]:
    """List the rows that assert a property, or an action of a class, of a participant."""
    own = [row for row in rows if constant in _asserted_in(row)]
    for predicate, title in (("reason", "explains"), ("effect", "follows from")):
        found = [row for row in own if row.predicate == predicate]
        if not found:
            continue
        sides = sorted(
            (-s.weight, s.happening, s.part, s.asserted) for s in (sides_of(r.fact) for r in found)
        )
        names = [
            f"{happening} of its {part}"
            + ("" if asserted == constant else f" as {asserted}")
            + f" {-weight}"
            for weight, happening, part, asserted in sides
        ]
        more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
        yield f"  {title} ({predicate}): {'; '.join(names[:_MOST])}{more}"


def _asserted_in(row: Row) -> set[str]:
    """Return what a row asserts of a participant, with the constants in it."""
    term = sides_of(row.fact).asserted
    found = {term}
    while "(" in term and not term.startswith("dim("):
        term = arguments(term)[0]
        found.add(term)
    return found


def default_rule_lines(row: Row) -> list[str]:
    """Describe a row as a default rule."""
    rule = default_rule(row)
    return [
        f"row {rule.id}  {row.file}:{row.line}",
        f"  text    {rule.text}",
        f"  weight  {rule.weight}   source  {rule.source}",
        f"  {rule.program}",
    ]
