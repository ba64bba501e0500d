"""Collections of questions answered from a corpus: the conclusion for every question and number of lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from coindex.files.textfile import write_text
from coindex.harness.scores.table import table
from coindex.mining.querying.query import MOST, Conclusion

if TYPE_CHECKING:
    from coindex.harness.questions.questions import Gold
    from coindex.mining.querying.query import Enquirer

Label: TypeAlias = Literal["right", "wrong", "unanswered"]
LABELS: tuple[Label, ...] = ("right", "wrong", "unanswered")
_HEAD = ("id", "pair", "sentences", "label", "answer", "gold", "margin", "used", "query")


@dataclass(frozen=True, slots=True)
class Result:
    """The conclusion about a question from at most so many lines."""

    gold: Gold
    sentences: int
    conclusion: Conclusion

    @property
    def label(self) -> Label:
        """Whether that is right; without a right answer in the collection an answer counts as wrong."""
        if self.conclusion.answer is None:
            return "unanswered"
        return "right" if self.conclusion.answer == self.gold.answer else "wrong"

    @property
    def margin(self) -> float:
        """Log-odds between the best candidate and the next."""
        scores = sorted(self.conclusion.scores, reverse=True)
        return scores[0] - scores[1] if len(scores) > 1 else 0.0


def ask_all(
    golds: Iterable[Gold], enquirer: Enquirer, sizes: Sequence[int], seed: int | None = None
) -> Iterator[Result]:
    """Answer questions, each from several numbers of lines; lines are found and parsed once.

    Raises:
        InputError, ModelError: the corpus cannot be queried, or lines cannot be parsed.
    """
    for gold in golds:
        asked = enquirer.of_item(gold.item)
        if isinstance(asked, str):
            for size in sizes:
                yield Result(gold, size, Conclusion(gold.item.candidates, None, error=asked))
            continue
        ground = enquirer.ground(asked, max(*sizes, 0 if seed is None else MOST, 1))
        for size in sizes:
            yield Result(gold, size, ground.conclude(size, seed))


def totals(results: Sequence[Result]) -> str:
    """Return a table of answers by number of lines, with standard errors of the shares."""
    rows: list[Sequence[object]] = [
        ["sentences", "questions", "answered", *LABELS, "right of answered"]
    ]
    for size in sorted({result.sentences for result in results}):
        mine = [result.label for result in results if result.sentences == size]
        answered = sum(label != "unanswered" for label in mine)
        right = mine.count("right")
        row = [f"{size:,}", str(len(mine)), _share(answered, len(mine))]
        row += [_share(mine.count(label), len(mine)) for label in LABELS]
        rows.append([*row, _share(right, answered)])
    return table(rows)


def _share(some: int, of: int) -> str:
    """A number, its share, and the standard error of the share.

    >>> _share(50, 100), _share(0, 0)
    ('50 (50.0 ± 5.0 %)', '0')
    """
    if not of:
        return str(some)
    share = some / of
    return f"{some} ({100 * share:.1f} ± {100 * math.sqrt(share * (1 - share) / of):.1f} %)"


def write_results(results: Iterable[Result], path: str | Path) -> None:
    """Write a table of tab-separated values, a line for each question and number of lines.

    Raises:
        InputError: it cannot be written.
    """
    lines = ["\t".join(_HEAD)]
    for result in results:
        conclusion, gold = result.conclusion, result.gold
        values = (
            gold.item.id,
            gold.pair,
            result.sentences,
            result.label,
            "" if conclusion.answer is None else conclusion.answer,
            "" if gold.answer is None else gold.answer,
            f"{result.margin:.2f}",
            conclusion.sentences,
            conclusion.tried[-1].name if conclusion.tried else "",
        )
        lines.append("\t".join(" ".join(str(value).split()) for value in values))
    write_text(path, "\n".join(lines) + "\n")
