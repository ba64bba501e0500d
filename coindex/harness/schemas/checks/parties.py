"""Checks of the two parties and of the pronoun, each a function whose docstring is the message."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from coindex.harness.schemas.checks.subject import Finding, Subject, row_source
from kparse.graph import Node
from kparse.mentions.binding import bindable
from kparse.mentions.matching import SKIPPED, stem, words_of

Number = str | None
PRONOUNS: dict[str, tuple[Number, str | None]] = {
    **dict.fromkeys(("he", "him", "his", "himself"), ("sg", "masc")),
    **dict.fromkeys(("she", "her", "hers", "herself"), ("sg", "fem")),
    **dict.fromkeys(("it", "its", "itself"), ("sg", "neut")),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), ("pl", None)),
}
"""Third-person pronouns with their number and gender."""

_EITHER = frozenset(
    "aircraft bison cattle cod crew deer dozen fish grouse moose offspring people police salmon series sheep shrimp "
    "spacecraft species squid staff swine trout".split()
)
"""Nouns whose form does not show their number."""
_GENDERS = {"masc": "male", "fem": "female"}
_NUMBERS = {"sg": "one", "pl": "several"}
_SORTS = {"being": "a living or thinking being", "thing": "a thing"}


def _content(text: str) -> list[str]:
    words = [stem(word) for word in words_of(text)]
    return [word for word in words if word not in SKIPPED]


def _number(answer: str, node: Node, subject: Subject) -> Number:
    """Return the number of a party, if its form shows it."""
    if node.kind == "group":
        return "pl" if node.concept == "and" else None
    named = node.attrs.get("proper") or len(answer.split()) == 1
    if named and answer[:1].isupper() and not answer.lower().startswith("the "):
        return "sg"  # a name; the parser may take *Lars* for several
    kinds = {kind.name for kind in subject.lexicon.kinds(node)}
    if node.concept in _EITHER or kinds & {"group", "organisation"}:
        return None
    return node.attrs.get("num")


# ----------------------------------------------------------------------------------------- parties


def _same_party(subject: Subject) -> Iterator[Finding]:
    """The two answers name the same party."""
    one, other = subject.schema.answers
    if _content(one) == _content(other):
        yield "answers", f"{one}; {other}", "Name two."


def _not_mentioned(subject: Subject) -> Iterator[Finding]:
    """Party that the text does not mention."""
    for answer in subject.schema.answers:
        if any(
            not set(_content(answer)) & set(_content(parsed.half.text)) for parsed in subject.halves
        ):
            yield "answers", answer, "Repeat the phrase of the text."


def _numbers(subject: Subject) -> Iterator[Finding]:
    """Parties that differ in number."""
    found = [(answer, _number(answer, node, subject)) for answer, node in subject.parties()]
    if len({number for _, number in found if number}) == 2:
        yield "answers", "; ".join(f"{a} is {_NUMBERS[n or 'sg']}" for a, n in found), ""


def _genders(subject: Subject) -> Iterator[Finding]:
    """Parties that differ in gender."""
    if PRONOUNS.get(subject.halves[0].half.pronoun.lower(), ("", "masc"))[1] not in _GENDERS:
        return  # a cow and a bull are both *it*
    found = [(answer, subject.lexicon.gender(node)) for answer, node in subject.parties()]
    known = [(answer, gender) for answer, gender in found if gender]
    if len({gender for _, (gender, _) in known}) == 2:
        what = "; ".join(
            f"{a} is {_GENDERS[gender]} ({row_source(row)})" for a, (gender, row) in known
        )
        yield "answers", what, ""


def _sorts(subject: Subject) -> Iterator[Finding]:
    """Parties that differ in kind."""
    found = [(answer, subject.lexicon.kinds(node)) for answer, node in subject.parties()]
    sorts = [subject.lexicon.sort(kinds) for _, kinds in found]
    if len({sort for sort in sorts if sort}) == 2:
        what = "; ".join(
            f"{answer} is {_SORTS[sort or 'thing']} ({row_source(kinds[0].row)})"
            for (answer, kinds), sort in zip(found, sorts, strict=True)
        )
        yield "answers", what, "Take two persons, two animals, two things or two groups."


def _apart(subject: Subject) -> Iterator[Finding]:
    """Parties of kinds that exclude each other."""
    lexicon = subject.lexicon
    found = [lexicon.kinds(node) for _, node in subject.parties()]
    if (
        not found
        or not all(found)
        or {lexicon.sort(kinds) for kinds in found} >= {"being", "thing"}
    ):
        return
    rows = [lexicon.apart(a.name, b.name) for a in found[0] for b in found[1]]
    if None not in rows:
        what = ", ".join(row_source(r) for r in (found[0][0].row, found[1][0].row, rows[0]))
        yield (
            "answers",
            what,
            "Much that can be said of the one cannot be said of the other.",
        )


# ----------------------------------------------------------------------------------------- pronoun


def _no_pronoun(subject: Subject) -> Iterator[Finding]:
    """What stands in brackets is no third-person pronoun."""
    pronoun = subject.halves[0].half.pronoun
    if pronoun.lower() not in PRONOUNS:
        yield "text", pronoun, "Put brackets round he, she, it, they, or another form of these."


def _disagrees(subject: Subject) -> Iterator[Finding]:
    """Pronoun that does not agree with a party."""
    pronoun = subject.halves[0].half.pronoun
    number, gender = PRONOUNS.get(pronoun.lower(), (None, None))
    number = None if list(_numbers(subject)) else number  # said already
    genders_differ = bool(list(_genders(subject)))
    for answer, node in subject.parties():
        own, kinds = _number(answer, node, subject), subject.lexicon.kinds(node)
        known = subject.lexicon.gender(node)
        above = {name for kind in kinds for name in subject.lexicon.above(kind.name)}
        what = ""
        if own and number and own != number:
            what = f"which is {_NUMBERS[own]}"
        elif known and gender in _GENDERS and known[0] != gender:
            what = "" if genders_differ else f"who is {_GENDERS[known[0]]} ({row_source(known[1])})"
        elif gender == "neut" and "person" in above:
            what = "who is a person"
        elif gender in _GENDERS and subject.lexicon.sort(kinds) == "thing":
            what = "which is a thing"
        if what:
            yield "text", f"{pronoun} and {answer}, {what}", ""


def _bound(subject: Subject) -> Iterator[Finding]:
    """Party that grammar keeps the pronoun from, as the text was parsed."""
    reported = set()
    for parsed in subject.halves:
        if parsed.gap() or parsed.pronoun is None:
            continue
        for index, answer in enumerate(subject.schema.answers):
            node = parsed.party(index)
            if (
                node
                and not bindable(parsed.graph, parsed.pronoun.id, node.id)
                and answer not in reported
            ):
                reported.add(answer)
                yield (
                    "text",
                    f"{answer} in: {parsed.half.text}",
                    "Is it an argument of the same verb?",
                )


def _again(subject: Subject) -> Iterator[Finding]:
    """Pronoun that occurs again."""
    half = subject.halves[0].half
    places = [
        m.start() for m in re.finditer(r"\w+", half.text) if m[0].lower() == half.pronoun.lower()
    ]
    if len(places) > 1:
        yield (
            "text",
            f"{half.pronoun}, {len(places)} times",
            "Which one is asked about must be clear.",
        )


def _not_looked_at(subject: Subject) -> Iterator[Finding]:
    """Half that was not parsed as the checks need it."""
    if not any(list(test(subject)) for test in (_same_party, _not_mentioned, _no_pronoun)):
        gaps = dict.fromkeys(parsed.gap() for parsed in subject.halves if parsed.gap())
        for gap in gaps:
            yield "text", gap, "Number, gender, kind and selection were not looked at in it."


CHECKS: dict[str, Callable[[Subject], Iterator[Finding]]] = {
    "E201": _same_party,
    "E202": _not_mentioned,
    "E204": _numbers,
    "E205": _genders,
    "E206": _sorts,
    "W207": _apart,
    "E301": _no_pronoun,
    "E302": _disagrees,
    "W303": _bound,
    "W304": _again,
    "W305": _not_looked_at,
}
