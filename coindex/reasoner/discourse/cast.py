"""Who is who in a text: its persons and things, numbered, and what is known of each.

Mentions of one person or thing have one number: the same name or a shorter form of it, an apposition, a definite noun
phrase with an earlier one of the same noun. What a mention says of somebody (a sex, a full name) counts for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from coindex.reasoner.discourse.fitting import Kind, is_collective, is_house
from coindex.reasoner.discourse.resolved import Mention, Named, Place, Referent
from kparse.input.entities import Sort, entities_of, is_title, sex_of_name
from kparse.input.excerpt import Excerpt
from kparse.input.word_lists import INDEFINITE, word_list
from kparse.mentions.phrases import phrase_span
from kparse.mentions.same_mentions import same_mentions

if TYPE_CHECKING:
    from kparse.graph import Node, SemanticGraph
    from kparse.input.tokens import ParsedText

_CORE = re.compile(
    r"^(?:(?:only|just|even|also|merely) |(?:one|that|this|each|every) \w+ (?=(?:an?|the) ))?"
    r"(.+?)(?: \(.*|, (?:aged )?\d+| (?:this|last|that|next) (?:morning|evening|night|week|month|year|time))?$",
    re.I | re.S,
)
"""A phrase without adverbs before it, and without an age or brackets after it."""


class Cast:
    """The persons and things of a text.

    Args:
        parsed: the text.
        entities: places of named entities that are known, with what they are; others are found by rule.
        gender_of: the sex of a noun or name, see :class:`coindex.reasoner.running.questions.Genders`.
        sex_of: the same with *person* and *neut*.
    """

    def __init__(
        self,
        parsed: ParsedText,
        entities: Sequence[tuple[int, int, Sort]],
        gender_of: Callable[[str], str | None],
        sex_of: Callable[[str], str | None],
    ) -> None:
        self.parsed = parsed
        self.referents: dict[int, Referent] = {}
        self.known: dict[int, int] = {}
        """Numbers of referents by the offset of a mention's head."""
        self.pairs: dict[tuple[int, int], int] = {}
        """Numbers of two persons together."""
        self._gender_of, self._sex_of = gender_of, sex_of
        self._last = 0
        taken = [(a, b) for a, b, _ in entities]
        own = entities_of(parsed)
        entities = [
            *entities,
            *(e for e in own if not any(a < e[1] and e[0] < b for a, b in taken)),
        ]
        self._adjectives = {t.start for t in parsed.tokens if t.upos == "ADJ"}
        self._sorts = {
            offset: sort for start, end, sort in entities for offset in range(start, end)
        }
        """What the names are, by the offsets of their characters."""
        self._titles = [
            (start + len(first), end)
            for start, end, sort in entities
            if sort == "work"
            for first in [parsed.text[start:end].split()[0]]
            if len(first) < end - start and not first[0].islower()
        ]
        """Titles of works without their first words."""

    def heads_of(self, graph: SemanticGraph, part: Excerpt) -> dict[str, int]:
        """Give the offset in the text of each noun's or pronoun's last own word."""
        spans = graph.token_spans()
        return {
            node.id: part.place(*spans[max(node.tokens)])[0]
            for node in graph.of_kind("entity", "pronoun", "quantity")
            if node.tokens
        } | {
            node.id: -1 - part.place(*spans[min(tokens)])[0]
            for node in graph.of_kind("group")
            if (
                tokens := [
                    t for e in graph.out(node.id, "op") for t in graph.nodes[e.target].tokens
                ]
            )
        }

    def enter(
        self, graph: SemanticGraph, part: Excerpt, heads: Mapping[str, int]
    ) -> Iterator[Named]:
        """Number the people and things of a graph, those that are known as before."""
        same: dict[str, str] = {}
        for earlier, later in same_mentions(graph):
            same.setdefault(later, earlier)
        for node in list(graph.nodes.values()):
            if node.id not in heads or node.kind == "pronoun" or self._is_inside(heads[node.id]):
                continue
            beside = [e.source for e in graph.into(node.id, "appos")]
            if beside and (node.kind == "quantity" or self._sorts.get(heads[node.id]) == "time"):
                continue  # "Hill, 52, ..."
            head = heads[node.id]
            span = phrase_span(graph, node.id, relative=False)
            if head not in self.known and span is not None:
                mention = self.mention(part.place(*span))
                if node.attrs.get("proper") == "+" or self._is_addressed(graph, heads, node):
                    mention = mention.without_apposition()
                partner = self.number(heads, same.get(node.id, ""))
                if partner is not None and self._differs(self.referents[partner], head):
                    partner = None
                new = partner or self._by_name(node) or self._new(node, mention)
                self.known[head] = new
                if not (beside and self.referents[new].name and node.attrs.get("proper") != "+"):
                    self.referents[new].named = mention  # not "a chemist" of "Ann Hill, a chemist"
                yield Named(mention, new)
                self._learn(self.referents[new], node, head)
        for node in graph.of_kind("state"):
            self._is_called(graph, part, heads, node)
        for node in graph.of_kind("entity"):
            number = self.number(heads, node.id)
            if number is not None:
                node.attrs["ref"] = str(number)
                if "gender" in self.referents[number].attrs:
                    node.attrs["gender"] = self.referents[number].attrs["gender"]

    def _is_addressed(self, graph: SemanticGraph, heads: Mapping[str, int], node: Node) -> bool:
        """Tell whether a person who is spoken to stands beside a thing, as in *Where is it, Ann?*."""
        return self._sex_of(node.concept) == "neut" and any(
            self._sorts.get(heads.get(edge.target, -1)) == "person"
            for edge in graph.out(node.id, "appos")
        )

    def _is_inside(self, head: int) -> bool:
        """Tell whether a word is in a title of several words, but not as its first: *Notes on Dyes*."""
        return any(start < head < end for start, end in self._titles)

    def _differs(self, referent: Referent, head: int) -> bool:
        """Tell whether a mention is something else than what the grammar makes it: *Ann (May 1900)*."""
        sort = self._sorts.get(head)
        if sort == "time":
            return referent.sort != "time"
        if sort == "person" and not referent.name and self._sex_of(referent.concept) == "neut":
            return True
        return sort is not None and referent.sort is not None and sort != referent.sort

    def _is_called(
        self, graph: SemanticGraph, part: Excerpt, heads: Mapping[str, int], node: Node
    ) -> None:
        """Note that the subject is one with a name: *the winner was Ann*."""
        if node.attrs.get("proper") != "+" or not node.tokens:
            return
        for edge in graph.out(node.id, "subj"):
            number = self.number(heads, edge.target)
            if number is not None and graph.nodes[edge.target].kind == "entity":
                spans = graph.token_spans()
                start, end = spans[min(node.tokens)][0], spans[max(node.tokens)][1]
                mention = self.mention(part.place(start, end))
                referent = self.referents[number]
                referent.named = mention
                self._learn(referent, replace(node, kind="entity"), mention.end - 1)

    def _learn(self, referent: Referent, node: Node, head: int) -> None:
        """Note what a mention says of a person or thing: what it is, its sex, its full name."""
        sort = self._sorts.get(head)
        if sort is not None and (referent.sort is None or sort == "person"):
            referent.sort = sort
        if node.kind != "entity":
            return
        is_name = node.attrs.get("proper") == "+"
        if is_name and len(node.concept) > len(referent.name):
            referent.name = node.concept
        if sort not in (None, "person"):
            return
        sex = self._gender_of(node.concept)
        if sex is None and referent.sort == "person" and is_name and "_" in node.concept:
            sex = sex_of_name(node.concept)
        if sex in ("masc", "fem"):
            referent.attrs.setdefault("gender", sex)

    def _new(self, node: Node, mention: Mention) -> int:
        self._last += 1
        kept = {k: v for k, v in node.attrs.items() if k in ("num", "proper", "gender")}
        concept = node.concept if node.kind == "entity" else "they"
        self.referents[self._last] = Referent(self._last, concept, kept, mention)
        return self._last

    def _by_name(self, node: Node) -> int | None:
        """Find whose name a name is, or a part of, if there is only one; also *the bank* after *Hill Bank*."""
        if node.attrs.get("proper") != "+":
            return self._by_kind(node)
        names = _own_names(node.concept)
        found = []
        for referent in self.referents.values():
            if not referent.name:
                continue
            if referent.name == node.concept:
                return referent.number
            if (
                names
                and names <= _own_names(referent.name)
                and referent.sort not in ("place", "time")
            ):
                found.append(referent.number)
        return found[0] if len(found) == 1 else None

    def _by_kind(self, node: Node) -> int | None:
        if node.attrs.get("def") not in ("def", "dem") or node.attrs.get("num") == "pl":
            return None
        ending = "_" + node.concept
        found = [r.number for r in self.referents.values() if r.name.lower().endswith(ending)]
        return found[-1] if found else None

    def replace_answered(self, graph: SemanticGraph, heads: Mapping[str, int]) -> None:
        """Turn the pronouns that are answered into what they stand for."""
        for node in graph.of_kind("pronoun"):
            number = self.number(heads, node.id)
            if number is None:
                continue
            self.replace(node, number)

    def replace(self, node: Node, number: int) -> None:
        """Turn a pronoun into what it stands for."""
        referent = self.referents[number]
        node.kind, node.concept = "entity", referent.concept
        kept = {k: v for k, v in node.attrs.items() if k in ("num", "case")}
        node.attrs = {**kept, **referent.attrs, "ref": str(number)}

    def given(self, place: Place, graph: SemanticGraph, heads: Mapping[str, int]) -> int:
        """Give the number of what another resolver names."""
        start, end = place
        inside = [
            heads[n.id]
            for n in graph.of_kind("entity", "group", "quantity")
            if n.id in heads and start <= heads[n.id] < end and heads[n.id] in self.known
        ]
        known = inside or [h for h in self.known if start <= h < end]
        if known:
            return self.known[max(known)]
        mention = self.mention(place)
        words = mention.text.split() or ["it"]
        proper = {"proper": "+"} if words[-1][:1].isupper() else {}
        concept = "_".join(words) if proper else words[-1]
        self._last += 1
        self.referents[self._last] = Referent(self._last, concept, proper, mention)
        self.known[end - 1] = self._last
        return self._last

    def number(self, heads: Mapping[str, int], node: str | None) -> int | None:
        """Give the number of what a node of the sentences at hand stands for, if it is known."""
        head = heads.get(node or "")
        return None if head is None else self.known.get(head)

    def kind(self, graph: SemanticGraph, heads: Mapping[str, int], node: str) -> Kind:
        """Say what a phrase stands for, as far as the text and the lexicon tell."""
        found = graph.nodes[node]
        many = found.attrs.get("num") == "pl"
        number = self.number(heads, node)
        referent = self.referents.get(number or 0)
        if referent is not None and referent.sort == "time":
            return Kind("time", many)
        if found.kind in ("group", "quantity"):
            return Kind(found.kind, many=found.kind == "group" or found.concept not in ("1", "one"))
        if found.kind == "pronoun" and found.concept == "one" and many:
            return Kind("", many)  # "new ones"
        if found.kind == "pronoun":
            return Kind("some" if found.concept in INDEFINITE else "", many)
        if referent is not None and referent.sort is not None:
            return Kind(referent.sort, many)
        if referent is not None and referent.attrs.get("gender") in ("masc", "fem"):
            return Kind("person", many)
        if found.attrs.get("proper") == "+":
            return Kind("name", many)
        sex = self._sex_of(found.concept)
        if sex == "neut":
            return Kind("thing", many, is_collective(found.concept), is_house(found.concept))
        if sex is not None:
            return Kind("person", many)
        if found.concept in word_list("persons"):
            return Kind("animal", many, is_collective(found.concept), is_house(found.concept))
        if heads.get(node) in self._adjectives and found.attrs.get("def") == "def":
            return Kind("person", many)  # "the elder"
        return Kind("", many)

    def mention(self, place: Place) -> Mention:
        """Give a phrase without what stands beside it: *Ann Hill (born 1970)*, *Hill, 52*, *only a cat*."""
        text = self.parsed.text[slice(*place)]
        found = _CORE.match(text)
        start, end = found.span(1) if found is not None else (0, len(text))
        return Mention(place[0] + start, place[0] + end, text[start:end])

    def referent_at(self, start: int, end: int) -> int | None:
        """Give the number of who or what is named last between two places."""
        heads = [head for head in self.known if start <= head < end]
        return self.known[max(heads)] if heads else None

    def mentions(self, graph: SemanticGraph, heads: Mapping[str, int]) -> dict[str, Mention]:
        """Give where each noun phrase of a graph, or what it stands for, was named last."""
        return {
            n: self.referents[self.known[h]].named
            for n, h in heads.items()
            if h in self.known and graph.nodes[n].kind != "pronoun"
        }

    def referred(self, number: int, pronoun: Node) -> None:
        """Note what a pronoun says of whom it stands for."""
        referent, gender = self.referents[number], pronoun.attrs.get("gender")
        if gender in ("masc", "fem") and referent.sort in (None, "person"):
            referent.attrs["gender"] = gender
        elif pronoun.concept == "it" and referent.name and referent.sort is None:
            referent.sort = "thing"

    def pair(self, one: Referent, two: Referent) -> int:
        """Number two persons together."""
        key = (one.number, two.number)
        if key not in self.pairs:
            self._last += 1
            self.pairs[key] = self._last
        number = self.pairs[key]
        text = f"{one.named.text} and {two.named.text}"
        mention = Mention(one.named.start, two.named.end, text)
        self.referents[number] = Referent(number, "they", {"num": "pl"}, mention, "person")
        return number


def _own_names(name: str) -> set[str]:
    """Give the words of a name, without titles."""
    words = {word.strip(".") for word in name.split("_")}
    return {w for w in words if not is_title(w)} or words
