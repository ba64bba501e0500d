"""``cite``: how to cite this project."""

from __future__ import annotations

import argparse

from coindex.commands.options.common import Verbs, add_verb

EPILOG = """coindex cite --format bibtex >> references.bib
The data are those of CITATION.cff, which reference managers read, too."""


def cite(options: argparse.Namespace) -> int:
    """Print how to cite this project, as text and as BibTeX."""
    from coindex.files.citation import read_citation, to_bibtex, to_text

    citation = read_citation()
    made = {"text": to_text(citation), "bibtex": to_bibtex(citation)}
    print(made[options.format] if options.format else "\n\n".join(made.values()))
    return 0


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(verbs, "cite", cite, EPILOG)
    parser.add_argument("--format", choices=["text", "bibtex"], help="only this one")
