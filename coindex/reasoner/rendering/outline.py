"""What an explanation says, as a tree of short texts; the other modules give it a form.

Wording follows the states of a justification that s(CASP) tells apart: *because*, *there is no
evidence that*, *it is assumed that*, *justified above*, *it may be that*; so that nothing assumed
or preferred is sold as known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from coindex.reasoner.answer import Answer, FiredRule, Proof, Reading
from coindex.reasoner.wording import inside, named_once, split_term, worded

Kind: TypeAlias = Literal[
    "answer", "candidate", "heading", "note", "for", "against", "preference",
    "given", "row", "rule", "chosen", "assumed", "condition", "counted", "above",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Branch:
    """A text, what stands beside it (place, name, weight), and what is under it."""

    kind: Kind
    text: str
    aside: str = ""
    under: tuple[Branch, ...] = ()

    def walk(self) -> Iterator[Branch]:
        """Give the branch and all under it, from above."""
        yield self
        for branch in self.under:
            yield from branch.walk()


DECIDED = {
    "knowledge": "decided by knowledge (rules and rows written by people)",
    "mined": "decided by mined rules (counted in text, or learnt from questions)",
    "preference": "a guess by mere preference: no rule told the candidates apart",
    "tie": "a tie: nothing told the candidates apart, and the one named is no better founded",
    "nothing parsed": "no answer: the text could not be read",
    "no pronoun": "no answer: no pronoun was found",
    "no candidate": "no answer: no phrase was found that the pronoun could stand for",
    "error": "an error kept the question from being looked into",
}
"""What each outcome means, in words."""


def ranked(answer: Answer) -> list[Reading]:
    """Order the readings: the chosen one, then the others, the cheapest first."""
    return sorted(answer.readings, key=lambda r: (r.index != answer.answer, r.cost, r.index))


def outline(answer: Answer) -> tuple[Branch, ...]:
    """Lay out an answer's explanation."""
    best = answer.best
    others = [r for r in ranked(answer) if r is not best]
    branches = [_decision(answer, best)]
    branches += [_candidate(reading, best) for reading in others]
    difference = _difference(answer, best, others)
    if difference is not None:
        branches.append(difference)
    if answer.said:
        branches.append(_said(answer))
    if answer.missing:
        branches.append(_missing(answer))
    return tuple(branches)


def _decision(answer: Answer, best: Reading | None) -> Branch:
    if answer.candidate is None:
        text = f"“{answer.pronoun}” was not resolved" if answer.pronoun else "There is no answer"
    elif answer.decided_by == "error":
        text = f"“{answer.pronoun}”: “{inside(answer.candidate)}” is named only because something must be"
    elif answer.start == answer.end:
        text = f"{answer.pronoun} is that “{inside(answer.candidate).rstrip('.')}”"
    else:
        text = f"“{answer.pronoun}” is read as “{inside(answer.candidate)}”"
    under = [Branch("note", DECIDED[answer.decided_by])]
    if answer.error:
        under.append(Branch("note", answer.error))
    if best is not None:
        under += spoke(best)
    return Branch("answer", text, _confidence(answer), tuple(under))


def _confidence(answer: Answer) -> str:
    if answer.answer is None or answer.decided_by == "error":
        return ""
    lead = margin(answer)
    sure = f"confidence {answer.confidence:.2f}"
    return f"{sure}, margin {lead[1]} ({lead[0]})" if lead else f"{sure}, no margin"


def margin(answer: Answer) -> tuple[str, int] | None:
    """Tell the level at which the runner-up costs more than the answer, and how much."""
    best = answer.best
    others = [r for r in ranked(answer) if r is not best]
    return lead(best, others[0]) if best is not None and others else None


