"""Count co-occurrences for word vectors (``docs/copa.md``); see ``python -m training.word_vectors --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from coindex.files.textfile import write_bytes
from coindex.harness.copa.words import stop_words
from kparse.errors import CoindexError, InputError
from training.backoff.wordnet import read_wordnet
from training.word_vectors.counting import DIMENSIONS, WINDOW, WORDS, Setting, train


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m training.word_vectors", description=__doc__)
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
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(found.matrix):,} words, {len(found.rows):,} forms: {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
