"""What the phrases of a text name, and how the text uses its verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english.classes import Use, readable
from kparse.input.word_lists import word_list

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import Row
    from kparse.graph import Node, SemanticGraph

PERSONS = {"person", "organisation", "group", "mind"}
"""Kinds that are spoken of as people."""
_PLACES = {"place", "building", "room"}


def called(graph: SemanticGraph, node: Node, kinds: Mapping[str, set[str]]) -> str:
    """Say what a phrase names: *people*, *animals* or *things*; empty if that is not known."""
    if node.kind not in ("entity", "pronoun"):
        return ""
    if node.kind == "pronoun":
        if node.attrs.get("gender") == "neut":
            return "things"
        person = node.attrs.get("gender") in ("masc", "fem") or node.attrs.get("person") in (
            "1",
            "2",
        )
        return "people" if person else ""
    if node.attrs.get("proper") == "+" or _is_title(graph, node):
        return "people"
    found = kinds.get(node.concept, set())
    if found & PERSONS and ("person" in found or not found & (_PLACES | {"event"})):
        return "people"
    if "animal" in found:
        return "animals"
    return "things" if found else ""


def _is_title(graph: SemanticGraph, node: Node) -> bool:
    """Tell whether common words are written as a name is: *the Red Hawks*."""
    last = graph.text_of(node.id).split()[-1:]
    return any(graph.metadata.get("snt", "").find(word) > 0 and word.istitle() for word in last)


def uses_of(graph: SemanticGraph, kinds: Mapping[str, set[str]]) -> dict[str, Use]:
    """Say how a text uses its verbs."""
    found: dict[str, Use] = {}
    words_of = graph.metadata.get("tok", "").lower().split(" ")
    for node in graph.nodes.values():
        if node.kind != "event" or not node.tokens:
            continue
        filled: dict[str, str] = {}
        for edge in graph.out(node.id):
            filled.setdefault(edge.role, edge.target)
        thing = graph.nodes.get(filled.get("obj", ""))
        gives = node.concept.partition("_")[0] in word_list("ditransitive")
        given = thing is not None and ("iobj" in filled or ("obl.to" in filled and gives))
        is_person = thing is not None and called(graph, thing, kinds) == "people"
        words = "" if thing is None else "others" if is_person else "something"
        clause = graph.nodes.get(filled.get("comp", ""))
        if clause is not None and clause.attrs.get("form") == "ing":
            words = "something"
        concerned = (
            role.removeprefix("obl.")
            for role, target in filled.items()
            if role.startswith("obl.") and called(graph, graph.nodes[target], kinds) != "things"
        )
        joined = "" if given or words == "others" else readable(next(concerned, ""))
        use = Use(words, given, joined)
        found.setdefault(f'"{node.concept}"', use)
        for after in words_of[max(node.tokens) + 1 :][:1]:
            if after in word_list("particles") and "_" not in node.concept:
                found.setdefault(f'"{node.concept}_{after}"', use)
    return found


def kinds_of(rows: Iterable[Row]) -> dict[str, set[str]]:
    """Give all kinds of each noun."""
    above: dict[str, set[str]] = {}
    own: dict[str, set[str]] = {}
    for row in rows:
        if row.predicate in ("kind", "kind_isa"):
            name, kind = arguments(row.fact)[:2]
            table = own if row.predicate == "kind" else above
            table.setdefault(name.strip('"'), set()).add(kind)
    for kinds in own.values():
        todo = list(kinds)
        while todo:
            new = above.get(todo.pop(), set()) - kinds
            kinds |= new
            todo += new
    return own
