"""Turn statements that a reader has rated into a source for ``--ask-check recorded:FILE``.

    python bench/audited.py ../shared/audit/fired.tsv reader.jsonl
    python cli.py evaluate QUESTIONS.jsonl --ask-check recorded:reader.jsonl --asked checked.jsonl

Columns of the table: rating, rule, weight, file, line, statement, question:reading. Ratings: 3 true and distinctive,
2 weak, 1 distinguishes nothing, 0 false or true of the other party.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from coindex.files.textfile import read_text, write_text
from kparse.errors import CoindexError, InputError, Location

RATINGS = {"3": "true", "2": "weak", "1": "indistinct", "0": "false"}
_STATEMENT, _COLUMNS = 5, 7


def lines_of(path: str) -> Iterator[str]:
    """Give a line for each statement, once; the first rating counts.

    Raises:
        InputError: a line has other columns or another rating.
    """
    seen = set()
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != _COLUMNS or cells[0] not in RATINGS:
            raise InputError(
                "no rated statement",
                location=Location(path, number),
                hint=f"A line has {_COLUMNS} columns and begins with 0, 1, 2 or 3.",
            )
        if cells[_STATEMENT] not in seen:
            seen.add(cells[_STATEMENT])
            said = {"statement": cells[_STATEMENT], "verdict": RATINGS[cells[0]]}
            yield json.dumps(said, ensure_ascii=False) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Write the file; give the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("table", metavar="FIRED.tsv")
    parser.add_argument("out", metavar="OUT.jsonl")
    options = parser.parse_args(argv)
    try:
        lines = list(lines_of(options.table))
        write_text(options.out, "".join(lines))
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{len(lines)} statements")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
