"""The input of the checks of a schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from coindex.harness.schemas.checks.kinds import Lexicon
from coindex.harness.schemas.checks.parsed_half import ParsedHalf, alone, answered
from coindex.harness.schemas.checks.selection import RuledOut, ruled_out
from coindex.harness.schemas.schema import Schema
from coindex.reasoner.store.reading_files import Row
from kparse.graph import Node

if TYPE_CHECKING:
    from coindex.harness.schemas.checks.association import Association
    from coindex.reasoner import Answer, Reasoner

Finding: TypeAlias = tuple[str, str, str]
"""The key of the schema, the detail, and what to do."""


@dataclass(frozen=True)
class Subject:
    """A schema, its parsed halves, the lexicon, the reasoner, and counts of words if there are any."""

    schema: Schema
    halves: tuple[ParsedHalf, ParsedHalf]
    lexicon: Lexicon
    reasoner: Reasoner
    association: Association | None = None

    @property
    def parsed(self) -> ParsedHalf | None:
        """The first half that has no gap: its graph has the pronoun and both parties as separate phrases."""
        return next((parsed for parsed in self.halves if not parsed.gap()), None)

    @cached_property
    def ruled_out(self) -> tuple[tuple[RuledOut, ...], ...]:
        """For each half the parties that the lexicon rules out without the other clause."""
        return tuple(
            () if parsed.gap() else ruled_out(parsed, self.lexicon) for parsed in self.halves
        )

    @cached_property
    def alone(self) -> tuple[Answer | None, Answer | None]:
        """For each half the answer to the pronoun's own clause beside the bare parties; nobody is asked for rules."""
        first, second = (alone(parsed, self.reasoner) for parsed in self.halves)
        return first, second

    @cached_property
    def answers(self) -> tuple[Answer, Answer] | None:
        """The answers to both halves; ``None`` if one cannot be answered."""
        found = [answer for parsed in self.halves if (answer := answered(parsed, self.reasoner))]
        return (found[0], found[1]) if len(found) == 2 else None

    def parties(self) -> Iterator[tuple[str, Node]]:
        """The answers with their nodes in that half; nothing without such a half."""
        if (half := self.parsed) is not None:
            for index, answer in enumerate(self.schema.answers):
                node = half.party(index)
                assert node is not None
                yield answer, node


def row_source(row: Row | None) -> str:
    """A row with its place."""
    return f"{row.fact} {row.file}:{row.line}" if row else "no row"
