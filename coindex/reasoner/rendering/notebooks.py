"""Answers in notebooks: shown as a card with the short explanation."""

from __future__ import annotations

import sys

from coindex.reasoner.answer import Answer


def _card(answer: Answer) -> str:
    from coindex.reasoner.rendering.html import card  # (an answer is not shown before it is there)

    return card(answer)


def show_cards() -> None:
    """Let a notebook that is running show answers as cards. Without a notebook nothing happens."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        shell.display_formatter.formatters["text/html"].for_type(Answer, _card)
