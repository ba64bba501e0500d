"""Read knowledge given as an English sentence into a rule for one question.

*If somebody fears violence, they may refuse a permit.* The sentence is parsed like any text. Its situations and their
participants form the rule. *Somebody*, *a thing*, *person1*, *X* and pronouns are variables, bound to the participants
with the same roles in the question (:mod:`coindex.reasoner.english_rules.match`).

>>> from coindex import Reasoner  # doctest: +SKIP
>>> reasoner = Reasoner()  # doctest: +SKIP
>>> read("Whoever is tired sleeps.", reasoner.nlp, coindex.reasoner.store.store).understood  # doctest: +SKIP
'tired(whoever) – sleep(whoever)'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coindex.reasoner.english_rules.content import POSSESSION, Content, content, read_predicates
from coindex.reasoner.english_rules.words import OTHERS, Normalised, generic, normalised, plainer
from kparse.errors import CoindexError, InputError, SolveError
from kparse.graph import Node, SemanticGraph
from kparse.mentions.binding import bindable, co_arguments
from kparse.mentions.phrases import phrase_text
from kparse.mentions.question import Question

if TYPE_CHECKING:
    from spacy.language import Language

    from coindex.reasoner.store.store import Store

LONGEST = 600
"""Maximum number of characters in a knowledge sentence."""
SHAPE = (
    'Write a sentence that says of somebody what goes with what, e.g. "If somebody is afraid of dogs, they avoid the'
    ' park." or "Person1 thanks person2 because person2 helped person1."'
)
_PRONOUNS = frozenset("he she it they".split())


@dataclass(frozen=True, slots=True)
class EnglishRule:
    """A parsed knowledge sentence."""

    sentence: str
    content: Content
    variable: Mapping[str, str]
    """The variable of each participant's node: the node of its first mention."""
    heads: Mapping[str, frozenset[str]]
    """The nouns that name a variable; none if it is generic (*somebody*, *a thing*)."""
    kinds: Mapping[str, str]
    """``person`` or ``thing`` where the sentence says so."""
    names: Mapping[str, str]
    """The original expressions that were replaced by names for the parser."""

    def called(self, node: str) -> str:
        """Return the expression for a participant in the sentence."""
        node = self.variable.get(node, node)
        graph = self.content.graph
        concept = graph.nodes[node].concept
        if concept in self.names:
            return self.names[concept]
        if graph.nodes[node].kind != "entity":
            return concept
        return re.split(r" (?:who|that|which|whose) ", phrase_text(graph, node))[0].lower()

    @property
    def understood(self) -> str:
        """The situations in short form: ``fear(somebody, violence) – not refuse(somebody, permit)``."""
        parts = []
        for predication in self.content.predications:
            players = [self.called(n) for _, n in predication.slots if n in self.variable]
            if predication.word == POSSESSION or not players:
                continue
            no = "not " if predication.denied else ""
            word = predication.word.replace("_", " ")
            parts.append(f"{no}{word}({', '.join(dict.fromkeys(players))})")
        return " – ".join(parts) or "nothing"


def read(sentence: str, nlp: Language, store: Store) -> EnglishRule:
    """Parse a knowledge sentence.

    Raises:
        InputError: the sentence yields no usable rule; the message says what was understood.
    """
    if not sentence.strip():
        raise InputError("a sentence of knowledge is empty", hint=SHAPE)
    if len(sentence) > LONGEST:
        raise InputError(
            f"a sentence of knowledge has {len(sentence)} characters; at most {LONGEST} are read",
            hint="Give several short ones.",
        )
    seen = normalised(sentence)
    try:
        given = _read(sentence, seen, nlp, store)
        if _named_first(given):
            small = seen.text[:1].lower() + seen.text[1:]
            given = _read(sentence, replace(seen, text=small), nlp, store)
        if _lacks(given) and plainer(seen.text) != seen.text:
            other = _read(sentence, replace(seen, text=plainer(seen.text)), nlp, store)
            given = given if _lacks(other) else other
    except SolveError:
        raise
    except CoindexError as error:
        raise InputError(
            f"the knowledge {short(sentence)} cannot be read: {error.message}", hint=SHAPE
        ) from error
    if lacking := _lacks(given):
        raise InputError(lacking, hint=SHAPE)
    return given


