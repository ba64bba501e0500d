r"""Writes text as strings of ASP.

clingo's strings have the escapes ``\\``, ``\n`` and ``\"``. The few characters that they cannot hold (NUL, lone
surrogates) are written as SUB (U+001A) and four hexadecimal digits, and so is SUB itself; thus :func:`quote` is
one-to-one. :func:`plain` undoes this in strings that come from ``clingo.Symbol.string``. Terms are read by clingo
(``clingo.parse_term``), or split as text by :mod:`coindex.reasoner.asp.terms`.
"""

from __future__ import annotations

import re

_SPECIAL = re.compile('["\\\\\n\x00\x1a\ud800-\udfff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
_STAND_IN = re.compile("\x1a([0-9a-f]{4})")


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _ESCAPES.get(char) or f"\x1a{ord(char):04x}"


def quote(text: str) -> str:
    r"""Write an ASP string.

    >>> print(quote('a "b" \\ c'))
    "a \"b\" \\ c"
    """
    if _SPECIAL.search(text) is None:
        return f'"{text}"'
    return '"' + _SPECIAL.sub(_escape, text) + '"'


def plain(payload: str) -> str:
    """Return the text that a string from clingo (``Symbol.string``) stands for."""
    if "\x1a" not in payload:
        return payload
    return _STAND_IN.sub(lambda m: chr(int(m[1], 16)), payload)
