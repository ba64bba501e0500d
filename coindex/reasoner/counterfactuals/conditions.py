"""What would have to be different for another candidate: what the text would have to say of the pronoun."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from coindex.reasoner.answer import Answer, Reading
from coindex.reasoner.asp.records import Row
from coindex.reasoner.asp.terms import arguments, is_contrary, name_of, split_term
from coindex.reasoner.counterfactuals.scene import Scene
from coindex.reasoner.counterfactuals.search import Counterfactual, Search, options
from coindex.reasoner.english.atoms import (
    PLACEHOLDER,
    Phrase,
    fill,
    inside,
    nominative,
    options_in,
    statement,
)
from coindex.reasoner.english.classes import THING_ROLES, Use, Uses, readable, singular
from coindex.reasoner.explaining.explain import clause_text, name_in_sentences, phrases
from coindex.reasoner.knowledge.default_rules import (
    Sides,
    asserted,
    fact_of,
    inner,
    is_default_rule,
    sides_of,
    text_of,
)
from coindex.reasoner.knowledge.row_index import RowIndex
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.solving.solver import Optimum
from coindex.reasoner.store.store import Store
from coindex.reasoner.wording.names import kinds_of, uses_of
from kparse.graph import SemanticGraph

VAGUE = frozenset(
    "act seem be_at go have feel mental feeling good bad able unable lacks has need".split()
)
"""Classes and properties that say too little."""
_LEAST = 5
"""The least weight of a rule that is told: what it says holds often."""
_LINKING = {
    "expl": ("causal", True),
    "cons": ("causal", False),
    "goal": ("purpose", False),
    "accept": ("content", False),
}
"""What a rule's head requires of its two situations, and whether they are in reverse order."""


_MANY = frozenset("they we you".split())
"""Pronouns with verbs in the plural."""
_OPTIONS = 2
"""How many properties are named of which one would do."""
MOST_NEAR = 2
"""How many conditions are looked for that would have spoken for a candidate."""


def conditions_for(solved: Solved, answer: Answer, index: int, store: Store) -> list[str]:
    """Say what the text would have to say of the pronoun so that a rule speaks for a candidate.

    Default rules come first. Only if they are not enough, axioms are looked for that lack one condition.
    """
    graph, pronoun = solved.case.graph, solved.case.question.pronoun
    optimum = next(o for o in solved.solution.optima if o.index == index)
    reading = next(r for r in answer.readings if r.index == index)
    phrase = phrases(graph, reading, pronoun, optimum.atoms)
    own = _own_situations(graph, pronoun)
    found = _by_default_rules(solved, answer, index, store, own)
    if len(found) < MOST_NEAR:
        named = name_in_sentences(phrase, reading, pronoun)
        found += [
            counterfactual(one, phrase, named) for one in _by_axioms(solved, reading, optimum, own)
        ]
    once = {sentence.partition(": ")[2]: sentence for sentence in reversed(found)}
    return list(reversed(once.values()))[:MOST_NEAR]


def _by_default_rules(
    solved: Solved, answer: Answer, index: int, store: Store, own: Sequence[str]
) -> list[str]:
    """Find what default rules about the candidate's part in the text would have to be told of the pronoun."""
    graph, question = solved.case.graph, solved.case.question
    scenes = {o.index: Scene(o.atoms, question.pronoun) for o in solved.solution.optima}
    rival = scenes.get(answer.answer if answer.answer is not None else index)
    if rival is None or rival is scenes[index]:
        return []
    node = question.candidates[index].node or ""
    kinds = scenes[index].kinds(node)
    subject = nominative(graph.text_of(question.pronoun))
    gender = graph.nodes[question.pronoun].attrs.get("gender")
    who = "people" if gender in ("masc", "fem") or _PERSONS & kinds else ""
    who = who or ("animals" if "animal" in kinds else "things" if kinds or gender else "")
    found = conditions(
        scenes[index], rival, own, solved.selection.row_index, fitting(kinds, store.rows_for)
    )
    beside = {e.source for e in graph.into(node) if e.role.startswith("obl")}
    wanted = [c for c in found if c.situation not in beside or c.sides.part not in THING_ROLES]
    name = f"{subject} (= {inside(question.candidates[index].text)})"
    uses = uses_of(graph, kinds_of(solved.selection.rows))
    for edge in graph.into(node):
        if edge.role.startswith("obl."):
            verb = f'"{graph.nodes[edge.source].concept}"'
            uses[verb] = Use(preposition=readable(edge.role.removeprefix("obl.")))
    return [one.sentence(name, who, _here(graph, one), uses) for one in wanted[:MOST_NEAR]]


_PERSONS = frozenset(("person", "organisation", "group"))
"""Kinds that are spoken of as people."""


def _here(graph: SemanticGraph, one: Condition) -> str:
    """Give the text's words for what a rule is about, if the rule has other words."""
    if not one.situation:
        return ""
    same = graph.nodes[one.situation].concept == inner(one.sides.happening, "neg").strip('"')
    return "" if same else f"“{clause_text(graph, one.situation)}”"


