"""What a text would have to say of a pronoun so that a rule would speak for another candidate.

Default rules are looked up by what happens to the candidate in the text. What such a rule says of a participant is what
the text would have to say of the pronoun.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from coindex.reasoner.asp.records import Row
from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.english import Use, singular
from coindex.reasoner.knowledge.row_index import RowIndex
from coindex.reasoner.knowledge.typical_rows import (
    Sides,
    asserted,
    fact_of,
    inner,
    sides_of,
    text_of,
)
from coindex.reasoner.wording import options_in

VAGUE = frozenset(
    "act seem be_at go have feel mental feeling good bad able unable lacks has need".split()
)
"""Classes and properties that say too little."""
_MANY = frozenset("they we you".split())
"""Pronouns with verbs in the plural."""
_OPTIONS = 2
"""How many properties are named of which one would do."""
_LEAST = 5
"""The least weight of a rule that is told: what it says holds often."""


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


@dataclass(frozen=True, slots=True)
class Condition:
    """What the text would have to say of the pronoun, and the rule that would then speak."""

    sides: Sides
    situation: str
    """What the rule is about, as a node of the text; empty if it is the contrary of one."""

    def sentence(self, subject: str, who: str, here: str, use: Use) -> str:
        """Write it: *If the text said that she is kind: if people comfort others, ...*.

        Args:
            subject: the pronoun, and what it would stand for.
            who: what the participants are called.
            here: the text's words for what the rule is about.
            use: how the text uses that verb.
        """
        pronoun = subject.partition(" ")[0]
        said = said_of(self.sides.asserted, pronoun, perfect=self.sides.predicate == "reason")
        uses = {inner(self.sides.happening, "neg"): use}
        rule = text_of(self.sides, who, uses, (here, ""))
        return f"If the text said that {subject} {said}: {rule[:1].lower()}{rule[1:]}"


@dataclass(frozen=True, slots=True)
class Scene:
    """What a reading says: who plays which part in what, and what is linked."""

    atoms: Sequence[str]
    pronoun: str

    def rows(self, own: Collection[str], index: RowIndex) -> Iterator[tuple[Sides, str]]:
        """Yield the rows about what is linked with the pronoun's own clauses and concerns whom it stands for."""
        played: dict[str, list[tuple[str, str]]] = {}
        same = {y for x, y in self._of("relevant_coref") if x == self.pronoun} - {self.pronoun}
        for situation, happening, part, player in self._of("plays"):
            if player in same:
                played.setdefault(situation, []).append((happening, part))
        for cause, effect, *_ in self._of("causal"):
            for said, predicate, situation in (
                (cause, "reason", effect),
                (effect, "effect", cause),
            ):
                if said not in own or situation in own:
                    continue
                for happening, part in played.get(situation, ()):
                    for rule in index.all_about(happening):
                        sides = sides_of(fact_of(rule))
                        if (sides.predicate, sides.part) == (predicate, part):
                            yield sides, situation

    def _of(self, name: str) -> list[list[str]]:
        return [list(arguments(atom)) for atom in self.atoms if name_of(atom) == name]

    def kinds(self, node: str) -> set[str]:
        """Give the kinds of what a node names."""
        return {kind for one, kind in (a[:2] for a in self._of("kind")) if one == node}


def conditions(
    scene: Scene,
    rival: Scene,
    own: Collection[str],
    index: RowIndex,
    fits: Callable[[str], bool],
) -> list[Condition]:
    """Give what the text would have to say, the weightiest rule first, and each property once.

    Args:
        scene: the candidate's reading.
        rival: the reading of the answer; what would speak for that as well is left out.
        own: the clauses of the text that say something of the pronoun.
        index: the default rules.
        fits: whether a property can be one of the candidate's.
    """
    theirs = {sides.asserted for sides, _ in rival.rows(own, index)}
    found: dict[str, tuple[tuple[object, ...], Condition]] = {}
    for sides, situation in scene.rows(own, index):
        bare = inner(sides.asserted, "does", "gets", "neg")
        if sides.weight < _LEAST or sides.asserted in theirs or bare in VAGUE or not fits(bare):
            continue
        is_deed = sides.asserted.startswith(("does(", "gets("))
        own_word = inner(sides.happening, "neg").startswith('"')
        rank = is_deed, not own_word, -sides.weight, sides.predicate != "reason"
        situation = "" if situation.startswith("flip(") else situation
        if sides.asserted not in found or rank < found[sides.asserted][0]:
            found[sides.asserted] = rank, Condition(sides, situation)
    return [condition for _, condition in sorted(found.values(), key=lambda pair: pair[0])]


def fitting(
    kinds: Collection[str], rows_for: Callable[[str], Collection[Row]]
) -> Callable[[str], bool]:
    """Return a check whether what is of some kinds can have a property; what is of no known kind can have any.

    Things have sizes and other dimensions: of other properties it is not known whether lifeless things can have them.
    """

    def rows(predicate: str, name: str) -> set[str]:
        found = (arguments(row.fact) for row in rows_for(name) if row.predicate == predicate)
        return {args[1] for args in found if args[0] == name}

    def above(name: str, seen: frozenset[str] = frozenset()) -> set[str]:
        higher = rows("prop_isa", name) - seen
        return {name}.union(*(above(one, seen | {name}) for one in higher))

    def fits(bare: str) -> bool:
        needed = {kind for one in above(bare) for kind in rows("prop_sel", one)}
        if (
            kinds
            and not {"living", "mind", "agentive"} & set(kinds)
            and not bare.startswith("dim(")
        ):
            return False
        return not kinds or needed <= set(kinds)

    return fits
