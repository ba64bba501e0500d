"""Raw text as a source: sentences that say what a question's two halves say, read as rules, with file and line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.asking.asking import TEXT
from coindex.asking.checking import MOST, fault
from coindex.asking.source import Reply, Request
from coindex.asking.text_index import Found, TextIndex
from coindex.asking.text_rules import predicates, rule_of

if TYPE_CHECKING:
    from spacy.language import Language

_LOOKED_AT = 40
"""Sentences found that are parsed."""


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

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        """Give for each question at most three rules made of sentences of the corpus; nothing is judged here."""
        for request in requests:
            if request.statements or request.query.asks:
                yield Reply("", self.name)  # (causes and effects have no pronoun to go by)
                continue
            found = self._rules(request)
            places = ", ".join(f"{one.file}:{one.line}" for _, one in found)
            yield Reply("\n".join(rule for rule, _ in found), f"{self.name} {places}".strip())

    def _rules(self, request: Request) -> list[tuple[str, Found]]:
        query = request.query
        wanted = predicates(self._nlp(query.text), query.start)
        if not wanted.own or not wanted.other:
            return []
        sentences = self._index.find((wanted.own, wanted.other), _LOOKED_AT)
        rules: dict[str, Found] = {}
        for one, doc in zip(sentences, self._nlp.pipe(s.sentence for s in sentences), strict=True):
            rule = rule_of(doc, wanted)
            if rule is not None and not fault(rule, query):
                rules.setdefault(rule, one)
            if len(rules) == MOST:
                break
        return list(rules.items())
