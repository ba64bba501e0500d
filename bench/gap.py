"""F1 and bias of GAP's names in texts read as a whole: ``python bench/gap.py FILE [--part tune|held] [--most N]``.

FILE is a table of GAP (``.tsv`` or ``.tsv.gz``). Its rows are divided into the same halves as by ``cli.py evaluate``.
``docs/statistics.md`` has figures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Read, judge, count and print."""
    from coindex import Reasoner
    from coindex.files.progress import Progress
    from coindex.harness.evaluation.names import judged, score
    from coindex.harness.questions.gap import table_of
    from coindex.harness.questions.questions import PARTS, part_of
    from coindex.harness.scores.table import percent, table

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--part", choices=PARTS, help="only this half")
    parser.add_argument("--most", type=int, help="only so many rows")
    options = parser.parse_args()
    rows: list[Sequence[object]] = [
        (part, row)
        for row in islice(table_of(options.file.read_bytes(), options.file.name), options.most)
        if options.part in (None, part := part_of(f"gap:{row.item.id}"))
    ]
    reasoner = Reasoner()
    with Progress(len(rows), show=True) as bar:
        found = [
            (part, one)
            for (part, _), one in zip(
                rows, bar.over(judged(reasoner, r) for _, r in rows), strict=True
            )
        ]
    head = ["part", "rows", "one right", "right", "precision", "recall", "F1"]
    lines = [[*head, "F1 masculine", "F1 feminine", "bias"]]
    for name in PARTS if options.part is None else [options.part]:
        ones = [one for part, one in found if part == name]
        whole, her = score(ones), score(one for one in ones if one.is_feminine)
        him = score(one for one in ones if not one.is_feminine)
        lines.append(
            [
                name,
                len(ones),
                whole.asked,
                percent(whole.right / max(1, whole.asked)),
                percent(whole.true / max(1, whole.true + whole.false)),
                percent(whole.true / max(1, whole.true + whole.missed)),
                *(percent(one.f1) for one in (whole, him, her)),
                f"{her.f1 / max(him.f1, 1e-9):.2f}",
            ]
        )
    print(table(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
