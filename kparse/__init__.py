"""kparse: English text to a semantic graph, its notation, and the facts a logic program reads.

    >>> import kparse
    >>> nlp = kparse.load_model()                       # doctest: +SKIP
    >>> graph = kparse.parse_text(nlp, "Ann slept.")    # doctest: +SKIP

Names are imported on first use, so that ``import kparse`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .build import analyse, analyse_all, parse_text, parse_texts
    from .candidates import find_questions, strip_brackets
    from .conllu import read_conllu
    from .errors import AntecedentError, Diagnostic, InputError, Location, ModelError
    from .graph import Choice, Edge, Node, SemanticGraph
    from .notation import decode, decode_all, encode
    from .phrases import phrase_span, phrase_text
    from .pipeline import load_model
    from .question import Candidate, Question
    from .tokens import ParsedText, Token

_HOME = {
    "build": "analyse analyse_all parse_text parse_texts",
    "candidates": "find_questions strip_brackets",
    "conllu": "read_conllu",
    "errors": "AntecedentError Diagnostic InputError Location ModelError",
    "graph": "Choice Edge Node SemanticGraph",
    "notation": "decode decode_all encode",
    "phrases": "phrase_span phrase_text",
    "pipeline": "load_model",
    "question": "Candidate Question",
    "tokens": "ParsedText Token",
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = [
    "AntecedentError", "Candidate", "Choice", "Diagnostic", "Edge", "InputError", "Location", "ModelError", "Node",
    "ParsedText", "Question", "SemanticGraph", "Token", "analyse", "analyse_all", "decode", "decode_all",
    "encode", "find_questions", "load_model", "parse_text", "parse_texts", "phrase_span", "phrase_text",
    "read_conllu", "strip_brackets",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{module}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
