"""From a graph and a question to an ASP program: which lemmas to look up, and the facts the encodings read.

A program has three parts: the *encodings* (the same for every question), the *selection* of rows and axioms that are
relevant to the words, and the *facts* of the graph and of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from coindex.files.shipped import ENCODINGS
from kparse.asp import quote
from kparse.caches import cache
from kparse.graph import Node, SemanticGraph
from kparse.mentions.question import Question
from kparse.mentions.same_mentions import same_mentions

_COMMENT = re.compile(r"%[^\n]*")
_QUOTATION = re.compile(r'"[^"]+"|“[^“”]+”')
_NEGATIVE_ANSWER = "none"


class Lexicon(Protocol):
    """The methods of the store that this module uses."""

    def known(self, lemma: str) -> bool:
        """Return whether any row has the lemma as its key."""

    def classes(self, lemma: str) -> frozenset[str]:
        """Return the event classes of the lemma as a verb."""


@dataclass(frozen=True, slots=True)
class Program:
    """The facts of one question and the lemmas whose rows it needs."""

    facts: tuple[str, ...]
    lemmas: frozenset[str]
    unknown: tuple[str, ...]
    """Concepts of events, states and common nouns for which the lexicon has no row."""


@cache
def encoding_files(directory: Path = ENCODINGS) -> tuple[tuple[str, str], ...]:
    """Return name and text of each encoding, in alphabetical order."""
    return tuple(
        (f"encodings/{path.name}", path.read_text(encoding="utf-8"))
        for path in sorted(directory.glob("*.lp"))
    )


@cache
def encoding_text(directory: Path = ENCODINGS) -> str:
    """Return all encodings as one program without comments, because clingo parses it for every question."""
    text = "\n".join(text for _, text in encoding_files(directory))
    return "\n".join(line for line in _COMMENT.sub("", text).splitlines() if line.strip())


_TURNING = frozenset(("come", "go", "turn"))
_TURNED = frozenset(
    "bad bankrupt crazy loose mad mouldy moldy rancid rotten sour stale wrong".split()
)

_PIECES = frozenset(
    "bit chunk fragment half part piece shard sliver smithereen smithereens splinter".split()
)


def keys_of(graph: SemanticGraph, node: Node, lexicon: Lexicon) -> tuple[str, str | None]:
    """Return the lemma under which a predicate is looked up, and the relation that then counts as its object.

    ``look`` with an ``after`` argument and no object is ``look_after`` if the lexicon has it; ``pass`` with an exam as
    its object is ``pass_exam`` (except ``have``: see ``encodings/senses.lp``). A particle verb or light verb
    without rows falls back to its verb.
    """
    if node.kind == "event":
        thing = graph.target(node.id, "obj")
        if thing is None:
            for edge in graph.out(node.id):
                if edge.role.startswith("obl."):
                    joined = f"{node.concept}_{edge.role[4:]}"
                    if graph.nodes[edge.target].concept in _PIECES:
                        continue  # "broke into pieces": a result, not a place
                    if lexicon.known(joined):
                        return joined, edge.role
                elif edge.role in ("mod", "comp") and node.concept in _TURNING:
                    turned = graph.nodes[edge.target].concept
                    if turned in _TURNED and lexicon.classes(f"{node.concept}_{turned}"):
                        return f"{node.concept}_{turned}", None  # "it went bad", "it came loose"
        elif node.concept != "have" and _is_thing(graph.nodes[thing]):
            joined = f"{node.concept}_{graph.nodes[thing].concept}"
            if not lexicon.classes(joined) <= lexicon.classes(node.concept):
                return joined, None  # the phrase has a meaning of its own
    if "_" in node.concept and node.kind == "event" and not lexicon.known(node.concept):
        return node.concept.split("_", 1)[0], None
    return node.concept, None


def _is_thing(node: Node) -> bool:
    return node.kind == "entity" and node.attrs.get("proper") != "+"


def _names(node: Node) -> list[str]:
    """Return the parts of a proper name that may have a known gender: ``Mr._Dale`` -> ``Mr.``, ``Dale``."""
    return [part for part in re.split(r"[_\s]+", node.concept) if part]


def _relation(role: str) -> str:
    kind, _, word = role.partition(".")
    return f"{kind}({quote(word)})" if word else kind


def _node_facts(graph: SemanticGraph, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Yield pairs of a fact and a lemma (either may be empty)."""
    for node in graph.nodes.values():
        if node.kind in ("event", "state"):
            key, as_object = keys_of(graph, node, lexicon)
            yield f"key({node.id},{quote(key)})", key
            if as_object:
                yield f"as_object({node.id},{_relation(as_object)})", ""
            if node.concept != key:
                yield "", node.concept
        elif node.kind in ("entity", "property"):
            if node.attrs.get("proper") == "+":
                parts = _names(node)
                for part in parts[:2]:
                    if lexicon.known(part):
                        yield f"name_of({node.id},{quote(part)})", part
                if any(lexicon.known(part) for part in parts[:1]):
                    yield f"person_name({node.id})", ""
            yield "", node.concept


