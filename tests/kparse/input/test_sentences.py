"""Texts are parsed sentence by sentence."""

from __future__ import annotations

import pytest

from kparse.input.sentences import beginnings, parse_docs
from kparse.semantics.build import parse_text

pytestmark = pytest.mark.model
LONG = "The crocodile let go of the buffalo after it was gored in the belly by a horn."


@pytest.fixture(scope="module")
def nlp():  # type: ignore[no-untyped-def]
    from kparse.input.pipeline import load_model

    return load_model()


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("Ann left. She was tired.", ["Ann", "She"]),
        ("Mr. Hill left! Was he tired? He was.", ["Mr.", "Was", "He"]),
        ("Ann left at 5 p.m. on Monday.", ["Ann"]),
        ('"Go. I stay," she said. He went.', ['"', "He"]),
        ("“Is she asleep?” Grete asked the maid.", ["“"]),
        ("Ann left", ["Ann"]),
        ("", []),
    ],
)
def test_beginnings(nlp, text: str, begins: list[str]) -> None:  # type: ignore[no-untyped-def]
    doc = nlp.make_doc(text)
    assert [doc[i].text for i in beginnings(doc) if len(doc)] == begins


def test_texts_come_back_whole_and_in_order(nlp) -> None:  # type: ignore[no-untyped-def]
    texts = ["Ann left. She  was tired.", "Beth stayed.", "", "He ran. It fell. They sang.\nNo."]
    found = list(parse_docs(nlp, ((nlp.make_doc(text), n) for n, text in enumerate(texts))))
    assert [(doc.text, n) for doc, n in found] == [(text, n) for n, text in enumerate(texts)]
    assert [sum(t.head.i == t.i for t in doc if t.dep_) for doc, _ in found][:2] == [2, 1]


@pytest.mark.parametrize("other", ["All this happened in May.", "Nobody had seen it before!"])
def test_a_sentence_is_read_as_it_is_alone(nlp, other: str) -> None:  # type: ignore[no-untyped-def]
    def edges(text: str) -> set[tuple[str, str, str]]:
        graph = parse_text(nlp, text)
        name = {n.id: n.concept for n in graph.nodes.values()}
        return {
            (name[e.source], e.role, name[e.target])
            for e in graph.edges
            if name[e.source] != "text" and e.role != "link.next"
        }

    alone = edges(LONG)
    assert ("gore", "subj", "horn") in alone
    assert alone <= edges(f"{other} {LONG}")
    assert alone <= edges(f"{LONG} {other}")
