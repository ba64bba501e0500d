"""How many pronouns of running text are resolved rightly: ``python bench/passages.py [FILE] [--part PART] [--show]``.

Each passage of FILE (``tests/unseen/passages.jsonl`` by default) is solved as a whole, without brackets. Printed is
by part and style how many pronouns are right, and how many answers are absurd (a place, a time or a thing as *he* or
*she*). ``docs/evaluation.md`` has figures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

BAR = 0.85
"""Least share of right answers."""


def main() -> int:
    """Solve, judge, count and print."""
    from coindex import Reasoner, resolve
    from coindex.harness.evaluation.passages import judged, tallied
    from coindex.harness.questions.chains import PARTS, read_passages
    from coindex.harness.scores.table import percent, table

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", nargs="?", default=ROOT / "tests/unseen/passages.jsonl")
    parser.add_argument("--part", choices=PARTS, help="only these passages")
    parser.add_argument("--show", action="store_true", help="print wrong answers of the open part")
    options = parser.parse_args()
    passages = [p for p in read_passages(options.file) if options.part in (None, p.part)]
    reasoner = Reasoner()

    def solve(text: str) -> dict[int, str]:
        found = resolve(text, reasoner=reasoner).pronouns
        return {f.pronoun.start: " ".join(f.candidates[0].text.split()) for f in found}

    found = [one for passage in passages for one in judged(passage, solve)]
    tallies = sorted(tallied(found).items(), key=lambda item: (item[0][0], item[0][1] == "all"))
    rows: list[Sequence[object]] = [
        ["part", "style", "pronouns", "right", "share", f"bar {percent(BAR)}", "absurd"]
    ]
    for (part, style), tally in tallies:
        share = tally.right / tally.asked
        met = "met" if share >= BAR else "missed"
        counts = [tally.asked, tally.right, percent(share), met, tally.absurd]
        rows.append([part, style, *counts])
    print(table(rows))
    for (part, style), tally in tallies if options.show else ():
        for one in tally.wrong if (part, style) == ("open", "all") else ():
            print(f"\n{one}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
