"""Fit how sure answers are by rules that were asked for, for each source: from an asked file, and the right answers.

Nothing in the rules was fitted to the questions, and who stated them was not told which part a question is in. So the
curves are fitted to all questions but those of ``shown``, by which they are judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from coindex.asking.asking import Asking
from coindex.asking.reliability import CHOICE, PRONOUN
from coindex.harness.evaluation.calibrate import Fitted, Observation, fit_curve
from coindex.harness.scores.table import percent, table
from coindex.reasoner.asks import name_in
from coindex.reasoner.calibration import MODEST, Curve, Kind
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.executor import Place, in_order
from coindex.reasoner.jobs.workers import Limits, Lost
from coindex.reasoner.solving.choice import Choice
from coindex.reasoner.solving.deciding import decided

if TYPE_CHECKING:
    from coindex.harness.questions.sources import Entry
    from coindex.reasoner.jobs.workers import Settings
    from coindex.reasoner.running.engine import Reasoner

_KIND = {"pronoun": cast("Kind", PRONOUN), "choice": cast("Kind", CHOICE)}


def observe_asked(
    entries: Sequence[Entry], settings: Settings, *, workers: Place = 1, seconds: float = 60.0
) -> Iterator[Observation]:
    """Answer questions; give those that rules decided that were asked for, with the source in the place of the level.

    Args:
        entries: the questions, with right answers.
        settings: for the workers' reasoners; what they ask replays an asked file.
        workers: how many processes answer.
        seconds: the time limit of a question.
    """
    tasks = (entry.asked for entry in entries)
    limits = Limits(seconds=seconds)
    results = in_order(tasks, _answered, settings, workers=workers, limits=limits)
    for entry, result in zip(entries, results, strict=True):
        if isinstance(result, Lost) or not result[1]:
            continue
        given, source, margin = result
        yield Observation(
            entry.set,
            _KIND[entry.kind],
            entry.pair,
            source,
            margin,
            len(entry.candidates),
            given == entry.gold,
        )


def _answered(reasoner: Reasoner, asked: Item | Choice) -> tuple[int | None, str, int]:
    """Answer a question (the job of a worker): the answer, who stated the rules that decided, and the margin."""
    assert isinstance(reasoner.asks, Asking)
    answer = (
        reasoner.choose(asked)
        if isinstance(asked, Choice)
        else next(iter(reasoner.solve_many([asked])))
    )
    decision = decided(answer)
    if answer.decided_by == "mined" or decision is None or decision.source != "asked":
        return answer.answer, "", 0
    source = next(use.source for use in answer.sentence_uses if use.used and use.source)
    return answer.answer, name_in(source), decision.margin


def fit_sources(observations: Iterable[Observation]) -> dict[Kind, dict[str, Fitted]]:
    """Fit a curve for each kind of question and each source.

    What is known of all sources (:data:`coindex.reasoner.calibration.MODEST`) counts as ten answers, so that a source
    with few answers stays near it.
    """
    groups: dict[tuple[Kind, str], list[Observation]] = {}
    for seen in observations:
        groups.setdefault((seen.kind, seen.level or ""), []).append(seen)
    fitted: dict[Kind, dict[str, Fitted]] = {}
    for (kind, source), held in sorted(groups.items()):
        curve = fit_curve(held, guessed=MODEST)
        right = sum(one.right for one in held)
        fitted.setdefault(kind, {})[source] = Fitted(curve, len(held), right)
    return fitted


def report(fitted: Mapping[Kind, Mapping[str, Fitted]], shown: Sequence[Observation]) -> str:
    """Return a table: for each source what it was fitted to, and how well that holds on other questions."""
    rows: list[Sequence[object]] = [
        ["questions", "source", "fitted on", "right", "others", "right", "promised"]
    ]
    for kind, sources in fitted.items():
        for source, one in sources.items():
            others = [seen for seen in shown if (seen.kind, seen.level) == (kind, source)]
            promised = [_sure(one.curve, seen) for seen in others]
            number = len(others)
            rows.append(
                [
                    kind.removeprefix("asked "),
                    source,
                    one.items,
                    percent(one.right / one.items),
                    number,
                    percent(sum(seen.right for seen in others) / number if number else None),
                    percent(sum(promised) / number if number else None),
                ]
            )
    return table(rows)


def _sure(curve: Curve, seen: Observation) -> float:
    return curve.confidence(seen.margin, max(2, seen.candidates))
