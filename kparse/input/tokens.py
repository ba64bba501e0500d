"""Tokens with a Universal Dependencies analysis: the input of the graph builder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kparse.caches import table
from kparse.input.lemmas import lemma_of

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.tokens import Token as SpacyToken


@dataclass(frozen=True, slots=True)
class Token:
    """A word. ``index`` and ``head`` count over the whole text; the head of a root is ``-1``."""

    index: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: Mapping[str, str]
    head: int
    deprel: str
    start: int
    end: int
    sentence: int = 0


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A text and its tokens in order.

    ``blanks`` are the tokens that stand for a gap (``_``) in the text. ``asked`` are the pronouns that a question is
    about, which are therefore no expletives. ``apart`` has the places of lines that are no running text, with what they
    are (:mod:`kparse.input.layout`).
    """

    text: str
    tokens: tuple[Token, ...]
    blanks: frozenset[int] = field(default_factory=frozenset)
    asked: frozenset[int] = field(default_factory=frozenset)
    apart: tuple[tuple[int, int, str], ...] = ()


FINAL = frozenset(".?!…:;\"'”’)]}—–-*")
"""Characters after which a sentence may begin; a boundary of the parser elsewhere is ignored."""


def _may_end(doc: Doc, i: int) -> bool:
    """Whether a sentence may begin at a token: after a final character or on a new line."""
    if doc[i].is_space or doc[i - 1].is_space:
        return True
    return doc[i - 1].text[-1:] in FINAL


_BEGINNING = frozenset("He She It They We".split())
"""Words that have a capital only where a sentence begins."""


def _must_begin(doc: Doc, i: int) -> bool:
    """Whether a sentence begins at a token, whatever the parser says: with *She* after *at Dr. Y.*."""
    return i > 0 and doc[i].text in _BEGINNING and doc[i - 1].text[-1:] == "."


_KNOWN: dict[int, Mapping[str, str]] = table({})
"""Cache: feature set of spaCy, by its hash -> features. There are about a hundred."""


def _feats(number: int, token: SpacyToken) -> Mapping[str, str]:
    found = _KNOWN.get(number)
    if found is None:
        found = _KNOWN[number] = token.morph.to_dict()
    return found


def from_doc(doc: Doc, text: str | None = None) -> ParsedText:
    """The tokens of a spaCy ``Doc``, without white-space tokens, whose dependents go to their heads."""
    position: dict[int, int] = {}
    for token in doc:
        if not token.is_space:
            position[token.i] = len(position)
    has_lemmas, result = doc.has_annotation("LEMMA"), []
    sentence, starts, begins = -1, doc.has_annotation("SENT_START"), True
    morphs = doc.to_array("MORPH").tolist()
    for token in doc:
        begins = begins or (
            starts
            and (
                (token.is_sent_start is True and _may_end(doc, token.i))
                or (not token.is_sent_start and _must_begin(doc, token.i))
            )
        )
        if token.is_space:
            continue
        if begins:  # blanks alone are no sentence
            sentence, begins = sentence + 1, False
        head = token.head
        seen = 0
        while head.is_space and head.head.i != head.i and seen < 20:
            head, seen = head.head, seen + 1
        index = position[token.i]
        head_index = position.get(head.i, -1)
        upos = token.pos_ or "X"
        result.append(
            Token(
                index=index,
                form=token.text,
                lemma=lemma_of(
                    token.text, upos, token.lemma_ if has_lemmas else "", token.tag_, trust=False
                ),
                upos=upos,
                xpos=token.tag_,
                feats=_feats(morphs[token.i], token),
                head=-1 if head_index == index else head_index,
                deprel="root" if token.dep_ == "ROOT" else token.dep_ or "dep",
                start=token.idx,
                end=token.idx + len(token.text),
                sentence=sentence,
            )
        )
    return ParsedText(doc.text if text is None else text, tuple(result))
