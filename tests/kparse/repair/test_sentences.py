"""Sentences that a statistical parser analysed wrongly, and edges that their graphs must and must not have.

``is`` and ``not`` follow the sentence; an edge is ``source role target``, a node its concept (``#2`` the second such).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kparse.graph import SemanticGraph
from kparse.semantics.build import parse_text

pytestmark = pytest.mark.model
SENTENCES = Path(__file__).parent / "sentences.txt"
KNOWN_WRONG = frozenset(
    (Path(__file__).parent / "known_wrong_sentences.txt").read_text("utf-8").splitlines()[1:]
)
WRONG = pytest.mark.xfail(reason="the parser errs and no rule repairs it", strict=True)


def cases() -> list[tuple[str, list[str], list[str]]]:
    result: list[tuple[str, list[str], list[str]]] = []
    for line in SENTENCES.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        word, _, rest = line.strip().partition(" ")
        if word in ("is", "not") and result:
            result[-1][1 if word == "is" else 2].extend(e.strip() for e in rest.split(";"))
        else:
            result.append((line.strip(), [], []))
    return result


def label(graph: SemanticGraph, node: str) -> str:
    concept = graph.nodes[node].concept
    same = [n.id for n in graph.nodes.values() if n.concept == concept]
    number = same.index(node) + 1
    return f"{concept}#{number}" if number > 1 else concept


def facts(graph: SemanticGraph) -> set[str]:
    edges = {
        f"{label(graph, e.source)} {e.role} {label(graph, e.target)}"
        for e in graph.edges
        if e.choice is None or e.choice.default
    }
    return edges | {
        f"{label(graph, n.id)} {name}={value}"
        for n in graph.nodes.values()
        for name, value in n.attrs.items()
    }


@pytest.fixture(scope="module")
def nlp():  # type: ignore[no-untyped-def]
    from kparse.input.pipeline import load_model

    return load_model()


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [pytest.param(*c, id=c[0], marks=[WRONG] * (c[0] in KNOWN_WRONG)) for c in cases()],
)
def test_sentence(nlp, text: str, wanted: list[str], unwanted: list[str]) -> None:  # type: ignore[no-untyped-def]
    found = facts(parse_text(nlp, text))
    assert wanted or unwanted
    assert [w for w in wanted if w not in found] == []
    assert [u for u in unwanted if u in found] == []


def test_known_wrong_sentences_are_cases() -> None:
    assert {text for text, _, _ in cases()} >= KNOWN_WRONG
