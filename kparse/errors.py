"""Errors and findings shared by all packages.

An *error* stops a command and is shown to the user as one message, never as a traceback. A *finding*
(:class:`Diagnostic`) is one line of a report.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file (1-based line and column; ``None`` if unknown)."""

    file: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = [self.file or "<input>"]
        if self.line is not None:
            parts.append(str(self.line))
            if self.column is not None:
                parts.append(str(self.column))
        return ":".join(parts)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a code (``E101``; E for errors, W for warnings), a message, a place, and what to do."""

    code: str
    message: str
    location: Location = Location()
    hint: str = ""

    @property
    def is_error(self) -> bool:
        """Whether the input cannot be used until this is fixed."""
        return self.code.startswith("E")

    def __str__(self) -> str:
        text = f"{self.location}: {self.code}: {self.message}"
        return f"{text} ({self.hint})" if self.hint else text


class CoindexError(Exception):
    """Base of all errors that a user can act on.

    ``str(error)`` is the whole message: the place, what is wrong, the source line with a caret if known, what to do.
    """

    outcome = "error"
    """The outcome of a question that raised this error (``coindex.reasoner.answer.Outcome``)."""

    def __init__(
        self,
        message: str,
        *,
        location: Location | None = None,
        source_line: str | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.source_line = source_line
        self.hint = hint

    def __str__(self) -> str:
        head = f"{self.location}: {self.message}" if self.location else self.message
        lines = [head]
        if self.source_line is not None and self.location and self.location.column:
            start = max(0, self.location.column - 60)
            lines.append("    " + self.source_line[start : start + 120])
            lines.append("    " + " " * (self.location.column - 1 - start) + "^")
        if self.hint:
            lines.append(f"  {self.hint}")
        return "\n".join(lines)


class InputError(CoindexError):
    """The given text, JSONL, XML or option cannot be used."""


class NothingParsedError(InputError):
    """The text has no clause and no phrase."""

    outcome = "nothing parsed"


class NoPronounError(InputError):
    """The text has no pronoun to ask about, or not the one asked about."""

    outcome = "no pronoun"


class NoCandidateError(InputError):
    """The text has no phrase that the pronoun could stand for."""

    outcome = "no candidate"


class NotationError(CoindexError):
    """Malformed graph notation."""


class ModelError(CoindexError):
    """The parser model is missing or does not use Universal Dependencies."""


class KnowledgeError(CoindexError):
    """A file under ``knowledge/`` or ``encodings/`` cannot be used."""


class SolveError(CoindexError):
    """clingo could not solve a question."""
