"""Lines of the log for requests that were refused: what happened, without a traceback."""

from __future__ import annotations

import logging


class OneLine(logging.Formatter):
    """Writes the first sentence of a message. Django adds what a developer should do, and a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        text = " ".join(record.getMessage().split())
        return text.partition(". ")[0].removesuffix(".")
