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

from coindex.reasoner.asp.records import Row, Rule
from coindex.reasoner.asp.terms import split_term
from coindex.reasoner.english.classes import (
    NO_USE,
    THING_ROLES,
    OwnWords,
    Uses,
    adjective,
    deed,
    denied,
    done,
    english,
    listed,
    often,
    part,
    quality,
    readable,
    suffered,
    towards,
)
from coindex.reasoner.english.scene_names import is_scene, scene_words
from kparse.caches import lru_cache
from kparse.input.lemmas import irregular

DEFAULT_PREDICATES = ("reason", "effect")
"""The predicates of these rows."""
JOINING_ENCODING = "encodings/default_rules.lp"
"""The encoding that applies the rows: each default rule is an instance of one of its rules."""
PARTS = ("actor", "other", "bearer", "any")
"""Parts that a row may name besides thematic roles."""
DEEDS = ("does", "gets")
"""What a row may say of a participant besides a property: that it does or undergoes such an event."""
NO_USES: Uses = {}
_PREPOSITIONS = {
    "source": "from", "destination": "to", "beneficiary": "for", "topic": "about",
    "location": "in", "instrument": "with",
}  # fmt: skip
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


@lru_cache(50_000)
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


def text_of(
    sides: Sides,
    who: str = "",
    uses: Uses = NO_USES,
    here: tuple[str, str] = ("", ""),
    own: tuple[OwnWords | None, OwnWords | None] = (None, None),
) -> str:
    """Say in a sentence what a row says.

    Args:
        sides: the arguments of the row.
        who: what the participants are called (*people*, *things*, *animals*); by default it depends on the part.
        uses: how a text uses the verbs.
        here: the words of a text for what happens, and for what is said of the participant; they stand in brackets
            where the sentence has other words.
        own: what the text says of the participant in its own words; these stand in place of the row's.

    >>> text_of(sides_of("reason(harm,other,dishonest,6)"))
    'If people are harmed, it is often because they are dishonest.'
    >>> text_of(sides_of("reason(neg(lift),theme,dim(weight,hi),8)"))
    'If things are not lifted, it is usually because they are heavy.'
    >>> text_of(sides_of("effect(hungry,bearer,does(consume),4)"))
    'People who are hungry sometimes eat or drink.'
    >>> text_of(sides_of('effect("win",actor,neg(sad),7)'), "animals")
    'Animals that win are usually not sad.'
    >>> text_of(sides_of("effect(win,actor,happy,7)"), "", {}, ("“defeated Eve”", "“was happy”"))
    'People who win (“defeated Eve”) are usually happy.'
    >>> text_of(sides_of("effect(harm,other,sad,7)"), own=(OwnWords("are punched"), None))
    'People who are punched are often sad.'
    >>> text_of(sides_of("reason(catch,other,does(steal),8)"), own=(None, OwnWords("steal a scarf")))
    'If people are caught, it may be because they have stolen a scarf.'
    """
    how = _how_often(sides, uses, own)
    if sides.part == "any":
        return _any_text(sides, how)
    who = who or ("things" if sides.part in THING_ROLES else "people")
    which = "who" if who == "people" else "that"
    toward = _toward(sides, uses) if own[0] is None else None
    happens = own[0].present if own[0] is not None else _beside(happening(sides, uses), here[0])
    if sides.predicate == "reason":
        then = _beside(asserted(sides.asserted, "", perfect=True), here[1])
        then = own[1].perfect if own[1] is not None else then
        because = "it may be because" if how == "may" else f"it is {how} because"
        if toward is not None:
            felt = _beside(f"others {f'{_felt(sides)} {toward}'.rstrip()} {who}", here[0])
            return f"If {felt}, {because} those {then}."
        return f"If {who} {happens}, {because} they {then}."
    then = _beside(asserted(sides.asserted, how), here[1])
    if own[1] is not None:
        does = own[1].present
        does = does.removeprefix("can ") if sides.asserted.startswith("does(") else does
        then = often(does.replace("be ", "are ", 1) if does.startswith("be ") else does, how)
    if toward is not None:
        felt = f"{which.replace('who', 'whom')} others {_felt(sides)} {toward}".rstrip()
        return f"{who.capitalize()} {_beside(felt, here[0])} {then}."
    return f"{who.capitalize()} {which} {happens} {then}."


