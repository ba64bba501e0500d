"""The reasoner as a spaCy pipeline component.

>>> nlp.add_pipe("coindex")  # doctest: +SKIP
>>> doc = nlp("Ann thanked Beth because she had helped her.")  # doctest: +SKIP
>>> for found in doc._.antecedents:  # doctest: +SKIP
...     print(found["pronoun"]["text"], "=", found["antecedent"]["text"], found["confidence"])

It works in any English pipeline. Where the document has a parse with Universal Dependencies labels (and parts of
speech), that parse is used; else the document's own words are parsed with the model that ships. Named entities,
sentences and lemmas are the document's, where it has them.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc, Span, Token

from coindex.reasoner.asks import AsksFactory
from coindex.reasoner.discourse.resolved import Mention, Resolved
from coindex.reasoner.discourse.texts import TextReader
from coindex.reasoner.documents.chains import ChainBuilder, replaced
from coindex.reasoner.documents.other_resolvers import links_of
from kparse.errors import InputError
from kparse.input.capitals import recased
from kparse.input.documents import has_ud_parse, parsed_with
from kparse.input.entities import Sort
from kparse.input.language import not_english
from kparse.input.layout import lay_out
from kparse.input.tokens import from_doc
from kparse.mentions.candidates import THIRD
from kparse.semantics.build import analyse_long

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.input.tokens import ParsedText

CHAINS = "coindex_chains"
"""Chains are in ``doc.spans["coindex_chains_1"]`` and so on."""

SORTS: dict[str, Sort] = {
    "PERSON": "person",
    "PER": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organisation",
    "DATE": "time",
    "TIME": "time",
    "WORK_OF_ART": "work",
    "LAW": "work",
}
"""What the labels of named entities say of a phrase."""


def sort_of(entity: Span) -> Sort | None:
    """Say what a named entity is, by its label."""
    return SORTS.get(entity.label_)


def antecedent_of(token: Token) -> Span | None:
    """Give what a pronoun stands for; the getter of ``token._.antecedent``."""
    doc = token.doc
    for found in doc._.antecedents or ():
        pronoun, antecedent = found["pronoun"], found["antecedent"]
        place = token.idx, token.idx + len(token)
        if (pronoun["start_char"], pronoun["end_char"]) != place or not antecedent:
            continue
        places = (pronoun, antecedent)
        if all(_text_at(doc, place) == place["text"] for place in places):
            # by characters: other components may have split or merged tokens since
            return doc.char_span(
                antecedent["start_char"], antecedent["end_char"], alignment_mode="expand"
            )
    return None


def _text_at(doc: Doc, place: dict[str, Any]) -> str:
    """Give the words at a place, as mentions have them; of a part of a document (``as_doc``) they may be others."""
    return " ".join(lay_out(doc.text[place["start_char"] : place["end_char"]]).text.split())


def resolved_text_of(doc: Doc) -> str:
    """Write a document with its pronouns replaced by what they stand for; the getter of ``doc._.resolved_text``."""
    found = doc._.antecedents or ()
    return replaced(
        doc.text, [f for f in found if _text_at(doc, f["pronoun"]) == f["pronoun"]["text"]]
    )


def register() -> None:
    """Declare what the component sets."""
    if not Doc.has_extension("antecedents"):
        Doc.set_extension("antecedents", default=None)
        Doc.set_extension("resolved_text", getter=resolved_text_of)
        Token.set_extension("antecedent", getter=antecedent_of)


register()


class CoindexComponent:
    """Resolves the third-person pronouns of each document.

    Args:
        model: the UD-labelled spaCy pipeline that parses documents without such labels; the shipped one by default.
        knowledge: files and directories of knowledge besides the shipped one, and English sentences that become rules.
        min_confidence: answers that are less sure are left out.
        pronouns: which are resolved: some of *he, she, it, they*.
        candidates_from: the resolver whose links count (see :mod:`coindex.reasoner.documents.other_resolvers`).
        check: answer also the pronouns that the other resolver has linked, and say whether the answers agree.
        explain: whether to trace the rules that spoke, so that reasons name the people and things of the text.
        asks: makes what gets rules for pronouns that the knowledge does not decide
            (:mod:`coindex.asking.spacy_config`), in each process; by default nobody is asked.
    """

    def __init__(
        self,
        *,
        model: str | None = None,
        knowledge: Sequence[str] = (),
        min_confidence: float = 0.0,
        pronouns: Iterable[str] = tuple(sorted(THIRD)),
        candidates_from: str | None = None,
        check: bool = False,
        explain: bool = False,
        sort_of: Callable[[Span], Sort | None] = sort_of,
        asks: AsksFactory | None = None,
    ) -> None:
        unknown = sorted(set(pronouns) - THIRD)
        if unknown:
            raise InputError(
                f"{unknown[0]!r} is not a pronoun that can be resolved",
                hint=f"Known are {', '.join(sorted(THIRD))}; each stands for all its forms.",
            )
        self.model = model
        self.knowledge = list(knowledge)
        self.min_confidence = min_confidence
        self.pronouns = frozenset(pronouns)
        self.candidates_from = candidates_from
        self.check = check
        self.explain = explain
        self.sort_of = sort_of
        self.asks = asks
        self._reasoner: Reasoner | None = None
        self._process = 0

    def __getstate__(self) -> dict[str, Any]:
        """Leave the reasoner behind: another process makes its own."""
        return {**self.__dict__, "_reasoner": None, "_process": 0}

    @property
    def reasoner(self) -> Reasoner:
        """The reasoner, made on first use in each process."""
        if self._reasoner is None or self._process != os.getpid():
            from coindex.reasoner.running.engine import Reasoner

            paths = [k for k in self.knowledge if not _is_sentence(k)]
            asks = None if self.asks is None else self.asks()
            self._reasoner = Reasoner(model=self.model, extra=paths, asks=asks)
            self._process = os.getpid()
        return self._reasoner

    def __call__(self, doc: Doc) -> Doc:
        """Set the document's antecedents and chains; of one that is not English none, with a warning."""
        doc._.antecedents = []
        for key in [k for k in doc.spans if k.startswith(f"{CHAINS}_")]:
            del doc.spans[key]
        foreign = not_english(doc.text)
        if foreign is not None:
            warnings.warn(f"coindex: {foreign}", stacklevel=2)
            return doc
        parsed = parse_of(self.reasoner.nlp, doc)
        links = links_of(doc, self.candidates_from) if self.candidates_from else {}
        reader = TextReader(
            self.reasoner,
            parsed,
            entities=[(e.start_char, e.end_char, s) for e in doc.ents if (s := self.sort_of(e))],
            given=links,
            check=self.check,
            concepts=self.pronouns,
            explain=self.explain,
            knowledge=[k for k in self.knowledge if _is_sentence(k)],
        )
        chains = ChainBuilder()
        records = []
        for found in reader.read():
            if isinstance(found, Resolved) and not self._is_sure(found):
                continue
            chains.add(found)
            if isinstance(found, Resolved):
                records.append(_record(doc, found))
        doc._.antecedents = records
        for number, chain in enumerate(chains.chains(), 1):
            spans = [span for m in chain if (span := _span(doc, m)) is not None]
            doc.spans[f"{CHAINS}_{number}"] = spans
        return doc

    def _is_sure(self, found: Resolved) -> bool:
        return found.confidence is None or found.confidence >= self.min_confidence


