"""Signs in a graph that a text was parsed wrongly, that a connective was lost, or that a word has no row."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import kparse
from coindex.reasoner.grounding.question_facts import keys_of
from kparse.caches import cache
from kparse.graph import Node, SemanticGraph

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

Sign = tuple[str, tuple[str, ...]]
"""A sentence that says what is wrong, and what it is about."""

_CLOSED = frozenset(
    """a an the this that these those and or but nor so yet because although though since as if unless until till when
    while whereas whenever where before after once than then to of in on at by for with from into onto over
    under about not n't n’t never no is am are was were be been being 's ’s 'm ’m 're ’re have has had having
    've ’ve 'd ’d do does did done will 'll ’ll would can ca could may might must shall should wo ought need
    needs needed dare used let ' ’ very too such more most less least enough quite rather really extremely
    highly far longer all some any every each both many much few several there it who whom whose which what how
    why whether either neither other another own same go going get gets got gotten getting able please hundred
    thousand million dozen one two three four five six seven eight nine ten eleven twelve twenty thirty forty
    fifty sixty seventy eighty ninety up down out off away back just only also even still already now again
    instead however therefore thus hence despite upon per else well against among through between during toward
    towards his her its their my your our lot lots plenty couple number bunch deal bit pair due""".split()
)
"""Words that the graph absorbs (attributes, edges) or may leave out."""
_SURE = ("because", "although", "though", "whereas", "unless")
"""Connectives that are always one, unless a preposition follows."""
_COPULAR = frozenset(
    "look seem appear sound taste smell feel become get grow turn go stay remain keep prove come fall run".split()
)
"""As in ``encodings/senses.lp``: with a predicate after it, such a verb only links."""
_BARE = frozenset("have get own possess lack lose need want keep hold give take make do".split())
"""Verbs that say little without their object: *had a fever*."""
_HAVING = frozenset("have get lack lose".split())
"""Verbs whose abstract object says something of the subject, by its ``having`` row."""
_ABSTRACT = frozenset(
    """abstract activity event feeling_thing idea illness information number_thing plan problem_thing quality_thing
    time""".split()
)
_OF_HAVING = frozenset(("having", "nominal", "noun_gives"))
_ROWS = {
    "event": frozenset(("verb", "frame", "gives", "affect", "sel", "alternates")),
    "adj": frozenset(("adj", "adj_of", "frame_adj", "stimulus_gives", "verb", "gives")),
    "adv": frozenset(("adj", "adverb", "verb")),
    "noun": frozenset(
        ("kind", "trait", "deed", "having", "nominal", "noun_gives", "name", "title")
    ),
}
"""Kinds of rows that a predicate can have, by its kind; one of them is enough."""
_WORDLESS = frozenset("who what which how why where when one".split())
_WEATHER = frozenset("rain snow hail thunder drizzle freeze pour".split())


@cache
def _verbs() -> frozenset[str]:
    text = Path(kparse.__file__).with_name("data").joinpath("verbs.txt").read_text(encoding="utf-8")
    return frozenset(
        w for line in text.splitlines() if not line.startswith("#") for w in line.split()
    )


# ----------------------------------------------------------------------------------- broken clauses


def broken(graph: SemanticGraph, clauses: Collection[str], store: Store) -> Sign | None:
    """Return the first sign that one of these clauses, or the text around them, was parsed wrongly."""
    for node in (n for n in graph.nodes.values() if n.id in clauses):
        for role, name in (("subj", "subjects"), ("obj", "objects")):
            edges = [e for e in graph.out(node.id, role) if e.choice is None]
            if len({e.target for e in edges}) > 1:
                return f"‘{graph.text_of(node.id)}’ has two {name}", (f"two {name}",)
        if _no_verb(graph, node, store):
            return f"‘{graph.text_of(node.id)}’ was taken for a verb", ("no verb",)
        if _unresolved(graph, node):
            return f"‘{graph.text_of(node.id)}’ stands for a predicate that was not found", (
                "ellipsis",
            )
        if _no_subject(graph, node):
            return f"‘{graph.text_of(node.id)}’ has no subject", ("no subject",)
    for edge in graph.out(graph.root):
        if graph.nodes[edge.target].kind not in ("event", "state"):
            return f"a sentence has no predicate but ‘{graph.text_of(edge.target)}’", ("fragment",)
    left = next(_left_out(graph), None)
    return None if left is None else (f"‘{left}’ is not in the graph", ("word left out",))


def within(graph: SemanticGraph, node: str | None) -> bool:
    """Whether a node only modifies a noun: *soap* in *soap dish*."""
    edges = graph.into(node) if node is not None else []
    return bool(edges) and all(edge.role == "nn" for edge in edges)


def _no_verb(graph: SemanticGraph, node: Node, store: Store) -> bool:
    """Whether an event is not a known verb."""
    if node.kind != "event":
        return False
    first = node.concept.split("_", 1)[0]
    known = {first, node.concept} & _verbs() or _has(store, node.concept, "event")
    inflected = graph.text_of(node.id).lower() != node.concept  # *maced* is a verb, known or not
    return not known and not inflected and not _has(store, first, "event")


def _unresolved(graph: SemanticGraph, node: Node) -> bool:
    """Whether a bare auxiliary, a question word or *one* is all that is left of a predicate."""
    if node.kind == "event":
        return node.concept == "do" and graph.target(node.id, "obj") is None
    return node.concept in _WORDLESS


def _no_subject(graph: SemanticGraph, node: Node) -> bool:
    if node.kind != "event" or node.attrs.get("form") != "fin" or node.concept in _WEATHER:
        return False
    if node.attrs.get("voice") == "pass" or node.attrs.get("mood") == "imp":
        return False
    return not any(graph.target(node.id, role) for role in ("subj", "comp"))


def _left_out(graph: SemanticGraph) -> Iterator[str]:
    """Words of open classes that are in no node and name no relation."""
    text = graph.metadata.get("snt", "")
    covered = {token for node in graph.nodes.values() for token in node.tokens}
    roles = {word for edge in graph.edges for word in re.split(r"[._?!\d]+", edge.role)}
    for number, (start, end) in enumerate(graph.token_spans()):
        word = text[start:end].lower()
        if number in covered or word in _CLOSED or word in roles or not word.isalpha():
            continue
        if not word.endswith("ly"):  # a lost adverb changes the meaning little
            yield text[start:end]


def lost_connective(graph: SemanticGraph) -> str | None:
    """Return a connective of the text that always joins clauses and yet is no edge of the graph."""
    text = graph.metadata.get("snt", "").lower()
    roles = " ".join(edge.role for edge in graph.edges)
    for word in _SURE:
        if re.search(rf"(?<![\w'’]){word}(?![\w'’])(?! of\b)", text) and word not in roles:
            return word
    return None


# -------------------------------------------------------------------------------------------- rows


def _has(store: Store, lemma: str, kind: str) -> bool:
    return any(row.predicate in _ROWS[kind] for row in store.rows_for(lemma))


def rowless(graph: SemanticGraph, situation: str, store: Store) -> Iterator[str]:
    """Return the words that determine a clause's meaning and have no row for their use there."""
    node = graph.nodes[situation]
    word = key(graph, situation, store)
    if node.kind == "event":
        if _complement(graph, situation) is not None:
            return
        objects = graph.out(situation, "obj") if word in _BARE else []
        if not _has(store, word, "event") and not (objects and word == "do"):
            yield word
        for edge in objects:
            yield from _unsaid(graph, edge.target, store, having=word in _HAVING)
    elif node.concept != "be":
        kind = node.attrs.get("pos", "adj")
        if kind in _ROWS and not _has(store, word, kind):
            yield word
    elif node.attrs.get("pos") == "adp":
        for edge in graph.out(situation):
            if edge.role.startswith("obl."):
                yield from _unsaid(graph, edge.target, store, having=True)


