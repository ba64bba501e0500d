"""Checks of what the reasoner answers: to the pronoun's own clause alone, and to both halves.

Points are those of knowledge (:mod:`coindex.reasoner.solving.deciding`): 33 are one unit of log-odds. What they must
reach was settled on three lists of schemas of our own (``tests/harness/schemas/pitfalls``;
``docs/decisions/schemas.md``, 0065).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from coindex.harness.schemas.checks.subject import Finding, Subject
from coindex.harness.schemas.schema import SIDE_NAMES
from coindex.reasoner.answer import Answer, FiredRule
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.solving.deciding import CLOSE
from kparse.asp import quote

PLAIN = 50
"""Points of the pronoun's own clause that give the answer away in one half."""
PLAIN_IN_BOTH = 28
"""Points that do so if each half has them."""
LITTLE = 50
"""Points by which the changed word must move the balance between the parties."""
FIRM, MUCH = 40, 80
"""Where one party is ahead by so many points in both halves, and how many the word must move then."""
TELLING = frozenset({"after", "before", "when", "and", "or"})
"""Relations of connectives that only say when, or what else: such a clause explains nothing in the other one."""
_UP_TO_ROLE = {"reason": 2, "effect": 2, "word": 3}
"""How many arguments of a default rule say whose part in what it is about; the rest is the changed word."""
_RULES = ("knowledge", "asked")
_ASK_PEOPLE = "Ask two people who have not seen the other half; the program may just not know it."


def ahead(answer: Answer) -> int:
    """Say by how many points of rules the first candidate of two is ahead of the second."""
    first, second = (
        sum(reading.cost_by_level.get(level, 0) for level in _RULES)
        for reading in sorted(answer.readings, key=lambda reading: reading.index)
    )
    return second - first


def _told(rules: Iterator[FiredRule]) -> str:
    rule = max(rules, key=lambda rule: rule.weight, default=None)
    return f" ({rule.text} {rule.file}:{rule.line})" if rule else ""


def _reason(answer: Answer, party: int) -> str:
    """The weightiest rule that speaks for a party, with its place; empty if there is none."""
    reading = next(reading for reading in answer.readings if reading.index == party)
    return _told(r for r in reading.rules if r.level in _RULES and r.sign > 0)


def _own_clause(subject: Subject) -> Iterator[Finding]:
    """What is said of the pronoun gives the answer, whatever else happens."""
    points = [
        0 if answer is None else ahead(answer) * (-1 if side else 1)
        for side, answer in enumerate(subject.alone)
    ]
    both = min(points) >= PLAIN_IN_BOTH
    for parsed, answer, ours, out in zip(
        subject.halves, subject.alone, points, subject.ruled_out, strict=True
    ):
        half = parsed.half
        if answer is None or len(out) == 1 or not (ours >= PLAIN or both):
            continue  # (what rules a party out is told already)
        what = f"“{_words(subject, half.side)}” is said of {half.answers[half.right]} anyway"
        yield (
            SIDE_NAMES[half.side],
            what + _reason(answer, half.right),
            "Choose a word that could be said of both.",
        )


def _speaking_for(answer: Answer, party: int) -> set[str]:
    """What kind of rules speak for one of two parties: whose part in what a rule is about, whatever the word."""
    return {
        f"{name}({','.join(arguments(r.id)[: _UP_TO_ROLE[name]])})" if name in _UP_TO_ROLE else r.id
        for reading in answer.readings
        for r in reading.rules
        if r.level in _RULES and r.sign == (1 if reading.index == party else -1)
        for name in (r.id.partition("(")[0],)
    }


def _same_party(subject: Subject) -> Iterator[Finding]:
    """The same kind of knowledge answers both halves with the same party."""
    answers = subject.answers
    if answers is None:
        return
    one, other = map(ahead, answers)
    if min(abs(one), abs(other)) < CLOSE or (one > 0) != (other > 0):
        return
    party = 0 if one > 0 else 1
    enough = MUCH if min(abs(one), abs(other)) >= FIRM else LITTLE
    in_both = set.intersection(*(_speaking_for(answer, party) for answer in answers))
    if one - other < enough and in_both:
        side = 1 - party  # the half that the author has answered otherwise
        what = f"{subject.schema.answers[party]}{_reason(answers[side], party)}"
        yield SIDE_NAMES[side], what, _ASK_PEOPLE


def _not_told_apart(subject: Subject) -> Iterator[Finding]:
    """Nothing that is known makes the changed word matter."""
    answers = subject.answers
    if answers is None:
        return
    one, other = map(ahead, answers)
    undecided = [abs(points) < CLOSE for points in (one, other)]
    if not any(undecided):
        return
    side = undecided.index(True)
    if same := _same_meaning(subject):
        yield "alternate", f"both words mean “{same.replace('_', ' ')}”", _ASK_PEOPLE
    elif one - other < LITTLE and _only_told(subject):
        half = (
            "neither half"
            if all(undecided)
            else f"only the half with “{_words(subject, 1 - side)}”"
        )
        what = f"no clause is said to explain the other, and knowledge decides {half}"
        yield SIDE_NAMES[side], what, _ASK_PEOPLE


def _only_told(subject: Subject) -> bool:
    """Whether every connective of the text only says when, or what else, so that no clause explains another one."""
    store = subject.lexicon.store
    rows = [arguments(r.fact) for name in ("connective", "ambiguous") for r in store.rows_of(name)]
    telling = {
        word for word, relation, *cost in rows if relation in TELLING and cost in ([], ["0"])
    }
    roles = {edge.role for parsed in subject.halves for edge in parsed.graph.edges}
    links = {quote(role.removeprefix("link.")) for role in roles if role.startswith("link.")}
    return links <= telling


def _same_meaning(subject: Subject) -> str:
    """The property that both changed adjectives say of the pronoun, in its own or in a wider sense; empty if none."""
    senses = []
    for parsed in subject.halves:
        states = [parsed.graph.nodes[name] for name in parsed.predicates()]
        if len(states) != 1 or states[0].kind != "state":
            return ""
        senses.append(set(subject.lexicon.properties(states[0].concept)))
    wider = [each.union(*map(subject.lexicon.wider, each)) for each in senses]
    return min((senses[0] & wider[1]) | (senses[1] & wider[0]), default="")


def _words(subject: Subject, side: int) -> str:
    return " ... ".join((subject.schema.special, subject.schema.alternate)[side])


def _for_both(subject: Subject) -> Iterator[Finding]:
    """Rules that were asked for speak for both parties of a half."""
    for side, answer in enumerate(subject.answers or ()):
        found = []
        for reading in sorted(answer.readings, key=lambda reading: reading.index):
            rules = [r for r in reading.rules if r.level == "asked" and r.sign > 0]
            found += [f"{reading.candidate}: {rules[0].text}"] if rules else []
        if len(found) == 2:
            yield SIDE_NAMES[side], "; ".join(found), "Choose a word that fits one party only."


CHECKS: dict[str, Callable[[Subject], Iterator[Finding]]] = {
    "W504": _own_clause,
    "W505": _same_party,
    "W506": _not_told_apart,
    "W507": _for_both,
}
