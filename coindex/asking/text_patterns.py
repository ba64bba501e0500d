"""What sentences of raw text say of the two parties of a verb, cut down to plain rules.

*I thanked her warmly, because she had saved my life* says *person1 thanked person2 because person2 had saved person1's
life*. A sentence is taken only if nothing is lost that changes what it says, and if no more sentences say the same of
the other party. Sentences that say the same are counted together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.asking.text_rules import Parties, SexOf, joined, pairs, written
from coindex.asking.text_words import LIGHT

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

RELIABILITY = 0.8
"""Share of the sentences with a core that say it of this party, not of the other."""
_PERSON = re.compile(r"person\d")
_NEGATIONS = frozenset(("not", "never", "n't", "n’t", "no"))
_ABLE = frozenset(("can", "could", "ca"))
_VAGUE = frozenset("would will might may must should shall ought".split())
"""Modals of what has not happened."""
_ESSENTIAL = ("ccomp", "csubj", "expl", "advcl", "acl", "parataxis")
"""Clauses without which a clause says something else."""
_ARGUMENTS = ("nsubj", "obj", "iobj", "obl", "nmod", "xcomp")
_STAYING = ("aux", "cop", "mark", "advmod", "det", "case", "nummod", "amod", "compound", "flat")
_LEFT_OUT = ("advmod", "discourse", "vocative")
_TELLING = frozenset(
    "how why where when so as too more most less least only hardly barely once not".split()
)
"""Adverbs that are not left out."""
_DENYING = frozenset(("but", "although", "though"))
JOINTS = _DENYING | {"because", "so"}
"""Connectives after which a clause says why, what comes of it, or what it does not lead to."""
_SPEECH = frozenset("say tell know think ask answer reply cry see hear feel believe mean".split())
"""Verbs that say little of anybody without what follows."""


@dataclass(frozen=True, slots=True)
class Core:
    """What one sentence says of the parties of a verb."""

    clause: str
    """The clause of the verb as lemmas, its parties numbered."""
    joint: str
    """The connective, and which of the two clauses is the main one."""
    said: str
    """The other clause."""
    rule: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What sentences that say the same share."""
        return self.clause, self.joint, self.said

    @property
    def exchanged(self) -> tuple[str, str, str]:
        """The same, said of the other party: the clause of the verb stays."""
        other = {"person1": "person2", "person2": "person1"}
        turned = re.sub(r"person[12]", lambda match: other[match[0]], self.said)
        return self.clause, self.joint, turned


@dataclass(frozen=True, slots=True)
class Counted:
    """A core and the sentences that share it."""

    rule: str
    support: int
    """How many sentences say it."""
    example: int
    """The first of them, by its number."""


def counted(docs: Iterable[Doc], head: str, preposition: str, sex_of: SexOf) -> list[Counted]:
    """Count the cores of sentences that say something of the parties of a verb.

    Args:
        docs: parsed sentences.
        head: the verb or adjective, as a lemma.
        preposition: before its second party; empty if that is its object.
        sex_of: as for :class:`coindex.asking.text_rules.Parties`.

    Returns:
        Those that are reliable: the most frequent first, of these the shortest.
    """
    support: Counter[tuple[str, str, str]] = Counter()
    first: dict[tuple[str, str, str], tuple[Core, int]] = {}
    said: set[str] = set()
    for number, doc in enumerate(docs):
        if doc.text in said:
            continue  # (another copy of the same book)
        said.add(doc.text)
        for core in dict.fromkeys(cores(doc, head, preposition, sex_of)):
            support[core.key] += 1
            first.setdefault(core.key, (core, number))
    found: dict[str, Counted] = {}
    for key, (core, number) in first.items():
        against = support[core.exchanged] if core.exchanged != key else 0
        if support[key] >= RELIABILITY * (support[key] + against):
            found.setdefault(core.rule, Counted(core.rule, support[key], number))
    return sorted(found.values(), key=lambda one: (-one.support, one.rule.count(" "), one.rule))


def cores(doc: Doc, head: str, preposition: str, sex_of: SexOf) -> Iterator[Core]:
    """Give what a sentence says of the two parties of a verb in another clause."""
    for main, other, connective in pairs(doc):
        if connective.lower_ not in JOINTS:
            continue
        clauses = sorted((main, other), key=lambda clause: clause[0].i)
        parties = Parties(sex_of)
        if not all(parties.take(clause) for clause in clauses):
            continue
        if not _is_plain(main, connective) or not _is_plain(other, connective):
            continue
        subjects = [_subject(clause, parties) for clause in (main, other)]
        if not all(map(_PERSON.fullmatch, subjects)):
            continue
        if connective.lower_ in _DENYING and subjects[0] == subjects[1]:
            continue  # (a story that goes on)
        for clause, said in ((main, other), (other, main)):
            if _head(clause).lemma_.lower() != head:
                continue
            inside = {*clause, *said}
            own, rest = (_cut(_head(some), inside, parties) for some in (clause, said))
            if preposition and not _is_governed(preposition, own, _head(clause)):
                continue
            if lemmas := _lemmas(own, rest, parties):
                ordered = (own, rest) if clause is main else (rest, own)
                one, two = (written(text, parties) for text in ordered)
                rule = _numbered(joined(one, two, connective.lower_, fronted=False))
                which = "main" if clause is main else "joined"
                yield Core(lemmas[0], f"{connective.lower_} {which}", lemmas[1], rule)


