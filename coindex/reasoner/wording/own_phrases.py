"""Phrases of a text as they can be said of anybody: *the lost dog* as *a lost dog*, *Ann* as *others*."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from coindex.reasoner.english.classes import listed
from kparse.graph import Edge, Node, SemanticGraph
from kparse.input.word_lists import word_list
from kparse.mentions.phrases import phrase_tokens

MOST_WORDS = 5
"""A longer phrase is not told."""
Called = Callable[[Node], str]
"""Says what a phrase names: *people*, *animals*, *things*, or nothing if that is not known."""


class Phrases:
    """Names what stands in the phrases of a text.

    Args:
        graph: the text.
        ones: the mentions of the participant that is spoken of.
        called: says what a phrase names.
    """

    def __init__(self, graph: SemanticGraph, ones: Collection[str], called: Called) -> None:
        self._graph, self._ones, self._called = graph, frozenset(ones), called
        self._words = graph.metadata.get("tok", "").split(" ")

    def _compared(self, node: Node) -> str:
        """Give the comparative behind a verb: *fly higher*, *run more slowly*."""
        for edge in self._graph.out(node.id, "mod"):
            mod = self._graph.nodes[edge.target]
            at = min(mod.tokens, default=0)
            if mod.attrs.get("degree") != "more" or at <= max(node.tokens) or len(mod.tokens) > 2:
                continue
            words = [self._words[t].lower() for t in mod.tokens]
            if len(words) == 1 and self._words[at - 1].lower() == "more":
                words.insert(0, "more")
            return " ".join(words) if all(word.isalpha() for word in words) else ""
        return ""

    def _relative(self, node: Node) -> str:
        """Give a short relative clause that says how a thing is: *a path that is free of leaves*."""
        if not self._graph.out(node.id, "rel") or node.kind != "entity":
            return ""
        at = [t for t in phrase_tokens(self._graph, node.id) if t > max(node.tokens, default=0)]
        words = [self._words[t].lower() for t in range(min(at), max(at) + 1)] if at else []
        bad = listed("particular") - {"that"} | listed("persons") | {"it"}
        if not 2 < len(words) <= MOST_WORDS + 1 or words[0] not in ("that", "which"):
            return ""
        is_told = words[1] in ("is", "are", "was", "were") and "".join(words).isalpha()
        if not is_told or set(words) & bad:
            return ""
        return f" {words[0]} {'is' if words[1] in ('is', 'was') else 'are'} {' '.join(words[2:])}"

    def _manner(self, node: Node) -> str:
        """Give the adverb right behind a verb: *perform poorly*."""
        at = max(node.tokens) + 1
        at += at < len(self._words) and self._words[at].lower() in ("very", "so", "too", "quite")
        for edge in self._graph.out(node.id, "mod"):
            mod = self._graph.nodes[edge.target]
            if at in mod.tokens and mod.concept.endswith("ly"):
                return self._words[at].lower()
        return ""

    def _thing(self, node: Node) -> str:
        """Name an object: by its own words if they can be said of anybody, or as *others* or *something*."""
        if node.kind == "quantity" and node.concept in listed("amounts"):
            return node.concept
        owned = bool(self._graph.out(node.id, "poss"))
        named = node.attrs.get("proper") == "+"
        others = self._is_person(node) and not (owned and named)
        others = others and node.concept not in word_list("mass")
        general = "others" if others else "something"
        name = self._graph.text_of(node.id)
        if node.kind != "entity" or (node.attrs.get("proper") == "+" and not name.islower()):
            return general
        at = phrase_tokens(self._graph, node.id, relative=False)
        words = [word.lower() for word in self._words[min(at) : max(at) + 1]] if at else []
        if len(words) > MOST_WORDS or (
            words[:1] in (["a"], ["an"]) and set(words) & listed("particular")
        ):
            at = [t for t in at if t <= max(node.tokens, default=-1)]
            words = [word.lower() for word in self._words[min(at) : max(at) + 1]] if at else []
            if words[:1] not in (["a"], ["an"]) and not others:
                return self._such(node) or general
        if "'s" in words and not others:
            return self._such(node) or general
        if not words or len(words) > MOST_WORDS or any(w.istitle() for w in self._raw(at)):
            return general
        if words[0] in listed("possessives") and self._is_own(node):
            return " ".join(["their", *words[1:]])
        many = self._is_many(node) and not set(words) & listed("ordinals")
        if words[0] in ("the", "these", "those") and many and node.concept not in listed("counted"):
            words = words[1:]
        if set(words) & listed("particular"):
            return general if others else self._such(node) or general
        return " ".join(words) if words and words[0].isalpha() else general

    def _such(self, node: Node) -> str:
        """Name any thing of the same kind: *the lost dog* as *a lost dog*, *her keys* as *keys*."""
        head = max(node.tokens, default=-1)
        at = [t for t in phrase_tokens(self._graph, node.id, relative=False) if t <= head]
        words = [self._words[t].lower() for t in range(min(at, default=head), head + 1)]
        cut = max(
            (n + 1 for n, word in enumerate(words) if word in listed("particular")), default=0
        )
        words = words[cut:]
        written = self._words[head + 1 - len(words) : head + 1]
        plain = all(word.isalpha() and not word.istitle() for word in written)
        plain = plain and not set(words) & (listed("ordinals") | listed("each"))
        if not words or not plain or node.concept in listed("only") or words[0].endswith("est"):
            return ""
        many = node.attrs.get("num") == "pl"
        if many or (node.concept in word_list("mass") and node.concept not in listed("counted")):
            return " ".join(words)
        if "def" not in node.attrs and not self._graph.out(node.id, "poss") and not cut:
            return " ".join(words)
        plural = words[-1].endswith("s") and not words[-1].endswith("ss")
        one = node.attrs.get("num") == "sg" and not plural
        return f"a {' '.join(words)}" if one else ""

    def _raw(self, at: Collection[int]) -> list[str]:
        return [self._words[t] for t in range(min(at), max(at) + 1) if t]

    def _is_own(self, node: Node) -> bool:
        return any(e.target in self._ones for e in self._graph.out(node.id, "poss"))

    def _is_many(self, node: Node) -> bool:
        plural = node.attrs.get("num") == "pl"
        return not self._is_person(node) and (plural or node.concept in word_list("mass"))

    def _is_person(self, node: Node) -> bool:
        if node.concept in ("they", "them"):
            many = [n for n in self._graph.nodes.values() if n.attrs.get("num") == "pl"]
            named = [n for n in many if n.kind == "entity"]
            return not named or any(self._called(n) == "people" for n in named)
        if node.kind == "pronoun":
            return node.concept.lower() in listed("persons") and node.attrs.get("gender") != "neut"
        if node.attrs.get("proper") == "+" and self._graph.text_of(node.id).islower():
            return False
        return self._called(node) == "people"

    def _phrase(self, node: Node, filled: dict[str, Node]) -> str:
        """Give the phrase behind the verb's preposition, if it follows at once and can be said of anybody."""
        last = self._last(node, filled.values())
        for edge in self._graph.out(node.id):
            target, preposition = self._graph.nodes[edge.target], edge.role.removeprefix("obl.")
            if not self._follows(edge, last, preposition):
                continue
            thing = self._thing(target)
            if (
                thing == "others"
                and node.concept in listed("moving")
                and preposition in ("to", "into")
            ):
                thing = self._such(target) or thing
            if thing == "others" and preposition == "from":
                continue  # (whom it is from belongs to few verbs: *get permission from his parents*)
            general = thing in ("others", "something")
            if general and (
                preposition not in listed("governed") or filled or self._is_measure(target)
            ):
                return ""
            return f"{preposition.replace('_', ' ')} {thing}"
        return ""

    def _aim(self, node: Node) -> str:
        """Give the phrase without which the passive of a verb has another sense: *are taken to court*."""
        last = self._last(
            node, (self._graph.nodes[e.target] for e in self._graph.out(node.id, "obj"))
        )
        for edge in self._graph.out(node.id):
            target, preposition = self._graph.nodes[edge.target], edge.role.removeprefix("obl.")
            bare = not target.attrs.keys() & {"def", "proper", "quant"}
            bare = bare and not self._graph.out(target.id, "poss")
            if bare and target.kind == "entity" and self._follows(edge, last, preposition):
                words = self._graph.text_of(target.id).lower()
                return f" {preposition} {words}" if words.isalpha() else ""
        return ""

    def _last(self, node: Node, filled: Iterable[Node]) -> int:
        """Give the last word of a verb or adjective with what fills its roles."""
        own = [t for f in filled for t in phrase_tokens(self._graph, f.id)]
        return max([self._end(node), *own])

    def _end(self, node: Node) -> int:
        """Give the last word of a verb or adjective; that of *fed up* may not be among its tokens."""
        end = max(node.tokens)
        for part in node.concept.split("_")[len(node.tokens) :]:
            if end + 1 >= len(self._words) or self._words[end + 1].lower() != part:
                break
            end += 1
        return end

    def _is_measure(self, node: Node) -> bool:
        """Tell whether a phrase says how long or how far: *for the last two miles*."""
        mods = {self._graph.nodes[e.target].concept for e in self._graph.out(node.id, "mod")}
        return "quant" in node.attrs or bool(mods & listed("ordinals"))

    def _follows(self, edge: Edge, last: int, preposition: str) -> bool:
        target = self._graph.nodes[edge.target]
        at = phrase_tokens(self._graph, target.id) if target.kind == "entity" else target.tokens
        if not edge.role.startswith("obl.") or not at or edge.target in self._ones:
            return False
        between = [w.lower() for w in self._words[last + 1 : min(at)]]
        return [
            word for word in between if word not in listed("negations") | {"no", "longer"}
        ] == preposition.split("_")