def _complement(graph: SemanticGraph, situation: str) -> str | None:
    """The predicate of a copular verb: *looks tired*."""
    if graph.nodes[situation].concept not in _COPULAR:
        return None
    targets = (e.target for e in graph.out(situation, "comp"))
    return next((t for t in targets if graph.nodes[t].kind == "state"), None)


def _unsaid(graph: SemanticGraph, noun: str, store: Store, *, having: bool) -> Iterator[str]:
    """A noun without a row, or an abstract one that does not say what having it means."""
    node = graph.nodes[noun]
    if node.kind != "entity" or node.attrs.get("proper") == "+":
        return
    rows = store.rows_for(node.concept)
    kinds = {row.fact.rsplit(",", 1)[1].rstrip(")") for row in rows if row.predicate == "kind"}
    if not store.known(node.concept):
        yield node.concept
    elif having and kinds & _ABSTRACT and not any(row.predicate in _OF_HAVING for row in rows):
        yield f"{node.concept} (having)"


def key(graph: SemanticGraph, situation: str, store: Store) -> str:
    """Return the word under which a clause's predicate is looked up."""
    return keys_of(graph, graph.nodes[situation], store)[0]


def meaning(graph: SemanticGraph, situation: str, store: Store) -> str:
    """Return what a clause says in the theory's terms: classes of its verb, properties of its adjective.

    A negated clause has ``not`` in front; a word without either stands for itself, in quotes.
    """
    node = graph.nodes[situation]
    inner = _complement(graph, situation)
    if inner is not None:
        says = meaning(graph, inner, store)
    elif node.kind == "state" and node.concept == "be":
        places = [e for e in graph.out(situation) if e.role.startswith("obl.")]
        words = [f"{e.role[4:]} ‘{graph.nodes[e.target].concept}’" for e in places]
        says = " ".join(["be", *words[:1]])
    else:
        word = key(graph, situation, store)
        wanted = ("verb",) if node.kind == "event" else ("adj", "trait")
        rows = [r for r in store.rows_for(word) if r.predicate in (*wanted, "verb")]
        own = [r for r in rows if r.predicate in wanted] or rows
        found = list(dict.fromkeys(r.fact.split(",", 1)[1].removesuffix(")") for r in own))
        says = "/".join(found[:3]) or f"‘{word}’"
        objects = graph.out(situation, "obj") if word in (*_HAVING, "do") else []
        says += "".join(f" ‘{graph.nodes[e.target].concept}’" for e in objects[:1])
    return f"not {says}" if node.attrs.get("polarity") == "-" else says


def words(graph: SemanticGraph, situation: str) -> str:
    """Return the words of a clause's predicate as in the text, with its negation."""
    node = graph.nodes[situation]
    if node.concept == "be" and node.kind == "state":
        ends = [e for e in graph.out(situation) if e.role.startswith("obl.")]
        text = " ".join(["be", *(f"{e.role[4:]} {graph.text_of(e.target)}" for e in ends[:1])])
    else:
        text = graph.text_of(situation)
    return f"not {text}" if node.attrs.get("polarity") == "-" else text