def _read(sentence: str, seen: Normalised, nlp: Language, store: Store) -> EnglishRule:
    from kparse.semantics.build import parse_text

    graph = parse_text(nlp, seen.text)
    found = content(graph, derived(graph, store))
    variable = _variables(graph, seen.kinds)
    heads, kinds = _named(graph, variable, seen.kinds)
    return EnglishRule(sentence, found, variable, heads, kinds, seen.written)


def _named_first(given: EnglishRule) -> bool:
    """Check whether the first word was mistaken for a name because of its capital: *Ill people need care*."""
    nodes = given.content.graph.nodes.values()
    first = next((n for n in nodes if n.tokens[:1] == (0,)), None)
    return (
        first is not None and first.attrs.get("proper") == "+" and first.concept not in given.names
    )


def short(sentence: str) -> str:
    """Quote a sentence, truncated if it is long."""
    text = " ".join(sentence.split())
    return f"“{text if len(text) <= 80 else text[:79] + '…'}”"


def _lacks(given: EnglishRule) -> str:
    """Explain what a sentence lacks: situations with a shared participant, or a situation with a named one."""
    taking = [
        {given.variable[n] for _, n in h.slots if n in given.variable}
        for h in given.content.predications
    ]
    telling = [
        players
        for players, h in zip(taking, given.content.predications, strict=True)
        if players and h.word != POSSESSION
    ]
    if not telling:
        return f"nothing was understood of the knowledge {short(given.sentence)}"
    shared = any(a & b for i, a in enumerate(taking) for b in taking[:i])
    fact = any(given.heads.get(v) for players in telling for v in players)
    if shared or fact:
        return ""
    what = f"the knowledge {short(given.sentence)} says nothing of anybody in two places"
    return f"{what}; understood: {given.understood}"


# ------------------------------------------------------------------------------------------ derivation


def derived(graph: SemanticGraph, store: Store) -> list[str]:
    """Return the atoms that the encodings derive from a graph without a question.

    Raises:
        SolveError: clingo rejects the program.
    """
    from coindex.reasoner.grounding.program import first_model
    from coindex.reasoner.grounding.question_facts import assemble
    from kparse.notation.facts import facts
    from kparse.notation.penman import encode

    program = assemble(graph, facts(encode(graph)), Question("nobody", 0, 0, ()), (), store)
    selection = store.fetch(program.lemmas).helpers()
    known = [*program.facts, *(row.fact for row in selection.rows)]
    return first_model(known, selection, store, read_predicates())


# ------------------------------------------------------------------------------------------- variables


def _variables(graph: SemanticGraph, names: Mapping[str, str]) -> dict[str, str]:
    """Return the variable of each participant; coreferent mentions share one."""
    nodes = [
        n
        for n in graph.nodes.values()
        if n.kind in ("entity", "pronoun", "quantity", "group") or n.concept in names
    ]
    nodes.sort(key=lambda n: (n.tokens or (1 << 30,), n.id))
    variable: dict[str, str] = {}
    for node in nodes:
        earlier = [n for n in nodes if n.id in variable and variable[n.id] == n.id]
        if (
            node.kind == "pronoun"
            and node.concept in _PRONOUNS
            and not _heads_relative(graph, node)
        ):
            continue
        variable[node.id] = next(
            (n.id for n in reversed(earlier) if _same(graph, n, node, names)), node.id
        )
        if variable[node.id] == node.id and node.attrs.get("def") == "def" and _other(graph, node):
            kinds = ("person",) if node.concept == "person" else ("person", "thing")
            anybody = [n.id for n in earlier if n.concept in names or generic(n.concept) in kinds]
            if len(anybody) == 2:
                variable[node.id] = anybody[1]  # *somebody helps somebody ... the other one*
    for edge in graph.edges:
        if edge.role == "appos" and {edge.source, edge.target} <= variable.keys():
            variable[edge.target] = variable[edge.source]
    for node in nodes:
        if node.id not in variable:
            variable[node.id] = _antecedent(graph, node, nodes, variable, names) or node.id
    return variable


def _heads_relative(graph: SemanticGraph, node: Node) -> bool:
    """Check for *he who*, *those who*, which introduce a participant of their own."""
    return graph.target(node.id, "rel") is not None


