"""Noun phrases that have the same referent: ``Ann ... Ann``, ``Ann Hill ... Hill``, ``a dog ... the dog``."""

from __future__ import annotations

from collections.abc import Iterator

from kparse.graph import Node, SemanticGraph
from kparse.input.word_lists import word_list

_TITLES = frozenset("mr mrs ms miss dr sir lord lady king queen prince princess saint st".split())


def same_mentions(graph: SemanticGraph) -> Iterator[tuple[str, str]]:
    """Yield the pairs of nodes that have the same referent, the earlier one first.

    These are entities with the same ``ref``, entities with the same name or a shorter form of it, and a definite noun
    phrase with an earlier one of the same noun and number, if there is exactly one that its adjectives do not exclude.
    """
    names: dict[str, list[str]] = {}
    nouns: dict[tuple[str, str], list[list[str]]] = {}
    whole = _whole_names(graph)
    for node in graph.of_kind("entity"):
        if "ref" in node.attrs:
            earlier = names.setdefault(f":ref {node.attrs['ref']}", [])
        elif node.attrs.get("proper") == "+":
            earlier = names.setdefault(whole.get(node.concept, node.concept), [])
        else:
            before = nouns.setdefault((node.concept, node.attrs.get("num", "")), [])
            adjectives = _adjectives(graph, node)
            same = [b for b in before if adjectives in ((), _adjectives(graph, graph.nodes[b[0]]))]
            if len(same) == 1 and adjectives is not None and node.attrs.get("def") == "def":
                earlier = same[0]
            else:
                earlier = []
                before.append(earlier)
        yield from ((other, node.id) for other in earlier)
        earlier.append(node.id)
    yield from ((edge.source, edge.target) for edge in graph.edges if edge.role == "appos")


def _whole_names(graph: SemanticGraph) -> dict[str, str]:
    """Map a short name to the one longer name of the text that it can be a form of."""
    names = {n.concept for n in graph.of_kind("entity") if n.attrs.get("proper") == "+"}
    found: dict[str, str] = {}
    for name in names:
        longer = {other for other in names if _is_form_of(name, other)}
        longest = max(sorted(longer), key=len, default="")
        if longest and all(other == longest or _is_form_of(other, longest) for other in longer):
            found[name] = longest
    return found


def _is_form_of(name: str, whole: str) -> bool:
    """Tell whether a name is a shorter form of a person's name.

    >>> _is_form_of("Hill", "Ann_Hill"), _is_form_of("Ann", "Ann_Hill"), _is_form_of("Ann_Hill", "Ann_B._Hill")
    (True, True, True)
    >>> _is_form_of("Mr._Hill", "Mr._Jack_Hill"), _is_form_of("Mr._Hill", "Ann_Hill"), _is_form_of("York", "New_York")
    (True, False, False)
    """
    short, long = _parts(name), _parts(whole)
    if not short or len(short) >= len(long):
        return False
    if _is_title(short[0]):
        return len(short) > 1 and short[0] == long[0] and short[-1] == long[-1]
    own = long[1:] if _is_title(long[0]) else long
    if own is long and long[0].capitalize() not in word_list("first_names"):
        return False
    if len(short) == 1:
        return short[0] in (own[0], own[-1])
    return short[0] == own[0] and short[-1] == own[-1]


def _is_title(word: str) -> bool:
    return word in _TITLES or word in word_list("persons") or word in word_list("vocatives")


def _parts(name: str) -> list[str]:
    return [part.rstrip(".").lower() for part in name.replace(" ", "_").split("_") if part]


def _adjectives(graph: SemanticGraph, node: Node) -> tuple[str, ...] | None:
    """Return the adjectives of a noun (``the old man``), ``None`` if it has other modifiers (``the man from Rome``)."""
    words = []
    for edge in graph.out(node.id):
        kind = edge.role.partition(".")[0]
        if kind == "mod":
            words.append(graph.nodes[edge.target].concept)
        elif kind in ("nn", "nmod", "rel", "poss", "appos", "comp"):
            return None
    return tuple(sorted(words))
