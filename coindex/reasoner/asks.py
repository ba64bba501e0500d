"""What a reasoner needs of those whom it asks for rules: plain data, and the protocol of the one who asks.

Who asks, of whom, and what is accepted of the replies is in :mod:`coindex.asking`; the reasoner knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from coindex.reasoner.answer import Answer

if TYPE_CHECKING:
    from coindex.reasoner.calibration import Curve

ASKED: Final = "asked"
"""The file name in the source position of a rule that was asked for; the line is the number of the sentence."""
_BEFORE, _FOUND, _AFTER = "asked of ", "found in ", ", not reviewed"
RULES: Final = "rules"
"""What is asked of a topic: general rules, for no question."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question for which rules are asked: a pronoun of a text, or the cause or effect of a premise; or a topic."""

    text: str
    """The text; of a choice the premise; of a topic the frame, or what it is about."""
    start: int
    """Where the pronoun begins, in code points (a choice: 0)."""
    end: int
    """Where the pronoun ends, in code points (a choice: 0)."""
    candidates: tuple[str, ...]
    """What it may stand for; of a choice the alternatives; of a frame the relations of its parties."""
    asks: Literal["", "cause", "effect", "rules"] = ""
    """What is asked of a choice or a topic; empty for a pronoun."""

    @property
    def marked(self) -> str:
        """The text with the pronoun in square brackets.

        >>> Query("It fell.", 0, 2, ("the cup",)).marked
        '[It] fell.'
        """
        if self.asks:
            return self.text
        before, word, after = (
            self.text[: self.start],
            self.text[self.start : self.end],
            self.text[self.end :],
        )
        return f"{before}[{word}]{after}"


@dataclass(frozen=True, slots=True)
class Supplied:
    """Sentences that were got for a question, and who stated them."""

    sentences: tuple[str, ...]
    source: str
    """As an explanation has it: ``asked of llm:MODEL, not reviewed`` (:func:`attribution`)."""
    curve: Curve | None = None
    """How sure answers by this source's rules are, if that has been fitted."""
    mined: bool = False
    """Whether they were found in raw text: an answer by them is called mined."""


def attribution(name: str, *, mined: bool = False) -> str:
    """Say of whom a rule was asked, or in what raw text it was found, as an explanation has it.

    >>> attribution("llm:tiny"), name_in(attribution("llm:tiny"))
    ('asked of llm:tiny, not reviewed', 'llm:tiny')
    """
    return f"{_FOUND if mined else _BEFORE}{name}{_AFTER}"


def name_in(source: str) -> str:
    """Give the name that :func:`attribution` has put into a text."""
    return source.removeprefix(_BEFORE).removeprefix(_FOUND).removesuffix(_AFTER)


class Asks(Protocol):
    """Gets rules for questions that the reasoner's own knowledge does not decide."""

    def wants(self, answer: Answer) -> bool:
        """Tell whether rules are wanted, given the answer without them."""

    def rules_for(self, query: Query) -> Supplied | None:
        """Give the accepted rules for a question; ``None`` if there are none.

        Raises:
            CoindexError: the source cannot be asked.
        """

    @property
    def judges(self) -> bool:
        """Whether statements of rules that spoke are judged at all."""

    def left_out(self, statements: Mapping[str, str]) -> Mapping[str, str]:
        """Tell which statements of rules that spoke are to be left out of an answer, and what is said of each.

        Args:
            statements: general English sentences, without the question; with the rule that says each, and its place.

        Raises:
            CoindexError: who judges them cannot be asked.
        """


AsksFactory: TypeAlias = Callable[[], Asks]
"""Makes what asks, in a worker process: it is pickled, and its ``repr`` says all that answers depend on."""
