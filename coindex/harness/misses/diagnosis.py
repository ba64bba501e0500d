"""Why an answer is wrong, or was only guessed: which part of the program failed.

A miss gets the first class that fits, in the order of processing from text to axioms, because a later step cannot
work if an earlier one failed:

=========== ======================================================================================================
parse       the text was not parsed as intended: a candidate is not in the graph, a clause is broken
outweighed  axioms spoke, but those of the right candidate weigh less, or only the others have some
both        axioms spoke for the right candidate and for another one, tied or nearly
link        the graph relates the pronoun's clause to none in which a candidate takes part
row         a predicate on either side of the link has no row
axiom       rows and a link are there, and no axiom joined them
preference  what is left: hints too weak to count as knowledge, counted rules
=========== ======================================================================================================

The classes are an estimate made without a person: `docs/evaluation.md` says how often a reader agrees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from coindex.harness.misses import signs
from coindex.harness.misses.clauses import Asked
from coindex.harness.misses.derived import case_of, derive, underived
from coindex.harness.questions.sources import Entry
from coindex.reasoner.answer import INFORMED, Answer, FiredRule, Reading
from coindex.reasoner.asp.terms import plain
from kparse.errors import CoindexError
from kparse.graph import SemanticGraph

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

CLASSES = {
    "parse": "text not parsed as intended",
    "link": "graph lacks the link",
    "row": "no lexical row",
    "axiom": "rows, but no axiom that joins them",
    "both": "axioms on both sides",
    "outweighed": "the right side's axioms weigh less, or it has none",
    "preference": "mined or preference only",
}
"""The classes, in the order in which tables have them, and what they mean."""

NEARLY = 3
"""Costs at the level of knowledge that differ by at most one point of weight are nearly tied."""
_STRONG = 3
"""The weight from which a rule counts as knowledge (``encodings/objective.lp``)."""


@dataclass(frozen=True, slots=True)
class EvidenceGap:
    """The cause of a miss: its class, a line that says why, and what it is about (words, rules, connectives)."""

    kind: str
    why: str
    about: tuple[str, ...] = ()


def diagnose(
    reasoner: Reasoner, entry: Entry, answer: Answer, graph: SemanticGraph | None
) -> EvidenceGap | None:
    """Return the cause of an answer that is wrong, or that no rule decided; ``None`` for other answers.

    ``graph`` is the answer's, if it has one.
    """
    if entry.gold is None or not 0 <= entry.gold < len(entry.candidates):
        return None
    right = answer.answer == entry.gold
    if right and answer.decided_by in INFORMED:
        return None
    if answer.error is not None or graph is None:
        return unanswered(answer)
    unmatched = [r.candidate for r in answer.readings if r.node is None]
    if unmatched:
        named = ", ".join(f"‘{c}’" for c in unmatched)
        return EvidenceGap("parse", f"not found in the graph: {named}", ("candidate",))
    try:
        case = case_of(reasoner, entry.asked, answer, graph)
        asked = Asked(entry, answer, underived(case), reasoner.store)
        broken = _broken(asked)  # which needs no solving
        if broken is not None:
            return broken
        return _sorted(replace(asked, derived=derive(reasoner, case, answer)), entry.gold)
    except CoindexError as error:
        return EvidenceGap("parse", f"no answer: {str(error).splitlines()[0]}", ("error",))


def unanswered(answer: Answer) -> EvidenceGap:
    """Return the class of a question for which no answer could be looked for."""
    reason = (answer.error or answer.decided_by).splitlines()[0]
    return EvidenceGap("parse", f"no answer: {reason}", (answer.decided_by,))


def _sorted(case: Asked, gold: int) -> EvidenceGap:
    for check in (_absent, _forbidden, _weighed, _unlinked, _rowless, _silent):
        hole = check(case, gold)
        if hole is not None:
            return hole
    return _unjoined(case, gold)


# ------------------------------------------------------------------------------------------- parse


def _broken(case: Asked) -> EvidenceGap | None:
    derived = case.derived
    nodes = [n for n in derived.nodes if n is not None]
    if len(set(nodes)) < len(nodes):
        words = derived.graph.text_of(next(n for n in nodes if nodes.count(n) > 1))
        return EvidenceGap(
            "parse", f"two candidates are one phrase in the graph: ‘{words}’", ("candidate",)
        )
    if derived.pronoun in nodes:
        return EvidenceGap("parse", "the pronoun itself was taken for a candidate", ("candidate",))
    for index, node in enumerate(derived.nodes):
        # (*the soap one*, said of *the soap dish*, is a modifier by right.)
        if signs.within(derived.graph, node) and not signs.within(derived.graph, derived.pronoun):
            words = case.entry.candidates[index]
            return EvidenceGap(
                "parse", f"‘{words}’ was found only within another phrase", ("candidate",)
            )
    if not case.own:
        return EvidenceGap("parse", "the pronoun takes part in no clause", ("clause",))
    concerned = {*case.own, *case.all_theirs}
    sign = signs.broken(derived.graph, concerned, case.store)
    return EvidenceGap("parse", *sign) if sign is not None else None


def _absent(case: Asked, gold: int) -> EvidenceGap | None:
    if case.entry.kind == "pronoun" and not case.theirs(gold):
        words = case.entry.candidates[gold]
        return EvidenceGap(
            "parse", f"the right candidate ‘{words}’ takes part in no clause", ("clause",)
        )
    return None


def _forbidden(case: Asked, gold: int) -> EvidenceGap | None:
    """Grammar ruled the right candidate out."""
    right, best = _reading(case.answer, gold), case.answer.best
    if right is None or best is None:
        return None
    if right.cost_by_level.get("problems", 0) <= best.cost_by_level.get("problems", 0):
        return None
    pronoun = re.compile(rf"\b{case.derived.pronoun}\b")
    kinds = tuple(sorted({a[0] for a in case.derived.of("problem") if pronoun.search(a[1])}))
    why = f"grammar rules the right candidate out: {', '.join(kinds) or 'another pronoun'}"
    return EvidenceGap(
        "outweighed" if kinds in (("disagreement",), ("thing_called_he",)) else "parse", why, kinds
    )


# ------------------------------------------------------------------------------------------- rules


def _weighed(case: Asked, gold: int) -> EvidenceGap | None:
    """Axioms favoured both candidates, or the wrong one."""
    right = _reading(case.answer, gold)
    rival = case.answer.best if case.answer.answer != gold else _runner_up(case.answer, gold)
    if right is None or rival is None:
        return None
    ours, theirs = _fired(case, right, _STRONG), _fired(case, rival, _STRONG)
    against = [r for r in ours if r.sign < 0]
    pro, con = [r for r in ours if r.sign > 0], [r for r in theirs if r.sign > 0]
    lead = right.cost_by_level.get("knowledge", 0) - rival.cost_by_level.get("knowledge", 0)
    if pro and con and abs(lead) <= NEARLY:
        why = f"for the right one {_listed(pro)}; for the other {_listed(con)}"
        return EvidenceGap("both", why, _ids(con))
    if lead <= 0:
        return None
    if against and not con:
        return EvidenceGap("outweighed", f"against the right one {_listed(against)}", _ids(against))
    if con:
        side = f"the right one has {_listed(pro)}" if pro else "none for the right one"
        return EvidenceGap("outweighed", f"for the wrong one {_listed(con)}; {side}", _ids(con))
    return None


def _runner_up(answer: Answer, gold: int) -> Reading | None:
    others = [r for r in answer.readings if r.index != gold]
    return min(others, key=lambda r: (r.cost, r.index), default=None)


def _reading(answer: Answer, index: int) -> Reading | None:
    return next((r for r in answer.readings if r.index == index), None)


def _fired(case: Asked, reading: Reading, least: int) -> list[FiredRule]:
    """The rules of a reading with at least that weight that are about the pronoun."""
    return [r for r in reading.rules if r.weight >= least and r.id in _of_pronoun(case)]


def _of_pronoun(case: Asked) -> set[str]:
    """The rules that are about a clause of the pronoun, or the pronoun itself."""
    derived, own = case.derived, set(case.own)
    near = own | {s for clause in own for s in derived.embedded(clause)}
    found = {a[0] for a in derived.of("hint") if a[1] == derived.pronoun}
    found |= {a[0] for a in derived.of("clash") if derived.pronoun in a[1:]}
    for rule, first, second, *_ in derived.of("explained"):
        if near & {plain(first), plain(second)}:
            found.add(rule)
    return found


def _listed(rules: Sequence[FiredRule]) -> str:
    return ", ".join(dict.fromkeys(f"{r.id} {r.weight}" for r in rules)) or "none"


def _ids(rules: Sequence[FiredRule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(r.id for r in rules))


# --------------------------------------------------------------------------------- links and rows


def _unlinked(case: Asked, gold: int) -> EvidenceGap | None:
    if case.entry.kind == "choice":
        return None
    graph = case.derived.graph
    lost = signs.lost_connective(graph)
    if lost is not None:
        return EvidenceGap("link", f"‘{lost}’ of the text is no link of the graph", (lost,))
    if case.pairs(gold):
        return None
    own = ", ".join(f"‘{graph.text_of(c)}’" for c in case.own)
    theirs = ", ".join(f"‘{graph.text_of(c)}’" for c in case.theirs(gold))
    why = f"nothing relates {own} (the pronoun's) and {theirs} (the right candidate's)"
    tag = next((t for t in case.entry.tags if t.startswith("connective:")), "connective:none")
    return EvidenceGap("link", why, (tag.partition(":")[2],))


def _rowless(case: Asked, gold: int) -> EvidenceGap | None:
    """No related pair of clauses has rows for all its words."""
    words: dict[str, None] = {}
    for pair in case.pairs(gold):
        lacking = [w for clause in pair for w in _lacking(case, clause)]
        if not lacking:
            return None
        words.update(dict.fromkeys(lacking))
    return (
        EvidenceGap("row", f"no row for {', '.join(f'‘{w}’' for w in words)}", tuple(words))
        if words
        else None
    )


def _silent(case: Asked, gold: int) -> EvidenceGap | None:
    """The words have rows, but these say nothing of the pronoun: no property, no role that affects it."""
    derived = case.derived
    if case.entry.kind == "choice":
        return None
    framed = {a[:2] for name in ("framed", "verb_framed") for a in derived.of(name, 2)}
    direct = [
        (e.source, e.role)
        for e in derived.graph.into(derived.pronoun)
        if e.source in case.own and (e.source, _term(e.role)) not in framed
    ]
    near = {*case.own, *(s for clause in case.own for s in derived.embedded(clause))}
    asserted = {
        plain(a[0])
        for name in ("prop", "affected")
        for a in derived.of(name)
        if a[1] == derived.pronoun
    }
    if not direct or near & asserted:
        return None
    for clause, role in direct:
        if role == "obj" and derived.graph.nodes[clause].attrs.get("voice") == "pass":
            phrase = derived.graph.text_of(
                clause
            )  # *is gone* has no agent: its verb takes no object
            return EvidenceGap("parse", f"‘{phrase}’ was taken for a passive", ("passive",))
    words = tuple(
        dict.fromkeys(f"{signs.key(derived.graph, c, case.store)} ({role})" for c, role in direct)
    )
    return EvidenceGap("row", f"the rows say nothing of the pronoun: {', '.join(words)}", words)


def _lacking(case: Asked, clause: str) -> Iterator[str]:
    """Words without rows among the predicate, what it takes as complement, and a bare verb's object."""
    for situation in (clause, *case.derived.embedded(clause)):
        yield from signs.rowless(case.derived.graph, situation, case.store)


# ----------------------------------------------------------------------------------------- axioms


def _term(role: str) -> str:
    """A relation as the facts have it: ``obl.in`` is ``obl("in")``."""
    kind, _, word = role.partition(".")
    return f'{kind}("{word}")' if word else kind


def _unjoined(case: Asked, gold: int) -> EvidenceGap:
    hints = {r.index: _ids(_fired(case, r, 1)) for r in case.answer.readings}
    own = hints.pop(gold, ())
    others = tuple(dict.fromkeys(name for names in hints.values() for name in names))
    if set(own) - set(others):
        return EvidenceGap("preference", f"for the right one only hints: {', '.join(own)}", own)
    pairs = case.pairs(gold)
    joint_words = dict.fromkeys(case.joint(pair, signs.words) for pair in pairs)
    joints = tuple(
        dict.fromkeys(case.joint(p, partial(signs.meaning, store=case.store)) for p in pairs)
    )
    side = f" (hints for the other: {', '.join(others)})" if set(others) - set(own) else ""
    return EvidenceGap(
        "axiom", f"no axiom joins {'; '.join(joint_words)}: {'; '.join(joints)}{side}", joints
    )
