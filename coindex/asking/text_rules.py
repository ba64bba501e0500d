"""A sentence of raw text as a rule: two clauses with their connective, people and things instead of names and pronouns.

*She thanked Tom because he had helped her* becomes *person1 thanked person2 because person2 had helped person1*.
Where a pronoun could stand for more than one party, the sentence is no rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.asking.text_index import CONNECTIVES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CLAUSES = ("advcl", "parataxis", "acl", "ccomp", "csubj", "discourse", "vocative", "list")
_CORE = ("nsubj", "obj", "iobj", "obl")
_LIGHT = frozenset("be have get do make take give go come feel become seem look".split())
_PLURAL_FORMS = {"are": "is", "were": "was", "have": "has", "do": "does", "'re": "is", "’re": "is"}
_SHORT_FORMS = {"'m": "is", "’m": "is", "am": "is", "'ve": "has", "’ve": "has", "'ll": "will"}
_SHORT_FORMS |= {
    "’ll": "will",
    "n't": "not",
    "n’t": "not",
    "ca": "can",
    "wo": "will",
    "sha": "shall",
}


@dataclass(frozen=True, slots=True)
class Predicates:
    """What is looked for: words of what is said of the pronoun, and of what else the text says."""

    own: tuple[str, ...]
    other: tuple[str, ...]


def predicates(doc: Doc, start: int) -> Predicates:
    """Give the main words of a question's two halves, as lemmas.

    Args:
        doc: the parsed text.
        start: where the pronoun begins, in code points.
    """
    pronoun = next((token for token in doc if token.idx == start), None)
    if pronoun is None:
        return Predicates((), ())
    own = pronoun.head
    while own.pos_ not in ("VERB", "ADJ") and own.head != own and own.dep_ not in _CLAUSES:
        own = own.head
    inside = {own, *own.children}
    others = [
        token
        for token in doc
        if token not in inside
        and (
            token.dep_ == "ROOT"
            or token.dep_.split(":")[0] in ("advcl", "conj", "ccomp", "parataxis")
        )
        and token.pos_ in ("VERB", "ADJ", "NOUN")
    ]
    return Predicates(_words(own), tuple(w for token in others for w in _words(token)))


def _words(token: Token) -> tuple[str, ...]:
    """Give the lemma of a predicate; of a light verb those of what it frames."""
    if token.lemma_ not in _LIGHT:
        return (token.lemma_.lower(),)
    framed = [c for c in token.children if c.dep_.split(":")[0] in ("obj", "xcomp", "obl")]
    return tuple(c.lemma_.lower() for c in framed if c.pos_ in ("NOUN", "ADJ", "VERB"))


def rule_of(doc: Doc, wanted: Predicates) -> str | None:
    """Make a rule of a parsed sentence: of the two clauses with the wanted words; ``None`` if it cannot be one."""
    for main, other, connective in _pairs(doc):
        lemmas = [_lemmas(clause) for clause in (main, other)]
        for one, two in (lemmas, lemmas[::-1]):
            if one & set(wanted.own) and two & set(wanted.other):
                return _told(main, other, connective)
    return None


def _pairs(doc: Doc) -> Iterator[tuple[list[Token], list[Token], Token]]:
    """Give pairs of clauses that a connective joins, each as its words."""
    for token in doc:
        relation = token.dep_.split(":")[0]
        if relation not in ("advcl", "conj"):
            continue
        joints = [c for c in token.children if c.dep_ in ("mark", "cc")]
        if len(joints) != 1 or joints[0].lower_ not in CONNECTIVES:
            continue
        main, other = _clause(token.head, token), _clause(token, None, joints[0])
        if all(any(t.dep_.startswith("nsubj") for t in clause) for clause in (main, other)):
            yield main, other, joints[0]


def _clause(head: Token, other: Token | None, *without: Token) -> list[Token]:
    """Give the words of a clause, without clauses in it."""
    found = []
    todo = [head]
    while todo:
        token = todo.pop()
        found.append(token)
        for child in token.children:
            relation = child.dep_.split(":")[0]
            is_clause = relation in _CLAUSES or (relation in ("conj", "cc") and token == head)
            if (
                child is not other
                and child not in without
                and not is_clause
                and relation != "punct"
            ):
                todo.append(child)
    return sorted(found, key=lambda token: token.i)


def _lemmas(clause: Collection[Token]) -> set[str]:
    return {token.lemma_.lower() for token in clause if token.pos_ in ("VERB", "ADJ", "NOUN")}


@dataclass(slots=True)
class _Party:
    """Somebody or something that a sentence mentions."""

    key: str
    """A gender for pronouns (``masc``), a person (``1``), or the kind of phrase (``name``, ``sing``, ``plur``)."""
    head: Token
    role: str
    said: str
    """How the rule calls it; empty for a noun that is left as it is."""


def _told(main: Sequence[Token], other: Sequence[Token], connective: Token) -> str | None:
    """Write two clauses with parties instead of names and pronouns; ``None`` if a pronoun could be several."""
    first, second = sorted((main, other), key=lambda clause: clause[0].i)
    parties: list[_Party] = []
    words = [_clause_told(clause, parties) for clause in (first, second)]
    if words[0] is None or words[1] is None:
        return None
    joint = connective.lower_
    before = f"{words[0]} {joint} {words[1]}", f"{joint} {words[0]}, {words[1]}"
    said = before[second is not other]
    return f"{said[:1].upper()}{said[1:]}."


def _clause_told(clause: Sequence[Token], parties: list[_Party]) -> str | None:
    """Write a clause; new parties are added."""
    called: dict[int, str] = {}
    plural: set[int] = set()
    for token in clause:
        if token.pos_ == "PROPN" and token.dep_.split(":")[0] in ("flat", "compound"):
            called[token.i] = ""
        elif token.pos_ == "PROPN" and any(
            c.dep_ in ("det", "amod", "case") for c in token.children
        ):
            return None  # (a name with other words is often no person's)
        elif token.pos_ == "PROPN":
            called[token.i] = _new(parties, "name", token, "person")
        elif token.pos_ == "NOUN" and token.dep_.split(":")[0] in _CORE:
            key = "plur" if "Plur" in token.morph.get("Number", []) else "sing"
            parties.append(_Party(key, token.head, token.dep_, ""))
        elif token.pos_ in ("PRON", "DET") and "Prs" in token.morph.get("PronType", []):
            party = _antecedent(token, parties)
            if party is None:
                return None
            if not party.said:
                return None  # (a noun: the rule would have to repeat it)
            own = token.dep_.startswith("nmod:poss") or "Yes" in token.morph.get("Poss", [])
            called[token.i] = f"{party.said}'s" if own else party.said
            if _key(token) in ("1", "2", "1p", "they") and token.dep_.startswith("nsubj"):
                plural.add(token.head.i)
    return " ".join(filter(None, (_word(token, called, plural) for token in clause))).replace(
        " 's", "'s"
    )


def _antecedent(token: Token, parties: list[_Party]) -> _Party | None:
    """Give whom a pronoun stands for: a party before it that agrees, or a new one; ``None`` if there are several."""
    key = _key(token)
    reflexive = "Yes" in token.morph.get("Reflex", [])
    core = token.dep_.split(":")[0] in _CORE and not reflexive
    agreeing = [
        party
        for party in parties
        if _agree(key, party.key)
        and not (core and party.head.i == token.head.i and party.role.split(":")[0] in _CORE)
    ]
    held = [p for p in parties if p.key == key and p not in agreeing]
    if held or len(agreeing) > 1:
        return None
    if agreeing:
        return agreeing[0]
    _new(parties, key, token, "thing" if key == "it" else "person")
    return parties[-1]


def _new(parties: list[_Party], key: str, token: Token, kind: str) -> str:
    number = 1 + sum(party.said.startswith(kind) for party in parties)
    parties.append(_Party(key, token.head, token.dep_, f"{kind}{number}"))
    return parties[-1].said


def _key(token: Token) -> str:
    """Give what a pronoun has to agree in."""
    person, number = token.morph.get("Person", []), token.morph.get("Number", [])
    gender = token.morph.get("Gender", [])
    if person and person[0] in "12":
        return f"{person[0]}{'p' if person[0] == '1' and 'Plur' in number else ''}"
    if gender:
        return {"Masc": "masc", "Fem": "fem"}.get(gender[0], "it")
    return "they"


def _agree(pronoun: str, party: str) -> bool:
    if pronoun == party:
        return True
    if pronoun in ("masc", "fem"):
        return party in ("name", "sing")
    return (pronoun, party) in (("it", "sing"), ("they", "plur"))


def _word(token: Token, called: dict[int, str], plural: Collection[int]) -> str:
    """Write a word of a clause: a party, a verb in the third person, or what stands there."""
    if token.i in called:
        return called[token.i]
    word = token.lower_
    if word in _SHORT_FORMS:
        return _SHORT_FORMS[word]
    if word in ("'s", "’s") and token.pos_ == "AUX":
        return "has" if token.lemma_ == "have" else "is"
    governs = token.i in plural or (
        token.head.i in plural and token.dep_ in ("aux", "cop", "aux:pass")
    )
    if governs and word in _PLURAL_FORMS:
        return _PLURAL_FORMS[word]
    if (
        token.i in plural
        and "Pres" in token.morph.get("Tense", [])
        and "Fin" in token.morph.get("VerbForm", [])
    ):
        return f"{word}es" if word.endswith(("s", "sh", "ch", "x", "o")) else f"{word}s"
    return word
