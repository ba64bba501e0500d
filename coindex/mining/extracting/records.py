"""What a sentence gives: plain records, as they lie in a shard."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from coindex.reasoner.evidence.tables import Tally


@dataclass(frozen=True, slots=True)
class Pair:
    """Two joined situations of a sentence, and who of the first is meant by a pronoun of the second."""

    conn: str
    """Connective as in the graph (``because``, ``so_that_result``, ``comp``)."""
    forward: bool
    """Whether the first situation is the main (earlier) one of the graph's edge."""
    first: str
    """Lemma, a particle joined to it: ``give_up``."""
    first_neg: bool
    second: str
    second_neg: bool
    role: str
    """Role in the second: ``subj``, ``obj``, ``iobj``, ``obl.PREP``; ``.poss`` after it for an owner."""
    roles: tuple[str, ...]
    """Roles of the persons in the first."""
    answer: int
    """Index of the one who is meant in ``roles``."""
    first_able: bool = False
    """Whether it is said to be possible (*can*, *could*)."""
    first_theme: str = ""
    """Head of a common noun that is the object, or of a complement."""
    second_able: bool = False
    second_theme: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A selectional fact: who or what is typically subject, object ... of what.

    ``relation`` is a role of a situation (``subj``, ``obj``, ``iobj``, ``obl.PREP``), ``mod`` (a property and its
    bearer), ``nmod.PREP`` (a noun and another), or ``than.PROPERTY`` (who is more so, and than whom).
    """

    relation: str
    head: str
    filler: str


Record: TypeAlias = "Pair | Fact"
KINDS: tuple[type[Pair] | type[Fact], ...] = (Pair, Fact)
"""What a shard has a table for."""
Counter: TypeAlias = Callable[["Pair | Fact"], Iterable[Tally]]
"""Turns a record into what is to be added to rows of a store."""


def written(record: Record) -> str:
    """Write a record, as one line of text.

    >>> written(Fact("subj", "bark", "dog"))
    '[1,"subj","bark","dog"]'
    >>> read_record(_) == Fact("subj", "bark", "dog")
    True
    """
    values = (KINDS.index(type(record)), *dataclasses.astuple(record))
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def read_record(line: str) -> Record:
    """Read a written record."""
    kind, *values = json.loads(line)
    made: Record = KINDS[kind](*(tuple(v) if isinstance(v, list) else v for v in values))
    return made