def _how_often(sides: Sides, uses: Uses, own: tuple[OwnWords | None, OwnWords | None]) -> str:
    """Say how often a row holds: less often of a single case of what the row is about.

    One step less where the text's words are not the row's own, and two where they add a detail.
    """
    step = 0 if sides.weight < 5 else 1 if sides.weight < 7 else 2
    if sides.part == "any" or own == (None, None):
        return _HOW_OFTEN[step]
    if own[0] is not None and not shared(own[0].words, happening(sides, uses)):
        step -= 1
    if own[1] is not None:
        told = [word for word in own[1].words.split() if word not in _COMMON | _DEGREES]
        step -= 2 if len(told) > 1 else not shared(own[1].words, asserted(sides.asserted))
    return "often" if step > 0 else "may"


_DEGREES = frozenset("too very more less most so badly can".split())
_HOW_OFTEN = ("sometimes", "often", "usually")


def _beside(words: str, here: str) -> str:
    """Put a text's words in brackets after those of a rule, unless they have a word in common."""
    return f"{words} ({here})" if here and not shared(words, here) else words


def shared(words: str, others: str) -> bool:
    """Tell whether two sentences have a word in common that carries their meaning."""
    return bool(_stems(words) & _stems(others))


def _stems(words: str) -> set[str]:
    found = {word for word in re.findall(r"[a-z]+", words.lower()) if word not in _COMMON}
    lemmas = {lemma for word in found for lemma in irregular().get((word, "VERB"), ())}
    return {word[:4] for word in found | lemmas - _COMMON}


_COMMON = frozenset(
    "a an the are is was were be been have has had do does did not no others something it to of in on at with for from"
    " by often usually sometimes that who those they them their his her".split()
)
"""Words that sentences have in common without being about the same."""


def _any_text(sides: Sides, how: str) -> str:
    """Say what a row about no one in particular says: from event to event."""
    first, then = _bare(sides.happening), _bare(sides.asserted)
    if sides.predicate == "reason":
        return f"“{first}” is {how} explained by “{then}”."
    return f"“{first}” {how} leads to “{then}”."


def _bare(asserted: str) -> str:
    if is_scene(asserted):
        return scene_words(asserted)
    term = inner(asserted, *DEEDS)
    name = inner(term, "neg")
    is_deed = term != asserted or name in english()["classes"]
    words = deed(name) if is_deed else adjective(name)
    return f"not {words}" if term.startswith("neg(") else words


def _toward(sides: Sides, uses: Uses) -> str | None:
    """What leads to a participant whom the event or state only concerns."""
    name = inner(sides.happening, "neg")
    if name.startswith('"'):
        if sides.part == "other":
            return uses.get(name, NO_USE).preposition or None
        if _leads(name):
            return ""
        return None if uses.get(name, NO_USE).thing else _PREPOSITIONS.get(sides.part)
    return None if sides.part in PARTS else towards(name)


def _leads(name: str) -> bool:
    """Tell whether a verb has the preposition itself: *lean against*."""
    return name.startswith('"') and name.strip('"').partition("_")[2] in listed("leading")


def _felt(sides: Sides) -> str:
    name = inner(sides.happening, "neg")
    words = deed(name) if name.startswith('"') else quality(name)
    words = readable(name.strip('"')) if _leads(name) else words
    return denied(words) if sides.happening.startswith("neg(") else words


def happening(sides: Sides, uses: Uses = NO_USES) -> str:
    """Say what the participant of a row does, undergoes or is."""
    name = inner(sides.happening, "neg")
    use = uses.get(name, NO_USE)
    if sides.part == "bearer":
        words = quality(name)
    elif sides.part == "actor":
        words = deed(name, use)
    elif sides.part == "other":
        words = suffered(name, use)
    else:
        words = part(name, sides.part, use)
    return denied(words) if sides.happening.startswith("neg(") else words


def asserted(said: str, how: str = "", *, perfect: bool = False) -> str:
    """Say what a row says of a participant."""
    term = inner(said, *DEEDS)
    name = inner(term, "neg")
    if said.startswith("does("):
        words = deed(name)
    elif said.startswith("gets("):
        words = suffered(name)
    else:
        words, perfect = quality(name), False
    words = done(name, words) if perfect else words
    words = denied(words) if term.startswith("neg(") else words
    return often(words, how) if how else words