def lead(best: Reading, other: Reading) -> tuple[str, int] | None:
    """Tell the highest level at which two readings differ, and how much more the second costs."""
    for level in dict.fromkeys([*best.cost_by_level, *other.cost_by_level]):
        more = other.cost_by_level.get(level, 0) - best.cost_by_level.get(level, 0)
        if more:
            return level, more
    more = other.cost - best.cost
    return ("cost", more) if more else None


def cost_of(reading: Reading) -> str:
    """Say what a reading costs, level by level."""
    parts = [f"{level} {cost}" for level, cost in reading.cost_by_level.items() if cost]
    if parts:
        return "cost: " + " + ".join(parts)
    return f"cost {reading.cost}"


# --------------------------------------------------------------------------------- rules and proofs


def spoke(reading: Reading) -> Iterator[Branch]:
    """Lay out the rules that spoke in a reading, with derivations, then what else was proved."""
    used: set[int] = set()
    told: set[str] = set()
    for rule, times in counted(reading.rules):
        found = _derivation(rule, reading.proofs)
        under: tuple[Branch, ...] = ()
        if found is not None:
            number, proof = found
            if number not in used:
                used.add(number)
                under = _all_under(proof, told)
        yield rule_branch(rule, under, times)
    for number, proof in enumerate(reading.proofs):
        if number not in used:
            yield proof_branch(proof, told)


def counted(rules: Iterable[FiredRule]) -> list[tuple[FiredRule, int]]:
    """Order rules, the weightiest first and preferences last; what was said twice is said once."""
    times = Counter(rules)
    order = sorted(times, key=lambda r: (r.level == "preference", -r.weight))
    return [(rule, times[rule]) for rule in order]


def rule_branch(rule: FiredRule, under: tuple[Branch, ...] = (), times: int = 1) -> Branch:
    """Lay out one rule that spoke."""
    kind: Kind = (
        "against" if rule.sign < 0 else "preference" if rule.level == "preference" else "for"
    )
    text = {"against": "against it: ", "preference": "by preference: "}.get(
        kind, "because "
    ) + _one_line(rule.text)
    names = {"mined": "mined "}.get(rule.level, "") + rule.id
    weight = f"weight {'-' if rule.sign < 0 else ''}{rule.weight}"
    source = f"source {rule.source}" if rule.source else ""
    often = f"{times} times" if times > 1 else ""
    aside = [_place(rule.file, rule.line), names, weight, often, source]
    return Branch(kind, text, " · ".join(a for a in aside if a), under)


def rule_branches(rules: Iterable[FiredRule]) -> tuple[Branch, ...]:
    """Lay out rules without what they rest on."""
    return tuple(rule_branch(rule, (), times) for rule, times in counted(rules))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _place(file: str | None, line: int | None) -> str:
    if not file:
        return ""
    return f"{file}:{line}" if line else file


def _derivation(rule: FiredRule, proofs: Iterable[Proof]) -> tuple[int, Proof] | None:
    """Find the step by which a rule spoke: by its name, else by its place."""
    for number, proof in enumerate(proofs):
        for step in _steps(proof):
            if step.how == "above" or (step.rule is None and step.file is None):
                continue
            if step.rule == rule.id or (step.file, step.line) == (rule.file, rule.line):
                return number, step
    return None


def _steps(proof: Proof) -> Iterator[Proof]:
    yield proof
    for step in proof.because:
        yield from _steps(step)


