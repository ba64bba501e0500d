"""Raw text as a source: sentences that say what a question's two halves say; or what many say about a verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.asking.asking import TEXT
from coindex.asking.checking import MOST, NUMBER, fault
from coindex.asking.source import Reply, Request
from coindex.asking.text_index import Found, TextIndex
from coindex.asking.text_patterns import JOINTS, counted
from coindex.asking.text_rules import predicates, rule_of
from coindex.reasoner.asks import RULES, Query

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from coindex.reasoner.running.questions import Genders
    from coindex.reasoner.store.store import Store

_LOOKED_AT = 200
"""Sentences with the words of a question that are parsed."""
_IN_BULK = 3000
"""Sentences with a verb that are looked at to see what text says of its parties."""
_SHORT = 16
"""Words of such a sentence at most: of longer ones hardly any says one thing only."""
_JOINED = tuple(sorted(JOINTS))
_NAMED = ("i", "you", "he", "she", "we", "they"), ("me", "you", "him", "her", "us", "them")
"""Words without which a sentence says nothing of two persons; sentences with names alone are rare."""


class TextSource:
    """The sentences of a corpus (:class:`coindex.asking.text_index.TextIndex`).

    Args:
        corpus: a text file or a folder of them, perhaps compressed.

    Raises:
        InputError: there is no text, or a file cannot be read.
    """

    at_once = 1

    def __init__(self, corpus: str) -> None:
        self.name = f"{TEXT}:{Path(corpus).name}"
        self._index = TextIndex(corpus)

    @cached_property
    def _nlp(self) -> Language:
        from kparse.input.pipeline import load_model

        return load_model()

    @cached_property
    def _store(self) -> Store:
        from coindex.files.shipped import KNOWLEDGE
        from coindex.reasoner.store.store import Store

        return Store.open([KNOWLEDGE])

    @cached_property
    def _genders(self) -> Genders:
        from coindex.reasoner.running.questions import Genders

        return Genders(self._store)

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        """Give rules that text states: at most three for a question, more about the frame of a verb.

        Nothing is judged here, and nothing is found for causes and effects, which have no pronoun to go by.
        """
        for request in requests:
            query = request.query
            if request.statements or query.asks not in ("", RULES):
                yield Reply("", self.name)
                continue
            found = self._about(query) if query.asks == RULES else self._rules(query)
            places = ", ".join(f"{one.file}:{one.line}" for _, one in found)
            yield Reply("\n".join(rule for rule, _ in found), f"{self.name} {places}".strip())

    def _rules(self, query: Query) -> list[tuple[str, Found]]:
        """Find sentences that say what both halves of a question say."""
        wanted = predicates(self._nlp(query.text), query.start)
        if not wanted.own or not wanted.other:
            return []
        rules: dict[str, Found] = {}
        for one, doc in self._parsed(self._index.find((wanted.own, wanted.other), _LOOKED_AT)):
            rule = rule_of(doc, wanted, self._genders.sex_of)
            if rule is not None and not fault(rule, query):
                rules.setdefault(rule, one)
            if len(rules) == MOST:
                break
        return list(rules.items())

    def _about(self, query: Query) -> list[tuple[str, Found]]:
        """Find what several sentences say of the parties of a frame."""
        head, _, preposition = query.text.partition(" ")
        groups = ((head,), _JOINED, *_NAMED)
        short = [s for s in self._index.find(groups, _IN_BULK) if s.sentence.count(" ") < _SHORT]
        found = list(self._parsed(short))
        cores = counted((doc for _, doc in found), head, preposition, self._genders.sex_of)
        good = [one for one in cores if not fault(one.rule, query)]
        return [(one.rule, found[one.example][0]) for one in good[:NUMBER]]

    def _parsed(self, sentences: Sequence[Found]) -> Iterator[tuple[Found, Doc]]:
        docs = self._nlp.pipe(one.sentence for one in sentences)
        return zip(sentences, docs, strict=True)
