"""``kb lint``: check knowledge files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import print_message

if TYPE_CHECKING:
    from kparse.errors import Diagnostic


def kb_lint(options: argparse.Namespace) -> int:
    """Check knowledge files."""
    from coindex.files.progress import Progress
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.linting.lint import lint, report, status
    from coindex.reasoner.linting.since_commit import new_findings

    with Progress(None) as progress:
        found = lint(options.paths, select=options.select, over=progress.over)
    old: list[Diagnostic] = []
    if found and not options.all:
        paths = [Path(path) for path in options.paths] or [KNOWLEDGE]
        new, old = new_findings(paths, found, wanted=options.new)
        if new or options.new:
            found = new
        else:
            old = []
    if text := report(found, options.format):
        print(text)
    if old and not options.new:
        print_message(
            f"the last commit has {len(old)} more findings in these files (--all lists them)"
        )
    return status([*found, *old])
