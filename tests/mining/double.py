"""A small extractor and a small counter, for tests of what happens around them; some words make them misbehave."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from coindex.mining.extracting.records import Fact, Pair, Record
from coindex.reasoner.evidence.tables import Tally
from kparse.graph import SemanticGraph


class Double:
    """A small extractor of facts and of pairs of neighbouring events."""

    def records(self, graph: SemanticGraph) -> Iterator[Record]:
        """A fact for each subject and object; a pair for each two neighbouring events."""
        events = [node for node in graph.nodes.values() if node.kind == "event"]
        for node in events:
            misbehave(node.concept)
            for edge in graph.out(node.id):
                if edge.role in ("subj", "obj"):
                    yield Fact(edge.role, node.concept, graph.nodes[edge.target].concept)
        for one, two in pairwise(events):
            denied = [n.attrs.get("polarity") == "-" for n in (one, two)]
            answer = len(one.concept) % 3 - 1
            roles = ("subj", "obj")
            yield Pair(
                "so", True, one.concept, denied[0], two.concept, denied[1], "subj", roles, answer
            )


def misbehave(word: str) -> None:
    """Die, fail or wait, each at a certain word."""
    if word == "explode":
        os.kill(os.getpid(), signal.SIGKILL)
    if word == "stumble":
        raise ZeroDivisionError("oops")
    if word == "snooze":
        time.sleep(float(os.environ.get("SNOOZE", "0")))
    if word == "vanish" and (once := os.environ.get("ONCE")):
        try:
            os.close(os.open(once, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


def extractor() -> Double:
    """Make the extractor."""
    return Double()


def counter() -> Any:
    """Make the counter."""

    def tallies(record: Record) -> Iterator[Tally]:
        if isinstance(record, Fact):
            yield "fact", (record.relation, record.head, record.filler), (1,)
            yield "fact", (record.relation, record.head, ""), (1,)
            return
        counts = (1, 0) if record.answer == 0 else (0, 1)
        first, second = (
            word + ("-" if denied else "+")
            for word, denied in (
                (record.first, record.first_neg),
                (record.second, record.second_neg),
            )
        )
        for conn in ("", record.conn):
            yield "effect", ("word", second, "second", record.role, conn), counts
            yield "effect", ("word", first, "first", record.role, conn), counts

    return tallies
