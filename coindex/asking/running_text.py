"""Running text: find the pronouns that want rules, and ask for these, before the text is read for good.

What a pronoun stands for decides how later ones are asked about. So the text is read again after its questions have
been asked, until no new question comes up, at most :data:`ROUNDS` times.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from coindex.asking.asked_file import digest_of
from coindex.asking.asking import Asking, Replay
from coindex.asking.many import Noting, Summary, ask_all
from coindex.reasoner.asks import Query
from coindex.reasoner.jobs.long_texts import RECYCLE, Section
from coindex.reasoner.jobs.workers import Limits, Lost, Settings, in_order

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

ROUNDS = 3
"""How often a text is read at most to find questions."""


def wanted_in(
    parts: Iterable[Section], asks: Noting | Replay, settings: Settings, workers: int, limit: float
) -> list[Query]:
    """Find the pronouns of a text for which rules are wanted and not known, in text order, each question once.

    Args:
        parts: the sections of the text.
        asks: makes what notes the questions in the workers; rules that it knows are used.
        settings: what the workers' reasoners are made of.
        workers: how many processes.
        limit: seconds that a section may take. One that takes longer wants nothing: the work itself will say so.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    limits = Limits(seconds=limit, recycle=RECYCLE)
    noting = replace(settings, asks=asks, explain=False)
    results = in_order(parts, _missing, noting, workers=workers, limits=limits)
    found = chain.from_iterable(() if isinstance(one, Lost) else one for one in results)
    return list({digest_of(query): query for query in found}.values())


def ask_about(
    parts: list[Section],
    asking: Asking,
    settings: Settings,
    workers: int,
    limit: float,
    *,
    show: bool = True,
) -> Summary:
    """Ask for the rules that the pronouns of a text want (see :func:`wanted_in` and :func:`ask_all`)."""
    total = Summary()
    for _ in range(ROUNDS):
        queries = wanted_in(parts, asking.replayed(), settings, workers, limit)
        done = ask_all(queries, asking, show=show)
        total = _together(total, done)
        if not done.asked or done.left or done.failed:
            break
    return total


def _missing(reasoner: Reasoner, section: Section) -> list[Query]:
    """Read a section and give the questions for which there were no rules (the job of a worker)."""
    from coindex.reasoner.documents.resolve import resolve

    asks = reasoner.asks
    assert isinstance(asks, Asking)
    asks.missing.clear()
    resolve(section.text, reasoner=reasoner, begin=section.start - section.offset)
    return list(asks.missing.values())


def _together(first: Summary, second: Summary) -> Summary:
    """Add up two rounds; what was left or known in the second is so in the end."""
    return Summary(
        wanted=first.wanted + second.wanted,
        known=first.known + second.known,
        asked=first.asked + second.asked,
        failed=first.failed + second.failed,
        left=second.left,
        sentences=first.sentences + second.sentences,
        refused=first.refused + second.refused,
        tokens=first.tokens + second.tokens,
        why=second.why or first.why,
    )
