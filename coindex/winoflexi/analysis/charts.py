"""SVG charts: bars that compare both libraries, and systems as dots.

Each chart has a table of its numbers beside it, and a title for screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from coindex.files.templates import environment
from coindex.winoflexi.analysis.statistics import Compared, Line

_MACROS: Any = environment("coindex.winoflexi.analysis").get_template("charts.html").module


def bars(name: str, title: str, lines: Sequence[Line]) -> Markup:
    """Draw a pair of bars for each line: the shares of the halves of both libraries."""
    most = max((share or 0.0 for line in lines for share in line.shares), default=0.0)
    return Markup(_MACROS.bars(name, title, lines, most or 1.0))


def dots(name: str, title: str, axes: tuple[str, str], found: Sequence[Compared]) -> Markup:
    """Draw a dot for each system: x is the share of right answers on the experts' library, y on the crowd's."""
    systems = [(each.run.name, [tally.share for tally in each.tallies]) for each in found]
    return Markup(_MACROS.dots(name, title, axes, [s for s in systems if None not in s[1]]))
