"""The notation: what is written can be read, and messages name the place and the problem."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import penman  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kparse.errors import NotationError
from kparse.graph import Choice, Edge, SemanticGraph
from kparse.notation import penman as notation
from kparse.notation import vocabulary
from kparse.notation.penman import Role, decode, decode_all, encode, read_role

SPECIFICATION = Path(__file__).parents[2] / "docs" / "graph.md"

TEXT = st.text(st.characters(exclude_categories=()), max_size=8) | st.text(
    "ex1~/()\"\\:?!%# -_.,'\n\r\t\u2028é", max_size=8
)
WORDS = st.sampled_from(["fit", "Mary_Ann", "C++", "e1", "x07", "~2", "#", "", "-", "'s", "10,000"])
CONCEPTS = WORDS | TEXT
ROLE_WORDS = st.sampled_from(["in", "because_of", "out-of", "-of", "w/", "50%", "of?1!"]) | TEXT


@st.composite
def role_names(draw: st.DrawFn) -> str:
    """Draw a legal role."""
    role = draw(st.sampled_from(list(vocabulary.roles().values())))
    if role.form == "plain":
        return role.name
    if role.form == "number":
        return f"{role.name}{draw(st.integers(0, 20))}"
    return f"{role.name}.{draw(ROLE_WORDS.filter(bool))}"


@st.composite
def edge_ends(draw: st.DrawFn, ids: list[str]) -> list[tuple[str, str]]:
    """Draw edges that join all nodes, whatever their direction, and some more."""
    ends = []
    for i in range(1, len(ids)):
        pair = (ids[draw(st.integers(0, i - 1))], ids[i])
        ends.append(pair if draw(st.booleans()) else pair[::-1])
    more = st.tuples(st.sampled_from(ids), st.sampled_from(ids))
    return ends + draw(st.lists(more, max_size=4))


@st.composite
def graphs(draw: st.DrawFn) -> SemanticGraph:
    """Draw a legal graph with odd concepts, cycles, inverted edges, choices and metadata."""
    keys = st.from_regex(r"[A-Za-z][\w.\-]{0,5}", fullmatch=True)
    graph = SemanticGraph("d1", draw(st.dictionaries(keys, TEXT, max_size=3)))
    names = [name for name in vocabulary.attributes() if name != "kind"]
    ids = st.from_regex(r"[esxpmqgd][0-9]{1,2}", fullmatch=True).filter(lambda i: i != "d1")
    listed = ["d1", *draw(st.lists(ids, unique=True, max_size=8))]
    for node_id in listed:
        graph.add_node(
            node_id,
            draw(CONCEPTS),
            kind="text" if node_id == "d1" else draw(st.sampled_from(list(vocabulary.kinds()))),
            attrs=draw(st.dictionaries(st.sampled_from(names), CONCEPTS, max_size=3)),
            tokens=draw(st.lists(st.integers(0, 99), max_size=3)),
        )
    groups: set[int] = set()
    for source, target in draw(edge_ends(listed)):
        role, choice = draw(role_names()), None
        if not role.startswith("snt") and draw(st.booleans()):
            group = draw(st.integers(0, 2))
            choice = Choice(group, group not in groups)
            groups.add(group)
        graph.add_edge(source, role, target, choice)
    return graph


@given(graphs())
@settings(max_examples=60, deadline=None)
def test_decode_inverts_encode(graph: SemanticGraph) -> None:
    text = encode(graph)
    again = decode(text)
    assert again == graph
    assert encode(again, None) == encode(decode(encode(graph, None)), None)
    assert all(text.count(f"({node_id} /") >= 1 for node_id in graph.nodes)


@given(st.lists(graphs(), max_size=3))
@settings(max_examples=20, deadline=None)
def test_decode_all_reads_graphs_one_after_another(several: list[SemanticGraph]) -> None:
    assert decode_all("\n".join(map(encode, several))) == several


@given(graphs())
@settings(max_examples=40, deadline=None)
def test_penman_library_reads_it(graph: SemanticGraph) -> None:
    read = penman.decode(encode(graph))
    expected = {(e.source, str(Role(e.role, False, e.choice)), e.target) for e in graph.edges}
    assert {(e.source, e.role, e.target) for e in read.edges()} == expected
    assert {i.source for i in read.instances()} == set(graph.nodes)
    assert read.top == "d1"


CHOICES = st.none() | st.builds(Choice, st.integers(0, 99), st.booleans())


@given(role_names(), st.booleans(), CHOICES)
@settings(deadline=None)
def test_read_role_inverts_str(name: str, inverse: bool, choice: Choice | None) -> None:
    assert read_role(str(Role(name, inverse, choice))) == Role(name, inverse, choice)


@given(TEXT)
@settings(deadline=None)
def test_quoted_strings_stay_on_one_line(text: str) -> None:
    assert len(notation.quote(text).splitlines()) == 1


def test_grammar_is_strict_lalr() -> None:
    parser = notation.build_parser(strict=True)
    assert all(not terminal.name.startswith("__ANON") for terminal in parser.terminals)
    named = {t.name for t in parser.terminals} - {"COMMENT", "BLANKS"}
    assert named | {"$END"} == set(notation._TERMINALS)


def test_example_of_the_specification() -> None:
    (example,) = re.findall(r"```penman\n(.*?)\n```", SPECIFICATION.read_text("utf-8"), re.DOTALL)
    graph = decode(example)
    assert encode(graph) == example
    assert vocabulary.findings(graph) == []


def test_kind_comes_from_the_prefix() -> None:
    graph = decode("(d1 / text :snt1 (e1 / go :obj (x1 / e2 :kind quantity)))")
    assert [(n.id, n.concept, n.kind) for n in graph.nodes.values()] == [
        ("d1", "text", "text"),
        ("e1", "go", "event"),
        ("x1", "e2", "quantity"),
    ]


def test_everything_at_once() -> None:
    graph = decode(
        r"""
        # a remark, then metadata
        # ::id item-1
        # ::snt "Go," C\\D said.\u0020
        #::empty
        (d1 / text   # the root
           :snt1 (e1 / "say\n"~3,4 :modal "x1"
              :link.because?1!-of (e2 / go~0)
              :link.because?1 e1
              :obl.w%2F e2))
        """
    )
    assert graph.metadata == {"id": "item-1", "snt": '"Go," C\\D said. ', "empty": ""}
    assert graph.nodes["e1"].concept == "say\n"
    assert graph.nodes["e1"].tokens == (3, 4)
    assert graph.nodes["e1"].attrs == {"modal": "x1"}
    assert graph.edges == [
        Edge("d1", "snt1", "e1"),
        Edge("e2", "link.because", "e1", Choice(1, True)),
        Edge("e1", "link.because", "e1", Choice(1)),
        Edge("e1", "obl.w/", "e2"),
    ]


def test_sentences_are_blocks() -> None:
    graph = decode("(d1 / text :snt1 (e1 / come :link.next (e2 / go)) :snt2 e2)")
    assert encode(graph).splitlines() == [
        "(d1 / text :kind text",
        "   :snt1 (e1 / come :kind event",
        "      :link.next e2)",
        "   :snt2 (e2 / go :kind event))",
    ]


def test_inverts_only_what_cannot_be_reached() -> None:
    graph = decode("(d1 / text :snt1 (e1 / go :subj (x1 / dog)))")
    graph.add_node("e2", "see")
    graph.add_edge("e2", "obj", "x1")
    graph.add_edge("e2", "subj", "x1")
    assert encode(graph, None) == (
        "(d1 / text :kind text :snt1 (e1 / go :kind event :subj (x1 / dog :kind entity"
        " :obj-of (e2 / see :kind event :subj x1))))"
    )


def test_very_deep_graph() -> None:
    graph = SemanticGraph()
    graph.add_node("d1", "text")
    previous = "d1"
    for i in range(1, 3000):
        graph.add_node(f"e{i}", "go")
        graph.add_edge(previous, "snt1" if i == 1 else "link.next", f"e{i}")
        previous = f"e{i}"
    assert decode(encode(graph, None)) == graph


ERRORS = tomllib.loads(Path(__file__).with_name("notation_errors.toml").read_text("utf-8"))["error"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in ERRORS])
def test_messages(case: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as caught:
        decode(case["text"], "some.penman")
    error = caught.value
    assert error.message.startswith(case["says"])
    assert error.location is not None
    assert error.location.file == "some.penman"
    if "place" in case:
        line, column = case["place"]
        assert (error.location.line, error.location.column) == (line, column)
        assert error.source_line == case["text"].split("\n")[line - 1]


def test_message_as_the_user_sees_it() -> None:
    with pytest.raises(NotationError) as caught:
        decode("(d1 / text\r\n   :snt1 (e1 / go :numb sg))", "a.penman")
    assert str(caught.value).splitlines() == [
        "a.penman:2:19: unknown attribute :numb",
        "       :snt1 (e1 / go :numb sg))",
        "                      ^",
        "  did you mean :num?",
    ]


def graph_of(*edges: tuple[str, str, str]) -> SemanticGraph:
    """Build a graph of nodes that are named by their variables."""
    graph = SemanticGraph()
    graph.add_node("d1", "text")
    for source, role, target in edges:
        for node_id in (source, target):
            if node_id not in graph.nodes:
                graph.add_node(node_id, node_id)
        graph.add_edge(source, role, target)
    return graph


def test_encode_refuses_unreachable_nodes() -> None:
    graph = graph_of(("d1", "snt1", "e1"), ("e2", "subj", "x1"))
    with pytest.raises(NotationError, match="no path joins e2, x1 to the root d1"):
        encode(graph)


def test_encode_refuses_missing_nodes() -> None:
    graph = graph_of(("d1", "snt1", "e1"))
    graph.add_edge("e1", "subj", "x9")
    with pytest.raises(NotationError, match="'x9' that is not a node"):
        encode(graph)
    with pytest.raises(NotationError, match="root 'd1' is not a node"):
        encode(SemanticGraph())


def test_encode_refuses_unknown_names() -> None:
    with pytest.raises(NotationError, match="'agent' is not a role"):
        encode(graph_of(("d1", "agent", "x1")))
    graph = graph_of(("d1", "snt1", "e1"))
    graph.nodes["e1"].attrs["mode"] = "x"
    with pytest.raises(NotationError, match="e1: 'mode' is not an attribute"):
        encode(graph)


def test_encode_refuses_odd_variables_and_keys() -> None:
    graph = SemanticGraph("n1")
    graph.add_node("n1", "text", kind="text")
    with pytest.raises(NotationError, match="'n1' is not a variable"):
        encode(graph)
    graph = SemanticGraph(metadata={"a b": ""})
    graph.add_node("d1", "text")
    with pytest.raises(NotationError, match="metadata key 'a b'"):
        encode(graph)
