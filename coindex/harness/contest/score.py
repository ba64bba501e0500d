"""Grading an output file by the rules: its final list alone, against a file with the right answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from coindex.harness.contest.output import Output, listed, read_output
from coindex.harness.questions.collection import LETTERS, Collection, Problem, read_collection
from coindex.harness.scores.table import table as align
from kparse.errors import InputError

PRIZE_LINE = Fraction(65, 100)
"""Share of right answers that has to be exceeded for a prize."""
GRAND_LINE = Fraction(90, 100)
"""Share of right answers that admits to the second round, and wins the grand prize there."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """An output compared with human subjects, on the graded problems for which the file has their results."""

    problems: int
    right: int
    """How many of these problems the output answers rightly."""
    subjects: Fraction
    """Share of the subjects' answers that were right."""
    least: Fraction
    most: Fraction
    """Between these the share of problems on which a subject drawn at random gives the same answer (mean over the
    problems). They differ if there are several wrong answers: the file does not say how the subjects chose among
    them."""
    united: tuple[int, int]
    """Right answers, and all, of the problems on which no subject was wrong."""
    divided: tuple[int, int]
    """The same for the other problems."""


@dataclass(frozen=True, slots=True)
class Graded:
    """An output file and its result in one round."""

    output: Output
    gold: Collection

    @property
    def pairs(self) -> list[tuple[Problem, bool]]:
        """The problems that have a right answer, and whether it was given."""
        both = zip(self.gold.problems, self.output.letters, strict=True)
        return [(p, LETTERS[p.gold] == letter) for p, letter in both if p.gold is not None]

    @property
    def items(self) -> int:
        """How many problems are graded."""
        return len(self.pairs)

    @property
    def right(self) -> int:
        """How many of these are answered right."""
        return sum(right for _, right in self.pairs)

    @property
    def share(self) -> Fraction:
        """Accuracy as an exact fraction, which is compared with the thresholds of the rules."""
        return Fraction(self.right, self.items)

    @property
    def omitted(self) -> list[int]:
        """The numbers of the graded problems that the output leaves out: they count as wrong."""
        left = set(self.output.omitted)
        return [p.number for p, _ in self.pairs if p.number in left]

    @property
    def ungraded(self) -> list[int]:
        """The numbers of the problems without a right answer in the file."""
        return [p.number for p in self.gold.problems if p.gold is None]

    @property
    def agreement(self) -> Agreement | None:
        """The comparison with human subjects; nothing if the file has no results of theirs."""
        known = [(p, right, Fraction(*p.human)) for p, right in self.pairs if p.human]
        if not known:
            return None
        people = [p.human for p, _, _ in known if p.human]
        least = most = Fraction(0)
        omitted = set(self.output.omitted)
        for problem, right, share in known:
            if problem.number in omitted:
                continue
            most += share if right else 1 - share
            if right or len(problem.answers) == 2:
                least += share if right else 1 - share
        united = [right for _, right, share in known if share == 1]
        divided = [right for _, right, share in known if share < 1]
        return Agreement(
            problems=len(known),
            right=sum(right for _, right, _ in known),
            subjects=Fraction(sum(h[0] for h in people), sum(h[1] for h in people)),
            least=least / len(known),
            most=most / len(known),
            united=(sum(united), len(united)),
            divided=(sum(divided), len(divided)),
        )


def read_gold(path: str | Path) -> Collection:
    """Read a file with right answers.

    Raises:
        InputError: it cannot be read, a right answer is none of the answers, or there is none at all.
    """
    gold = read_collection(path)
    for problem in gold.problems:
        if problem.gold_fault:
            raise InputError(
                f"problem {problem.number}: {problem.gold_fault}", location=gold.location(problem)
            )
    if all(problem.gold is None for problem in gold.problems):
        raise InputError(
            f"{path}: no problem has a right answer",
            hint="Give the file with <correctAnswer> in it.",
        )
    return gold


def score_output(path: str | Path, gold: Collection) -> Graded:
    """Grade an output file.

    Raises:
        InputError: it cannot be read, or is not an output for these problems (with the line).
    """
    return Graded(read_output(path).fitted(gold.problems), gold)


def needed(line: Fraction, items: int) -> int:
    """Return how many of the items must be right: the grand prize's line is reached, the other one exceeded.

    >>> needed(GRAND_LINE, 60), needed(PRIZE_LINE, 60), needed(PRIZE_LINE, 61)
    (54, 40, 40)
    """
    if line == PRIZE_LINE:
        return line.numerator * items // line.denominator + 1
    return -(-line.numerator * items // line.denominator)


def table(graded: Graded) -> str:
    """Write the result of an output in lines."""
    from coindex.harness.statistics.shares import wilson

    low, high = wilson(graded.right, graded.items)
    right = f"{of(graded.right, graded.items)}; 95 % interval {100 * low:.1f} to {100 * high:.1f} %"
    rows = [("right", right)]
    if left := graded.omitted:
        rows.append(("omitted", f"{len(left)} answers, which count as wrong: {listed(left)}"))
    if missing := graded.ungraded:
        rows.append(
            ("not graded", f"{len(missing)} without a right answer in the file: {listed(missing)}")
        )
    rows += _human_rows(graded.agreement)
    for line in (PRIZE_LINE, GRAND_LINE):
        enough = needed(line, graded.items)
        short = enough - graded.right
        passed = "exceeded" if line == PRIZE_LINE else "reached"
        met = passed if short <= 0 else f"missed by {short}"
        rows.append((f"{percent(line)} line", f"{met} ({enough} right answers needed)"))
    return align([[f"  {name}", value] for name, value in rows])


def _human_rows(agreement: Agreement | None) -> list[tuple[str, str]]:
    if agreement is None:
        return []
    same = percent(agreement.least, 1)
    if agreement.least != agreement.most:
        same += f" to {percent(agreement.most, 1)}"
    rows = [
        (
            "human subjects",
            f"{percent(agreement.subjects, 1)} of their answers right; this output "
            f"{of(agreement.right, agreement.problems)} on these problems",
        ),
        ("", f"the same answer as a subject drawn at random: {same}"),
    ]
    for what, (right, items) in (
        ("no subject was wrong", agreement.united),
        ("subjects differed", agreement.divided),
    ):
        if items:
            rows.append(("", f"where {what}: {of(right, items)}"))
    return rows


def of(right: int, items: int) -> str:
    """Write a count with its share.

    >>> of(41, 60)
    '41 of 60 (68.3 %)'
    """
    return f"{right} of {items} ({percent(Fraction(right, items), 1)})"


def percent(share: Fraction, digits: int = 0) -> str:
    """Write a share in per cent."""
    return f"{100 * float(share):.{digits}f} %"
