"""Sources of rules: whom one can ask, and what they say. Others add theirs by the entry points ``coindex.sources``.

A source is named ``KIND:ARGUMENT``. An entry point of the group is named after the kind, and its object makes a source
of the argument: ``llm = "coindex.asking.language_model:LanguageModel"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, TypeAlias

from coindex.reasoner.asks import Query
from kparse.errors import CoindexError, InputError

GROUP = "coindex.sources"
"""The group of entry points."""
DEFAULT_KIND = "llm"
"""The kind of a name that has none: ``--ask MODEL`` is short for ``llm:MODEL``."""
_SHIPPED = {
    "llm": "coindex.asking.language_model:LanguageModel",
    "recorded": "coindex.asking.recorded:Recorded",
    "text": "coindex.asking.text_source:TextSource",
}
"""What makes the sources that ship, also where the package is not installed."""

EXAMPLE = "example"
"""The file of replies that ships, for ``recorded`` alone: to try all this without a model."""

NOTHING = Query("", 0, 0, ())
"""The question of a request that has none."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a source is asked: a question, and the prompt made of it."""

    query: Query
    system: str
    """The instructions."""
    prompt: str
    """The question, as the instructions announce it."""
    version: str
    """Of the prompt: ``ask-1``."""
    statements: tuple[str, ...] = ()
    """What is to be judged, if nothing else is asked; the question is then :data:`NOTHING`."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a source said to one request, word for word."""

    text: str
    source: str
    """Who said it: the name of the source, or whom a file of replies names."""
    tokens: int = 0
    """How many tokens were sent and got; 0 if nobody counted."""


class SourceError(CoindexError):
    """A source could not be asked. ``again`` tells whether the next question may fare better."""

    def __init__(self, message: str, *, hint: str = "", again: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.again = again


class Source(Protocol):
    """Someone who states rules. ``ask`` may be called from several threads at a time, if ``at_once`` is above 1."""

    @property
    def name(self) -> str:
        """How the source is called in files and explanations: ``llm:MODEL``."""

    @property
    def at_once(self) -> int:
        """How many requests it takes at a time."""

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        """Give a reply to each request, in their order; an empty one where there is nothing to say.

        Raises:
            SourceError: it could not be asked.
        """


Maker: TypeAlias = Callable[[str], Source]
"""Makes a source of what stands after the colon of its name."""


def full_name(name: str) -> str:
    """Complete the name of a source.

    >>> full_name("gpt-x"), full_name("recorded:rules.jsonl"), full_name("recorded")
    ('llm:gpt-x', 'recorded:rules.jsonl', 'recorded:example')
    """
    if name == "recorded":
        return f"recorded:{EXAMPLE}"
    kind, colon, _ = name.partition(":")
    return name if colon and kind in _makers() else f"{DEFAULT_KIND}:{name}"


def open_source(name: str) -> Source:
    """Make the source of a name.

    Raises:
        InputError: there is no such source, or a package that it needs is missing.
    """
    kind, _, argument = full_name(name).partition(":")
    if not argument:
        raise InputError(
            f"--ask {name}: no name after the colon",
            hint=f"Write --ask KIND:NAME; kinds are {', '.join(sorted(_makers()))}.",
        )
    return _makers()[kind](argument)


def _makers() -> Mapping[str, Maker]:
    """Give what makes sources by their kinds: those that ship, and those of other packages."""
    points = {kind: EntryPoint(kind, value, GROUP) for kind, value in _SHIPPED.items()}
    points |= {point.name: point for point in entry_points(group=GROUP)}
    return {kind: _loading(point) for kind, point in sorted(points.items())}


def _loading(point: EntryPoint) -> Maker:
    return lambda argument: point.load()(argument)
