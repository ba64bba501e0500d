"""Suggest general sentences: what the text says, with *person1* and *person2* in the places of the candidates.

*Ann thanked Beth because she had helped her* gives *person1 thanks person2 because person2 has helped person1* for
Beth. Two clauses that only follow each other are joined by *if*: the text names no cause, so none is invented. Where
the text has one clause alone, the sentence has a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from coindex.reasoner.english.classes import listed
from coindex.reasoner.english.forms import third_person
from kparse.graph import Node, SemanticGraph
from kparse.input.names import is_given_name
from kparse.mentions.phrases import phrase_tokens
from kparse.mentions.question import Question

GAP = "___"
"""What stands for what the text does not say."""
FILLER = "is right"
"""What fills a gap while the rest of a sentence is tried."""
LONGEST = 24
"""Words of a sentence; a longer one is no general rule."""
_JOINTS = {
    "because": "because", "since": "because", "as": "because", "for": "because", "so": "so", "so_that": "so that",
    "but": "but", "although": "although", "though": "although", "even_though": "although", "if": "if",
    "unless": "unless", "when": "when", "after": "after", "before": "before", "until": "until",
}  # fmt: skip
"""What a connective of the text becomes; clauses with another one are joined by *if*."""
_SITUATIONS = ("event", "state")
_ONE = {
    "was": "is", "were": "is", "am": "is", "are": "is", "had": "has", "have": "has", "did": "does", "do": "does",
}  # fmt: skip
_MANY = {"was": "are", "were": "are", "had": "have", "did": "do"}
_PLAIN = {
    "could": "can", "would": "will", "n't": "not", "n’t": "not", "ca": "can", "wo": "will", "'s": "'s", "’s": "'s",
}  # fmt: skip
_WEATHER = frozenset("it there".split())


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sentence that may decide a question."""

    sentence: str
    """With :data:`GAP` where the text does not say enough."""

    @property
    def has_gap(self) -> bool:
        """Whether something is to be filled in."""
        return GAP in self.sentence

    @property
    def tried(self) -> str:
        """The sentence by which it is tried."""
        return self.sentence.replace(GAP, FILLER)


def proposals(
    graph: SemanticGraph,
    question: Question,
    index: int,
    bound: Mapping[str, str],
    kinds: Mapping[str, frozenset[str]],
) -> Iterator[Proposal]:
    """Yield sentences that say of people or things in general what a text says if the pronoun is a candidate.

    Args:
        graph: the text.
        question: the pronoun, and its candidates.
        index: the candidate.
        bound: the candidate's node of each pronoun in the reading for the candidate.
        kinds: the kinds of each node that has some.
    """
    given: set[str] = set()
    for turned in (False, True):
        names = _names(graph, question, index, bound, kinds, turned=turned)
        if names is None:
            return
        for words in _said(graph, question, _Wording(graph, names), names[question.pronoun]):
            if 1 < len(words.split()) <= LONGEST and words not in given:
                given.add(words)
                yield Proposal(f"{words[:1].upper()}{words[1:]}.")


def _said(
    graph: SemanticGraph, question: Question, wording: _Wording, called: str
) -> Iterator[str]:
    pairs = list(_pairs(graph, question, wording))
    for source, word, target in pairs:
        first, second = wording.clause(source), wording.clause(target)
        if first and second and word:
            yield f"{first}{',' * (word in ('so', 'but'))} {word} {second}"
        elif first and second:
            yield f"if {first}, {second}"
    own = list(_situations(graph, question.pronoun))
    if pairs or not own:
        return
    told = wording.clause(own[-1])
    if told and len(own) > 1:
        yield told  # (one of them completes the other: *person1 tells person2 that person2 is late*)
    if told:
        yield f"{told} because {called} {GAP}"


# ------------------------------------------------------------------------------------------ who takes part


