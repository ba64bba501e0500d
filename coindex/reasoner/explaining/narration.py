"""English for the steps of a proof."""

from __future__ import annotations

from coindex.reasoner.english.atoms import Phrase, fill, statement
from coindex.reasoner.explaining.proofs import Say
from coindex.reasoner.explaining.trace import Firing


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