def _together(graph: SemanticGraph) -> Iterator[tuple[str, str]]:
    """Yield a fact and a lemma for each two words that may form a multiword expression.

    ``ice_cream``, ``green_thumb``, ``on_time``, ``skip_class``: a noun and its modifier, or a predicate and its bare
    prepositional phrase or object.
    """
    for edge in graph.edges:
        source, target = graph.nodes[edge.source], graph.nodes[edge.target]
        role, _, word = edge.role.partition(".")
        if target.attrs.get("proper") == "+" or target.kind not in ("entity", "property"):
            continue
        if role in ("nn", "mod") and source.kind in ("entity", "state"):
            lemma = f"{target.concept}_{source.concept}"
        elif role == "obj" and source.kind == "event":
            lemma = f"{source.concept}_{target.concept}"
        elif role == "obl" and source.kind != "entity" and "def" not in target.attrs:
            lemma = f"{word}_{target.concept}"
        else:
            continue
        yield f"together({source.id},{target.id},{quote(lemma)})", lemma


def _quoted(graph: SemanticGraph) -> Iterator[str]:
    """Yield a fact for each pronoun and verb between quotation marks."""
    text = graph.metadata.get("snt", "")
    inside = [match.span() for match in _QUOTATION.finditer(text)]
    if not inside:
        return
    spans = graph.token_spans()
    for node in graph.nodes.values():
        if node.kind in ("pronoun", "event") and node.tokens and node.tokens[0] < len(spans):
            start = spans[node.tokens[0]][0]
            if any(a < start < b for a, b in inside):
                yield f"quoted({node.id})"


def question_facts(questions: Iterable[Question], asked: Question) -> Iterator[str]:
    """Yield ``asked_about/1``, and ``candidate/3`` for every pronoun; candidates of the one asked about come first."""
    yield f"asked_about({asked.pronoun})"
    for question in questions:
        if question.pronoun == asked.pronoun and question is not asked:
            continue
        for index, candidate in enumerate(question.candidates):
            node = candidate.node or f"{_NEGATIVE_ANSWER}({index})"
            yield f"candidate({question.pronoun},{node},{index})"


def _may_be_a_situation(
    graph: SemanticGraph, pronoun: Node, mine: Question, asked: Question
) -> bool:
    """Return whether *it* has only plural candidates, or one shared with the asked pronoun beside it.

    An example is "they can afford it".
    """
    if pronoun.concept != "it" or pronoun.attrs.get("case") == "poss":
        return False
    if any(c.given for c in mine.candidates):
        return False
    nodes = {c.node for c in mine.candidates if c.node}
    if all(graph.nodes[n].attrs.get("num") == "pl" for n in nodes):
        return True
    beside = {e.target for into in graph.into(pronoun.id) for e in graph.out(into.source)}
    return (
        len(nodes) == 1 and asked.pronoun in beside and nodes <= {c.node for c in asked.candidates}
    )


def _apart_from_things(
    graph: SemanticGraph, asked: Question, others: Iterable[Question]
) -> Iterator[Question]:
    """Yield the other pronouns; a candidate of the asked *he* or *she* is removed from those of an *it*."""
    persons: set[str | None] = set()
    asked_node = graph.nodes.get(asked.pronoun)
    if asked_node and asked_node.attrs.get("gender") in ("masc", "fem"):
        persons = {c.node for c in asked.candidates}
    for question in others:
        node = graph.nodes[question.pronoun]
        if _may_be_a_situation(graph, node, question, asked):
            continue
        if persons and node.attrs.get("gender") == "neut":
            things = tuple(c for c in question.candidates if c.node not in persons)
            if things:
                yield replace(question, candidates=things)
        else:
            yield question


def assemble(
    graph: SemanticGraph,
    graph_facts: Iterable[str],
    asked: Question,
    others: Iterable[Question],
    lexicon: Lexicon,
) -> Program:
    """Return the facts and lemmas of a question about ``asked``; ``others`` are the text's other pronouns."""
    about = question_facts([asked, *_apart_from_things(graph, asked, others)], asked)
    return _assembled(graph, graph_facts, about, lexicon)


def assemble_all(
    graph: SemanticGraph,
    graph_facts: Iterable[str],
    asked: Sequence[Question],
    others: Iterable[Question],
    lexicon: Lexicon,
) -> Program:
    """Return the facts and lemmas of questions that are asked in turn; ``others`` are the text's other pronouns."""
    about = [f"asked_about({question.pronoun})" for question in asked]
    about += question_facts([*asked, *others], asked[0])
    return _assembled(graph, graph_facts, dict.fromkeys(about), lexicon)


def _assembled(
    graph: SemanticGraph, graph_facts: Iterable[str], about: Iterable[str], lexicon: Lexicon
) -> Program:
    facts = [f.rstrip(".") for f in graph_facts]
    lemmas: set[str] = set()
    for fact, lemma in (*_node_facts(graph, lexicon), *_together(graph)):
        if fact:
            facts.append(fact)
        if lemma:
            lemmas.add(lemma)
    lemmas.update(e.role[5:] for e in graph.edges if e.role.startswith("link."))
    lemmas.update(e.role[4:] for e in graph.edges if e.role.startswith("obl."))
    facts.extend(f"same({earlier},{later})" for earlier, later in same_mentions(graph))
    facts.extend(_quoted(graph))
    facts.extend(about)
    unknown = sorted(
        {
            n.concept
            for n in graph.nodes.values()
            if n.kind in ("event", "state", "entity")
            and n.attrs.get("proper") != "+"
            and n.concept != "be"
            and not lexicon.known(keys_of(graph, n, lexicon)[0])
        }
    )
    return Program(tuple(facts), frozenset(lemmas), tuple(unknown))
