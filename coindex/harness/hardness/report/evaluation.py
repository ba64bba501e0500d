"""An evaluation: indexes of a collection against the share of people who err, as a record for text, page and plots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coindex.harness.hardness.coefficients import Coefficients, without_corpus
from coindex.harness.hardness.features import CORPUS
from coindex.harness.hardness.measured import Measured
from coindex.harness.hardness.metric import Class, Score, boolean, label, score
from coindex.harness.hardness.model import out_of_fold
from coindex.harness.statistics import correlation as statistics

if TYPE_CHECKING:
    from coindex.harness.hardness.labels import Labels
    from coindex.harness.questions.questions import Gold

Record = dict[str, Any]
CLASSES: tuple[Class, ...] = ("easy", "hard", "uncharacterised")
PUBLISHED, SMOOTH = "published", "published, without the jump"
EXPLAINED, CROSSED = "explained, as shipped", "explained, out of fold"
CROSSED_BARE = "explained without corpus, out of fold"
MIDDLE = 0.5
"""The index of an item without a published index where all items are compared."""
_LEAST_PAIRS = 10
"""Least number of pairs for cross-validation."""


@dataclass(frozen=True, slots=True)
class Row:
    """An item with its labels and indexes."""

    id: str
    pair: str
    text: str
    candidates: tuple[str, ...]
    answer: int | None
    labels: tuple[int | None, ...]
    halves: tuple[tuple[int | None, ...], tuple[int | None, ...]]
    """Labels by the rounds with even numbers, and by the others."""
    human: float | None
    """Share of people who answer rightly."""
    indexes: Mapping[str, float | None]
    aspects: Mapping[str, float] = field(default_factory=dict)
    """Contribution of each aspect to the explained index."""
    decided_by: str = ""
    error: str = ""

    @property
    def score(self) -> Score:
        """Counts of its labels."""
        return score(self.labels, self.answer)

    @property
    def boolean(self) -> Class:
        """Its class."""
        return boolean(self.labels, self.answer) if self.labels else "uncharacterised"

    @property
    def error_share(self) -> float | None:
        """Share of people who err."""
        return None if self.human is None else 1 - self.human


@dataclass(frozen=True, slots=True)
class Options:
    """Options of an evaluation."""

    sizes: tuple[int, ...]
    least: int = 1
    """Least number of answered labels for a published index."""
    seed: int = 1
    subjects: int | None = None
    """How many people answered each item, if that is known."""
    samples: int = statistics.SAMPLES
    cross: bool = True
    """Whether to fit and cross-validate on these items."""


def rows_of(
    measured: Sequence[Measured],
    humans: Mapping[str, float],
    coefficients: Coefficients | None,
    options: Options,
) -> list[Row]:
    """Make the rows of an evaluation.

    Args:
        measured: the items.
        humans: by item, the share of people who answer rightly.
        coefficients: of the explained index.
        options: of the evaluation.
    """
    crossed = _crossed(measured, humans, options) if options.cross else {}
    rows = []
    for each in measured:
        course = each.course
        votes = course.votes if course is not None else ()
        none = (None,) * len(options.sizes)
        labels = each.labels or none
        indexes: dict[str, float | None] = {}
        if any(m.course is not None for m in measured):
            indexes |= published(score(labels, each.answer), options.least)
        aspects: dict[str, float] = {}
        if coefficients is not None:
            model = coefficients.model(each.features)
            indexes[EXPLAINED] = round(model.index(each.features), 4)
            aspects = {share.name: round(share.adds, 4) for share in model.shares(each.features)}
        for name, values in crossed.items():
            indexes[name] = values.get(each.id)
        halves = tuple(
            tuple(label(v.odd if half else v.even) for v in votes) or none for half in (0, 1)
        )
        rows.append(
            Row(
                each.id,
                each.pair,
                each.text,
                each.candidates,
                each.answer,
                labels,
                (halves[0], halves[1]),
                humans.get(each.id),
                indexes,
                aspects,
                each.decided_by,
                each.error,
            )
        )
    return rows


def rows_of_labels(
    golds: Sequence[Gold], labels: Labels, humans: Mapping[str, float], options: Options
) -> list[Row]:
    """Make the rows of an evaluation of another system's labels (:mod:`coindex.harness.hardness.labels`)."""
    none = (None,) * len(labels.sizes)
    return [
        Row(
            gold.item.id,
            gold.pair,
            gold.item.text,
            gold.item.candidates,
            gold.answer,
            labels.of[gold.item.id],
            (none, none),
            humans.get(gold.item.id),
            published(score(labels.of[gold.item.id], gold.answer), options.least),
        )
        for gold in golds
    ]


