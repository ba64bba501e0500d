"""The pairwise model, trained on questions with known answers: evidence where authored knowledge does not decide.

The theory derives terms for each candidate (what it does, is and undergoes) and for the pronoun. The model is logistic:
which of two candidates is meant depends on pairs of a candidate's term and a pronoun's term, each with a weight.
(Rahman and Ng 2012 learn weights of pairs of words; here the terms come from authored knowledge of the words.)
``python -m training.pairing`` makes the file (``docs/statistics.md``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from coindex.files.shipped import short_name
from coindex.reasoner.asp.terms import split_term
from coindex.reasoner.english.classes import english
from coindex.reasoner.evidence.points import TRUST, points
from coindex.reasoner.evidence.weigh import LARGEST, SCALE, Evidence
from coindex.reasoner.knowledge.default_rules import Sides, asserted, happening
from kparse.asp import quote
from kparse.caches import lru_cache
from kparse.errors import KnowledgeError, Location

Weights = Mapping[str, Mapping[str, int]]
"""Weights of pairs: by the pronoun's term, then by the candidate's."""
PAIRWISE_MODEL = "learned/statistics/pairs.tsv"
"""The file of the weights in a directory of knowledge."""
UNIT = 1000
"""Weights in the file are whole numbers: thousandths of a unit of log-odds."""
SHOWN_PAIRS = 3
"""How many pairs an explanation names."""

PLACES = {
    ("plays", 4): (3, (1, 2)),
    ("prop", 3): (1, (2,)),
    ("rated", 4): (1, (2, 3)),
    ("attributed", 3): (1, (2,)),
    ("role", 3): (2, (1,)),
    ("kind_of", 2): (0, (1,)),
    ("candidate_rated", 4): (1, (2, 3)),
    ("pronoun_rated", 4): (1, (2, 3)),
}
"""Predicates of the terms: which argument is the participant, and which arguments make the term."""
_NAMES = frozenset(name for name, _ in PLACES)
_OF_CANDIDATES = frozenset(
    {"plays", "prop", "rated", "attributed", "role", "kind_of", "candidate_rated"}
)
_OF_PRONOUN = frozenset({"plays", "prop", "rated", "attributed", "role", "pronoun_rated"})
_SIGNS = {"pos": "+", "hi": "+", "neg": "−", "lo": "−"}
_INNER = re.compile(r"(\w+)\((.*)\)")
_INNERS = {"neg": "not"}
_NODE = re.compile(r"\b[a-z][0-9]+\b")


class Atom(Protocol):
    """A true atom of a reading."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def arguments(self) -> Sequence[object]:
        """Its arguments, which are text, or written by ``str``."""


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """The terms that hold of a pronoun and of each of its candidates, whoever is meant."""

    pronoun: frozenset[str]
    candidates: tuple[frozenset[str], ...]


def terms_of(atoms: Iterable[Atom], pronoun: str, candidates: Sequence[str]) -> QuestionTerms:
    """Return the terms of the pronoun and of each candidate among atoms that hold in every reading."""
    found: dict[str, set[str]] = {node: set() for node in (pronoun, *candidates)}
    for node, term in _terms_in(atoms, pronoun, frozenset(candidates)):
        found[node].add(term)
    return QuestionTerms(
        frozenset(found[pronoun]), tuple(frozenset(found[node]) for node in candidates)
    )


def _terms_in(
    atoms: Iterable[Atom], pronoun: str, candidates: frozenset[str]
) -> Iterator[tuple[str, str]]:
    for atom in atoms:
        name = atom.name
        if name not in _NAMES:
            continue
        arguments = atom.arguments
        place, inner = PLACES.get((name, len(arguments)), (-1, ()))
        if place < 0:
            continue
        node = str(arguments[place])
        if (
            name in _OF_PRONOUN
            if node == pronoun
            else node in candidates and name in _OF_CANDIDATES
        ):
            yield node, f"{name}({','.join(_term(arguments[index]) for index in inner)})"


@lru_cache(20_000)
def _term(symbol: object) -> str:
    """Write a term with its nodes replaced by ``_``."""
    return _NODE.sub("_", str(symbol))