def _other(graph: SemanticGraph, node: Node) -> bool:
    words = phrase_text(graph, node.id).lower().split()
    return node.concept in OTHERS or any(w in OTHERS for w in words[:2])


def _same(graph: SemanticGraph, earlier: Node, node: Node, names: Mapping[str, str]) -> bool:
    if node.attrs.get("def") in ("def", "dem") and not _other(graph, node):
        kind = generic(node.concept)
        if kind and earlier.kind == "pronoun" and generic(earlier.concept) == kind:
            return not _other(graph, earlier)  # *something ... the thing*
        if node.concept == "one" and earlier.attrs.get("quant") == "1":
            return True
    if earlier.concept != node.concept:
        return node.concept in ("i", "we", "you", "one") and earlier.concept in (
            "i",
            "we",
            "you",
            "one",
        )
    if node.concept in names or node.concept in ("i", "we", "you"):
        return True
    if _other(graph, earlier) != _other(graph, node) or earlier.attrs.get("num") != node.attrs.get(
        "num"
    ):
        return False
    if node.kind == "pronoun":
        return False  # *somebody ... somebody* are two participants
    if node.attrs.get("def") in ("def", "dem"):
        return True
    plain = node.attrs.get("def") is None and earlier.attrs.get("def") is None
    own = graph.target(node.id, "rel") or graph.target(node.id, "mod")
    return plain and not own and earlier.id not in co_arguments(graph, node.id)


def _antecedent(
    graph: SemanticGraph,
    pronoun: Node,
    nodes: Sequence[Node],
    variable: Mapping[str, str],
    names: Mapping[str, str],
) -> str | None:
    """Return the antecedent of a pronoun in the sentence, preferring *somebody* over nouns, and subjects."""
    best: tuple[float, str] | None = None
    taken = {variable.get(n, "") for n in co_arguments(graph, pronoun.id)}
    reflexive = pronoun.attrs.get("case") == "refl"
    for node in nodes:
        if node.id not in variable or node.id == pronoun.id:
            continue
        if not bindable(graph, pronoun.id, node.id) or (
            variable[node.id] in taken and not reflexive
        ):
            continue
        fit = _fits(graph, pronoun, node, names)
        if fit is not None and (best is None or fit > best[0] + 1e-9):
            best = (fit, variable[node.id])
    return best[1] if best else None


def _fits(
    graph: SemanticGraph, pronoun: Node, node: Node, names: Mapping[str, str]
) -> float | None:
    concept = pronoun.concept
    kind = names.get(node.concept, generic(node.concept))
    anybody = node.concept in names or bool(generic(node.concept))
    if concept in ("he", "she") and kind == "thing":
        return None
    if concept == "it" and (kind == "person" or (node.kind == "pronoun" and kind != "thing")):
        return None
    plural = node.attrs.get("num") == "pl" or node.kind == "group"
    score = 0.0
    if concept in ("he", "she", "it"):
        score -= 2.0 * plural
    elif plural:
        score += 1.0
    elif kind == "person" or (anybody and kind != "thing"):
        score += 0.9
    elif not anybody:
        score -= 0.5
    score += 1.2 * anybody
    roles = {e.role for e in graph.into(node.id)}
    own = {e.role for e in graph.into(pronoun.id)}
    score += 0.6 * ("subj" in roles) + 0.3 * bool(roles & own - {"poss"})
    score -= 1.0 * (node.tokens > pronoun.tokens)
    if _other(graph, node):
        score -= 0.4
    return score


def _named(
    graph: SemanticGraph, variable: Mapping[str, str], names: Mapping[str, str]
) -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    heads: dict[str, set[str]] = {}
    kinds: dict[str, str] = {}
    for node, of in variable.items():
        concept = graph.nodes[node].concept
        heads.setdefault(of, set())
        if concept in names:
            kinds[of] = names[concept] or kinds.get(of, "")
        elif concept in OTHERS or (concept == "they" and of != node):
            continue
        elif generic(concept):
            kinds.setdefault(of, "" if concept in ("that", "this", "other") else generic(concept))
        elif graph.nodes[node].kind in ("entity", "quantity"):
            heads[of].add(concept)
    return {of: frozenset(found) for of, found in heads.items()}, kinds