def _by_axioms(
    solved: Solved, reading: Reading, optimum: Optimum, own: Sequence[str]
) -> list[Counterfactual]:
    """Find axioms that would fire if the pronoun's own clause said something else (default rules are too many)."""
    linked, fired = _linked(optimum.atoms), {rule.id for rule in reading.rules}
    silent = [
        rule
        for rule in solved.selection.rules
        if rule.kind == "axiom" and rule.id not in fired and not is_default_rule(rule.id)
    ]
    silent.sort(key=lambda rule: (-rule.weight, rule.id))
    search = Search(optimum.atoms, fixed=("coref", "binds", "role", "actor", "other"))
    found: dict[str, Counterfactual] = {}
    for miss in search.lacking(silent, 1, limit=4):
        restated = _of_own_clause(miss, own, linked, solved.case.question.pronoun)
        if restated is not None:
            found.setdefault(miss.rule.id, restated)
    return list(found.values())


def _own_situations(graph: SemanticGraph, pronoun: str) -> list[str]:
    """Return the clauses that say something about the pronoun itself."""
    kinds = ("event", "state")
    edges = [e for e in graph.edges if e.target == pronoun and graph.nodes[e.source].kind in kinds]
    return list(dict.fromkeys(e.source for e in edges))


def _linked(atoms: Iterable[str]) -> set[tuple[str, str, str]]:
    """Return the pairs of situations that the text relates, with the kind of relation."""
    found = set()
    for atom in atoms:
        if (name := name_of(atom)) in ("causal", "purpose", "content"):
            first, second = arguments(atom)[:2]
            found.add((name, first, second))
    return found


def _of_own_clause(
    miss: Counterfactual, own: Sequence[str], linked: set[tuple[str, str, str]], pronoun: str
) -> Counterfactual | None:
    """Restate a counterfactual for the pronoun's own clause; ``None`` if it is about anything else."""
    lack = miss.lacks[0]
    name, args = split_term(lack.atom)
    if lack.kind != "positive" or name not in ("prop", "direct", "affected") or args[1] != pronoun:
        return None
    head = name_of(miss.rule.program)
    meant = options(args[2])
    if name != "affected":
        meant = [one for one in meant if one not in VAGUE and one != "_"]
    if head in ("clash", "favour") or not meant:
        return None
    said = meant[0] if len(meant) == 1 else f"or({','.join(meant)})"
    relation, turned = _LINKING.get(head, ("", False))
    earlier = miss.binding.get("E", "")
    for clause in own if args[0] == "_" else set(own).intersection(args[:1]):
        pair = (clause, earlier) if turned else (earlier, clause)
        if clause != earlier and (not relation or (relation, *pair) in linked):
            atom = f"{name}({clause},{args[1]},{said})"
            return replace(
                miss, lacks=(replace(lack, atom=atom),), binding={**miss.binding, "S": clause}
            )
    return None


@dataclass(frozen=True, slots=True)
class Condition:
    """What the text would have to say of the pronoun, and the rule that would then speak."""

    sides: Sides
    situation: str
    """What the rule is about, as a node of the text; empty if it is the contrary of one."""

    def sentence(self, subject: str, who: str, here: str, uses: Uses) -> str:
        """Write it: *If the text said that she is kind: if people comfort others, ...*.

        Args:
            subject: the pronoun, and what it would stand for.
            who: what the participants are called.
            here: the text's words for what the rule is about.
            uses: how the text uses its verbs.
        """
        pronoun = subject.partition(" ")[0]
        said = said_of(self.sides.asserted, pronoun, perfect=self.sides.predicate == "reason")
        rule = text_of(self.sides, who, uses, (here, ""))
        return f"If the text said that {subject} {said}: {rule[:1].lower()}{rule[1:]}"


def _rows(scene: Scene, own: Collection[str], index: RowIndex) -> Iterator[tuple[Sides, str]]:
    """Yield the rows about what is linked with the pronoun's own clauses and concerns whom it stands for."""
    same = {y for x, y in scene.matched if x == scene.pronoun} - {scene.pronoun}
    for predicate, situation, said in scene.links():
        if said not in own or situation in own:
            continue
        for happening, part, player in scene.where("plays", situation):
            for rule in index.all_about(happening) if player in same else ():
                sides = sides_of(fact_of(rule))
                if (sides.predicate, sides.part) == (predicate, part):
                    yield sides, situation


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
    theirs = {sides.asserted for sides, _ in _rows(rival, own, index)}
    found: dict[str, tuple[tuple[object, ...], Condition]] = {}
    for sides, situation in _rows(scene, own, index):
        bare = inner(sides.asserted, "does", "gets", "neg")
        if sides.weight < _LEAST or sides.asserted in theirs or bare in VAGUE or not fits(bare):
            continue
        is_deed = sides.asserted.startswith(("does(", "gets("))
        own_word = inner(sides.happening, "neg").startswith('"')
        rank = is_deed, not own_word, -sides.weight, sides.predicate != "reason"
        situation = "" if is_contrary(situation) else situation
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


# ----------------------------------------------------------------------------------------- in words


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
