"""Joining graphs."""

from typing import Any

import pytest

from kparse import decode, encode, load_model, parse_text
from kparse.mentions.join import join, main_predicate

TEXTS = ["The baker, who was tired, closed the shop.", "He slept on the bench with his dog."]


pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def nlp() -> Any:
    return load_model()


def test_joined_graphs_keep_their_words_and_edges(nlp: Any) -> None:
    parts = [parse_text(nlp, text) for text in TEXTS]
    graph, names = join(parts)
    assert graph.metadata["snt"] == " ".join(TEXTS)
    assert len(graph.nodes) == 1 + sum(len(p.nodes) - 1 for p in parts)
    assert len(graph.edges) == sum(len(p.edges) for p in parts)
    for part, called in zip(parts, names, strict=True):
        for node in part.nodes.values():
            if node.id != part.root:
                assert graph.text_of(called[node.id]) == part.text_of(node.id)
                assert graph.nodes[called[node.id]].attrs == node.attrs
    assert [e.role for e in graph.out(graph.root)] == ["snt1", "snt2"]
    assert decode(encode(graph)) == graph


def test_open_attachments_remain_separate(nlp: Any) -> None:
    part = parse_text(nlp, "She hit the man with the stick.")
    groups = {e.choice.group for e in part.edges if e.choice}
    graph, _ = join([part, part])
    assert groups
    assert len({e.choice.group for e in graph.edges if e.choice}) == 2 * len(groups)


def test_a_single_graph_only_changes_names(nlp: Any) -> None:
    part = parse_text(nlp, TEXTS[0])
    graph, (called,) = join([part])
    assert graph == part
    assert all(old == new for old, new in called.items())


def test_the_main_predicate_is_that_of_the_last_sentence(nlp: Any) -> None:
    graph = parse_text(nlp, "The rain stopped. The children went out.")
    main = main_predicate(graph)
    assert main is not None
    assert graph.nodes[main].concept.startswith("go")
    assert main_predicate(parse_text(nlp, "The rain.")) is None