def proof_branch(proof: Proof, told: set[str] | None = None) -> Branch:
    """Lay out a derivation; what is in ``told`` has been justified before, and is only named."""
    told = set() if told is None else told
    said = _one_line(proof.statement)
    place = _place(proof.file, proof.line)
    if place.startswith("encodings/") and proof.because:
        place = ""  # what is composed of smaller steps is not looked up there
    named = " · ".join(p for p in (place, proof.rule) if p)
    if proof.how == "rule" and proof.because:
        if said in told:
            return Branch("above", said, "justified above")
        told.add(said)
    under = _all_under(proof, told)
    if proof.how == "given":
        return Branch("given", said, "from the text", under)
    if proof.how == "row":
        return Branch("row", said, named or "listed", under)
    if proof.how == "chosen":
        return Branch("chosen", f"it is assumed that {said}", named, under)
    if proof.how == "assumed false":
        return Branch("assumed", _no_evidence(said), "", under)
    if proof.how == "condition":
        return Branch(
            "condition",
            said.removeprefix("not not ") if said != proof.atom else _maybe(said),
            "",
            under,
        )
    if proof.how == "counted":
        return Branch("counted", f"counting: {said}", "", under)
    if proof.how == "above":
        return Branch("above", said, "justified above", under)
    return _in_one_line(proof, said, named, under) or Branch(
        "rule", said + (", because" if under else ""), named, under
    )


FOLDED = 230
"""A step and what it rests on stand in one line if that has no more characters than this."""


def _in_one_line(proof: Proof, said: str, named: str, under: tuple[Branch, ...]) -> Branch | None:
    """Say a step together with the few simple things that it rests on; ``None`` if that is too much."""
    if not under or any(b.under or b.kind not in ("given", "row", "rule", "above") for b in under):
        return None
    places = [named, *(part for b in under for part in b.aside.split("; "))]
    aside = _places(p for p in dict.fromkeys(places) if p and p != "justified above")
    steps = [
        (split_term(step.atom)[0], b.text)
        for step, b in zip(_to_be_told(proof), under, strict=True)
    ]
    why = [
        text for name, text in steps if name not in ("verb", "isa") and not _TWICE.fullmatch(text)
    ]
    if all(name == "prop_isa" for name, _ in steps):
        why = []
    text = said
    part = next((m for w in why if (m := _AS.fullmatch(w))), None)
    if part is not None and f"“{part[4]}”" in said:
        if said.startswith(part[1]):
            why.remove(part[0])
            text = f"{said}, as {'its ' if part[2] else 'what stands with '}{part[2] or part[3]}"
        elif part[1] in said and part[2] == "subject":
            why.remove(part[0])
    if not proof.atom.startswith(("role(", "actor(", "other(")):
        why[-1:] = [*_classes(proof), *why[-1:]]
    reasons = ", and ".join(r for r in (", ".join(why[:-1]), *why[-1:]) if r)
    text = named_once(f"{text}, because {reasons}" if reasons else text)
    return Branch("rule", text, aside) if len(text) <= FOLDED else None


def _places(parts: Iterable[str]) -> str:
    """Join places, naming each file once: ``a.lp:3, 9; b.lp:1``."""
    files: dict[str, list[str]] = {}
    for part in parts:
        file, colon, line = part.rpartition(":")
        files.setdefault(file if colon else part, []).extend([line] if colon else [])
    return "; ".join(f"{f}:{', '.join(ls)}" if ls else f for f, ls in files.items())


def _classes(proof: Proof) -> list[str]:
    """Say through which classes a verb comes to be what the step says of it."""
    rows = [split_term(step.atom) for step in proof.because]
    verb = next((args for name, args in rows if name == "verb" and len(args) == 2), None)
    if verb is None:
        return []
    word, known = verb[0].strip('"'), [verb[1]]
    isa = dict(args for name, args in rows if name == "isa" and len(args) == 2)
    while known[-1] in isa and isa[known[-1]] not in known:
        known.append(isa[known[-1]])
    if proof.atom.startswith("class("):
        known.pop()
    named = [k.replace("_", " ") for k in known if k != word]
    return [f"{word.replace('_', ' ')} is a case of {' and so of '.join(named)}"] if named else []


_TWICE = re.compile(r"“([^“”]*)” means \1|whoever or whatever is (.*) is \2")
_AS = re.compile(
    r"(.*?) (?:is the (subject|object|first object) of|stands with (?P<with>“[^“”]*”) in) “(.*)”"
)


