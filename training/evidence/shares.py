"""How often rules were right by how exactly they match: ``python -m training.evidence.shares EVIDENCE.jsonl``.

Of all rules of a kind (a form, a weight, a distance) the strongest for each candidate counts, once in a question, where
it tells the two candidates apart. Shares are of check questions, on which no rule was written, and of the others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coindex.harness.scores.table import interval, percent, table
from coindex.harness.statistics.shares import wilson
from coindex.reasoner.evidence.spoken import POINTS, Spoken
from kparse.errors import CoindexError, InputError, Location
from training.evidence.questions import rules_of

MATCHED = ("axiom", "frame", "class_row", "word_row", "scene")
"""The forms whose match has degrees."""
_MOST = 4
"""From which number on degrees are counted together."""
Kind = tuple[str, str]
"""A property of a rule, and its value."""


@dataclass(frozen=True, slots=True)
class Two:
    """A question with two candidates: the rules for the right one, and those for the other."""

    part: str
    our_rules: tuple[Spoken, ...]
    their_rules: tuple[Spoken, ...]


def read(path: Path) -> list[Two]:
    """Read what ``python -m training.evidence`` wrote; questions with more candidates are left out.

    Raises:
        InputError: the file cannot be read, or a line is something else.
    """
    questions: dict[tuple[str, str], list[dict[str, Any]]] = {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            questions.setdefault((record["set"], record["id"]), []).append(record)
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                "not the evidence for a candidate",
                location=Location(str(path), number),
                hint="Give a file that `python -m training.evidence` has written.",
            ) from error
    return [_two(records) for records in questions.values() if len(records) == 2]


def _two(records: Sequence[dict[str, Any]]) -> Two:
    ours, theirs = sorted(records, key=lambda one: not one["gold"])
    return Two(ours["part"], rules_of(ours["rules"]), rules_of(theirs["rules"]))


def kinds_of(rule: Spoken) -> Iterator[Kind]:
    """Give the kinds that a rule is of."""
    against = rule.points < 0
    yield "form", f"{rule.form}{', against' if against else ''}"
    if rule.form not in MATCHED or against:
        return
    yield "weight", str(rule.points // POINTS)
    for name in ("distance", "discount", "turned", "steps", "inferred"):
        value: int = getattr(rule, name)
        yield name, str(value) if value < _MOST else f"{_MOST} or more"
    yield "halves", str(rule.halves)


def counted(questions: Sequence[Two]) -> dict[tuple[Kind, str], tuple[int, int]]:
    """Give for each kind and part how often it told apart, and was right."""
    counts: dict[tuple[Kind, str], tuple[int, int]] = {}
    for question in questions:
        points: dict[Kind, list[int]] = {}
        for side, rules in enumerate((question.our_rules, question.their_rules)):
            for rule in rules:
                for kind in kinds_of(rule):
                    found = points.setdefault(kind, [0, 0])
                    found[side] = max(found[side], rule.points, key=abs)
        for kind, (ours, theirs) in points.items():
            if ours != theirs:
                apart, right = counts.get((kind, question.part), (0, 0))
                counts[kind, question.part] = apart + 1, right + (ours > theirs)
    return counts


def report(questions: Sequence[Two]) -> str:
    """Write the table."""
    counts = counted(questions)
    lines = [["", "", "check", "right", "95 %", "tune", "right", "95 %"]]
    order = list(dict.fromkeys(name for (name, _), _ in counts))
    for kind in sorted({kind for kind, _ in counts}, key=lambda k: (order.index(k[0]), k[1])):
        line = [*kind]
        for part in ("check", "tune"):
            apart, right = counts.get((kind, part), (0, 0))
            share = percent(right / apart) if apart else "-"
            line += [str(apart), share, interval(wilson(right, apart)) if apart else "-"]
        lines.append(line)
    return table(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(
        prog="python -m training.evidence.shares", description=(__doc__ or "").partition(":")[0]
    )
    parser.add_argument("file", metavar="EVIDENCE.jsonl", help="what training.evidence has written")
    options = parser.parse_args(arguments)
    try:
        print(report(read(Path(options.file))))
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
