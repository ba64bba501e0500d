"""Documents of other spaCy pipelines: whether their parse is one of Universal Dependencies, and a parse if not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kparse.input.gaps import reasons
from kparse.input.lemmas import lemma_of
from kparse.input.tokens import ParsedText, Token, from_doc

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.tokens import Token as SpacyToken

UNIVERSAL = frozenset(
    "acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl "
    "fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative "
    "xcomp".split()
)
"""The relations of Universal Dependencies, without subtypes."""


def has_ud_parse(doc: Doc) -> bool:
    """Tell whether a document has parts of speech, and a parse with labels of Universal Dependencies only.

    The CLEAR labels of spaCy's own English models are others: *dobj*, *pobj*, *prep*.
    """
    if not (doc.has_annotation("DEP") and doc.has_annotation("POS")):
        return False
    return all(
        token.dep_.partition(":")[0].lower() in UNIVERSAL for token in doc if not token.is_space
    )


def parsed_with(nlp: Language, doc: Doc) -> ParsedText:
    """Parse the words and blanks of a document with another pipeline; its sentences and lemmas stay, where it has them.

    The words *as* and *since* are read as *because* where they give a reason, see :mod:`kparse.input.gaps`.
    """
    from spacy.tokens import Doc

    because = set(reasons(doc.text))
    words = ["because" if token.idx in because else token.text for token in doc]
    copy = Doc(nlp.vocab, words=words, spaces=[bool(token.whitespace_) for token in doc])
    if doc.has_annotation("SENT_START"):
        for here, there in zip(copy, doc, strict=True):
            here.is_sent_start = bool(there.is_sent_start)
    for _, pipe in nlp.pipeline:
        copy = pipe(copy)
    parsed = from_doc(copy, doc.text)
    has_lemmas = doc.has_annotation("LEMMA")
    own = [token for token in doc if not token.is_space]
    tokens = tuple(
        replace(
            token,
            form=word.text,
            lemma=_lemma(token, word) if has_lemmas or token.form != word.text else token.lemma,
            start=word.idx,
            end=word.idx + len(word.text),
        )
        for token, word in zip(parsed.tokens, own, strict=True)
    )
    return replace(parsed, tokens=tokens)


def _lemma(token: Token, word: SpacyToken) -> str:
    """Give a word's lemma in its document; a connective stays as it is."""
    if token.form != word.text:
        return word.text.lower()
    return lemma_of(word.text, token.upos, word.lemma_, token.xpos, trust=False)