def _to_be_told(proof: Proof) -> list[Proof]:
    """What a step rests on, but for what is ruled out by a helper's predicate that has no words: the JSON has it."""
    return [
        step
        for step in proof.because
        if step.how != "assumed false" or worded(step.atom.removeprefix("not "))
    ]


def _all_under(proof: Proof, told: set[str]) -> tuple[Branch, ...]:
    """Lay out what a step rests on; all that there is no evidence of stands in one line, at the end."""
    under = [proof_branch(step, told) for step in _to_be_told(proof)]
    lacking = [b.text for b in under if b.kind == "assumed" and not b.under]
    if len(lacking) < 2:
        return tuple(under)
    first, *others = lacking
    text = ", nor ".join([first, *(o.removeprefix("there is no evidence ") for o in others)])
    kept = [b for b in under if b.kind != "assumed" or b.under]
    return (*kept, Branch("assumed", named_once(text)))


def _no_evidence(said: str) -> str:
    if said.startswith("there is no evidence that "):
        return said
    return f"there is no evidence that {said.removeprefix('not ')}"


def _maybe(said: str) -> str:
    return f"it may be that {said[8:]}" if said.startswith("not not ") else said


# --------------------------------------------------------------------------------------- the others


def _candidate(reading: Reading, best: Reading | None) -> Branch:
    under = list(spoke(reading))
    if not any(b.kind in ("for", "against", "preference") for b in under):
        under.insert(0, Branch("note", "no rule spoke for this reading or against it"))
    text = f"the other reading: “{inside(reading.candidate)}”"
    if best is None:
        return Branch(
            "candidate", f"a reading: “{inside(reading.candidate)}”", cost_of(reading), tuple(under)
        )
    ahead = lead(best, reading)
    if ahead is None:
        return Branch("candidate", text, "as cheap as the one named", tuple(under))
    level, more = ahead
    return Branch(
        "candidate", text, f"costs {more} more ({level}); {cost_of(reading)}", tuple(under)
    )


def only_in(reading: Reading, others: Iterable[Reading]) -> list[FiredRule]:
    """List the rules that spoke in one reading and in none of the others."""
    elsewhere = {(r.id, r.text, r.sign) for other in others for r in other.rules}
    return [r for r in reading.rules if (r.id, r.text, r.sign) not in elsewhere]


def _difference(answer: Answer, best: Reading | None, others: list[Reading]) -> Branch | None:
    """Lay out the rules that spoke in one reading only."""
    if best is None or not others:
        return None
    readings = [best, *others]
    under = []
    for reading in readings:
        rules = only_in(reading, [r for r in readings if r is not reading])
        if len(rules) > 1 and len(rules) == len(reading.rules):
            text = "all of the rules that spoke for it, as told above"
            if any(r.sign < 0 for r in rules):
                text = "all of the rules that spoke, as told above"
            inner: tuple[Branch, ...] = (Branch("note", text),)
        else:
            inner = rule_branches(rules)
        if rules:
            under.append(
                Branch("heading", f"only if it is “{inside(reading.candidate)}”", "", inner)
            )
    if not under:
        return Branch("heading", "Nothing spoke in one reading only")
    decided = answer.decided_by in ("knowledge", "mined")
    text = "What made the difference" if decided else "What differed, without deciding by knowledge"
    return Branch("heading", text, "", tuple(under))


def _said(answer: Answer) -> Branch:
    under = tuple(
        Branch("note", f"{'used' if told.used else 'not used'}: “{told.sentence}”", told.why)
        for told in answer.said
    )
    return Branch("heading", "Knowledge given with the question", "", under)


def _missing(answer: Answer) -> Branch:
    words = tuple(Branch("note", word) for word in answer.missing)
    if answer.decided_by in ("knowledge", "mined"):
        return Branch("heading", "Words without rows", "", words)
    return Branch("heading", "Words without rows: knowledge of these might have decided", "", words)