def published(counted: Score, least: int) -> dict[str, float | None]:
    """Return the published index, with and without its jump; ``None`` if too few labels are answers."""
    enough = counted.right + counted.wrong >= least
    real = counted.real if enough else None
    return {PUBLISHED: real, SMOOTH: counted.smooth if enough else None}


def _crossed(
    measured: Sequence[Measured], humans: Mapping[str, float], options: Options
) -> dict[str, dict[str, float]]:
    """Predict items out of fold by models fitted to these items, if there are enough of them."""
    known = [m for m in measured if m.id in humans]
    pairs = [m.pair for m in known]
    errors = [1 - humans[m.id] for m in known]
    if len(set(pairs)) < _LEAST_PAIRS or max(errors) == min(errors):
        return {}
    bare = [without_corpus(m.features) for m in known]
    found = {}
    if any(CORPUS & set(m.features) for m in known):
        found[CROSSED] = out_of_fold([m.features for m in known], errors, pairs)
    found[CROSSED_BARE] = out_of_fold(bare, errors, pairs)
    return {
        name: {m.id: round(value, 4) for m, value in zip(known, values, strict=True)}
        for name, values in found.items()
    }


# ---------------------------------------------------------------------------------------- record


def record(rows: Sequence[Row], options: Options, origin: Mapping[str, Any]) -> Record:
    """Evaluate rows.

    Args:
        rows: of :func:`rows_of`.
        options: how the evaluation is made.
        origin: of the figures: command, files, versions.

    Returns:
        A record for JSON.

    Raises:
        InputError: scipy is not installed.
    """
    known = [row for row in rows if row.human is not None]
    return {
        "origin": dict(origin),
        "sizes": list(options.sizes),
        "people": len(known),
        "correlations": [
            each for name in _names(rows) for each in _correlated(known, name, options)
        ],
        "classes": _classes(rows, known, options),
        "by_size": [_at(rows, at, size) for at, size in enumerate(options.sizes)],
        "shares": _shares(rows, options),
        "twins": _twins(rows, options),
        "reliability": _reliability(rows, known, options),
        "items": [_item(row) for row in rows],
    }


def _names(rows: Sequence[Row]) -> list[str]:
    return list(rows[0].indexes) if rows else []


def _correlated(known: Sequence[Row], name: str, options: Options) -> list[Record]:
    """Correlations of an index with the share of people who err."""
    having = [row for row in known if row.indexes.get(name) is not None]
    sets = {"with an index": having}
    if len(having) < len(known):
        sets["all"] = list(known)
    else:
        sets = {"all": having}
    found = []
    for which, some in sets.items():
        index = [_or_middle(row.indexes.get(name)) for row in some]
        errors = [row.error_share or 0.0 for row in some]
        pairs = [row.pair for row in some]
        made = {
            key: statistics.correlation(
                index, errors, pairs, ranks=ranks, seed=options.seed, samples=options.samples
            ).to_dict()
            for key, ranks in (("pearson", False), ("spearman", True))
        }
        found.append({"index": name, "items": which, **made})
    return found


def _or_middle(value: float | None) -> float:
    return MIDDLE if value is None else value


def _classes(rows: Sequence[Row], known: Sequence[Row], options: Options) -> Record | None:
    if not _has_labels(rows):
        return None
    groups = {
        name: [row.human for row in known if row.boolean == name and row.human is not None]
        for name in CLASSES
    }
    described = {name: statistics.mean_and_deviation(values) for name, values in groups.items()}
    return {
        "items": {name: sum(row.boolean == name for row in rows) for name in CLASSES},
        "human": {name: mean for name, (mean, _) in described.items()},
        "deviation": {name: deviation for name, (_, deviation) in described.items()},
        "easy_and_hard": statistics.difference(
            groups["easy"], groups["hard"], seed=options.seed, samples=options.samples
        ).to_dict(),
        "anova": statistics.variance(list(groups.values())).to_dict(),
    }


def _has_labels(rows: Sequence[Row]) -> bool:
    return any(PUBLISHED in row.indexes for row in rows)