def parse_of(nlp: Language, doc: Doc) -> ParsedText:
    """Give the parse of a document, its own or that of ``nlp``; with a layout or capitals that of the text without."""
    laid = lay_out(doc.text)
    if laid.apart or recased(laid.text) != doc.text:
        return analyse_long(nlp, doc.text)
    return from_doc(doc) if has_ud_parse(doc) else parsed_with(nlp, doc)


def _is_sentence(knowledge: str) -> bool:
    """Tell an English sentence from the name of a file or directory."""
    return len(knowledge.split()) > 2 and not os.path.exists(knowledge)


def _span(doc: Doc, mention: Mention) -> Span | None:
    return doc.char_span(mention.start, mention.end, alignment_mode="expand")


def _record(doc: Doc, found: Resolved) -> dict[str, Any]:
    """Write an answer as plain data; places also count in tokens, so that ``doc[start:end]`` is the phrase."""
    record = found.to_dict()
    for place in (record["pronoun"], *record["candidates"]):
        span = doc.char_span(place["start_char"], place["end_char"], alignment_mode="expand")
        if span is not None:
            place |= {"start": span.start, "end": span.end}
    return record


@Language.factory(
    "coindex",
    assigns=["doc._.antecedents", "doc._.resolved_text", "doc.spans", "token._.antecedent"],
    default_config={
        "model": None,
        "knowledge": [],
        "min_confidence": 0.0,
        "pronouns": sorted(THIRD),
        "candidates_from": None,
        "check": False,
        "explain": False,
        "asks": None,
    },
)
def make_coindex(
    nlp: Language,
    name: str,
    model: str | None,
    knowledge: list[str],
    min_confidence: float,
    pronouns: list[str],
    candidates_from: str | None,
    check: bool,
    explain: bool,
    asks: AsksFactory | None,
) -> CoindexComponent:
    """Make the component (see :class:`CoindexComponent`)."""
    return CoindexComponent(
        model=model,
        knowledge=knowledge,
        min_confidence=min_confidence,
        pronouns=pronouns,
        candidates_from=candidates_from,
        check=check,
        explain=explain,
        asks=asks,
    )
