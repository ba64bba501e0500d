"""Docstrings as Markdown for the site: doctests become blocks of code, and roles of reStructuredText plain code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_DOCTEST = re.compile(r"^(?P<indent> *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)
_FLAG = re.compile(r"\s*# doctest: .*$", re.MULTILINE)
_ROLE = re.compile(r":\w+:(`+)~?")


def as_markdown(text: str) -> str:
    r"""Return a docstring as Markdown.

    >>> as_markdown("See :class:`~a.B`.\n\n>>> f(1)  # doctest: +SKIP\n2\n\nEnd.")
    'See `a.B`.\n\n```pycon\n>>> f(1)\n2\n```\n\nEnd.'
    """
    text = _DOCTEST.sub(
        lambda m: f"{m['indent']}```pycon\n{_FLAG.sub('', m[0])}\n{m['indent']}```", text
    )
    return _ROLE.sub(r"\1", text)


class Docstrings(griffe.Extension):
    """Changes each docstring when it has been read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of one module, class, function or attribute."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)
