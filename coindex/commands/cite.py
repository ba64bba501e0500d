"""``cite``: how to cite this project."""

from __future__ import annotations

import argparse


def cite(options: argparse.Namespace) -> int:
    """Print how to cite this project, as text and as BibTeX."""
    from coindex.files.citation import read_citation, to_bibtex, to_text

    citation = read_citation()
    made = {"text": to_text(citation), "bibtex": to_bibtex(citation)}
    print(made[options.format] if options.format else "\n\n".join(made.values()))
    return 0
