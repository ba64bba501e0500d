"""How the project is cited: ``CITATION.cff``, as text and as BibTeX."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from coindex.files.shipped import PACKAGE
from kparse.errors import InputError

NAME = "CITATION.cff"


@dataclass(frozen=True, slots=True)
class Citation:
    """What a reference needs."""

    title: str
    authors: tuple[str, ...]
    version: str
    released: str
    """The day of the release, ``YYYY-MM-DD``."""


def path() -> Path:
    """Give the file: inside ``coindex`` in a wheel, beside it in a checkout."""
    inside = PACKAGE / NAME
    return inside if inside.is_file() else PACKAGE.parent / NAME


def read_citation(file: str | Path | None = None) -> Citation:
    """Read a file in the Citation File Format 1.2; without a name, the one that ships.

    Raises:
        InputError: it is missing, or lacks a field.
    """
    file = path() if file is None else file
    try:
        read = yaml.safe_load(Path(file).read_text("utf-8"))
        return Citation(
            title=str(read["title"]),
            authors=tuple(str(author["name"]) for author in read["authors"]),
            version=str(read["version"]),
            released=str(read["date-released"]),
        )
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}", hint="Install again.") from error
    except (yaml.YAMLError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise InputError(
            f"{file}: no citation in the Citation File Format: {error!r}", hint="Install again."
        ) from error


def to_text(citation: Citation) -> str:
    """Return the reference as a line.

    >>> print(to_text(Citation("T: a tool", ("The T developers",), "1.0", "2020-02-01")))
    The T developers (2020). T: a tool (version 1.0) [software].
    """
    authors = ", ".join(citation.authors)
    year = citation.released[:4]
    return f"{authors} ({year}). {citation.title} (version {citation.version}) [software]."


def to_bibtex(citation: Citation) -> str:
    """Return the reference as an entry for BibTeX and biblatex. Its type is one that every style knows.

    >>> print(to_bibtex(Citation("T: a tool", ("The T developers",), "1.0", "2020-02-01")))
    @misc{t,
      author = {{The T developers}},
      title  = {{T}: a tool},
      year   = {2020},
      note   = {Software, version 1.0}
    }
    """
    authors = " and ".join(f"{{{author}}}" for author in citation.authors)
    name, colon, rest = citation.title.partition(":")
    fields = {
        "author": authors,
        "title": f"{{{name}}}{colon}{rest}",
        "year": citation.released[:4],
        "note": f"Software, version {citation.version}",
    }
    width = max(map(len, fields))
    lines = ",\n".join(f"  {key:<{width}} = {{{value}}}" for key, value in fields.items())
    return f"@misc{{{name.lower().replace(' ', '-')},\n{lines}\n}}"
