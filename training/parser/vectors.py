"""Train subword vectors on plain text.

    python -m training.parser.vectors TEXT_DIR OUT_DIR

``TEXT_DIR`` holds ``*.txt.gz`` files, at any depth. Needs the package ``floret``. The result,
``OUT_DIR/vectors.floret``, is input to ``spacy init vectors --mode floret``.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TOKEN = re.compile(
    r"n't\b|'(?:s|d|ll|re|ve|m)\b|[A-Za-z]+(?=n't\b)|[A-Za-z]+|[0-9][0-9.,]*|\.\.\.|--|[^\sA-Za-z0-9]"
)
DIMENSIONS = 96
BUCKETS = 30_000


def lines(directory: Path) -> Iterator[str]:
    """Yield the lines of all texts, split into words much as spaCy splits them."""
    for path in sorted(directory.rglob("*.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as handle:
            for line in handle:
                yield " ".join(TOKEN.findall(line)) + "\n"


def train(text: Path, out: Path, epochs: int) -> None:
    """Train CBOW vectors with two hashes in one bucket table."""
    floret = importlib.import_module("floret")
    options: dict[str, Any] = {
        "model": "cbow",
        "mode": "floret",
        "hashCount": 2,
        "bucket": BUCKETS,
        "minn": 3,
        "maxn": 5,
        "minCount": 5,
        "dim": DIMENSIONS,
        "epoch": epochs,
        "lr": 0.05,
        "neg": 10,
        "ws": 5,
        "thread": 1,
    }
    floret.train_unsupervised(str(text), **options).save_floret_vectors(str(out))


def main() -> None:
    """Write the text and the vectors."""
    parser = argparse.ArgumentParser(
        prog="python -m training.parser.vectors", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("texts", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=3)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    text = args.out / "text.txt"
    with text.open("w", encoding="utf-8") as handle:
        handle.writelines(lines(args.texts))
    train(text, args.out / "vectors.floret", args.epochs)


if __name__ == "__main__":
    main()
