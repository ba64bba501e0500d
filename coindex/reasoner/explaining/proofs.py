"""Proofs of atoms: trees of the rule instances in a trace.

>>> from coindex.reasoner.explaining.trace import Sources, trace
>>> program = Sources([("toy.lp", 1, "q(1). q(2). r(2). p(X) :- q(X), not r(X).")])
>>> found = trace(program, ["q(1)", "q(2)", "r(2)", "p(1)"], ["p(1)"])
>>> [(step.how, step.atom) for step in prove(found, "p(1)").because]
[('row', 'q(1)'), ('assumed false', 'r(1)')]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal, TypeAlias

from coindex.reasoner.answer import Proof
from coindex.reasoner.asp.terms import name_of
from coindex.reasoner.english.atoms import Phrase, fill, statement
from coindex.reasoner.explaining.trace import Firing, Premise, Trace

Say: TypeAlias = Callable[[str, Firing | None], str]
"""Puts an atom or condition into words; the firing is the rule instance that proves it, if any."""

DEEPEST = 100
"""Maximum depth of a proof."""


def narrator(phrase: Phrase) -> Say:
    """Make the ``say`` argument of :func:`prove`.

    A step by a rule with a sentence (``@text``) is worded by that sentence, every other step by its atom.
    """

    def say(atom: str, firing: Firing | None) -> str:
        template = firing.rule.notes.get("text") if firing is not None else None
        if firing is None or not template:
            return statement(atom, phrase)
        return fill(template, firing.binding, phrase)

    return say


def prove(
    found: Trace,
    atom: str,
    max_depth: int = DEEPEST,
    *,
    hide: Collection[str] = (),
    stop: Collection[str] = (),
    say: Say = lambda atom, _: atom,
) -> Proof:
    """Prove an atom by the shallowest acyclic derivation; of several, the first in program order.

    Args:
        found: the trace of the model.
        atom: an atom.
        max_depth: maximum depth; deeper steps are named, not explained.
        hide: predicates that are replaced by their premises in the tree. ``not`` and ``condition`` hide those kinds of
            literal.
        stop: predicates that are named but not explained.
        say: puts a step into words; by default the atom is used as it is.
    """
    return _Builder(found, hide, stop, say).build(atom, max_depth)


class _Builder:
    """Builds the tree of one proof."""

    def __init__(
        self, trace: Trace, hide: Collection[str], stop: Collection[str], say: Say
    ) -> None:
        self.trace, self.hide, self.stop, self.say = trace, hide, stop, say
        self.shown: set[str] = set()
        self.nesting = 0

    def build(self, atom: str, depth: int) -> Proof:
        """Prove an atom; at depth 0 it is only named."""
        if not self.trace.holds(atom):
            return self._leaf(f"not {atom}", atom, "assumed false")
        place = self.trace.place(atom)
        if place is not None:
            given = place[0].startswith("<")
            return self._leaf(atom, atom, "given" if given else "row", None if given else place)
        firing = self.trace.support(atom)
        if firing is None:
            return self._leaf(atom, atom, "given")
        rule, how = firing.rule, firing.how
        because: tuple[Proof, ...] = ()
        if atom in self.shown:
            return Proof(self.say(atom, firing), atom, "above", rule.id, rule.file, rule.line)
        self.shown.add(atom)
        if depth > 0 and name_of(atom) not in self.stop:
            because = self._because(firing, depth - 1)
        said = "given" if how == "row" and rule.file.startswith("<") else how
        return Proof(self.say(atom, firing), atom, said, rule.id, rule.file, rule.line, because)

    def _because(self, firing: Firing, depth: int) -> tuple[Proof, ...]:
        if self.nesting >= DEEPEST:
            return ()
        self.nesting += 1
        found = _distinct(s for premise in firing.body for s in self._steps(premise, depth))
        self.nesting -= 1
        return found

    def _steps(self, premise: Premise, depth: int) -> Iterator[Proof]:
        match premise.kind:
            case "positive":
                yield from self._derived(premise.text, depth)
            case "negative" if "not" not in self.hide:
                yield self._leaf(f"not {premise.text}", premise.text, "assumed false")
            case "maybe":
                text = f"not not {premise.text}"
                yield self._leaf(text, text, "condition")
            case "condition" if "condition" not in self.hide:
                yield self._leaf(premise.text, premise.text, "condition")
            case "counted" | "each":
                inner = (s for one in premise.elements for p in one for s in self._steps(p, depth))
                because, words = _distinct(inner), self.say(premise.text, None)
                yield Proof(words, premise.text, "counted", because=because)

    def _derived(self, atom: str, depth: int) -> Iterable[Proof]:
        if name_of(atom) not in self.hide:
            return [self.build(atom, depth)]
        firing = self.trace.support(atom)
        if atom in self.shown or self.trace.place(atom) is not None or firing is None:
            return ()
        self.shown.add(atom)
        return self._because(firing, depth)

    def _leaf(
        self,
        text: str,
        atom: str,
        how: Literal["given", "row", "assumed false", "condition"],
        place: tuple[str, int] | None = None,
    ) -> Proof:
        return Proof(self.say(text, None), atom, how, None, *(place or (None, None)))


def _distinct(steps: Iterable[Proof]) -> tuple[Proof, ...]:
    """Drop repeated premises, and "justified above" premises whose justification is a sibling."""
    found: dict[tuple[str, bool], Proof] = {}
    for step in steps:
        found.setdefault((step.atom, step.how == "above"), step)
    return tuple(s for (atom, above), s in found.items() if not above or (atom, False) not in found)