class PairwiseModel:
    """Weights of pairs of terms."""

    def __init__(self, weights: Weights | Callable[[], Weights], path: str = "pairs") -> None:
        """Take weights by the pronoun's term and the candidate's, or a function that reads them on first use."""
        self._given = weights
        self.path = path

    @cached_property
    def _weights(self) -> Weights:
        return self._given() if callable(self._given) else self._given

    def evidence(
        self, atoms: Iterable[Atom], pronoun: str, candidates: Sequence[str]
    ) -> list[Evidence]:
        """Give the evidence for candidates, by the atoms that hold in every reading; none if all score the same."""
        terms = terms_of(atoms, pronoun, candidates)
        scores = self.scores(terms)
        found = []
        for index, (node, score) in enumerate(zip(candidates, scores, strict=True)):
            weight = points(min(LARGEST / SCALE, score - min(scores)), TRUST)
            if weight > 0:
                name = f"goes_with({node})"
                fact = f"typical({quote(name)},{pronoun},{node},{weight})"
                text, source = self._words(terms, index)
                found.append(Evidence(name, fact, text, self.path, 0, source))
        return found

    def scores(self, terms: QuestionTerms) -> list[float]:
        """Give the log-odds of each candidate against the others, on average.

        Of two candidates it is the sum of the weights of the one's pairs less that of the other's, over the root of how
        many pairs only one of them has.
        """
        count = len(terms.candidates)
        totals = [0.0] * count
        for one in range(count):
            for other in range(one + 1, count):
                lead = self.lead(terms, one, other) / (count - 1)
                totals[one] += lead / 2
                totals[other] -= lead / 2
        return totals

    def lead(self, terms: QuestionTerms, one: int, other: int) -> float:
        """Give the log-odds of a candidate against another."""
        ours, theirs = terms.candidates[one], terms.candidates[other]
        total = number = 0
        for sign, distinct in ((1, ours - theirs), (-1, theirs - ours)):
            for _, weight in self._weighted_pairs(terms.pronoun, distinct):
                total += sign * weight
                number += 1
        return total / UNIT / math.sqrt(number) if number else 0.0

    def _weighted_pairs(
        self, pronoun: Iterable[str], candidate: Collection[str]
    ) -> Iterator[tuple[tuple[str, str], int]]:
        """Yield the pairs of a candidate's and a pronoun's term that have a weight."""
        for pronoun_term in pronoun:
            weights = self._weights.get(pronoun_term)
            if weights:
                for term in candidate:
                    if term in weights:
                        yield (term, pronoun_term), weights[term]

    def _words(self, terms: QuestionTerms, index: int) -> tuple[str, str]:
        """Say what was learnt, and as a source, from which pairs with the most weight for or against a candidate."""
        mine = terms.candidates[index]
        own = mine - frozenset.intersection(*terms.candidates)
        found = list(self._weighted_pairs(terms.pronoun, own))
        sign = 1
        if not any(weight > 0 for _, weight in found):
            others = frozenset.union(*terms.candidates) - mine
            found = list(self._weighted_pairs(terms.pronoun, others))
            sign = -1
        found.sort(key=lambda pair: (-sign * pair[1], pair[0]))
        named: dict[str, str] = {}
        for (term, pronoun_term), weight in found:
            words = f"“{in_words(term)}” with “{in_words(pronoun_term)}” ({weight / UNIT:+.2f})"
            named.setdefault(in_words(term), words)
        pairs = "; ".join(list(named.values())[:SHOWN_PAIRS])
        return (
            f"Learnt from questions with known answers: {_learnt(found, sign)}.",
            f"learnt from questions; {len(found)} pairs of terms, the strongest: {pairs}",
        )


_VAGUE = frozenset("act good bad mental feeling value worth be".split())
"""What says too little to be told as a reason."""


def _learnt(found: Sequence[tuple[tuple[str, str], int]], sign: int) -> str:
    """Put the strongest pair that says something into words.

    >>> _learnt([(("plays(help,other)", "prop(grateful)"), 90)], 1)
    'those who are helped are more often the ones who are grateful'
    """
    for (term, pronoun_term), weight in found:
        one, other = predicate(term), predicate(pronoun_term)
        if one and other and one != other and sign * weight > 0:
            often = "more" if sign > 0 else "less"
            return f"those who {one} are {often} often the ones who {other}"
    return "many small signs together speak for it"


def predicate(term: str) -> str:
    """Say what a term says of people, as it follows *who*; empty if it says too little.

    >>> [predicate(t) for t in ("plays(help,actor)", "prop(neg(able))", "attributed(does(lose))", "role(agent)")]
    ['help others', 'are not able', 'lose something', '']
    """
    name, args = split_term(term)
    if not args or _VAGUE & set(re.findall(r"[a-z]+", term)):
        return ""
    if name == "plays":
        what = args[0].strip('"') if args[0].strip('"') in english()["classes"] else args[0]
        return happening(Sides("effect", what, args[1], "", 1))
    return asserted(args[0]) if name in ("prop", "attributed") else ""


def in_words(term: str) -> str:
    """Put a term into words.

    >>> [in_words(t) for t in ("rated(worth,neg)", "plays(help,patient)", "prop(dim(age,hi))")]
    ['worth −', 'patient of help', 'age +']
    """
    name, _, rest = term.removesuffix(")").partition("(")
    first, _, second = rest.partition(",")
    if name in ("rated", "pronoun_rated", "candidate_rated"):
        return f"{first} {_SIGNS.get(second, second)}"
    if name == "plays":
        what, _, role = rest.rpartition(",")
        return f"{role} of {in_words(f'prop({what})')}"
    if name in ("prop", "attributed"):
        inner = _INNER.fullmatch(rest)
        if inner is None:
            return rest.strip('"')
        kind, inside = inner.groups()
        if kind == "dim":
            return in_words(f"rated({inside})")
        return f"{_INNERS.get(kind, kind)} {in_words(f'prop({inside})')}"
    return f"{name.replace('_', ' ')} {rest}"


def read_pairwise_model(path: Path) -> PairwiseModel:
    """Read the file that :mod:`training.pairing` writes.

    Raises:
        KnowledgeError: see :func:`_read_weights`.
    """
    return PairwiseModel(_read_weights(path), short_name(path))


def _read_weights(path: Path) -> Weights:
    """Read the weights of pairs by the pronoun's term and the candidate's.

    Raises:
        KnowledgeError: it cannot be read, or a line is not *weight, candidate's term, pronoun's term*.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise KnowledgeError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise KnowledgeError(f"{path}: not UTF-8 (byte {error.start + 1})") from error
    weights: dict[str, dict[str, int]] = {}
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 3 or not re.fullmatch(r"[+-]?[0-9]+", fields[0]):
            raise KnowledgeError(
                "not a pair",
                location=Location(str(path), number, 1),
                source_line=line,
                hint="Write: weight, the candidate's term, the pronoun's term, with tabs between.",
            )
        weights.setdefault(fields[2], {})[fields[1]] = int(fields[0])
    return weights


@lru_cache(4)
def shipped_pairwise_model(path: Path) -> PairwiseModel | None:
    """Give the model of a file, which is read once in a process, when first asked; ``None`` if there is no file."""
    return PairwiseModel(lambda: _read_weights(path), short_name(path)) if path.is_file() else None
