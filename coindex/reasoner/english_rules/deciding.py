"""Whether two predications say the same with everything that belongs to them: complement, object, manner, pole.

A word alone decides little: *wants to guard the eggs* and *wants to eat the eggs* share a verb, *her light is red* and
*her light is green* an owner. What a sentence of knowledge says fits what a text says only if no part of it differs.
The parts are compared relation by relation: parts of the same word match; of the rest, parts with the same relation
differ, unless one is generic (*something*), a kind of the other, or means the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from coindex.reasoner.english_rules.amounts import Pole, measure_of, pole, same_measure
from coindex.reasoner.english_rules.clauses import FRAMES, NEGATIVE, above_of, is_adverb
from coindex.reasoner.english_rules.content import Content, Predication, root
from coindex.reasoner.english_rules.kinship import same_noun
from coindex.reasoner.english_rules.likeness import Likeness
from coindex.reasoner.english_rules.words import generic, stem
from kparse.graph import Node, SemanticGraph

_CLEAR = (FRAMES | NEGATIVE) - {"want", "need", "feel"}
"""Words above a complement that need not be in both."""
_LESS = frozenset("less least little few hardly barely rarely seldom scarcely never no".split())
"""Degrees and quantities that turn what is said."""
_UNTOLD = frozenset(
    "finally slightly deeply soon again still simply nearly almost really so very too quite just even also already now "
    "then always often usually suddenly immediately completely totally extremely all long once ever only more most "
    "certainly probably maybe there here together later today whole entire own such this that much enough "
    "far lot bit big".split()
)
"""Modifiers of degree and time, without which a clause says much the same."""
_CONVERSES = {
    "before": "after", "above": "below", "over": "under", "on": "off", "with": "without", "into": "out_of",
    "to": "from", "toward": "from", "towards": "from", "away_from": "toward", "inside": "outside", "up": "down",
    "for": "against", "in_front_of": "behind",
}  # fmt: skip
CONVERSES = {other: one for one, other in _CONVERSES.items()} | _CONVERSES
"""Prepositions of opposite meaning."""
_MANNER = ("mod", "nn")
_HELD = ("obj", "comp")
"""Relations of what a frame holds."""
_LIGHT_NOUNS = frozenset(
    "case lot kind sort type bit piece pair amount number couple plenty".split()
)
"""Nouns before *of* that say little."""
_DEEPEST = 3
"""How deep complements and modifiers are compared."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a predication of a sentence compares with one of the text."""

    contrary: bool = False
    """Whether one is the opposite of the other."""
    opposed: bool = False
    """Whether it is so by its words (*first*, *last*; *more*, *less*) rather than by a negation."""
    differs: str = ""
    """The part that differs, in words; empty if none does."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares predications of one sentence with those of one text."""

    rule: Content
    heads: Mapping[str, frozenset[str]]
    """Of each node of the sentence the nouns that name it; none if it is generic."""
    text: Content
    parties: frozenset[str]
    """Nodes of the text that stand for a party: pronouns and candidates."""
    likeness: Callable[[Predication, Predication], Likeness]

    def verdict(self, rule: Predication, text: Predication, contrary: bool) -> Verdict:
        """Compare two predications whose words match.

        Args:
            rule: of the sentence.
            text: of the text.
            contrary: whether their words, with their negation, are opposites.
        """
        if ":" in rule.id or ":" in text.id:
            if rule.word == text.word and self._is_noun(text.slots[0][1]):
                return self._owned(rule, text, contrary)
            return Verdict(contrary)
        if "+" in rule.id or "+" in text.id:
            return Verdict(contrary)
        found = self._parts(rule.id, text.id, _DEEPEST)
        turned, differs = self._under(rule, text)
        return Verdict(contrary ^ found.contrary ^ turned, found.opposed, found.differs or differs)

    # ------------------------------------------------------------------------------------- possessions

    def _owned(self, rule: Predication, text: Predication, contrary: bool) -> Verdict:
        """Compare *her luck ran out* with *the patience of person2 runs out*: what is owned, and what is said of it."""
        mine, theirs = rule.slots[0][1], text.slots[0][1]
        if not self._alike(mine, theirs):
            return Verdict(contrary, differs=self._pair(mine, theirs))
        told = self._about(self.text, theirs, text)
        if not told:
            found = self._parts(mine, theirs, _DEEPEST)
            return Verdict(contrary ^ found.contrary, found.opposed, found.differs)
        known = self._about(self.rule, mine, rule)
        differs = ""
        for each in told:
            for own in known:
                close, _, turned, wider = self.likeness(own, each)
                if close < 0.4 or wider:
                    continue
                found = self._parts(own.id, each.id, _DEEPEST)
                if not found.differs:
                    opposed = turned and own.denied == each.denied
                    return Verdict(contrary ^ turned ^ found.contrary, found.opposed or opposed)
                differs = differs or found.differs
        return Verdict(contrary, differs=differs or self._quoted(told[0].word, ""))

    def _is_noun(self, node: str) -> bool:
        return self.text.graph.nodes[node].kind in ("entity", "quantity", "group")

    @staticmethod
    def _about(where: Content, noun: str, relation: Predication) -> list[Predication]:
        """Return what is said of a noun by a verb or an adjective."""
        return [
            each
            for each in where.predications
            if each.id.isalnum()
            and each.id != root(relation.id)
            and not is_adverb(where.graph, each.id)
            and any(node == noun and role in ("subj", "obj") for role, node in each.slots)
        ]

    # ------------------------------------------------------------------------------------------- parts

    def _parts(self, mine: str, theirs: str, depth: int) -> Verdict:
        """Compare everything that depends on two matching nodes."""
        rules, texts = self.rule.graph, self.text.graph
        opposed = _is_less(rules, mine) != _is_less(texts, theirs)
        opposed ^= _is_converse(rules, mine, texts, theirs)
        denied = False
        if depth == 0:
            return Verdict(opposed, opposed)
        own = list(self._dependents(self.rule, mine))
        other = list(self._dependents(self.text, theirs))
        measured, differs = self._measured(mine, theirs)
        opposed ^= measured
        for relation, node in list(own):
            same = [o for o in other if self._same_word(node, o[1])]
            same.sort(
                key=lambda o: (self._family(texts, *o) != self._family(rules, relation, node), o[1])
            )
            if same:
                own.remove((relation, node))
                other.remove(same[0])
                found = self._parts(node, same[0][1], depth - 1)
                denied ^= _denied(rules, node) != _denied(texts, same[0][1])
                denied ^= found.contrary ^ found.opposed
                opposed |= found.opposed
                differs = differs or found.differs
        for relation, node in list(own):
            family = self._family(rules, relation, node)
            for one in [o for o in other if self._family(texts, *o) == family]:
                own.remove((relation, node))
                other.remove(one)
                turned, different = self._compared(node, one[1])
                opposed |= turned
                if different and not (family == "mod" and self._untold(node, one[1])):
                    differs = differs or self._pair(node, one[1])
                break
        if not differs and rules.nodes[mine].concept.split("_")[0] in FRAMES:
            differs = self._left(mine, theirs, own, other)
        if not differs and depth < _DEEPEST and rules.nodes[mine].kind == "entity":
            differs = self._narrowed(own, other)
        return Verdict(denied ^ opposed, opposed, differs)

    def _measured(self, mine: str, theirs: str) -> tuple[bool, str]:
        """Compare measures: *ten months old*; return whether one turns its adjective, and what differs."""
        own, other = measure_of(self.rule.graph, mine), measure_of(self.text.graph, theirs)
        if own is not None and other is not None:
            if same_measure(own, other):
                return False, ""
            return False, self._quoted(_told_measure(other), _told_measure(own))
        poles = pole(self.rule.graph, mine), pole(self.text.graph, theirs)
        if Pole.NEITHER in poles:
            return False, self._quoted(_told_measure(other), _told_measure(own))
        return Pole.LOW in poles, ""

    def _narrowed(self, own: list[tuple[str, str]], other: list[tuple[str, str]]) -> str:
        """Return a noun that narrows another in one of the two only: *a return ticket*, *a ticket*."""
        for relation, node in other:
            if relation == "nn":
                return self._quoted(self.text.graph.nodes[node].concept, "")
        for relation, node in own:
            if relation == "nn":
                return self._quoted("", self.rule.graph.nodes[node].concept)
        return ""

    @staticmethod
    def _family(graph: SemanticGraph, relation: str, node: str) -> str:
        """Return the group of relations within which parts are compared."""
        if relation.startswith(("obl.", "nmod.")):
            return "obl"
        if relation in _MANNER or (relation == "comp" and graph.nodes[node].kind != "event"):
            return "mod"
        return "obj" if relation == "iobj" else relation

    def _left(
        self, mine: str, theirs: str, own: list[tuple[str, str]], other: list[tuple[str, str]]
    ) -> str:
        """Return what a frame holds in one of the two only; a pronoun or *something* stands for anything."""
        rules, texts = self.rule.graph, self.text.graph
        free = {e.role for e in texts.out(theirs) if self._is_party(e.target)}
        for relation, node in own:
            if self._family(rules, relation, node) in _HELD and relation not in free:
                return self._quoted("", rules.nodes[node].concept)
        free = {e.role for e in rules.out(mine) if not self._names(e.target)}
        for relation, node in other:
            if self._family(texts, relation, node) in _HELD and relation not in free:
                return self._quoted(texts.nodes[node].concept, "")
        return ""

    def _dependents(self, where: Content, node: str) -> Iterator[tuple[str, str]]:
        """Yield relations and nodes of what belongs to a node, the parties left out."""
        for edge in where.graph.out(node):
            role = edge.role
            if role not in ("subj", "obj", "iobj", "comp", *_MANNER) and not role.startswith(
                ("obl.", "nmod.")
            ):
                continue
            target = where.graph.nodes[edge.target]
            if where is self.text and self._is_party(target.id):
                continue
            if (
                where is self.rule
                and not self._names(target.id)
                and not any(e.role.startswith("nmod.") for e in where.graph.out(target.id))
            ):
                continue
            if target.concept in _LIGHT_NOUNS and where.graph.target(target.id, "nmod.of"):
                yield role, str(where.graph.target(target.id, "nmod.of"))  # *a case of flu*
                continue
            if target.kind == "property" and target.concept in _UNTOLD and not _less(target):
                continue
            yield role, target.id

    def _is_party(self, node: str) -> bool:
        return node in self.parties or self.text.graph.nodes[node].kind == "pronoun"

    def _names(self, node: str) -> bool:
        kind = self.rule.graph.nodes[node].kind
        return kind not in ("entity", "pronoun", "quantity") or bool(self.heads.get(node))

    def _same_word(self, mine: str, theirs: str) -> bool:
        one, other = self.rule.graph.nodes[mine].concept, self.text.graph.nodes[theirs].concept
        return one == other or stem(one) == stem(other)

    def _alike(self, mine: str, theirs: str) -> bool:
        if self._same_word(mine, theirs) or not self._names(mine):
            return True
        one = self.rule.graph.nodes[mine].concept
        if generic(one) != "" or one in self.text.kinds.get(theirs, ()):
            return True
        return same_noun(one, self.text.graph.nodes[theirs].concept)

    def _compared(self, mine: str, theirs: str) -> tuple[bool, bool]:
        """Return whether two parts of the same relation are opposites, and whether they differ otherwise."""
        if self._alike(mine, theirs):
            found = self._parts(mine, theirs, 1)
            return found.opposed, bool(found.differs)
        rules, texts = self.rule.graph, self.text.graph
        if "quantity" in (rules.nodes[mine].kind, texts.nodes[theirs].kind):
            own, others = _quantities(rules, mine), _quantities(texts, theirs)
            return bool(own & _LESS) != bool(others & _LESS), not own & others
        one, other = self.rule.named(mine), self.text.named(theirs)
        if one is not None and other is not None:
            close, _, contrary, wider = self.likeness(one, other)
            if close >= 0.4 and not wider:
                if contrary:
                    return True, False
                return False, bool(self._parts(mine, theirs, 1).differs)
        return False, True

    def _untold(self, mine: str, theirs: str) -> bool:
        """Check for modifiers that say little, or of which one says something else than the other."""
        one, other = self.rule.graph.nodes[mine].concept, self.text.graph.nodes[theirs].concept
        return one in _UNTOLD or other in _UNTOLD or one.endswith("ly") != other.endswith("ly")

    def _pair(self, mine: str, theirs: str) -> str:
        one, other = self.rule.graph.nodes[mine].concept, self.text.graph.nodes[theirs].concept
        return self._quoted(other, one)

    @staticmethod
    def _quoted(text: str, rule: str) -> str:
        text, rule = text.replace("_", " "), rule.replace("_", " ")
        if text and rule:
            return f"the text has “{text}” where the sentence has “{rule}”"
        return f"the sentence has no “{text}”" if text else f"the text has no “{rule}”"

    # ------------------------------------------------------------------------------------------- above

    def _under(self, rule: Predication, text: Predication) -> tuple[bool, str]:
        """Compare what two predications are complements of: *stops growing*, *keeps growing*."""
        mine, theirs = above_of(self.rule.graph, rule.id), above_of(self.text.graph, text.id)
        turned = _turned_above(self.rule.graph, rule, mine) != _turned_above(
            self.text.graph, text, theirs
        )
        one = {stem(n.concept) for n in mine if n.concept not in _CLEAR}
        other = {stem(n.concept) for n in theirs if n.concept not in _CLEAR}
        if one and other and not one & other:
            return turned, self._quoted(theirs[0].concept, mine[0].concept)
        return turned, ""


