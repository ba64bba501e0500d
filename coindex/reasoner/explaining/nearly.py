"""What would have to be different for another candidate: what the text would have to say of the pronoun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from coindex.reasoner.answer import Answer, Reading
from coindex.reasoner.asp.bodies import body_of
from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.english import NO_USE, THING_ROLES, Use
from coindex.reasoner.explaining.conditions import VAGUE, Condition, Scene, conditions, fitting
from coindex.reasoner.explaining.explain import _clause, _context, _named, phrases
from coindex.reasoner.explaining.narration import near_miss
from coindex.reasoner.explaining.near_misses import NearMiss, Search
from coindex.reasoner.knowledge.store import Selection, Store
from coindex.reasoner.knowledge.typical_rows import inner, is_default_rule
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.solving.solver import Optimum
from coindex.reasoner.wording import inside, nominative
from kparse.graph import SemanticGraph

_LINKING = {
    "expl": ("causal", True),
    "cons": ("causal", False),
    "goal": ("purpose", False),
    "accept": ("content", False),
}
"""What a rule's head requires of its two situations, and whether they are in reverse order."""


MOST_NEAR = 2
"""How many conditions are looked for that would have spoken for a candidate."""


def nearly(solved: Solved, answer: Answer, index: int, store: Store) -> list[str]:
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
        named = _named(phrase, reading, pronoun)
        found += [
            near_miss(miss, phrase, named)
            for miss in _by_axioms(solved, answer, reading, optimum, own)
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
    return [
        one.sentence(
            name,
            who,
            _here(graph, one),
            _use(graph, one.situation, scenes[index], node),
        )
        for one in wanted[:MOST_NEAR]
    ]


_PERSONS = frozenset(("person", "organisation", "group"))
"""Kinds that are spoken of as people."""


def _here(graph: SemanticGraph, one: Condition) -> str:
    """Give the text's words for what a rule is about, if the rule has other words."""
    if not one.situation:
        return ""
    same = graph.nodes[one.situation].concept == inner(one.sides.happening, "neg").strip('"')
    return "" if same else f"“{_clause(graph, one.situation)}”"


def _use(graph: SemanticGraph, situation: str, scene: Scene, candidate: str) -> Use:
    """Say how the text uses the verb of an event.

    That is: what stands for its object, whether somebody is given it, and what joins the candidate to it.
    """
    if not situation:
        return NO_USE
    joined = (e.role for e in graph.out(situation) if e.target == candidate)
    preposition = next((r.removeprefix("obl.") for r in joined if r.startswith("obl.")), "")
    if preposition:
        return Use(preposition=preposition.replace("_", " "))
    objects = [e.target for e in graph.out(situation, "obj")]
    given = bool(graph.out(situation, "iobj"))
    if not objects:
        return NO_USE
    named = graph.nodes[objects[0]].attrs.get("proper") == "+"
    return Use("others" if named or "person" in scene.kinds(objects[0]) else "something", given)


def _by_axioms(
    solved: Solved, answer: Answer, reading: Reading, optimum: Optimum, own: Sequence[str]
) -> Iterator[NearMiss]:
    """Find axioms that would fire if the pronoun's own clause said something else."""
    context = _context(solved, answer, silent=True)
    pronoun, atoms = solved.case.question.pronoun, optimum.atoms
    linked = _linked(atoms)
    fired = {rule.id for rule in reading.rules}
    plain = [program for program in context.programs if not is_default_rule(_id_in(program[2]))]
    fixed = ("coref", "binds", "role", "actor", "other")
    search = Search(plain, atoms, notes=context.notes, fixed=fixed)
    for rule in _involving(solved.selection, fired, search):
        misses = search.of(rule, limit=4)
        plausible = [m for miss in misses if (m := _of_own_clause(miss, own, linked, pronoun))]
        if plausible:
            yield _together(plausible)


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
    miss: NearMiss, own: Sequence[str], linked: set[tuple[str, str, str]], pronoun: str
) -> NearMiss | None:
    """Restate a near miss for the pronoun's own clause; ``None`` if it is about anything else."""
    name = name_of(miss.missing)
    args = arguments(miss.missing)
    if miss.kind != "positive" or name not in ("prop", "direct", "affected") or args[1] != pronoun:
        return None
    head = name_of(miss.rule.text)
    if head in ("clash", "favour") or (name != "affected" and args[2] in VAGUE):
        return None
    relation, turned = _LINKING.get(head, ("", False))
    earlier = miss.binding.get("E", "")
    for clause in own if args[0] == "_" else set(own).intersection(args[:1]):
        pair = (clause, earlier) if turned else (earlier, clause)
        if clause != earlier and (not relation or (relation, *pair) in linked):
            missing = f"{name}({','.join([clause, *args[1:]])})"
            return replace(miss, missing=missing, binding={**miss.binding, "S": clause})
    return None


def _together(misses: Sequence[NearMiss]) -> NearMiss:
    """Merge near misses that lack alternative properties of the same participant."""
    first = misses[0]
    args = arguments(first.missing)
    alike = [
        arguments(m.missing)[2]
        for m in misses
        if name_of(m.missing) == name_of(first.missing) and arguments(m.missing)[:2] == args[:2]
    ]
    options = [a for a in dict.fromkeys(alike) if a != "_"]
    if len(options) < 2 or name_of(first.missing) == "affected":
        return first
    missing = f"{name_of(first.missing)}({args[0]},{args[1]},or({','.join(options)}))"
    return replace(first, missing=missing)


def _id_in(program: str) -> str:
    """Return the id in a default rule's text (see :func:`_source_of`)."""
    return program.removeprefix("% @id ").partition("\n")[0]


def _involving(selection: Selection, fired: Iterable[str], search: Search) -> Iterator[str]:
    """Yield selected axioms that did not fire, by falling weight; default rules are too many to check.

    Axioms that obviously lack more than one literal are skipped here, because the full check is ten times as
    expensive.
    """
    fired_ids = set(fired)
    silent = [
        r
        for r in selection.rules
        if r.kind == "axiom" and r.id not in fired_ids and not is_default_rule(r.id)
    ]
    for rule in sorted(silent, key=lambda r: (-r.weight, r.id)):
        if sum(search.lacks(literal) for literal in body_of(rule.program)) <= 1:
            yield rule.id
