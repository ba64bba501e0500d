"""Rows ``reason/4`` and ``effect/4`` as rules: what typically explains an event, and what typically follows from it.

Each row is a default rule in one line. Those whose two sides a question's words lead to act as axioms. A rule's id is
the row without its weight:

>>> rule = default_rule(Row("reason(harm,actor,angry,5)", "reason", "harm", "anger.lp", 7))
>>> rule.id, rule.weight
('reason(harm,actor,angry)', 5)
>>> rule.program
'expl(reason(harm,actor,angry),E,S) :- plays(E,harm,actor,Y), relevant_coref(X,Y), attributed(S,X,angry).'
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from coindex.reasoner.asp.records import Row, Rule, Variant
from coindex.reasoner.asp.terms import split_term

DEFAULT_PREDICATES = ("reason", "effect")
"""The predicates of these rows."""
JOINING_ENCODING = "encodings/default_rules.lp"
"""The encoding that applies the rows: each default rule is an instance of one of its rules."""
PARTS = ("actor", "other", "bearer", "any")
"""Parts that a row may name besides thematic roles."""
DEEDS = ("does", "gets")
"""What a row may say of a participant besides a property: that it does or undergoes such an event."""
_HEADS = {"reason": "expl", "effect": "cons"}


@dataclass(frozen=True, slots=True)
class Sides:
    """The arguments of a row."""

    predicate: str
    happening: str
    part: str
    asserted: str
    weight: int

    @property
    def id(self) -> str:
        """The rule's name."""
        return f"{self.predicate}({self.happening},{self.part},{self.asserted})"


def sides_of(fact: str) -> Sides:
    """Read the arguments of a row.

    >>> sides_of('effect("win",actor,does(neg(cry)),4)').id
    'effect("win",actor,does(neg(cry)))'
    """
    predicate, (happening, part, asserted, weight) = split_term(fact)
    return Sides(predicate, happening, part, asserted, int(weight))


def inner(term: str, *wrappers: str) -> str:
    """Strip wrappers such as ``neg`` and ``does`` from a term, in this order.

    >>> inner("does(neg(help))", "does", "neg"), inner("dim(size,hi)", "neg")
    ('help', 'dim(size,hi)')
    """
    for wrapper in wrappers:
        if term.startswith(f"{wrapper}(") and term.endswith(")"):
            term = term[len(wrapper) + 1 : -1]
    return term


def is_default_rule(name: str) -> bool:
    """Tell whether a rule's id is that of a default rule."""
    return name.startswith(("reason(", "effect("))


@lru_cache(maxsize=50_000)
def default_rule(row: Row) -> Rule:
    """Give the rule that a row stands for: an instance of one in ``encodings/default_rules.lp``."""
    sides = sides_of(row.fact)
    head = f"{_HEADS[sides.predicate]}({sides.id},E,S)"
    if sides.part == "any":
        body = f"choice_task, happens(E,{sides.happening}), attributed(S,_,{sides.asserted})"
    else:
        body = f"plays(E,{sides.happening},{sides.part},Y), relevant_coref(X,Y), attributed(S,X,{sides.asserted})"
    program = f"{head} :- {body}."
    wants = frozenset(asked_for(sides))
    return Rule(
        id=sides.id,
        program=program,
        text=text_of(sides),
        weight=sides.weight,
        source="authored",
        file=row.file,
        line=row.line,
        guards=frozenset(frozenset({name}) for name in wants),
        kind="axiom",
        variants=(Variant(program, wants),),
    )


def fact_of(rule: Rule) -> str:
    """Give the fact of a default rule.

    >>> fact_of(default_rule(Row("reason(harm,actor,angry,5)", "reason", "harm", "anger.lp", 7)))
    'reason(harm,actor,angry,5)'
    """
    return f"{rule.id[:-1]},{rule.weight})"


def asked_for(sides: Sides) -> list[str]:
    """Give the constants that a question's words must lead to before the row can speak."""
    found = [inner(sides.asserted, *DEEDS, "neg")]
    bare = inner(sides.happening, "neg")
    if not bare.startswith('"'):
        found.append(bare)
    return found