def _turned_above(graph: SemanticGraph, one: Predication, above: list[Node]) -> bool:
    """Check for a negation above a predication that its own does not have yet."""
    return _negates(above) and one.denied == _denied(graph, one.id)


def _negates(above: list[Node]) -> bool:
    denied = sum((n.concept in NEGATIVE) + (n.attrs.get("polarity") == "-") for n in above)
    return denied % 2 == 1


def _denied(graph: SemanticGraph, node: str) -> bool:
    return (
        graph.nodes[node].attrs.get("polarity") == "-"
        or graph.nodes[node].attrs.get("quant") == "no"
    )


def _less(node: Node) -> bool:
    return node.attrs.get("degree") in _LESS or node.concept in _LESS


def _is_less(graph: SemanticGraph, node: str) -> bool:
    """Check whether a degree or quantity turns what a node says."""
    if (
        graph.nodes[node].attrs.get("degree") in _LESS
        or graph.nodes[node].attrs.get("quant") in _LESS
    ):
        return True
    if any(_less(graph.nodes[e.target]) for e in graph.out(node) if e.role == "mod"):
        return True
    # *Less urgent things*: the parser takes *less* for a modifier of the noun.
    return graph.nodes[node].kind == "property" and any(
        graph.nodes[beside.target].concept in ("less", "least")
        for edge in graph.into(node)
        if edge.role == "mod"
        for beside in graph.out(edge.source)
        if beside.role in _MANNER and beside.target != node
    )


def _is_converse(rules: SemanticGraph, mine: str, texts: SemanticGraph, theirs: str) -> bool:
    """Check for *before* in the one and *after* in the other."""
    own = {_preposition(e.role) for e in rules.out(mine)} - {""}
    other = {_preposition(e.role) for e in texts.out(theirs)} - {""}
    return not own & other and any(CONVERSES.get(a) in other for a in own)


def _quantities(graph: SemanticGraph, node: str) -> set[str]:
    """Return the words of number and amount of a noun, which may stand alone: *too many (books)*."""
    one = graph.nodes[node]
    found = {one.attrs.get("quant", ""), one.attrs.get("degree", "")}
    found |= {graph.nodes[e.target].concept for e in graph.out(node) if e.role in _MANNER}
    return (found | ({one.concept} if one.kind == "quantity" else set())) - {""}


def _told_measure(measure: Node | None) -> str:
    return f"{measure.attrs['quant']} {measure.concept}" if measure is not None else ""


def _preposition(relation: str) -> str:
    return relation.partition(".")[2] if relation.startswith(("obl.", "nmod.")) else ""
