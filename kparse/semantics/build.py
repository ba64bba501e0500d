"""From a dependency analysis to the semantic graph (``docs/graph.md`` says what the graph looks like)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING

from kparse.errors import InputError
from kparse.graph import SemanticGraph
from kparse.input.capitals import recased
from kparse.input.gaps import PreparedText, prepare_text
from kparse.input.hyphens import join_hyphenated
from kparse.input.layout import Layout, lay_out
from kparse.input.sentences import parse_docs
from kparse.input.tokens import ParsedText, from_doc
from kparse.input.tree import Tree
from kparse.input.turns import labels_of
from kparse.repair.rules import repair
from kparse.semantics.clefts import keep_asked, mark_expletives, undo_clefts, undo_the_one
from kparse.semantics.discourse import connect, sentences
from kparse.semantics.ellipsis import ellipsis
from kparse.semantics.nodes import make_nodes
from kparse.semantics.open_attachments import open_attachments
from kparse.semantics.relations.arguments import arguments
from kparse.semantics.relations.clauses import clauses
from kparse.semantics.relations.comparison import comparative_phrases
from kparse.semantics.relations.context import Context
from kparse.semantics.relations.relatives import map_relativizers

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MAX_CHARACTERS = 20_000
"""Longer texts are refused."""

MAX_TOKENS = 6_000
"""Texts with more tokens are refused (20,000 brackets would keep the parser busy for minutes)."""


def build(parsed: ParsedText) -> SemanticGraph:
    """Build the graph of a parsed text. Any tree gives a graph, a wrong tree a wrong graph."""
    parsed = join_hyphenated(parsed)
    tree = Tree(parsed)
    ctx = Context(tree)
    ctx.graph.add_node("d1", "text")
    if len(tree):
        repair(tree)
        keep_asked(tree)
        mark_expletives(tree)
        undo_the_one(tree)
        focus = undo_clefts(tree)
        map_relativizers(ctx)
        make_nodes(ctx)
        for i in focus:
            node = ctx.own.get(i)
            if node is not None:
                ctx.graph.nodes[node].attrs["focus"] = "+"
        arguments(ctx)
        clauses(ctx)
        comparative_phrases(ctx)
        ellipsis(ctx)
        sentences(ctx)
        open_attachments(ctx)
        connect(ctx)
    return _renumbered(ctx, parsed)


def _renumbered(ctx: Context, parsed: ParsedText) -> SemanticGraph:
    """A copy with variables numbered in text order within each prefix, nodes in text order, and the metadata."""
    graph = ctx.graph

    def place(node_id: str) -> tuple[int, str]:
        tokens = graph.nodes[node_id].tokens
        number = node_id[1:]
        return (tokens[0] if tokens else int(number) if number.isdigit() else 0, node_id)

    names: dict[str, str] = {"d1": "d1"}
    counts: dict[str, int] = {}
    order = sorted((n for n in graph.nodes if n != "d1"), key=place)
    for old in order:
        prefix = old[0]
        counts[prefix] = counts.get(prefix, 0) + 1
        names[old] = f"{prefix}{counts[prefix]}"
    result = SemanticGraph(metadata=_metadata(parsed))
    result.add_node("d1", "text")
    for old in order:
        node = graph.nodes[old]
        result.add_node(
            names[old], node.concept or "_", kind=node.kind, attrs=node.attrs, tokens=node.tokens
        )
    for edge in graph.edges:
        if edge.source in names and edge.target in names:
            result.add_edge(names[edge.source], edge.role, names[edge.target], edge.choice)
    return result


def _metadata(parsed: ParsedText) -> dict[str, str]:
    return {
        "snt": parsed.text,
        "tok": " ".join("_".join(t.form.split()) or "_" for t in parsed.tokens),
        "spans": " ".join(f"{t.start}-{t.end}" for t in parsed.tokens),
    }


def parse_text(
    nlp: Language, text: str, *, blanks: bool = False, asked: Collection[int] = ()
) -> SemanticGraph:
    """Parse a text and build its graph.

    With ``blanks``, each ``_`` in the text is a gap for a noun phrase and becomes a pronoun node. ``asked`` holds the
    code point offsets of the pronouns asked about: they get a node even where the parser reads them as expletives.
    """
    return build(analyse(nlp, text, blanks=blanks, asked=asked))


def parse_texts(
    nlp: Language,
    texts: Iterable[str],
    *,
    blanks: bool = False,
    asked: Iterable[Collection[int]] | None = None,
) -> Iterator[SemanticGraph]:
    """Parse many texts in batches and build their graphs; ``asked`` holds one collection of offsets per text."""
    return (build(parsed) for parsed in analyse_all(nlp, texts, blanks=blanks, asked=asked))


def analyse(
    nlp: Language, text: str, *, blanks: bool = False, asked: Collection[int] = ()
) -> ParsedText:
    """The dependency analysis of one text."""
    laid = lay_out(_checked(text))
    prepared = prepare_text(recased(laid.text), blanks=blanks)
    [(doc, _)] = parse_docs(nlp, [(_with_breaks(_tokens(nlp, prepared.text), prepared, laid), 0)])
    return _with_asked(prepared.restore(from_doc(doc, laid.text)), asked)


def analyse_long(nlp: Language, text: str) -> ParsedText:
    """The dependency analysis of a text of any length, without gaps; it has the text without markup."""
    laid = lay_out(text)
    prepared = prepare_text(recased(laid.text), blanks=False)
    [(doc, _)] = parse_docs(nlp, [(_with_breaks(nlp.make_doc(prepared.text), prepared, laid), 0)])
    return replace(prepared.restore(from_doc(doc, laid.text)), apart=laid.apart)


def analyse_all(
    nlp: Language,
    texts: Iterable[str],
    *,
    blanks: bool = False,
    asked: Iterable[Collection[int]] | None = None,
) -> Iterator[ParsedText]:
    """The dependency analyses of many texts, in batches."""
    offsets = repeat(()) if asked is None else asked
    items = (
        (prepare_text(recased(laid.text), blanks=blanks), laid, places)
        for text, places in zip(texts, offsets, strict=False)
        for laid in (lay_out(_checked(text)),)
    )
    docs = ((_with_breaks(_tokens(nlp, item[0].text), *item[:2]), item) for item in items)
    for doc, (prepared, laid, places) in parse_docs(nlp, docs):
        yield _with_asked(prepared.restore(from_doc(doc, laid.text)), places)


def _with_asked(parsed: ParsedText, offsets: Collection[int]) -> ParsedText:
    found = frozenset(
        t.index for t in parsed.tokens for offset in offsets if t.start <= offset < t.end
    )
    return replace(parsed, asked=found) if found else parsed


def _tokens(nlp: Language, text: str) -> Doc:
    doc = nlp.make_doc(text)
    if len(doc) > MAX_TOKENS:
        raise InputError(
            f"the text has {len(doc):,} words and signs; at most {MAX_TOKENS:,} are read",
            hint="Give the passage that the question is about, or split the text.",
        )
    return doc


def _with_breaks(doc: Doc, prepared: PreparedText, laid: Layout) -> Doc:
    """Let a sentence begin where the layout says so, and where a turn begins after its speaker's name."""
    begins = set(prepared.places(laid.breaks))
    begins |= {begin for *_, begin in labels_of(prepared.text)}
    for token in doc if begins else ():
        if token.idx in begins:
            token.is_sent_start = True
    return doc


def _checked(text: str) -> str:
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"the text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read",
            hint="Give the passage that the question is about, or split the text.",
        )
    return text