def named_in(sides: Sides, properties: Collection[str]) -> list[tuple[str, str]]:
    """Give the constants in a row, each after the type that it must have; for the linter.

    >>> named_in(sides_of("reason(harm,other,does(neg(help)),4)"), ())
    [('class', 'harm'), ('class', 'help')]
    """
    found: list[tuple[str, str]] = []
    happening = inner(sides.happening, "neg")
    if happening.startswith('"'):
        found.append(("lemma", happening))
    else:
        either = sides.part not in ("actor", "other") and happening in properties
        is_property = sides.part == "bearer" or either
        found.append(("property" if is_property else "class", happening))
    if sides.part not in PARTS:
        found.append(("role", sides.part))
    deed = sides.asserted.startswith(tuple(f"{deed}(" for deed in DEEDS))
    found.append(("class" if deed else "property", inner(sides.asserted, *DEEDS, "neg")))
    return found


def text_of(sides: Sides) -> str:
    """Say in a sentence what a row says; ``{Y}`` is the participant.

    >>> text_of(sides_of("reason(harm,other,dishonest,6)"))
    '{Y} is the other party in ‘harm’, and such a one often is dishonest, which explains it'
    >>> text_of(sides_of("effect(hungry,bearer,does(consume),7)"))
    '{Y} is hungry, and such a one as a rule is the one to consume after that'
    """
    often = (
        "may well be one who" if sides.weight < 5 else "often" if sides.weight < 7 else "as a rule"
    )
    then = ", which explains it" if sides.predicate == "reason" else " after that"
    if sides.part == "any":
        often = often.replace(" be one who", "")
        return (
            f"‘{_name(sides.happening)}’ {often} goes with what {_in_words(sides.asserted)}{then}"
        )
    return f"{{Y}} is {_part(sides)}, and such a one {often} {_in_words(sides.asserted)}{then}"


def _part(sides: Sides) -> str:
    from coindex.reasoner.wording import ROLES, quality

    if sides.part == "bearer":
        return (
            quality(sides.happening)
            if not sides.happening.startswith('"')
            else _name(sides.happening)
        )
    name = _name(sides.happening)
    if sides.part == "actor":
        return f"the one {'not ' * sides.happening.startswith('neg(')}to {name}"
    part = (
        "the other party"
        if sides.part == "other"
        else ROLES.get(sides.part, f"the {_name(sides.part)}")
    )
    return f"{part} {'where there is no' if sides.happening.startswith('neg(') else 'in'} ‘{name}’"


def _in_words(asserted: str) -> str:
    from coindex.reasoner.wording import quality

    term = inner(asserted, *DEEDS)
    denied = "not " * term.startswith("neg(")
    if asserted.startswith("does("):
        return f"is the one {denied}to {_name(term)}"
    if asserted.startswith("gets("):
        return f"is {denied}the other party in ‘{_name(term)}’"
    return _VERBAL.sub(lambda m: _FINITE.get(m[1], m[0]), f"is {quality(asserted)}")


_VERBAL = re.compile(
    r"\bis (having|wanting|lacking|knowing|owing|believing|understanding|suffering)\b"
)
_FINITE = {
    **{
        "having": "has",
        "wanting": "wants",
        "lacking": "lacks",
        "knowing": "knows",
        "owing": "owes",
    },
    **{"believing": "believes", "understanding": "understands", "suffering": "suffers"},
}
_NAMES = {
    **{
        "be_at": "be there",
        "bring_about": "bring it about",
        "deny_deed": "deny it",
        "impact": "hit",
    },
    **{
        "injure_self": "get hurt",
        "lose_contest": "lose",
        "miss_event": "miss it",
        "move_thing": "move it",
    },
    **{
        "put_in": "put it in",
        "put_on": "put it on",
        "return_thing": "give it back",
        "sicken": "fall ill",
    },
    **{
        "start_device": "start it",
        "stop_device": "stop it",
        "succeed_time": "come after",
        "take_out": "take it out",
    },
    **{"work_thing": "work", "stir": "cause a feeling", "set_free": "set free"},
}


def _name(term: str) -> str:
    from coindex.reasoner.wording import quality

    bare = inner(term, "neg")
    if bare.startswith("dim("):
        return quality(bare)
    return _NAMES.get(bare) or bare.strip('"').replace("_", " ")
