"""Several systems on the same questions, a row each: what they answer, and how people do on what they get right."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from coindex.harness.hardness.metric import boolean, score
from coindex.harness.hardness.report.evaluation import CLASSES, Options, published
from coindex.harness.hardness.report.tables import mean_with_deviation, number, with_interval
from coindex.harness.scores.table import table
from coindex.harness.statistics.correlation import correlation, mean_and_deviation

if TYPE_CHECKING:
    from coindex.harness.hardness.labels import Labels
    from coindex.harness.questions.questions import Gold

Record = dict[str, Any]
OUTCOMES = ("right", "wrong", "unanswered")


def systems(
    golds: Sequence[Gold],
    named: Mapping[str, Labels],
    humans: Mapping[str, float],
    options: Options,
) -> list[Record]:
    """Describe systems by their labels.

    Args:
        golds: the questions, with right answers.
        named: the labels of each system.
        humans: by question, the share of people who answer rightly.
        options: seed and samples of the bootstrap, and the least number of answers for an index.

    Returns:
        For each system in the order given: at its largest number of sentences how many questions it answers rightly,
        wrongly and not at all, with people's mean share of right answers on these and its standard deviation; how
        many questions are of each class; and how the index correlates with the share of people who err.

    Raises:
        InputError: scipy is not installed.
    """
    return [
        {"system": name, **_system(golds, labels, humans, options)}
        for name, labels in named.items()
    ]


def _system(
    golds: Sequence[Gold], labels: Labels, humans: Mapping[str, float], options: Options
) -> Record:
    outcomes: dict[str, list[Gold]] = {name: [] for name in OUTCOMES}
    classes: dict[str, int] = dict.fromkeys(CLASSES, 0)
    pairs: list[tuple[float, float, str]] = []
    for gold in golds:
        some = labels.of[gold.item.id]
        last = some[-1]
        outcomes[
            "unanswered" if last is None else "right" if last == gold.answer else "wrong"
        ].append(gold)
        classes[boolean(some, gold.answer)] += 1
        (index, *_) = published(score(some, gold.answer), options.least).values()
        if index is not None and gold.item.id in humans:
            pairs.append((index, 1 - humans[gold.item.id], gold.pair))
    found: Record = {"sentences": labels.sizes[-1] if len(labels.sizes) > 1 else None}
    for name, group in outcomes.items():
        shares = [humans[gold.item.id] for gold in group if gold.item.id in humans]
        mean, deviation = mean_and_deviation(shares)
        share = len(group) / len(golds)
        found[name] = {
            "items": len(group),
            "share": round(share, 4),
            "error": round(math.sqrt(share * (1 - share) / len(golds)), 4),
            "human": mean,
            "deviation": deviation,
        }
    indexes, errors, twins = zip(*pairs, strict=True) if pairs else ((), (), ())
    made = correlation(indexes, errors, twins, seed=options.seed, samples=options.samples)
    return {**found, "classes": classes, "pearson": made.to_dict()}


def systems_text(found: Sequence[Record]) -> str:
    """Write systems as a table, a row each."""
    people = any(each[name]["human"] is not None for each in found for name in OUTCOMES)
    rows = [["system", *OUTCOMES, *CLASSES, *(["Pearson (95 %)"] if people else [])]]
    for each in found:
        cells = [f"{each[n]['items']} ({100 * each[n]['share']:.1f} %)" for n in OUTCOMES]
        cells += [str(each["classes"][name]) for name in CLASSES]
        rows.append([each["system"], *cells, *([with_interval(each["pearson"])] if people else [])])
    parts = [table(rows)]
    if people:
        rows = [["mean share of people who answer rightly, where the system is", *OUTCOMES]]
        rows += [[each["system"], *(_mean(each[name]) for name in OUTCOMES)] for each in found]
        parts.append(table(rows))
    return "\n\n".join(parts)


def _mean(found: Mapping[str, Any]) -> str:
    if found["human"] is None:
        return number(None)
    return mean_with_deviation(found["human"], found["deviation"])


def systems_rows(found: Sequence[Record]) -> str:
    """Write systems as tab-separated values, a line each."""
    head = ["system", *OUTCOMES, *(f"human_{n}" for n in OUTCOMES), *CLASSES, "pearson"]
    lines = ["\t".join(head)]
    for each in found:
        cells = [str(each[name]["items"]) for name in OUTCOMES]
        cells += [number(each[name]["human"], 4) for name in OUTCOMES]
        cells += [str(each["classes"][name]) for name in CLASSES]
        lines.append("\t".join([each["system"], *cells, number(each["pearson"]["r"], 4)]))
    return "\n".join(lines) + "\n"
