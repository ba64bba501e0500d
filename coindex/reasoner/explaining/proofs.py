"""Proofs of atoms: trees of the rule instances in a trace.

>>> from coindex.reasoner.explaining.trace import trace
>>> program = ("toy.lp", 1, "q(1). q(2). r(2). p(X) :- q(X), not r(X).")
>>> found = trace([program], ["q(1)", "q(2)", "r(2)", "p(1)"])
>>> [(step.how, step.atom) for step in prove(found, "p(1)").because]
[('row', 'q(1)'), ('assumed false', 'r(1)')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from clingo import Symbol

from coindex.reasoner.answer import Proof
from coindex.reasoner.asp.terms import name_of
from coindex.reasoner.explaining.trace import Firing, Premise, Trace

Say: TypeAlias = Callable[[str, Firing | None], str]
"""Puts an atom or condition into words; the firing is the rule instance that proves it, if any."""

DEEPEST = 100
"""Maximum depth of a proof."""


def prove(
    found: Trace,
    atom: str | Symbol,
    max_depth: int | None = None,
    hide: Iterable[str] = (),
    *,
    stop: Iterable[str] = (),
    say: Say | None = None,
) -> Proof:
    """Prove an atom by the shallowest acyclic derivation; of several, the first in program order.

    Args:
        found: the trace of the model.
        atom: an atom, or ``not`` and an atom.
        max_depth: maximum depth (at most :data:`DEEPEST`); deeper steps are named, not explained.
        hide: predicates (``name``, or ``not name`` for atoms assumed false) that are replaced by their premises in
            the tree. ``condition``, ``counted`` and ``maybe`` hide those kinds of literal.
        stop: predicates that are named but not explained.
        say: puts a step into words; by default the atom is used as it is.
    """
    text = str(atom)
    if text.startswith("not "):
        text = text.removeprefix("not ").strip()
        return Proof(
            f"not {text}" if say is None else say(f"not {text}", None), text, "assumed false"
        )
    return _Builder(found, frozenset(hide), frozenset(stop), say).build(text, max_depth)


class _Builder:
    """Builds the tree of one proof."""

    def __init__(
        self, trace: Trace, hide: frozenset[str], stop: frozenset[str], say: Say | None
    ) -> None:
        self.trace, self.hide, self.stop, self.say = trace, hide, stop, say
        self.shown: set[str] = set()
        self.nesting = 0

    def build(self, atom: str, depth: int | None) -> Proof:
        """Prove an atom."""
        if not self.trace.holds(atom):
            return self._leaf(f"not {atom}", atom, "assumed false")
        place = self.trace.place(atom)
        if place is not None:
            given = place[0].startswith("<")
            return self._leaf(atom, atom, "given" if given else "row", None if given else place)
        firing = self.trace.support(atom)
        if firing is None:
            return self._leaf(atom, atom, "given")
        statement = self._word(atom, firing)
        rule = firing.rule
        if atom in self.shown:
            return Proof(statement, atom, "above", rule.id, rule.file, rule.line)
        self.shown.add(atom)
        because: tuple[Proof, ...] = ()
        if (depth is None or depth > 0) and name_of(atom) not in self.stop:
            because = self._because(firing, None if depth is None else depth - 1)
        how = "given" if firing.how == "row" and rule.file.startswith("<") else firing.how
        return Proof(statement, atom, how, rule.id, rule.file, rule.line, because)

    def _because(self, firing: Firing, depth: int | None) -> tuple[Proof, ...]:
        if self.nesting >= DEEPEST:
            return ()
        self.nesting += 1
        steps = [s for premise in firing.body for s in self._steps(premise, depth)]
        self.nesting -= 1
        return _distinct(steps)

    def _steps(self, premise: Premise, depth: int | None) -> list[Proof]:
        kind = premise.kind
        if kind == "positive":
            return self._derived(premise.text, depth)
        if kind == "negative":
            hidden = f"not {name_of(premise.text)}" in self.hide or "not" in self.hide
            return (
                [] if hidden else [self._leaf(f"not {premise.text}", premise.text, "assumed false")]
            )
        if kind == "maybe":
            text = f"not not {premise.text}"
            return [] if "maybe" in self.hide else [self._leaf(text, text, "condition")]
        if kind == "condition":
            return (
                []
                if "condition" in self.hide
                else [self._leaf(premise.text, premise.text, "condition")]
            )
        inner = [s for element in premise.elements for p in element for s in self._steps(p, depth)]
        if "counted" in self.hide:
            return inner
        node = self._leaf(premise.text, premise.text, "counted")
        return [Proof(node.statement, node.atom, "counted", because=_distinct(inner))]

    def _derived(self, atom: str, depth: int | None) -> list[Proof]:
        if name_of(atom) not in self.hide:
            return [self.build(atom, depth)]
        if atom in self.shown or self.trace.place(atom) is not None:
            return []
        firing = self.trace.support(atom)
        self.shown.add(atom)
        return [] if firing is None else list(self._because(firing, depth))

    def _word(self, text: str, firing: Firing | None) -> str:
        return text if self.say is None else self.say(text, firing)

    def _leaf(
        self,
        text: str,
        atom: str,
        how: Literal["given", "row", "assumed false", "condition", "counted"],
        place: tuple[str, int] | None = None,
    ) -> Proof:
        file, line = place or (None, None)
        return Proof(self._word(text, None), atom, how, None, file, line)


def _distinct(steps: Iterable[Proof]) -> tuple[Proof, ...]:
    """Drop repeated premises, and "justified above" premises whose justification is a sibling."""
    found: dict[tuple[str, bool], Proof] = {}
    for step in steps:
        found.setdefault((step.atom, step.how == "above"), step)
    return tuple(s for (atom, above), s in found.items() if not above or (atom, False) not in found)