def _is_plain(clause: Sequence[Token], connective: Token) -> bool:
    """Tell whether a clause tells what happened: no question, nothing supposed, no *not because*."""
    head = _head(clause)
    beside = [t for t in head.children if t in clause]
    if head.pos_ not in ("VERB", "ADJ") or any(t.dep_ == "mark" for t in beside):
        return False
    subject = next((t for t in beside if t.dep_.startswith("nsubj")), None)
    helping = [t for t in beside if t.dep_.startswith("aux") or t.lower_ in _NEGATIONS]
    if subject is None or any(t.i < subject.i or t.lower_ in _VAGUE for t in helping):
        return False
    is_able = any(t.lower_ in _ABLE for t in helping)
    is_denied = any(t.lower_ in _NEGATIONS for t in helping)
    return not (
        is_denied and not is_able and connective.lower_ == "because" and head.i < connective.i
    )


def _subject(clause: Sequence[Token], parties: Parties) -> str:
    """Give what the first word of a clause is called, if that is its subject."""
    head = _head(clause)
    first = next(t for t in clause if not _is_adverbial(t, parties))
    return (
        parties.called.get(first.i, "")
        if first.dep_.startswith("nsubj") and first.head == head
        else ""
    )


def _is_governed(preposition: str, clause: Sequence[Token], verb: Token) -> bool:
    return any(t.lower_ == preposition and t.dep_ == "case" and t.head.head == verb for t in clause)


def _lemmas(
    clause: Sequence[Token], said: Sequence[Token], parties: Parties
) -> tuple[str, str] | None:
    """Give both clauses as lemmas, if the first has two persons, and the other is about these."""
    if not clause or not said:
        return None
    called = [[parties.called.get(t.i, "") for t in some] for some in (clause, said)]
    two = [name for name in dict.fromkeys(called[0]) if _PERSON.fullmatch(name)]
    named = [{name.removesuffix("'s") for name in some if name} for some in called]
    if len(two) != 2 or not named[1] or not named[0] | named[1] <= set(two):
        return None
    if _head(said).lemma_.lower() in LIGHT | _SPEECH and len(said) < 3:
        return None
    numbers = {name: f"person{number}" for number, name in enumerate(two, 1)}
    one, other = (
        " ".join(filter(None, (_lemma(t, parties, numbers) for t in some)))
        for some in (clause, said)
    )
    return one, other


def _head(clause: Sequence[Token]) -> Token:
    """Give the word of a clause that no other one of it governs."""
    inside = set(clause)
    return next(token for token in clause if token.head not in inside or token.head == token)


def _cut(head: Token, inside: Collection[Token], parties: Parties) -> list[Token]:
    """Leave out of a clause what only colours it; nothing is left if it would say something else."""
    found = [head]
    for child in head.children:
        relation = child.dep_.split(":")[0]
        if child not in inside or relation in ("advcl", "conj"):
            if relation in _ESSENTIAL and child not in inside:
                return []
        elif _is_adverbial(child, parties):
            if child.lower_ in _TELLING or (
                relation != "obl" and any(c in inside for c in child.children)
            ):
                return []
        elif relation in _ARGUMENTS:
            inner = _cut(child, inside, parties)
            if not inner:
                return []
            found += inner
        elif relation in _STAYING or child.dep_ == "compound:prt":
            found.append(child)
        else:
            return []
    return sorted(found, key=lambda token: token.i)


def _is_adverbial(token: Token, parties: Parties) -> bool:
    """Tell whether a word only says when or how: an adverb, or a phrase without a preposition (*the next day*)."""
    relation = token.dep_.split(":")[0]
    if relation == "obl":
        return token.i not in parties.called and all(c.dep_ != "case" for c in token.children)
    return relation in _LEFT_OUT and token.lower_ not in _NEGATIONS


def _lemma(token: Token, parties: Parties, numbers: dict[str, str]) -> str:
    """Give a word as it counts: a party by its number, *can* and *not*, other words as lemmas."""
    if (name := parties.called.get(token.i)) is not None:
        plain = name.removesuffix("'s")
        return numbers.get(plain, plain) + name[len(plain) :]
    if token.lower_ in _NEGATIONS:
        return "not"
    if token.dep_ == "aux":
        return "can" if token.lower_ in _ABLE else ""
    return "" if token.dep_ in ("cop", "det", "aux:pass") else token.lemma_.lower()


def _numbered(rule: str) -> str:
    """Number the persons in the order in which a rule names them.

    >>> _numbered("Person2 fires person1 because person1 steals.")
    'Person1 fires person2 because person2 steals.'
    """
    names = dict.fromkeys(match.lower() for match in re.findall(r"person\d+", rule, re.I))
    order = {name: str(number) for number, name in enumerate(names, 1)}
    return re.sub(r"(person)\d+", lambda m: m[1] + order[m[0].lower()], rule, flags=re.I)
