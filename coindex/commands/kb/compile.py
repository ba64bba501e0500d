"""``kb compile``: read the sentences of a folder once, and write their readings beside them."""

from __future__ import annotations

import argparse
from pathlib import Path

from coindex.commands.options.common import print_message


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
