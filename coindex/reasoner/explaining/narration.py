"""English for the steps of a proof, and for near misses."""

from __future__ import annotations

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
    """Name the one condition that kept a rule from firing.

    Args:
        miss: the near miss.
        phrase: the words of a node.
        named: the words of a node in the rule's sentence, if they differ there.
    """
    missing = statement(miss.missing, phrase)
    if miss.kind == "negative":
        lack = f"it did not hold that {missing}"
    elif miss.kind in ("positive", "maybe"):
        lack = f"there were evidence that {missing}"
    else:
        lack = f"this held: {miss.missing}"
    template = miss.rule.notes.get("text")
    if not template:
        return f"{miss.rule.text} would have spoken if {lack}"
    free = dict.fromkeys(PLACEHOLDER.findall(template), "_")
    sentence = fill(template, {**free, **miss.binding}, named or phrase)
    return f"the rule “{sentence}” would have spoken if {lack}"
