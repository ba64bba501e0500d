"""Drafts for authors of rules: an axiom with its annotation, or rows for a class, with places for examples.

What is not given stays a slot in capitals; its line is commented out, so a draft in a file breaks nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.default_rules import (
    DEEDS,
    DEFAULT_PREDICATES,
    PARTS,
    inner,
    sides_of,
)
from coindex.reasoner.showing.show import View
from kparse.asp import quote
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.counterfactuals.class_coverage import Coverage
    from coindex.reasoner.store.store import Store

_ID = re.compile(r"[a-z][a-z0-9_]*")
_DECLARED = ("event_class", "property")
_PRONOUNS = "[he], [she], [it] or [they]"
_WEIGHTS = "8 nearly certain, 6 strongly typical, 5 typical, 4 plausible, 3 a weak preference"


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft: its text for a file of axioms, and its text for an example file."""

    rule: str
    examples: str


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots that the author has already filled."""

    head: str = "expl"
    happening: str = ""
    part: str = ""
    says: str = ""
    weight: int = 4


def draft(store: Store, name: str, slots: Slots | None = None) -> Draft:
    """Draft rows if the name is a class or property, otherwise an axiom with that id.

    Raises:
        InputError: the id is taken or invalid, or a given term is not declared.
    """
    given = slots or Slots()
    term = inner(name.strip(), "neg")
    _check_part(store, given.happening or term, given.part)
    kind = _declared(store, term)
    if kind:
        return _rows(store, name.strip(), term, given)
    taken = store.rule(name)
    if taken is not None:
        raise InputError(
            f"the id `{name}` is taken by {taken.file}:{taken.line}",
            hint="Choose another, or change that rule; `kb show` prints it.",
        )
    if not _ID.fullmatch(name):
        raise InputError(
            f"`{name}` is no class and cannot be a rule's id",
            hint="An id begins with a lower-case letter and has only lower-case letters, digits and _.",
        )
    return _axiom(store, name, given)


def narrowest_class(coverage: Coverage, words: Sequence[str]) -> tuple[str, list[str]]:
    """Give the narrowest class or property that has all of some words, and lines that say for what else it holds.

    Raises:
        InputError: no class has all of them.
    """
    found = coverage.narrowest(words)
    if not found:
        raise InputError(
            f"no class or property has {' and '.join(f'`{word}`' for word in words)}",
            hint="`kb show WORD` tells what each means; `kb show classes` lists all classes.",
        )
    name, covered = found[0]
    also = ", ".join(coverage.others(name, words))
    lines = [f"% {' and '.join(words)}: the narrowest is {name} ({covered})."]
    lines += (
        [f"% What is written of it will also hold for {also}. Is it true of them?"] if also else []
    )
    wider = ", ".join(f"{one} ({other.number})" for one, other in found[1:4])
    lines += [
        f"% Wider: {wider}. For a word alone write it in quotes: reason({quote(words[0])},...)."
    ]
    return name, lines


def _check_part(store: Store, term: str, part: str) -> None:
    from kparse.notation.vocabulary import types

    known = {*PARTS, *types()["role"].values, *_roles(store, term)}
    if part and part not in known:
        raise InputError(
            f"--part {part}: there is no such part", hint=f"Known: {', '.join(sorted(known))}."
        )


def _declared(store: Store, term: str) -> str:
    """Return the predicate that declares a term; empty if none does."""
    facts = {row.fact for row in store.rows_for(term)} if term else set()
    return next((p for p in _DECLARED if f"{p}({term})" in facts), "")


def _checked(store: Store, term: str, kinds: Sequence[str], slot: str) -> str:
    bare = inner(term, *DEEDS, "neg")
    if bare and not bare.startswith('"') and _declared(store, bare) not in kinds:
        wanted = " or ".join(kind.replace("event_", "") for kind in kinds)
        raise InputError(
            f"--{slot} {term}: there is no {wanted} `{bare}`",
            hint="rows/classes.lp and rows/properties.lp declare them.",
        )
    return term


# ----------------------------------------------------------------------------------------- axioms


def _axiom(store: Store, name: str, given: Slots) -> Draft:
    happening = _checked(store, given.happening, _DECLARED, "class")
    says = _checked(store, given.says, _DECLARED, "says")
    is_property = bool(happening) and _declared(store, inner(happening, "neg")) == "property"
    first = _situation(happening, given.part, is_property)
    second = _saying(says)
    identity = ["coref(X,Y)"]
    if given.head == "favour":
        head, body = f"favour({name},X,Y,S)", [f"kind_of(Y,{'KIND'})", second, *identity]
    elif given.head == "clash":
        head, body = f"clash({name},X,Y)", [second, f"kind_of(Y,{'KIND'})", *identity]
    else:
        head, body = f"{given.head}({name},E,S)", [first, second, *identity]
    statement = f"{head} :- {', '.join(body)}."
    lines = [
        f"% @id {name}",
        "% @text {Y} SAYS WHAT HOLDS, AND WHY THAT FITS",
        f"% @weight {given.weight}",
        "% @source authored",
        statement,
    ]
    if re.search(r"\b(?:CLASS|PART|PROPERTY|KIND)\b", statement):  # a slot is not filled
        note = (
            f"% {name}: replace the capitals by classes and properties, write a sentence for @text,"
            " and remove the first % of each line."
        )
        lines = [note, *(f"%{line}" for line in lines)]
    return Draft("\n".join(lines) + "\n", _examples(name))


def _situation(happening: str, part: str, is_property: bool) -> str:
    if is_property:
        return f"prop(E,Y,{happening})"
    event = f"class(E,{happening or 'CLASS'})"
    who = part or "PART"
    player = f"{who}(E,Y)" if who in ("actor", "other") else f"role(E,{who},Y)"
    return f"{event}, {player}"


def _saying(says: str) -> str:
    for deed, player in zip(DEEDS, ("actor", "other"), strict=True):
        if says.startswith(f"{deed}("):
            return f"class(S,{inner(says, deed)}), {player}(S,X)"
    return f"prop(S,X,{says or 'PROPERTY'})"


def _examples(name: str) -> str:
    answers = "= RIGHT ANSWER | OTHER ANSWER"
    return (
        f"# {name}: replace TEXT by your own sentences, with {_PRONOUNS}, and remove the #.\n"
        f"#{name}: TEXT. {answers}\n"
        f"#{name}: TEXT in other words. {answers}\n"
        f"#{name}: TEXT in a third setting. {answers}\n"
        f"#{name}: ! TEXT that looks similar, but where the rule must stay silent. {answers}\n"
    )


# ------------------------------------------------------------------------------------------- rows


def _rows(store: Store, name: str, term: str, given: Slots) -> Draft:
    """Draft rows for a class or property."""
    is_class = _declared(store, term) == "event_class"
    says = _checked(store, given.says, _DECLARED, "says")
    parts = [given.part] if given.part else ["actor", "other"] if is_class else ["bearer"]
    lines = [f"% ---- {name}{_about(store, term, is_class)}"]
    lines += [f"% {line}" for line in _inventory(store, name, term, is_class)]
    lines.append(f"% Weights: {_WEIGHTS}.")
    heads = [
        h
        for h, head in zip(DEFAULT_PREDICATES, ("expl", "cons"), strict=True)
        if given.head in (head, "") or not says
    ]
    mark, said = ("", says) if says else ("%", "(PROPERTY;does(CLASS);gets(CLASS))")
    lines += [
        f"{mark}{predicate}({name},{part},{said},{given.weight})."
        for predicate in heads
        for part in parts
    ]
    return Draft("\n".join(lines) + "\n", _examples(f"reason({name})"))


def _about(store: Store, term: str, is_class: bool) -> str:
    words = [
        row.key.strip('"')
        for row in store.rows_about(term, limit=10**9)
        if row.predicate == ("verb" if is_class else "adj") and arguments(row.fact)[1] == term
    ]
    several = list(dict.fromkeys(words))
    more = ", ..." if len(several) > 8 else ""
    return f" ({', '.join(several[:8])}{more})" if several else ""


def _inventory(store: Store, name: str, term: str, is_class: bool) -> Iterator[str]:
    """List the roles, and the parts that already have rows."""
    if is_class and (roles := _roles(store, term)):
        listed = ", ".join(f"{role} ({relation})" for role, relation in roles.items())
        yield f"Roles: {listed}; besides actor, other, any."
    counts: Counter[tuple[str, str]] = Counter()
    for row in store.rows_for(term):
        if row.predicate in DEFAULT_PREDICATES and row.key == name:
            counts[row.predicate, sides_of(row.fact).part] += 1
    listed = ", ".join(
        f"{predicate} {part} {count}" for (predicate, part), count in sorted(counts.items())
    )
    yield f"Existing rows (kb show {term}): {listed or 'none'}."


def _roles(store: Store, term: str) -> dict[str, str]:
    """Give the relation of each role of a class, with inherited ones."""
    relations: dict[str, str] = {}
    for _, (_, relation, role), _ in View.of(store, term, "class").of_predicate("frame"):
        relations.setdefault(relation, role)
    return {role: name.replace('obl("', "").replace('")', "") for name, role in relations.items()}
