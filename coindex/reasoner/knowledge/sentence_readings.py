"""How a sentence of knowledge was read: its graph, its variables, and what its halves say, as plain data.

Only a parser can read a sentence, and reading takes long; so what it read is kept: compiled beside the sentences that
ship, in the cache directory for one's own (:mod:`coindex.reasoner.store.sentence_files`), and in the store. It has
nothing from the lexicon: words get their classes when a question is asked, so an edit of rows makes no reading stale.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Halves:
    """Two linked situations of a sentence, the cause first: their nodes, and the keys under which each is found."""

    nodes: tuple[str, str]
    keys: tuple[str, str]
    """What the main predicate of each half says: ``help``, ``have key``."""


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """A sentence as the parser read it."""

    sentence: str
    graph: str = ""
    """In PENMAN notation; empty for a sentence that cannot be read."""
    variable: Mapping[str, str] | None = None
    """The variable of each participant's node (as :class:`coindex.reasoner.english_rules.sentences.EnglishRule`)."""
    heads: Mapping[str, tuple[str, ...]] | None = None
    """The nouns that name a variable, sorted."""
    kinds: Mapping[str, str] | None = None
    names: Mapping[str, str] | None = None
    """The original expressions that were replaced by names for the parser."""
    halves: tuple[Halves, ...] = ()
    denied: tuple[str, ...] = ()
    """The situations that the sentence denies, by node."""
    problem: str = ""
    """Why it cannot be used."""

    def to_json(self) -> str:
        """Write it as one line."""
        value: dict[str, Any] = {"sentence": self.sentence}
        if self.problem:
            value["problem"] = self.problem
        if self.graph:
            value |= {
                "graph": self.graph,
                "variable": self.variable,
                "heads": {of: nouns for of, nouns in (self.heads or {}).items() if nouns},
                "kinds": self.kinds,
                "names": self.names,
                "halves": [[*one.nodes, *one.keys] for one in self.halves],
                "denied": self.denied,
            }
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    @classmethod
    def of_json(cls, line: str) -> SentenceReading:
        """Read what :meth:`to_json` wrote.

        Raises:
            ValueError, KeyError, TypeError: it is something else.
        """
        value = json.loads(line)
        if not value.get("graph"):
            return cls(value["sentence"], problem=value.get("problem", ""))
        variable: dict[str, str] = value["variable"]
        heads = {of: tuple(value["heads"].get(of, ())) for of in sorted(set(variable.values()))}
        return cls(
            value["sentence"],
            value["graph"],
            variable,
            heads,
            value["kinds"],
            value["names"],
            tuple(Halves((a, b), (x, y)) for a, b, x, y in value["halves"]),
            tuple(value["denied"]),
            value.get("problem", ""),
        )
