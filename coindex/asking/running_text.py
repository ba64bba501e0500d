"""Running text: find the pronouns that want rules, and ask for these, before the text is read for good.

What a pronoun stands for decides how later ones are asked about. So the text is read again after its questions have
been asked, until no new question comes up, at most :data:`ROUNDS` times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from coindex.asking.asking import Asking
from coindex.asking.many import Summary, ask_all
from coindex.asking.many_judged import Lacking, joined, lacking_for
from coindex.reasoner.asks import AsksFactory
from coindex.reasoner.jobs.executor import Place, in_order
from coindex.reasoner.jobs.long_texts import RECYCLE, Section
from coindex.reasoner.jobs.workers import Limits, Settings

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

ROUNDS = 3
"""How often a text is read at most to find questions."""


def lacking_in(
    parts: Iterable[Section], asks: AsksFactory, settings: Settings, workers: Place, limit: float
) -> Lacking:
    """Find what the answers of a text lack: rules that are wanted and not known, and judgements; in text order.

    Args:
        parts: the sections of the text.
        asks: makes what notes this in the workers; what it knows is used.
        settings: what the workers' reasoners are made of.
        workers: how many processes.
        limit: seconds that a section may take. One that takes longer lacks nothing: the work itself will say so.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    limits = Limits(seconds=limit, recycle=RECYCLE)
    noting = replace(settings, asks=asks, explain=False)
    return joined(in_order(parts, _missing, noting, workers=workers, limits=limits))


def ask_about(
    asking: Asking, find: Callable[[AsksFactory], Lacking], *, show: bool = True
) -> Summary:
    """Ask for the rules that the pronouns of a text want.

    Args:
        asking: whom to ask (see :func:`ask_all`).
        find: finds what the text lacks (:func:`lacking_in`).
        show: whether to show progress.
    """
    total = Summary()
    for _ in range(ROUNDS):
        done = ask_all(find(asking.replayed()).queries, asking, show=show)
        total = _together(total, done)
        if not done.asked or done.left or done.failed:
            break
    return total


def _missing(reasoner: Reasoner, section: Section) -> Lacking:
    """Read a section and give what its answers lack (the job of a worker)."""
    from coindex.reasoner.documents.resolve import resolve

    begin = section.start - section.offset
    return lacking_for(reasoner, lambda: resolve(section.text, reasoner=reasoner, begin=begin))


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
