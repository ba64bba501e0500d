"""kparse: from English text to a semantic graph, its notation, and the facts that a logic program reads.

    >>> import kparse
    >>> nlp = kparse.load_model()                       # doctest: +SKIP
    >>> graph = kparse.parse_text(nlp, "Ann slept.")    # doctest: +SKIP

Names are imported on first use, so that ``import kparse`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kparse.errors import CoindexError, Diagnostic, InputError, Location, ModelError
    from kparse.graph import Choice, Edge, Node, SemanticGraph
    from kparse.input.conllu import read_conllu
    from kparse.input.pipeline import load_model
    from kparse.input.tokens import ParsedText, Token
    from kparse.mentions.candidates import find_questions, strip_brackets
    from kparse.mentions.phrases import phrase_span, phrase_text
    from kparse.mentions.question import Candidate, Question
    from kparse.notation.penman import decode, decode_all, encode
    from kparse.semantics.build import analyse, analyse_all, parse_text, parse_texts

_HOME = {
    "semantics.build": "analyse analyse_all parse_text parse_texts",
    "mentions.candidates": "find_questions strip_brackets",
    "input.conllu": "read_conllu",
    "errors": "CoindexError Diagnostic InputError Location ModelError",
    "graph": "Choice Edge Node SemanticGraph",
    "notation.penman": "decode decode_all encode",
    "mentions.phrases": "phrase_span phrase_text",
    "input.pipeline": "load_model",
    "mentions.question": "Candidate Question",
    "input.tokens": "ParsedText Token",
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = [
    "Candidate",
    "Choice",
    "CoindexError",
    "Diagnostic",
    "Edge",
    "InputError",
    "Location",
    "ModelError",
    "Node",
    "ParsedText",
    "Question",
    "SemanticGraph",
    "Token",
    "analyse",
    "analyse_all",
    "decode",
    "decode_all",
    "encode",
    "find_questions",
    "load_model",
    "parse_text",
    "parse_texts",
    "phrase_span",
    "phrase_text",
    "read_conllu",
    "strip_brackets",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{module}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
