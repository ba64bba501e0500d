"""Whether answers stay when nothing that matters changes: ``python bench/invariance.py [FILE] [--part PART] [--show]``.

Questions are drawn from FILE (the project's own by default), varied (``coindex/harness/evaluation/variants.py``) and
answered again. Printed is for each kind of variant how many are answered as before. ``docs/evaluation.md`` has figures.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

BAR = 0.995
"""Least share of equal answers."""
KINDS = ("names", "order", "before", "after", "since", "as", "tense")


def main() -> int:
    """Vary, answer, count and print."""
    from coindex.harness.evaluation.variants import counted
    from coindex.harness.questions.questions import read_questions
    from coindex.harness.scores.table import percent, table
    from coindex.reasoner import Reasoner

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", nargs="?", default=ROOT / "tests/unseen/questions.jsonl")
    parser.add_argument("--part", choices=["tune", "held"], help="only this half of the pairs")
    parser.add_argument("--number", type=int, default=300, help="questions that are drawn")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--show", action="store_true", help="print the texts answered otherwise")
    options = parser.parse_args()
    questions = [q for q in read_questions(options.file) if options.part in (None, q.part())]
    drawn = random.Random(options.seed).sample(questions, min(options.number, len(questions)))
    counts = counted(Reasoner(), [q.item for q in drawn], options.kinds)
    rows: list[Sequence[object]] = [
        ["variant", "questions", "answered alike", "share", f"bar {percent(BAR)}"]
    ]
    for kind, count in counts.items():
        share = count.alike / count.asked if count.asked else 1.0
        met = "met" if share >= BAR else "missed"
        rows.append([kind, count.asked, count.alike, percent(share), met])
    print(table(rows))
    for kind, count in counts.items() if options.show else ():
        for before, after in count.changed:
            print(
                f"\n{kind}: {before.candidate} ({before.decided_by}) -> {after.candidate}", end=""
            )
            print(f" ({after.decided_by})\n  {before.text}\n  {after.text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