def _names(
    graph: SemanticGraph,
    question: Question,
    index: int,
    bound: Mapping[str, str],
    kinds: Mapping[str, frozenset[str]],
    *,
    turned: bool,
) -> dict[str, str] | None:
    """Name the candidates and all that stands for them; ``None`` if the candidate has no place in the text.

    With ``turned`` those whose kind is open are named as things instead of people, or the other way round.
    """
    nodes = [one.node for one in question.candidates]
    meant = nodes[index]
    if meant is None:
        return None
    pronoun = graph.nodes[question.pronoun]
    order = sorted(
        {node for node in nodes if node is not None and node in graph.nodes},
        key=lambda node: (min(graph.nodes[node].tokens, default=1 << 30), node),
    )
    number = {"person": 0, "thing": 0}
    names: dict[str, str] = {}
    for node in order:
        kind = _kind(graph.nodes[node], pronoun, kinds, turned=turned)
        number[kind] += 1
        names[node] = f"{kind}{number[kind]}"
    for one in sorted(graph.nodes.values(), key=lambda n: (n.tokens, n.id)):
        is_person = "person" in kinds.get(one.id, frozenset())
        named = one.attrs.get("proper") == "+" or (one.attrs.get("def") == "def" and is_person)
        if named and one.kind == "entity" and one.id not in names:
            kind = _kind(one, None, kinds, turned=False)
            number[kind] += 1
            names[one.id] = f"{kind}{number[kind]}"
    for other, node_id in bound.items():
        if node_id in names:
            names[other] = names[node_id]
    names[question.pronoun] = names[meant]
    return names


def _kind(
    node: Node, pronoun: Node | None, kinds: Mapping[str, frozenset[str]], *, turned: bool
) -> str:
    gender = pronoun.attrs.get("gender") if pronoun is not None else None
    if gender in ("masc", "fem"):
        return "person"
    if gender == "neut":
        return "thing"
    known = kinds.get(node.id, frozenset())
    named = node.attrs.get("proper") == "+" and (pronoun is not None or is_given_name(node.concept))
    person = "person" in known or (not known and named)
    return "person" if person != turned else "thing"


# ------------------------------------------------------------------------------------------ which clauses


def _situations(graph: SemanticGraph, node: str) -> Iterator[str]:
    """Give the situations in which a node takes part, the nearest first."""
    found, todo = {node}, [node]
    while todo:
        current = todo.pop(0)
        if graph.nodes[current].kind in _SITUATIONS:
            yield current
        for edge in graph.into(current):
            base = edge.role.partition(".")[0]
            if base not in ("link", "snt", "rel") and edge.source not in found:
                found.add(edge.source)
                todo.append(edge.source)


def _pairs(
    graph: SemanticGraph, question: Question, wording: _Wording
) -> Iterator[tuple[str, str, str]]:
    """Yield linked situations, one of the pronoun and one of a candidate, and the word between them."""
    candidates = {one.node for one in question.candidates if one.node}
    own = list(_situations(graph, question.pronoun))
    for edge in graph.edges:
        if not edge.role.startswith("link."):
            continue
        ends = [
            graph.nodes[end].kind in _SITUATIONS and wording.members(end)
            for end in (edge.source, edge.target)
        ]
        if not all(ends) or not {edge.source, edge.target} & set(own):
            continue
        mine = [end in own for end in (edge.source, edge.target)]
        other = wording.members(edge.target if mine[0] else edge.source)
        if all(mine) or not other & candidates:
            continue
        yield edge.source, _JOINTS.get(edge.role.removeprefix("link."), ""), edge.target