def _at(rows: Sequence[Row], at: int, size: int) -> Record:
    """Shares at one number of sentences, with standard errors."""
    labels = [(row.labels[at], row.answer) for row in rows]
    counts = {
        "answered": sum(label is not None for label, _ in labels),
        "right": sum(label is not None and label == answer for label, answer in labels),
    }
    counts["wrong"] = counts["answered"] - counts["right"]
    number = max(1, len(rows))
    return {
        "sentences": size,
        **{
            name: {
                "items": count,
                "share": round(count / number, 4),
                "error": round(math.sqrt(count / number * (1 - count / number) / number), 4),
            }
            for name, count in counts.items()
        },
    }


def _shares(rows: Sequence[Row], options: Options) -> Record | None:
    """Test whether the shares of right, wrong and no answer differ over the numbers of sentences."""
    if not _has_labels(rows):
        return None
    table = [_at(rows, at, size) for at, size in enumerate(options.sizes)]
    right, wrong = ([each[name]["share"] for each in table] for name in ("right", "wrong"))
    none = [1 - each["answered"]["share"] for each in table]
    return statistics.variance([right, wrong, none]).to_dict()


def _twins(rows: Sequence[Row], options: Options) -> Record:
    """Compare the halves of schemas."""
    pairs: dict[str, list[Row]] = {}
    for row in rows:
        pairs.setdefault(row.pair, []).append(row)
    twins = [(two[0], two[1]) for two in pairs.values() if len(two) == 2]
    found: Record = {"pairs": len(twins)}
    if _has_labels(rows):
        found["same_class"] = sum(a.boolean == b.boolean for a, b in twins)
        found["both_easy"] = sum(a.boolean == b.boolean == "easy" for a, b in twins)
    found["order"] = [_order(twins, name, options) for name in _names(rows)]
    return found


def _order(twins: Sequence[tuple[Row, Row]], name: str, options: Options) -> Record:
    """Return how often an index is higher for the twin on which more people err."""
    gaps = []
    for a, b in twins:
        one, two = a.indexes.get(name), b.indexes.get(name)
        if one is not None and two is not None and a.human is not None and b.human is not None:
            gaps.append((one - two, b.human - a.human, a.pair))
    differing = [(x, y) for x, y, _ in gaps if x and y]
    made = statistics.correlation(
        [x for x, _, _ in gaps],
        [y for _, y, _ in gaps],
        [pair for *_, pair in gaps],
        seed=options.seed,
        samples=options.samples,
    )
    return {
        "index": name,
        "pairs": len(gaps),
        "differing": len(differing),
        "as_people": sum((x > 0) == (y > 0) for x, y in differing),
        "difference": made.to_dict(),
    }


def _reliability(rows: Sequence[Row], known: Sequence[Row], options: Options) -> Record:
    """Return the reliability of the published index by halves, that of people, and the correlation that these allow."""
    people = None
    if options.subjects is not None:
        people = statistics.of_people(
            [r.human for r in known if r.human is not None], options.subjects
        )
    found: Record = {"people": people and round(people, 4), "halves": []}
    if not _has_labels(rows):
        return found
    by_rounds = [
        tuple(score(half, row.answer).real for half in row.halves)
        for row in rows
        if row.score.real is not None
    ]
    by_sizes = [tuple(score(row.labels[n::2], row.answer).smooth for n in (0, 1)) for row in rows]
    for name, pairs in (("rounds", by_rounds), ("numbers of sentences", by_sizes)):
        both = [(a, b) for a, b in pairs if a is not None and b is not None]
        half = statistics.plain_correlation([a for a, _ in both], [b for _, b in both])
        whole = None if half is None else statistics.full_length(half)
        shared = 1.0 if people is None else people
        ceiling = None if whole is None else math.sqrt(max(0.0, whole) * shared)
        found["halves"].append(
            {
                "by": name,
                "items": len(both),
                "r": half if half is None else round(half, 4),
                "whole": whole if whole is None else round(whole, 4),
                "ceiling": ceiling if ceiling is None else round(ceiling, 4),
            }
        )
    return found


def _item(row: Row) -> Record:
    counted = row.score
    return {
        "id": row.id,
        "pair": row.pair,
        "text": row.text,
        "candidates": list(row.candidates),
        "answer": row.answer,
        "labels": list(row.labels),
        "right": counted.right,
        "wrong": counted.wrong,
        "none": counted.none,
        "class": row.boolean,
        "human": row.human,
        "indexes": dict(row.indexes),
        "aspects": dict(row.aspects),
        "decided_by": row.decided_by,
        "error": row.error,
    }
