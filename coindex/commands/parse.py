"""``parse``: print the semantic graph of a text."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from coindex.commands.options.text_input import read_graphs, require_one_source, text_argument
from kparse.errors import InputError

if TYPE_CHECKING:
    from kparse.graph import SemanticGraph


def parse(options: argparse.Namespace) -> int:
    """Print the semantic graph of a text, or of every text of a CoNLL-U file."""
    require_one_source(options, "text", "conllu")
    if options.conllu is not None:
        graphs = list(read_graphs(options.conllu))
    else:
        from kparse import load_model, parse_text, strip_brackets

        text = strip_brackets(text_argument(options.text))[0]
        graphs = [parse_text(load_model(options.model), text, blanks="_" in text)]
    if options.format == "svg" and len(graphs) != 1:
        raise InputError(
            f"one picture shows one graph, and there are {len(graphs)}",
            hint="Use another --format.",
        )
    for graph in graphs:
        print(_graph_as(graph, options.format).rstrip("\n"))
    return 0


def _graph_as(graph: SemanticGraph, form: str) -> str:
    import json

    from kparse.notation import draw
    from kparse.notation.facts import facts
    from kparse.notation.penman import encode

    if form == "penman":
        return encode(graph)
    if form == "facts":
        return "\n".join(facts(encode(graph)))
    if form == "json":
        return json.dumps(draw.to_json(graph), ensure_ascii=False)
    return draw.to_dot(graph) if form == "dot" else draw.to_svg(graph)
