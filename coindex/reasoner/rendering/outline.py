"""The content of an explanation as a tree of short texts, to which the other modules give a form.

The wording follows the states that s(CASP) distinguishes in a justification: *because*, *there is no evidence that*,
*it is assumed that*, *justified above*, *it may be that*. Thus nothing that is assumed or preferred looks like
knowledge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from coindex.reasoner.answer import INFORMED, Answer, FiredRule, Proof, Reading
from coindex.reasoner.asp.terms import split_term
from coindex.reasoner.english.atoms import inside, named_once, worded
from coindex.reasoner.solving.deciding import CLOSE, ahead_of

Kind: TypeAlias = Literal[
    "answer", "candidate", "heading", "note", "for", "against", "preference",
    "given", "row", "rule", "chosen", "assumed", "condition", "counted", "above",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Branch:
    """A text, details such as place, name and weight, and the branches under it."""

    kind: Kind
    text: str
    details: str = ""
    under: tuple[Branch, ...] = ()


TIED = "tied: the rules weigh the same for the candidates, so this is a guess by preference"
"""Said instead of what :data:`DECIDED` says of a guess if rules spoke and are even."""
DECIDED = {
    "knowledge": "decided by knowledge (rules and rows written by people)",
    "asked": "decided by rules that were asked for and not reviewed",
    "mined": "decided by mined rules (counted in text, or learnt from questions)",
    "preference": "a guess by preference: no rule distinguishes the candidates",
    "tie": "a tie: nothing distinguishes the candidates, so the one named is arbitrary",
    "nothing parsed": "no answer: the text could not be read",
    "no pronoun": "no answer: no pronoun was found",
    "no candidate": "no answer: no phrase was found that the pronoun could stand for",
    "error": "an error: the question could not be processed",
}
"""What each outcome means."""


def ranked(answer: Answer) -> list[Reading]:
    """Return the readings: the chosen one, then the others by cost."""
    return sorted(answer.readings, key=lambda r: (r.index != answer.answer, r.cost, r.index))


def outline(answer: Answer) -> tuple[Branch, ...]:
    """Return the explanation of an answer."""
    best = answer.best
    others = [r for r in ranked(answer) if r is not best]
    made = (
        _decision(answer, best),
        *(_candidate(reading, best) for reading in others),
        _difference(answer, best, others),
        _given_knowledge(answer) if answer.sentence_uses else None,
        _left_out(answer) if answer.left_out else None,
        _missing(answer) if answer.missing else None,
    )
    return tuple(branch for branch in made if branch is not None)


def how_decided(answer: Answer) -> str:
    """Say what decided; of a guess although rules spoke, that they are even, or too little ahead."""
    spoke = any(rule.level == "knowledge" for one in answer.readings for rule in one.rules)
    ahead = margin(answer)
    if answer.decided_by != "preference" or not spoke or ahead is None:
        return DECIDED[answer.decided_by]
    if ahead[0] == "preference":
        return TIED
    if ahead[0] == "knowledge":
        return f"a guess: the rules are ahead by {ahead[1]} only, and {CLOSE} are needed to decide"
    return DECIDED[answer.decided_by]


def _decision(answer: Answer, best: Reading | None) -> Branch:
    if answer.candidate is None:
        text = f"“{answer.pronoun}” was not resolved" if answer.pronoun else "There is no answer"
    elif answer.decided_by == "error":
        text = f"“{answer.pronoun}”: “{inside(answer.candidate)}” is only a placeholder"
    elif answer.start == answer.end:
        text = f"{answer.pronoun} is that “{inside(answer.candidate).rstrip('.')}”"
    else:
        text = f"“{answer.pronoun}” is read as “{inside(answer.candidate)}”"
    under = [Branch("note", how_decided(answer))]
    if answer.error:
        under.append(Branch("note", answer.error))
    if best is not None:
        under += rules_and_proofs(best)
    return Branch("answer", text, _confidence(answer), tuple(under))


def _confidence(answer: Answer) -> str:
    if answer.answer is None or answer.decided_by == "error":
        return ""
    ahead = margin(answer)
    sure = f"confidence {100 * answer.confidence:.0f} %"
    if ahead is None:
        return f"{sure}, no margin"
    scale = "; weight 9 gives 90" if ahead[0] == "knowledge" else ""
    return f"{sure}, margin {ahead[1]} ({ahead[0]}{scale})"


def margin(answer: Answer) -> tuple[str, int] | None:
    """Return the source of what decided, and how much more the runner-up costs than the answer."""
    best = answer.best
    others = [r for r in ranked(answer) if r is not best]
    return cost_difference(best, others[0]) if best is not None and others else None


def cost_difference(best: Reading, other: Reading) -> tuple[str, int] | None:
    """Return the source of what decides between two readings, and how much more the second costs."""
    decision = ahead_of(best, [other])
    if decision.source is not None:
        return decision.source, decision.margin
    more = other.cost - best.cost
    return ("cost", more) if more else None


def cost_text(reading: Reading) -> str:
    """Write the cost of a reading at each level."""
    parts = [f"{level} {cost}" for level, cost in reading.cost_by_level.items() if cost]
    if parts:
        return "cost: " + " + ".join(parts)
    return f"cost {reading.cost}"


# --------------------------------------------------------------------------------- rules and proofs


def rules_and_proofs(reading: Reading) -> Iterator[Branch]:
    """Yield the rules that spoke in a reading, with their derivations, then what else was proved."""
    used: set[int] = set()
    justified: set[str] = set()
    for rule, times in with_counts(reading.rules):
        found = _derivation(rule, reading.proofs)
        under: tuple[Branch, ...] = ()
        if found is not None:
            number, proof = found
            if number not in used:
                used.add(number)
                under = _all_under(proof, justified)
        yield rule_branch(rule, under, times)
    for number, proof in enumerate(reading.proofs):
        if number not in used:
            yield proof_branch(proof, justified)


def with_counts(rules: Iterable[FiredRule]) -> list[tuple[FiredRule, int]]:
    """Return each rule with the number of its occurrences, by weight, but preferences last."""
    times = Counter(rules)
    order = sorted(times, key=lambda r: (r.level == "preference", -r.weight))
    return [(rule, times[rule]) for rule in order]


def rule_branch(rule: FiredRule, under: tuple[Branch, ...] = (), times: int = 1) -> Branch:
    """Return the branch of a rule that spoke."""
    kind: Kind = (
        "against" if rule.sign < 0 else "preference" if rule.level == "preference" else "for"
    )
    sentence = _one_line(rule.text)
    before = "" if sentence.endswith(".") else "because "
    text = {"against": "against it: ", "preference": "by preference: "}.get(kind, before) + sentence
    names = {"mined": "mined ", "asked": "asked "}.get(rule.level, "") + rule.id
    weight = f"weight {'-' if rule.sign < 0 else ''}{rule.weight}"
    source = f"source {rule.source}" if rule.source else ""
    often = f"{times} times" if times > 1 else ""
    details = [_place(rule.file, rule.line), names, weight, often, source]
    return Branch(kind, text, " · ".join(a for a in details if a), under)


def rule_branches(rules: Iterable[FiredRule]) -> tuple[Branch, ...]:
    """Return the branches of rules, without derivations."""
    return tuple(rule_branch(rule, (), times) for rule, times in with_counts(rules))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _place(file: str | None, line: int | None) -> str:
    if not file:
        return ""
    return f"{file}:{line}" if line else file


def _derivation(rule: FiredRule, proofs: Iterable[Proof]) -> tuple[int, Proof] | None:
    """Find the number of a proof and the step in it by which a rule spoke."""
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


def proof_branch(proof: Proof, justified: set[str] | None = None) -> Branch:
    """Return the branch of a derivation; statements in ``justified`` are not derived again."""
    justified = set() if justified is None else justified
    statement = _one_line(proof.statement)
    place = _place(proof.file, proof.line)
    if place.startswith("encodings/") and proof.because:
        place = ""  # encodings only compose the steps below
    named = " · ".join(p for p in (place, proof.rule) if p)
    if proof.how == "rule" and proof.because:
        if statement in justified:
            return Branch("above", statement, "justified above")
        justified.add(statement)
    under = _all_under(proof, justified)
    match proof.how:
        case "given":
            return Branch("given", statement, "from the text", under)
        case "row":
            return Branch("row", statement, named or "listed", under)
        case "chosen":
            return Branch("chosen", f"it is assumed that {statement}", named, under)
        case "assumed false":
            return Branch("assumed", _no_evidence(statement), "", under)
        case "condition":
            bare = statement.removeprefix("not not ")
            maybe = "it may be that " if bare != statement == proof.atom else ""
            return Branch("condition", f"{maybe}{bare}", "", under)
        case "counted":
            return Branch("counted", f"counting: {statement}", "", under)
        case "above":
            return Branch("above", statement, "justified above", under)
    if not under:
        return Branch("rule", statement, named)
    statement = statement.removesuffix(".")
    whole = _in_one_line(proof, statement, named, under)
    return whole or Branch("rule", f"{statement}, because", named, under)


_LONGEST = 230
"""The most characters of a step together with what it rests on, if both are on one line."""


_TAUTOLOGY = re.compile(r"“([^“”]*)” means that one is \1|whoever or whatever (.*) \2")
_ARGUMENT = re.compile(
    r"(?P<who>.*?) is (?:the (?P<role>subject|object|first object)|what stands with (?P<preposition>“[^“”]*”)) in"
    r" “(?P<verb>.*)”"
)


def _in_one_line(
    proof: Proof, statement: str, named: str, under: tuple[Branch, ...]
) -> Branch | None:
    """Return a step together with the simple steps that it rests on, or ``None`` if that is too much for a line."""
    if any(b.under or b.kind not in ("given", "row", "rule", "above") for b in under):
        return None
    places = [named, *(part for b in under for part in b.details.split("; "))]
    details = _places(p for p in dict.fromkeys(places) if p and p != "justified above")
    text, reasons = _with_argument(statement, _reasons(proof, under))
    if not proof.atom.startswith(("role(", "actor(", "other(")):
        reasons[-1:] = [*_classes(proof), *reasons[-1:]]
    listed = ", and ".join(r for r in (", ".join(reasons[:-1]), *reasons[-1:]) if r)
    text = named_once(f"{text}, because {listed}" if listed else text)
    return Branch("rule", text, details) if len(text) <= _LONGEST else None


def _reasons(proof: Proof, under: tuple[Branch, ...]) -> list[str]:
    """Return what a step rests on, without tautologies and the rows that :func:`_classes` reports."""
    names = [split_term(step.atom)[0] for step in _worded_steps(proof)]
    if all(name == "prop_isa" for name in names):
        return []
    return [
        branch.text
        for name, branch in zip(names, under, strict=True)
        if name not in ("verb", "isa") and not _TAUTOLOGY.fullmatch(branch.text)
    ]


def _with_argument(statement: str, reasons: list[str]) -> tuple[str, list[str]]:
    """Move the reason that names a syntactic argument into the statement, if both are about the same verb."""
    found = next((m for reason in reasons if (m := _ARGUMENT.fullmatch(reason))), None)
    if found is None or f"“{found['verb']}”" not in statement:
        return statement, reasons
    others = [reason for reason in reasons if reason != found[0]]
    if statement.startswith(found["who"]):
        role = (
            f"its {found['role']}" if found["role"] else f"what stands with {found['preposition']}"
        )
        return f"{statement}, as {role}", others
    if found["who"] in statement and found["role"] == "subject":
        return statement, others
    return statement, reasons


def _places(parts: Iterable[str]) -> str:
    """Join places so that each file is named once: ``a.lp:3, 9; b.lp:1``."""
    files: dict[str, list[str]] = {}
    for part in parts:
        file, colon, line = part.rpartition(":")
        files.setdefault(file if colon else part, []).extend([line] if colon else [])
    return "; ".join(f"{f}:{', '.join(ls)}" if ls else f for f, ls in files.items())


def _classes(proof: Proof) -> list[str]:
    """Name the classes that lead from a verb to the class in the step."""
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


def _worded_steps(proof: Proof) -> list[Proof]:
    """Return what a step rests on, without absent atoms of helper predicates that have no English text."""
    return [
        step
        for step in proof.because
        if step.how != "assumed false" or worded(step.atom.removeprefix("not "))
    ]


def _all_under(proof: Proof, justified: set[str]) -> tuple[Branch, ...]:
    """Return what a step rests on, with everything that there is no evidence of in one branch at the end."""
    under = [proof_branch(step, justified) for step in _worded_steps(proof)]
    lacking = [b.text for b in under if b.kind == "assumed" and not b.under]
    if len(lacking) < 2:
        return tuple(under)
    first, *others = lacking
    text = ", nor ".join([first, *(o.removeprefix("there is no evidence ") for o in others)])
    kept = [b for b in under if b.kind != "assumed" or b.under]
    return (*kept, Branch("assumed", named_once(text)))


def _no_evidence(statement: str) -> str:
    if statement.startswith("there is no evidence that "):
        return statement
    return f"there is no evidence that {statement.removeprefix('not ')}"


# --------------------------------------------------------------------------------------- the others


def _candidate(reading: Reading, best: Reading | None) -> Branch:
    under = list(rules_and_proofs(reading))
    if not any(b.kind in ("for", "against", "preference") for b in under):
        under.insert(0, Branch("note", "no rule spoke for this reading or against it"))
    text, cost = f"the other reading: “{inside(reading.candidate)}”", cost_text(reading)
    if best is None:
        text = f"a reading: “{inside(reading.candidate)}”"
    elif (ahead := cost_difference(best, reading)) is None:
        cost = "costs the same as the answer"
    else:
        cost = f"costs {ahead[1]} more ({ahead[0]}); {cost}"
    return Branch("candidate", text, cost, tuple(under))


def only_in(reading: Reading, others: Iterable[Reading]) -> list[FiredRule]:
    """Return the rules that spoke in one reading and in none of the others."""
    elsewhere = {(r.id, r.text, r.sign) for other in others for r in other.rules}
    return [r for r in reading.rules if (r.id, r.text, r.sign) not in elsewhere]


def _difference(answer: Answer, best: Reading | None, others: list[Reading]) -> Branch | None:
    """Return the rules that spoke in one reading only."""
    if best is None or not others:
        return None
    readings = [best, *others]
    under = []
    for reading in readings:
        rules = only_in(reading, [r for r in readings if r is not reading])
        if len(rules) > 1 and len(rules) == len(reading.rules):
            text = "all rules that spoke for it, as listed above"
            if any(r.sign < 0 for r in rules):
                text = "all rules that spoke, as listed above"
            inner: tuple[Branch, ...] = (Branch("note", text),)
        else:
            inner = rule_branches(rules)
        if rules:
            under.append(
                Branch("heading", f"only if it is “{inside(reading.candidate)}”", "", inner)
            )
    if not under:
        return Branch("heading", "No rule spoke in one reading only")
    decided = answer.decided_by in INFORMED
    text = "What made the difference" if decided else "What differed, without deciding by knowledge"
    return Branch("heading", text, "", tuple(under))


def _given_knowledge(answer: Answer) -> Branch:
    under = tuple(
        Branch(
            "note",
            f"{'used' if use.used else 'not used'}: “{use.sentence}”",
            "; ".join(filter(None, (use.source, use.why))),
        )
        for use in answer.sentence_uses
    )
    asked = " or asked for" * any(use.source for use in answer.sentence_uses)
    return Branch("heading", f"Knowledge given with the question{asked}", "", under)


def _left_out(answer: Answer) -> Branch:
    under = tuple(
        Branch("note", f"“{one.statement.strip('“”')}”", f"{one.why}; {one.file}:{one.line}")
        for one in answer.left_out
    )
    return Branch("heading", "Left out", "", under)


def _missing(answer: Answer) -> Branch:
    words = tuple(Branch("note", word) for word in answer.missing)
    told = "" if answer.decided_by in INFORMED else ": knowledge of these might have decided"
    return Branch("heading", f"Words without rows{told}", "", words)
