"""A sentence of raw text as a rule: two clauses with their connective, people and things instead of names and pronouns.

*She thanked Tom because he had helped her* becomes *person1 thanked person2 because person2 had helped person1*.
Where a pronoun could stand for more than one party, the sentence is no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from coindex.asking.text_index import CONNECTIVES
from coindex.reasoner.english.forms import third_person

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SexOf: TypeAlias = "Callable[[str], str | None]"
"""As :meth:`coindex.reasoner.running.questions.Genders.sex_of`."""
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


def rule_of(doc: Doc, wanted: Predicates, sex_of: SexOf) -> str | None:
    """Make a rule of a parsed sentence: of the two clauses with the wanted words; ``None`` if it cannot be one."""
    for main, other, connective in pairs(doc):
        lemmas = [_lemmas(clause) for clause in (main, other)]
        for one, two in (lemmas, lemmas[::-1]):
            if one & set(wanted.own) and two & set(wanted.other):
                return _told(main, other, connective, sex_of)
    return None


def pairs(doc: Doc) -> Iterator[tuple[list[Token], list[Token], Token]]:
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
    """A person (``1``) or gender (``masc``) of pronouns and names, the sex of a noun, ``sing`` or ``plur``."""
    head: Token
    role: str
    said: str
    """How the rule calls it again."""


class Parties:
    """The parties of a sentence: clauses are taken in order, and each pronoun has to stand for one party only.

    Args:
        sex_of: of a noun or name: ``masc``, ``fem``, ``person``, ``neut`` or unknown.
    """

    def __init__(self, sex_of: SexOf) -> None:
        self._sex_of = sex_of
        self._found: list[_Party] = []
        self.called: dict[int, str] = {}
        """What words are called, by their places; what is not here stays as it is."""
        self.plural: set[int] = set()
        """Predicates whose plural or first person becomes the third person."""

    def take(self, clause: Iterable[Token]) -> bool:
        """Name the parties of a clause; tell whether no pronoun could stand for several."""
        return all(map(self._take, clause))

    def _take(self, token: Token) -> bool:
        relation = token.dep_.split(":")[0]
        if token.pos_ == "PROPN":
            if relation in ("flat", "compound"):
                self.called[token.i] = ""
                return True
            if any(c.dep_ in ("det", "amod", "case") for c in token.children):
                return False  # (a name with other words is often no person's)
            sex = self._sex_of(token.text)
            self.called[token.i] = self._new(sex or "sing", token, "person").said
        elif token.pos_ == "NOUN" and relation in _CORE:
            self._noun(token)
        elif token.pos_ in ("PRON", "DET") and "Prs" in token.morph.get("PronType", []):
            party = self._antecedent(token)
            if party is None:
                return False
            owns = token.dep_.startswith("nmod:poss") or "Yes" in token.morph.get("Poss", [])
            self.called[token.i] = f"{party.said}'s" if owns else party.said
            if _key(token) in ("1", "2", "1p", "they") and token.dep_.startswith("nsubj"):
                self.plural.add(token.head.i)
        return True

    def _noun(self, token: Token) -> None:
        """Take a noun: a person without much said of it is called so, all else stays as it is."""
        sex = self._sex_of(token.lemma_.lower())
        key = "plur" if "Plur" in token.morph.get("Number", []) else sex or "sing"
        beside = [c for c in token.children if c.dep_ not in ("case", "punct")]
        if key in ("masc", "fem", "person") and all(c.dep_ in ("det", "amod") for c in beside):
            self.called |= dict.fromkeys((c.i for c in beside), "")
            self.called[token.i] = self._new(key, token, "person").said
            return
        self._found.append(_Party(key, token.head, token.dep_, f"the {token.lower_}"))

    def _antecedent(self, token: Token) -> _Party | None:
        """Give whom a pronoun stands for: a party before it that agrees, or a new one; ``None`` if it is open."""
        key = _key(token)
        core = token.dep_.split(":")[0] in _CORE and "Yes" not in token.morph.get("Reflex", [])
        here = [
            party
            for party in self._found
            if core and party.head.i == token.head.i and party.role.split(":")[0] in _CORE
        ]
        agreeing = [p for p in self._found if _agree(key, p.key) and p not in here]
        if len(agreeing) > 1 or any(p.key == key for p in here):
            return None
        if agreeing:
            return agreeing[0]
        return self._new(key, token, "thing" if key == "it" else "person")

    def _new(self, key: str, token: Token, kind: str) -> _Party:
        number = 1 + sum(party.said.startswith(kind) for party in self._found)
        self._found.append(_Party(key, token.head, token.dep_, f"{kind}{number}"))
        return self._found[-1]


def _told(
    main: Sequence[Token], other: Sequence[Token], connective: Token, sex_of: SexOf
) -> str | None:
    """Write two clauses with parties instead of names and pronouns; ``None`` if a pronoun could be several."""
    first, second = sorted((main, other), key=lambda clause: clause[0].i)
    parties = Parties(sex_of)
    if not parties.take(first) or not parties.take(second):
        return None
    one, two = written(first, parties), written(second, parties)
    return joined(one, two, connective.lower_, fronted=second is not other)


def joined(first: str, second: str, connective: str, *, fronted: bool) -> str:
    """Write two clauses and what joins them as a sentence.

    >>> joined("person1 leaves", "person1 is ill", "if", fronted=True)
    'If person1 leaves, person1 is ill.'
    """
    said = f"{connective} {first}, {second}" if fronted else f"{first} {connective} {second}"
    return f"{said[:1].upper()}{said[1:]}."


def written(clause: Iterable[Token], parties: Parties) -> str:
    """Write words of a clause, with what its parties are called."""
    words = (_word(token, parties.called, parties.plural) for token in clause)
    return " ".join(filter(None, words)).replace(" 's", "'s")


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
        return party in ("person", "sing")
    return (pronoun, party) in (("it", "sing"), ("it", "neut"), ("they", "plur"))


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
    if governs and word in _PLURAL_FORMS and "Fin" in token.morph.get("VerbForm", []):
        return _PLURAL_FORMS[word]
    if (
        token.i in plural
        and "Pres" in token.morph.get("Tense", [])
        and "Fin" in token.morph.get("VerbForm", [])
    ):
        return third_person(word)
    return word
