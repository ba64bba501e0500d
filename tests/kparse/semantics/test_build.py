"""One sentence for each phenomenon: ``trees.conllu`` has the trees and the edges that they must give."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kparse.errors import InputError
from kparse.graph import SemanticGraph
from kparse.input.conllu import read_conllu
from kparse.input.tokens import ParsedText, Token
from kparse.mentions.phrases import phrase_text
from kparse.notation.penman import decode, encode
from kparse.semantics.build import (
    MAX_CHARACTERS,
    MAX_TOKENS,
    analyse,
    build,
    parse_text,
    parse_texts,
)

SCORED = (
    "polarity",
    "modal",
    "aspect",
    "voice",
    "mood",
    "degree",
    "exist",
    "elided",
    "focus",
    "quant",
    "case",
)


def cases() -> Iterator[tuple[str, str]]:
    text = (Path(__file__).parent / "trees.conllu").read_text(encoding="utf-8")
    for block in text.split("# newdoc id = ")[1:]:
        name, _, body = block.partition("\n")
        yield name, body


def label(graph: SemanticGraph, node: str) -> str:
    concept = graph.nodes[node].concept
    same = [n.id for n in graph.nodes.values() if n.concept == concept]
    return f"{concept}#{same.index(node) + 1}" if len(same) > 1 else concept


def edges(graph: SemanticGraph) -> list[str]:
    result = []
    for edge in graph.edges:
        mark = "" if edge.choice is None else f"?{edge.choice.group}" + "!" * edge.choice.default
        result.append(f"{label(graph, edge.source)} {edge.role}{mark} {label(graph, edge.target)}")
    return sorted(result)


def attributes(graph: SemanticGraph) -> list[str]:
    return sorted(
        f"{label(graph, n.id)} {name}={value}"
        for n in graph.nodes.values()
        for name, value in n.attrs.items()
        if name in SCORED
        or (name == "form" and value != "fin")
        or (name, value) == ("tense", "fut")
    )


def expected(body: str, key: str) -> list[str]:
    match = re.search(rf"^# {key} = ?(.*)$", body, re.MULTILINE)
    assert match
    return [item for item in match[1].split("; ") if item]


def graph_of(text: str) -> SemanticGraph:
    (parsed,) = read_conllu(text)
    return build(parsed)


@pytest.mark.parametrize(("name", "body"), [pytest.param(*c, id=c[0]) for c in cases()])
def test_phenomenon(name: str, body: str) -> None:
    graph = graph_of(body)
    assert edges(graph) == expected(body, "edges")
    assert attributes(graph) == expected(body, "attributes")
    assert decode(encode(graph)) == graph


def test_variables_in_text_order_and_spans() -> None:
    graph = graph_of(dict(cases())["because"])
    assert [n.id for n in graph.nodes.values()] == ["d1", "x1", "e1", "x2", "s1"]
    assert graph.text_of("e1") == "left"
    assert graph.metadata["snt"] == "Ann left because Bob was rude."
    assert graph.token_spans()[0] == (0, 3)


def test_phrase_of_noun() -> None:
    graph = graph_of(dict(cases())["relative-participle"])
    girl = next(n.id for n in graph.nodes.values() if n.concept == "girl")
    assert phrase_text(graph, girl) == "The girl feeding the hens"


def token(index: int, form: str, head: int, deprel: str, upos: str = "NOUN") -> Token:
    return Token(index, form, form.lower(), upos, "", {}, head, deprel, 2 * index, 2 * index + 1)


def test_no_tokens() -> None:
    graph = build(ParsedText("", ()))
    assert list(graph.nodes) == ["d1"]


def test_cycles_and_wild_heads_are_cut() -> None:
    tokens = (token(0, "a", 1, "nsubj"), token(1, "b", 0, "obj", "VERB"), token(2, "c", 99, "conj"))
    graph = build(ParsedText("a b c", tokens))
    assert decode(encode(graph)) == graph


def test_any_tree_gives_a_graph() -> None:
    random.seed(1)
    rels = "nsubj obj iobj obl xcomp ccomp advcl acl acl:relcl conj cc mark case cop aux punct nmod orphan dep".split()
    tags = "NOUN VERB ADJ ADV PRON AUX ADP SCONJ PROPN DET NUM PART PUNCT X".split()
    words = (
        "to that so too which who it was had and as than enough if b 's not like one will".split()
    )
    for _ in range(300):
        count = random.randint(1, 14)
        tokens = tuple(
            token(
                i,
                random.choice(words),
                random.randint(-1, count - 1),
                random.choice(rels),
                random.choice(tags),
            )
            for i in range(count)
        )
        graph = build(ParsedText("x " * count, tokens))
        assert decode(encode(graph)) == graph


# ------------------------------------------------------------------------- with the shipped parser


@pytest.fixture(scope="module")
def nlp():  # type: ignore[no-untyped-def]
    from kparse.input.pipeline import load_model

    return load_model()


@pytest.mark.model
def test_parse_text(nlp) -> None:  # type: ignore[no-untyped-def]
    graph = parse_text(nlp, "The boxes were moved by Bob because they were heavy.")
    assert "move subj Bob" in edges(graph)
    assert "move link.because heavy" in edges(graph)


@pytest.mark.model
def test_parse_texts_agrees_with_parse_text(nlp) -> None:  # type: ignore[no-untyped-def]
    texts = ["Ann slept.", "", "Bob saw the dog, but it ran away."]
    assert list(parse_texts(nlp, texts)) == [parse_text(nlp, t) for t in texts]


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("The dog bit the cat because _ was angry.", 28),
        ("Ann hid the _ in the barn.", 12),
        ("_ left.", 0),
    ],
)
def test_blank_is_a_pronoun_with_its_own_place(nlp, text: str, place: int) -> None:  # type: ignore[no-untyped-def]
    graph = parse_text(nlp, text, blanks=True)
    (node,) = graph.of_kind("pronoun")
    assert node.concept == "_"
    assert graph.token_spans()[node.tokens[0]] == (place, place + 1)
    assert graph.metadata["snt"] == text


@pytest.mark.model
def test_asked_expletive_gets_a_node(nlp) -> None:  # type: ignore[no-untyped-def]
    text = "It was raining."
    assert not list(parse_text(nlp, text).of_kind("pronoun"))
    (node,) = parse_text(nlp, text, asked=[0]).of_kind("pronoun")
    assert node.concept == "it"


@pytest.mark.model
@pytest.mark.parametrize(
    "text", ["", " \n", "\x00\x07", "((", "😀 _", "\ud800", "and and", "'s", "Who? Which? To."]
)
def test_odd_texts(nlp, text: str) -> None:  # type: ignore[no-untyped-def]
    graph = parse_text(nlp, text, blanks=True)
    assert decode(encode(graph)) == graph


@pytest.mark.model
def test_too_long(nlp) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match="20,000"):
        analyse(nlp, "a" * (MAX_CHARACTERS + 1))
    with pytest.raises(InputError, match="6,000"):
        analyse(nlp, "( " * (MAX_TOKENS + 1))
