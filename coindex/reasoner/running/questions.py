"""Which questions a text asks: its pronouns with the phrases that agree with them in gender by the lexicon."""

from __future__ import annotations

import re
from collections.abc import Sequence

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.store.store import Store
from kparse.errors import InputError, NoCandidateError
from kparse.graph import SemanticGraph
from kparse.mentions.candidates import find_questions
from kparse.mentions.question import Question

_ARTICLES = frozenset({"a", "an", "the"})
_TELLING = frozenset(
    "person animal place organisation time event abstract thing_only body_part plant substance information group"
    " artefact building container document feeling_thing activity period".split()
)
_REMEMBERED = 1000
"""Words whose sex is remembered."""


class Genders:
    """Genders of nouns and names, looked up in the compiled knowledge."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sexes: dict[str, str | None] = {}
        self._up: dict[str, set[str]] = {}
        self._kinds: dict[str, frozenset[str]] = {}

    def gender_of(self, lemma: str) -> str | None:
        """Gender of a noun or name: ``masc``, ``fem`` or unknown; unknown of animals, since a cow may be *it*.

        A name of several words has that of its first: a title (*Mrs Moe*, *Countess Thurn*) or a given name.
        """
        first, _, rest = lemma.partition("_")
        if rest and first[:1].isupper():
            return self.gender_of(first) or self.gender_of(first.lower().rstrip("."))
        found = {
            row.fact.rsplit(",", 1)[1].rstrip(")")
            for row in self._store.rows_for(lemma)
            if row.predicate in ("gender", "name", "title")
        }
        if len(found) != 1 or found & {"either"}:
            return None
        animal = any("animal" in self._above(kind) for kind in self._second("kind", lemma))
        return None if animal else found.pop()

    def sex_of(self, lemma: str) -> str | None:
        """Like :meth:`gender_of`; also ``person`` for nouns of grown persons, ``neut`` for what is never *he*."""
        if lemma not in self._sexes:
            if len(self._sexes) > _REMEMBERED:
                self._sexes.clear()
            self._sexes[lemma] = self.gender_of(lemma) or self._sex_by_kind(lemma)
        return self._sexes[lemma]

    def kinds_of(self, lemma: str) -> frozenset[str]:
        """Give those of a noun's kinds, and of those above them, that tell which pronoun stands for it."""
        if lemma not in self._kinds:
            if len(self._kinds) > _REMEMBERED:
                self._kinds.clear()
            closures = [self._above(kind) for kind in self._second("kind", lemma)]
            self._kinds[lemma] = frozenset().union(*closures) & _TELLING
        return self._kinds[lemma]

    def _sex_by_kind(self, lemma: str) -> str | None:
        closures = [self._above(kind) for kind in self._second("kind", lemma)]
        if closures and all("person" in above and "child" not in above for above in closures):
            return "person"  # (a baby may be *it*)
        if closures and not any(map(_may_be_he_or_she, closures)):
            return "neut"
        return None

    def _above(self, kind: str) -> set[str]:
        """A kind and all kinds above it."""
        found = {kind}
        waiting = [kind]
        while waiting:
            low = waiting.pop()
            if low not in self._up:
                self._up[low] = self._second("kind_isa", low)
            more = self._up[low] - found
            found |= more
            waiting += sorted(more)
        return found

    def _second(self, predicate: str, first: str) -> set[str]:
        """The second arguments of the rows ``predicate(first, X)``."""
        rows = (row for row in self._store.rows_for(first) if row.predicate == predicate)
        pairs = (arguments(row.fact) for row in rows)
        return {high for low, high in pairs if low.strip('"') == first}


def _may_be_he_or_she(kinds: set[str]) -> bool:
    """Tell by a kind and those above it whether a thing lives or acts by itself: an organisation acts, but is *it*."""
    return "animate" in kinds or (
        bool(kinds & {"agentive", "mind"}) and not kinds & {"organisation", "group"}
    )


def questions_of(
    graph: SemanticGraph,
    pronoun: str | int | None,
    candidates: Sequence[str] | None,
    genders: Genders,
    *,
    forgiving: bool = True,
    least_there: int = 2,
) -> list[Question]:
    """Find the questions asked. Candidates that were not given must agree in sex, if at least two do.

    With ``forgiving`` it is enough that ``least_there`` of the given candidates are in the text; else all must be. Of
    one that is not there nothing can be known but that it is none of the others.

    Where several pronouns are asked about, one that agrees is enough: then only the reading of the whole text counts,
    and no single question has to show what speaks against the others.

    Raises:
        InputError: there is no such pronoun, or no candidate, or not enough of those given are in the text.
    """
    asked = find_questions(
        graph, pronoun=pronoun, candidates=candidates, gender_of=genders.gender_of
    )
    if candidates is not None:
        absent = [
            candidate.text
            for candidate in asked[0].candidates
            if candidate.node is None and not _has_words(graph, candidate.text)
        ]
        there = len(asked[0].candidates) - len(absent)
        if absent and (there < least_there or not forgiving):
            raise NoCandidateError(
                f"the candidate {absent[0]!r} is not in the text",
                hint="Give phrases of the text, word for word or nearly so.",
            )
        return asked
    try:
        found = find_questions(graph, pronoun=pronoun, gender_of=genders.sex_of)
    except InputError:
        return asked
    least = 1 if len(asked) > 1 else 2
    strict = {q.pronoun: q for q in found if len(q.candidates) >= least}
    return [strict.get(q.pronoun, q) for q in asked]


def _has_words(graph: SemanticGraph, phrase: str) -> bool:
    """Tell whether a text has all words of a phrase: where the parser found no phrase of them, the rest is asked."""
    there = set(_words(graph.metadata.get("snt", "")))
    return all(word in there for word in _words(phrase) if word not in _ARTICLES)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def other_questions(
    graph: SemanticGraph, asked: Sequence[Question], genders: Genders
) -> list[Question]:
    """Find the other pronouns of the text with their candidates: they are bound together with those asked about."""
    try:
        found = find_questions(graph, gender_of=genders.sex_of)
    except InputError:
        return []
    taken = {q.pronoun for q in asked}
    return [q for q in found if q.pronoun not in taken]
