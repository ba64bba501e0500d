"""The reasoner as a spaCy pipeline component.

>>> nlp.add_pipe("coindex", last=True)  # doctest: +SKIP
>>> for found in nlp("Ann thanked Beth because she had helped her.")._.antecedents:  # doctest: +SKIP
...     print(found.pronoun, "=", found.text, found.decided_by)

The pipeline has to have a parser with Universal Dependencies labels, such as the one ``kparse.load_model`` gives.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.answer import Answer
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import SemanticGraph

logger = logging.getLogger(__name__)

WINDOW = 4
"""Sentences read together: the pronoun's own and those before it."""
KEY = "antecedents"
"""Where the answers are kept in ``doc.user_data``: as plain data, so that they survive ``to_bytes`` and processes."""


@dataclass(frozen=True, slots=True)
class Antecedent:
    """What one pronoun of a document stands for."""

    pronoun: Span
    antecedent: Span | None
    """The phrase in the document; ``None`` if the answer is nowhere in it."""
    text: str
    decided_by: str
    confidence: float
    answer: dict[str, Any]
    """The whole answer in its JSON form (``coindex/reasoner/rendering/answer.schema.json``)."""


def antecedents(doc: Doc) -> list[Antecedent]:
    """Give what the pronouns of a document stand for, in text order; the getter of ``doc._.antecedents``."""
    found = []
    for record in doc.user_data.get(KEY, ()):
        answer = record["answer"]
        pronoun = _span(doc, record["pronoun"])
        span = _span(doc, record["place"]) if record["place"] else None
        if pronoun is not None:
            outcome, confidence = answer["decided_by"], answer["confidence"]
            found.append(
                Antecedent(pronoun, span, answer["candidate"], outcome, confidence, answer)
            )
    return found


def _span(doc: Doc, place: Sequence[int]) -> Span | None:
    return doc.char_span(place[0], place[1], alignment_mode="expand")


if not Doc.has_extension("antecedents"):
    Doc.set_extension("antecedents", getter=antecedents)


class CoindexComponent:
    """Answers all third-person pronouns of each document. A document without any gets an empty list."""

    def __init__(self, knowledge: Sequence[str] = (), explain: bool = False) -> None:
        self._knowledge = tuple(knowledge)
        self._explain = explain
        self._reasoner: Reasoner | None = None

    @property
    def reasoner(self) -> Reasoner:
        """The reasoner (made on first use; the document's own parse is used, so it loads no model)."""
        if self._reasoner is None:
            from coindex.reasoner.running.engine import Reasoner

            self._reasoner = Reasoner(extra=self._knowledge)
        return self._reasoner

    def __call__(self, doc: Doc) -> Doc:
        """Set the document's antecedents."""
        if len(doc) and not doc.has_annotation("DEP"):
            raise InputError(
                "the document has no dependency parse",
                hint='Put a parser with Universal Dependencies labels before "coindex".',
            )
        doc.user_data[KEY] = [
            record for window, asked in _windows(doc) for record in self._records(window, asked)
        ]
        return doc

    def _records(self, window: Span, asked: int) -> Iterator[dict[str, Any]]:
        """Answer the pronouns of a window from an offset on; places are those in the document."""
        from kparse.input.tokens import from_doc
        from kparse.semantics.build import build

        graph = build(from_doc(window.as_doc()))
        try:
            answers = self.reasoner.answer_graph(graph, explain=self._explain)
        except InputError:  # nothing to ask about
            return
        shift = window.start_char
        for answer in answers:
            start, end = answer.start + shift, answer.end + shift
            if start >= asked:
                place = _place(graph, answer)
                yield {
                    "pronoun": [start, end],
                    "place": place and [place[0] + shift, place[1] + shift],
                    "answer": answer.to_dict(),
                }


def _windows(doc: Doc) -> Iterator[tuple[Span, int]]:
    """Give a short document whole; of a long one each sentence with some before it, and where that sentence begins."""
    from kparse.semantics.build import MAX_CHARACTERS

    sentences = (
        list(doc.sents) if doc.has_annotation("SENT_START") else [doc[:]] if len(doc) else []
    )
    if len(sentences) <= WINDOW:
        found = [(doc[:], 0)] if sentences else []
    else:
        found = [
            (doc[sentences[max(0, i - WINDOW + 1)].start : sentence.end], sentence.start_char)
            for i, sentence in enumerate(sentences)
        ]
    for window, asked in found:
        if window.end_char - window.start_char <= MAX_CHARACTERS:
            yield window, asked
        else:
            logger.warning("the sentences at %d are too long to be read", window.start_char)


def _place(graph: SemanticGraph, answer: Answer) -> list[int] | None:
    from kparse.mentions.phrases import phrase_span

    best = answer.best
    span = phrase_span(graph, best.node) if best and best.node else None
    return list(span) if span else None


@Language.factory(
    "coindex",
    assigns=["doc._.antecedents"],
    requires=["token.dep", "token.head", "token.pos"],
    default_config={"knowledge": [], "explain": False},
)
def make_coindex(nlp: Language, name: str, knowledge: list[str], explain: bool) -> CoindexComponent:
    """Make the component; ``knowledge`` is read besides the shipped one.

    Raises:
        ModelError: the pipeline's parser has other labels than those of Universal Dependencies.
    """
    from kparse.input.pipeline import check_labels

    if "parser" in nlp.pipe_names:
        check_labels(nlp, nlp.meta.get("name", "this pipeline"))
    return CoindexComponent(knowledge, explain)
