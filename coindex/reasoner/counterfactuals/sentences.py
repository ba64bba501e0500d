"""English for counterfactuals: *If the text said that she is tired: ...*."""

from __future__ import annotations

from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.counterfactuals.search import Counterfactual
from coindex.reasoner.english.atoms import PLACEHOLDER, Phrase, fill, options_in, statement
from coindex.reasoner.english.classes import singular
from coindex.reasoner.knowledge.default_rules import asserted

_MANY = frozenset("they we you".split())
"""Pronouns with verbs in the plural."""
_OPTIONS = 2
"""How many properties are named of which one would do."""


def said_of(term: str, pronoun: str, *, perfect: bool = False) -> str:
    """Say of a pronoun what a property or deed says.

    >>> said_of("kind", "she"), said_of("neg(tired)", "they"), said_of("does(help)", "he", perfect=True)
    ('is kind', 'are not tired', 'has helped others')
    >>> said_of("or(dim(size,hi),strong)", "it")
    'is big or strong'
    """
    words = dict.fromkeys(asserted(one, perfect=perfect) for one in options_in(term))
    said = sorted(words, key=lambda one: " or " in one)[:_OPTIONS]
    if pronoun not in _MANY:
        said = [singular(one) for one in said]
    first, *others = said
    be = f"{first.partition(' ')[0]} "
    return " or ".join([first, *(one.removeprefix(be) for one in others)])


def counterfactual(one: Counterfactual, phrase: Phrase, named: Phrase | None = None) -> str:
    """Name what the text would have to say so that a rule speaks: a property, or being better or worse off.

    Args:
        one: the rule's instance, of which one literal is lacking.
        phrase: the words of a node.
        named: the words of a node in the rule's sentence, if they differ there.
    """
    template = one.rule.text or one.rule.program
    free = dict.fromkeys(PLACEHOLDER.findall(template), "_")
    sentence = fill(template, {**free, **one.binding}, named or phrase)
    said = _said(one.lacks[0].atom, phrase)
    return f"If the text said that {said}: {sentence[:1].lower()}{sentence[1:]}"


def _said(atom: str, phrase: Phrase) -> str:
    """Put an atom into words."""
    args = arguments(atom)
    if name_of(atom) not in ("prop", "direct"):
        return statement(atom, phrase)
    subject = phrase(args[1])
    return f"{subject} {said_of(args[2], subject.partition(' ')[0])}"