class _Wording:
    """Says a clause of a text in the present, with names for the parties."""

    def __init__(self, graph: SemanticGraph, names: Mapping[str, str]) -> None:
        self.graph, self.names = graph, names
        self._words = graph.metadata.get("tok", "").split(" ")
        self._owner = {t: node.id for node in graph.nodes.values() for t in node.tokens}
        self._instead: dict[int, str] = {}
        for node in names:
            for place in phrase_tokens(graph, node):
                self._instead[place] = node

    def members(self, situation: str) -> frozenset[str]:
        """Give the nodes of a clause, without those of clauses that it is linked with."""
        found, todo = {situation}, [situation]
        while todo:
            for edge in self.graph.out(todo.pop()):
                base = edge.role.partition(".")[0]
                if base in ("link", "rel") or edge.target in found:
                    continue
                if edge.choice is not None and not edge.choice.default:
                    continue
                found.add(edge.target)
                if edge.target not in self.names:
                    todo.append(edge.target)
        return frozenset(found)

    def clause(self, situation: str) -> str:
        """Give the words of a clause; nothing if it cannot be said in general."""
        members = self.members(situation)
        if any(self._is_particular(self.graph.nodes[node]) for node in members):
            return ""
        words: list[str] = []
        told: set[str] = set()
        for place in self._places(members):
            node = self._instead.get(place)
            if node is None:
                words.append(self._word(place, situation))
            elif node not in told:
                told.add(node)
                words.append(self._named(node))
        return self._whole(situation, words)

    def _is_particular(self, node: Node) -> bool:
        """Tell whether a participant is a pronoun that stands for nobody who is named."""
        return node.kind == "pronoun" and node.id not in self.names

    def _places(self, members: frozenset[str]) -> list[int]:
        """Give the places of a clause's words; a word of grammar belongs to the next word."""
        own = {t for node in members for t in self.graph.nodes[node].tokens}
        own |= {t for t, node in self._instead.items() if node in members}
        found = set(own)
        last = max(own, default=-1)
        belongs = False
        for place in range(last, min(own, default=0) - 4, -1):
            if place < 0 or (not self._words[place][:1].isalpha() and place not in own):
                belongs = belongs and place >= 0 and self._words[place][:1] in "'’n"
                if belongs:
                    found.add(place)
                continue
            if place in self._owner or place in self._instead:
                belongs = place in own
            elif self._words[place].lower() in listed("connectives") and place < min(own):
                break
            elif belongs and self._words[place].lower() not in listed("connectives") - {"as"}:
                found.add(place)
        return sorted(found)

    def _named(self, node: str) -> str:
        owns = self.graph.nodes[node].attrs.get("case") == "poss" or (
            any(edge.role == "poss" for edge in self.graph.into(node))
            and "'s" not in self.graph.text_of(node)
        )
        return f"{self.names[node]}'s" if owns else self.names[node]

    def _word(self, place: int, situation: str) -> str:
        word = self._words[place].lower()
        owner = self.graph.nodes.get(self._owner.get(place, ""))
        if owner is not None and owner.kind not in _SITUATIONS:
            return word
        if word in _PLAIN:
            return _PLAIN[word]
        subject = self._subject(owner.id if owner is not None else self._next(place, situation))
        many = self._is_many(subject)
        if word in listed("auxiliaries"):
            return (_MANY if many else _ONE).get(word, word)
        if owner is None or owner.attrs.get("form") != "fin" or place != min(owner.tokens):
            return word
        if owner.kind != "event" or self._has_auxiliary(place):
            return word
        verb = owner.concept.partition("_")[0]
        return verb if many else third_person(verb)

    def _next(self, place: int, situation: str) -> str:
        """Give the situation to which an auxiliary belongs."""
        for at in range(place + 1, len(self._words)):
            owner = self.graph.nodes.get(self._owner.get(at, ""))
            if owner is not None and owner.kind in _SITUATIONS:
                return owner.id
        return situation

    def _subject(self, situation: str) -> str | None:
        """Give the subject; of a passive it is what has the part of an object."""
        return self.graph.target(situation, "subj") or self.graph.target(situation, "obj")

    def _is_many(self, node: str | None) -> bool:
        if node is None or node in self.names:
            return False
        return self.graph.nodes[node].attrs.get("num") == "pl"

    def _has_auxiliary(self, place: int) -> bool:
        for before in range(place - 1, max(-1, place - 4), -1):
            word = self._words[before].lower()
            if word in listed("auxiliaries") or word == "to":
                return True
            owner = self.graph.nodes.get(self._owner.get(before, ""))
            if owner is not None and owner.kind != "property":
                return False
        return False

    def _whole(self, situation: str, words: list[str]) -> str:
        """Join the words of a clause that has a subject; nothing of another one."""
        subject = self._subject(situation)
        if not words or (subject is None and not set(words) & _WEATHER):
            return ""
        return " ".join(words).replace(" 's", "'s").replace("can not", "cannot")
