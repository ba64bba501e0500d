"""``kb compile``: read the sentences of a folder once, and write their readings beside them."""

from __future__ import annotations

import argparse
from pathlib import Path

from coindex.commands.options.common import Verbs, add_verb, print_message

EPILOG = """examples:
  coindex kb compile                  the shipped sentences: knowledge/sentences/readings.jsonl.xz
  coindex kb compile my               those in my/sentences
One's own sentences need not be compiled: they are read when they are first used, and kept in the cache directory."""


def kb_compile(options: argparse.Namespace) -> int:
    """Read new sentences, and keep their readings."""
    from coindex.files.progress import Progress
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.authoring.sentence_form import compile_folder
    from coindex.reasoner.running.engine import Reasoner

    folder = Path(options.directory) if options.directory else KNOWLEDGE
    with Progress(None) as progress:
        sentences, new = compile_folder(folder, Reasoner(), progress.over)
    print_message(f"{sentences} sentences, {new} of them read anew")
    return 0


def register(inner: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(inner, "compile", kb_compile, EPILOG)
    parser.add_argument(
        "directory",
        nargs="?",
        metavar="DIR",
        help="a knowledge directory, or its folder of sentences (default: the shipped ones)",
    )
