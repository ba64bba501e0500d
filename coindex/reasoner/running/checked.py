"""Answers without the rules whose statements are judged false: solve, have the statements judged, solve again without.

Who judges sees statements alone, never the text or the question (:class:`coindex.reasoner.asks.Asks`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from coindex.reasoner.answer import Answer, FiredRule, LeftOut
from coindex.reasoner.asks import ASKED, Asks
from coindex.reasoner.asp.terms import arguments, plain
from coindex.reasoner.knowledge.default_rules import is_default_rule
from coindex.reasoner.solving.case import Case, Solved
from coindex.reasoner.solving.given_rules import FILE as GIVEN

_S = TypeVar("_S", bound="Solved | None")
ROUNDS = 20
"""How often a question is solved again: without a rule others may speak that nobody has judged."""
SOMEBODY = "somebody"
"""What stands for a proper name in a statement."""
_IS_MEANT = re.compile(r" \(“[^“”]*” is [^“”]*\)$")
"""What a sentence's rule adds for a question: (“person2” is the florist)."""


def without_what_is_false(
    case: Case, solve: Callable[[Case, bool], tuple[Answer, _S]], asks: Asks, *, explain: bool
) -> tuple[Answer, _S]:
    """Answer a question without the rules that are to be left out.

    Args:
        case: the question.
        solve: answers it, asking for rules if need be, with an explanation or without.
        asks: who says what is to be left out.
        explain: whether the proofs of rules are wanted.
    """
    if not asks.judges:
        return solve(case, explain)
    answer, solved = solve(case, False)
    found: dict[str, LeftOut] = {}
    for _ in range(ROUNDS):
        said: dict[str, LeftOut] = {}
        statements: dict[str, str] = {}
        if solved is not None and answer.is_by_rules:
            for key, one, verb in _stated(answer, solved):
                said[key] = one
                place = f"{one.id} {one.file}:{one.line}"
                statements.setdefault(one.statement, f"{place} for {verb}" if verb else place)
        verdicts = asks.left_out(statements) if statements else {}
        new = {
            key: replace(one, why=verdicts[one.statement])
            for key, one in said.items()
            if one.statement in verdicts and key not in found
        }
        if not new:
            break
        found |= new
        case = replace(case, left_out=case.left_out | new.keys())
        answer, solved = solve(case, False)
    if explain:
        answer, solved = solve(case, True)
    return replace(answer, left_out=tuple(found.values())), solved


def _stated(answer: Answer, solved: Solved) -> Iterator[tuple[str, LeftOut, str]]:
    """Give the rules that spoke in any reading, by what a case names them with: names, or sentences asked for.

    The third part is the verb of the text for which a rule about a class of verbs spoke, or nothing.

    What the user has given with the question is the user's own, and statistics state nothing.
    """
    for reading in answer.readings:
        verbs = _verbs(solved, reading.index)
        for rule in reading.rules:
            if rule.level == "mined" or rule.file == GIVEN:
                continue
            if rule.level == ASKED:
                key = said = solved.case.english_rules[
                    rule.line - 1
                ].sentence  # (also one of raw text)
            else:
                key, said = rule.id, _general(rule, solved)
            yield key, LeftOut(rule.id, rule.file, rule.line, said, ""), verbs.get(rule.id, "")


def _verbs(solved: Solved, index: int) -> dict[str, str]:
    """Give for each default rule the verb of the situation that it is about in a candidate's reading."""
    found: dict[str, str] = {}
    nodes = solved.case.graph.nodes
    for optimum in solved.solution.optima:
        for atom in optimum.shown if optimum.index == index else ():
            if atom.startswith("explained("):
                name, first = arguments(atom)[:2]
                node = nodes.get(plain(first))
                if is_default_rule(name) and node is not None and node.kind == "event":
                    found.setdefault(name, node.concept)
    return found


def _general(rule: FiredRule, solved: Solved) -> str:
    """Give what a rule says in general: without the party that is meant, and without proper names of the text."""
    said = rule.text
    if rule.id.startswith("sentence("):
        said = _IS_MEANT.sub("", said).strip("“”")
    graph = solved.case.graph
    named = [
        word
        for node in graph.nodes.values()
        if node.attrs.get("proper") == "+"
        for word in graph.text_of(node.id).split()
        if word[:1].isupper() and word.lower() != "the"
    ]
    for name in sorted(set(named), key=lambda word: (-len(word), word)):
        said = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, said)
    said = re.sub(rf"{SOMEBODY}(?: {SOMEBODY})+", SOMEBODY, said)
    return said[:1].upper() + said[1:]
