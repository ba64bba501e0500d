"""HTML and SVG from Jinja2 templates: every value is escaped, and characters that cannot be seen are written out."""

from __future__ import annotations

import re

from jinja2 import Environment, PackageLoader, StrictUndefined

from coindex.version import __version__

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e007f"
    + "".join(
        f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0x110000, 0x10000)
    )
    + "]"
)
"""Characters that a page cannot hold (control characters, surrogates, noncharacters), and characters that change how
the text around them reads (direction marks, zero-width and tag characters). Joiners stay: some scripts need them."""


def environment(package: str) -> Environment:
    """Return an environment that loads the templates in a package's folder ``templates``.

    ``None`` is written as nothing, and a float with at most one decimal, which is enough for a place in a drawing.
    ``program`` is the program with its version.
    """
    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_written,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["program"] = f"Coindex {__version__}"
    return made


def seen(text: str) -> str:
    r"""Replace characters that cannot be seen, or that a page cannot hold, by their code points.

    >>> seen("left\u202etfel")
    'left⟨U+202E⟩tfel'
    """
    return _UNSEEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def _written(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return value if hasattr(value, "__html__") else seen(str(value))
