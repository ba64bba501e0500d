"""One call for a whole text: what its pronouns stand for, chains, and the text with its pronouns replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coindex.reasoner.discourse.resolved import Mention, Resolved
from coindex.reasoner.discourse.texts import TextReader
from coindex.reasoner.documents.chains import ChainBuilder, replaced
from coindex.reasoner.running.asked import asking
from kparse.caches import lru_cache
from kparse.errors import InputError
from kparse.input.language import require_english
from kparse.semantics.build import analyse_long

if TYPE_CHECKING:
    from coindex.reasoner.asks import Asks
    from coindex.reasoner.running.engine import Reasoner


@dataclass(frozen=True, slots=True)
class ResolvedText:
    """A text with its pronouns resolved."""

    text: str
    pronouns: tuple[Resolved, ...]
    """In text order; pronouns that can stand for nothing in the text are left out."""
    chains: tuple[tuple[Mention, ...], ...]
    """The mentions of each person or thing that some pronoun stands for."""
    hurried: int | None = None
    """Where the time given was over: from there on, knowledge was not asked; ``None`` if it was not."""

    @property
    def resolved_text(self) -> str:
        """The text with its pronouns replaced by what they stand for."""
        return replaced(self.text, [found.to_dict() for found in self.pronouns])

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready form."""
        return {
            "text": self.text,
            "pronouns": [found.to_dict() for found in self.pronouns],
            "chains": [[mention.to_dict() for mention in chain] for chain in self.chains],
            "resolved_text": self.resolved_text,
            "hurried": self.hurried,
        }


def resolve(
    text: str,
    *,
    reasoner: Reasoner | None = None,
    begin: int = 0,
    explain: bool = False,
    knowledge: Sequence[str] = (),
    asks: Asks | None = None,
    seconds: float | None = None,
) -> ResolvedText:
    """Resolve the pronouns of a text.

    >>> resolve("Mia took the jug. She filled it.").resolved_text
    'Mia took the jug. Mia filled the jug.'

    Args:
        text: what is read, of any length.
        reasoner: what answers; by default one with the shipped model and knowledge.
        begin: pronouns before this offset are not asked about.
        explain: whether to trace the rules that spoke.
        knowledge: English sentences that become rules for this text (``docs/english_rules.md``).
        asks: gets rules for pronouns that the knowledge does not decide (:class:`coindex.asking.asking.Asking`); by
            default what the reasoner has.
        seconds: time after which knowledge is asked no more, and salience alone decides; ``hurried`` says where that
            was. By default there is no limit.

    Raises:
        InputError: the text is none, or not English.
        CoindexError: whoever is asked cannot be asked.
    """
    if not isinstance(text, str):
        raise InputError(
            f"a text is needed, not {type(text).__name__}", hint="Give resolve() a string."
        )
    require_english(text)
    reasoner = reasoner or shared()
    parsed = analyse_long(reasoner.nlp, text)
    reader = TextReader(
        reasoner, parsed, begin=begin, explain=explain, knowledge=knowledge, seconds=seconds
    )
    chains = ChainBuilder()
    pronouns = []
    with asking(reasoner, asks):
        for found in reader.read():
            chains.add(found)
            if isinstance(found, Resolved):
                pronouns.append(found)
    return ResolvedText(text, tuple(pronouns), tuple(map(tuple, chains.chains())), reader.hurried)


@lru_cache(1)
def shared() -> Reasoner:
    """Give the reasoner of all calls that name none."""
    from coindex.reasoner.running.engine import Reasoner

    return Reasoner()
