"""English for the steps of a proof, and for near misses."""

from __future__ import annotations

from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.explaining.conditions import said_of
from coindex.reasoner.explaining.proofs import Say
from coindex.reasoner.explaining.trace import Firing, NearMiss
from coindex.reasoner.wording import PLACEHOLDER, Phrase, fill, statement


def narrator(phrase: Phrase) -> Say:
    """Make the ``say`` argument of :func:`coindex.reasoner.explaining.proofs.prove`.

    A step by a rule with a sentence (``@text``) is worded by that sentence, every other step by its atom.
    """

    def say(atom: str, firing: Firing | None) -> str:
        template = firing.rule.notes.get("text") if firing is not None else None
        if firing is None or not template:
            return statement(atom, phrase)
        return fill(template, firing.binding, phrase)

    return say


def near_miss(miss: NearMiss, phrase: Phrase, named: Phrase | None = None) -> str:
    """Name what the text would have to say so that a rule speaks: a property, or being better or worse off.

    Args:
        miss: the near miss.
        phrase: the words of a node.
        named: the words of a node in the rule's sentence, if they differ there.
    """
    template = miss.rule.notes.get("text") or miss.rule.text
    free = dict.fromkeys(PLACEHOLDER.findall(template), "_")
    sentence = fill(template, {**free, **miss.binding}, named or phrase)
    return f"If the text said that {_lack(miss, phrase)}: {sentence[:1].lower()}{sentence[1:]}"


def _lack(miss: NearMiss, phrase: Phrase) -> str:
    """Say what the text does not say."""
    args = arguments(miss.missing)
    if name_of(miss.missing) not in ("prop", "direct"):
        return statement(miss.missing, phrase)
    subject = phrase(args[1])
    return f"{subject} {said_of(args[2], subject.partition(' ')[0])}"
