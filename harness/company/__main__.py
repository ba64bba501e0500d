"""Count which words keep the same company; ``python -m harness.company --help``. What it is for: ``docs/copa.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from harness.backoff.wordnet import read_wordnet
from harness.company.counting import DIMENSIONS, WINDOW, WORDS, Setting, train
from harness.copa.words import stop_words
from harness.textfile import write_bytes
from kparse.errors import AntecedentError, InputError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m harness.company", description=__doc__)
    parser.add_argument(
        "data",
        type=Path,
        help="a directory with corpora/*/*.txt.gz and kb/open-english-wordnet.tar.xz",
    )
    parser.add_argument("--out", type=Path, required=True, help="where the vectors go")
    parser.add_argument("--window", type=int, default=WINDOW, help=f"in words ({WINDOW})")
    parser.add_argument("--words", type=int, default=WORDS, help=f"commonest lemmas ({WORDS})")
    parser.add_argument(
        "--dimensions", type=int, default=DIMENSIONS, help=f"numbers a word ({DIMENSIONS})"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of the lines of text (1)")
    options = parser.parse_args(arguments)
    try:
        if (
            min(options.window - 1, options.words, options.dimensions) < 1
            or not 0 < options.share <= 1
        ):
            raise InputError(
                "--words and --dimensions are at least 1, --window 2, --share above 0 and at most 1"
            )
        wordnet = read_wordnet(options.data / "kb" / "open-english-wordnet.tar.xz")
        setting = Setting(options.window, options.words, options.dimensions)
        try:
            found = train(
                options.data / "corpora", wordnet, stop_words(), setting, share=options.share
            )
        except OSError as error:
            raise InputError(
                f"cannot read the text: {error}", hint="See --help on DATA."
            ) from error
        if not found.rows:
            raise InputError(f"{options.data / 'corpora'} has no text", hint="See --help on DATA.")
        write_bytes(options.out, found.written())
    except AntecedentError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(found.matrix):,} words, {len(found.rows):,} forms: {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
