"""What the program is not made for, counted: ``python bench/limits.py [--show]``.

It asks the sentences of ``bench/limits.txt``, which are in pairs, and prints for each kind how many are answered
rightly, what decided, and in how many pairs both are right. ``docs/limits.md`` has the figures.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
FILE = ROOT / "bench" / "limits.txt"
_LINE = re.compile(r"([a-z ]+): (.*\[\w+\].*) = (.+) \| (.+)")


def probes() -> dict[str, list[tuple[str, str, str]]]:
    """Return the sentences by kind: text, right answer, other answer."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            match = _LINE.fullmatch(line)
            if match is None:
                raise ValueError(f"not `kind: text = right | other`: {line}")
            found.setdefault(match[1], []).append((match[2], match[3], match[4]))
    return found


def main() -> int:
    """Ask, count and print."""
    from coindex.harness.scores.table import table
    from coindex.reasoner import Reasoner

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--show", action="store_true", help="print each answer")
    options = parser.parse_args()
    reasoner = Reasoner()
    rows: list[Sequence[object]] = [
        ["kind", "sentences", "right", "decided by knowledge", "right of these", "pairs", "both"]
    ]
    for kind, sentences in probes().items():
        answers = [
            (reasoner.solve(text, candidates=sorted([right, other])), right)
            for text, right, other in sentences
        ]
        marks = [a.candidate == right for a, right in answers]
        known = [(a, right) for a, right in answers if a.decided_by == "knowledge"]
        rows.append(
            [
                kind,
                len(answers),
                sum(marks),
                len(known),
                sum(a.candidate == right for a, right in known),
                len(marks) // 2,
                sum(map(all, zip(marks[::2], marks[1::2], strict=True))),
            ]
        )
        for answer, right in answers if options.show else ():
            mark = "right" if answer.candidate == right else "wrong"
            print(f"{mark}  {answer.text}  {answer.candidate}  ({answer.decided_by})")
    totals = [sum(column) for column in zip(*(row[1:] for row in rows[1:]), strict=True)]
    print(table([*rows, ["all", *totals]]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
