"""Variants of rules, selected by a question's words.

A rule with pools stands for several (:class:`coindex.reasoner.asp.records.Variant`), each with the constants and words
that it asks for. Most ask only for constants that every question has: they make the base program. The others are found
by the rarest constant or word that they ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path

from coindex.reasoner.asp.records import Rule, Variant
from coindex.reasoner.knowledge.base_program import BaseProgram
from coindex.reasoner.knowledge.typical_rows import fact_of, is_default_rule

Program = tuple[list[str], list[tuple[str, str]]]
"""Helpers, and axioms each after the fact that goes with it."""


def fact_for(rule: Rule) -> str:
    """Give the fact by which the encodings know a rule: a default rule's row, an axiom's weight."""
    return fact_of(rule) if is_default_rule(rule.id) else f"weight({rule.id},{rule.weight})"


def variants_of(
    rule: Rule, constants: Set[str], words: Set[str] | None = None
) -> Iterator[Variant]:
    """Give the variants of a rule whose constants and words are all there; ``words=None`` allows any word."""
    for variant in rule.variants:
        if variant.wants <= constants and (words is None or variant.words <= words):
            yield variant


def programs_of(
    rules: Iterable[Rule], constants: Set[str], words: Set[str] | None = None
) -> Program:
    """Give the variants of helpers and axioms that constants and words lead to; default rules are facts."""
    return _program(
        (rule, variant)
        for rule in rules
        if not is_default_rule(rule.id)
        for variant in variants_of(rule, constants, words)
    )


def _program(found: Iterable[tuple[Rule, Variant]]) -> Program:
    helpers: list[str] = []
    axioms: list[tuple[str, str]] = []
    for rule, variant in found:
        if rule.kind == "helper":
            helpers.append(variant.program)
        else:
            axioms.append((fact_for(rule), variant.program))
    return helpers, axioms


class Variants:
    """The variants of all rules, indexed by what they ask for; made once for a store."""

    def __init__(
        self,
        rules: Sequence[Rule],
        always: frozenset[str],
        cache: Path | None = None,
        facts: tuple[str, ...] = (),
    ) -> None:
        """Sort the variants of rules.

        Args:
            rules: whose variants.
            always: the constants that every question has.
            cache: a file for the base program's statements, once read.
            facts: the rows that come with every question.
        """
        base = []
        waiting = []
        asked: Counter[str] = Counter()
        for rule in rules:
            for variant in rule.variants:
                lacking = variant.wants - always
                if lacking or variant.words:
                    waiting.append((rule, variant, lacking or variant.words))
                    asked.update(lacking or variant.words)
                else:
                    base.append((rule, variant))
        helpers, axioms = _program(base)
        self.base = BaseProgram(tuple(helpers), tuple(axioms), cache, facts)
        """The variants that come with every question."""
        self._waiting = waiting
        self._by_name: dict[str, list[int]] = {}
        for number, (_, _, names) in enumerate(waiting):
            rarest = min(names, key=lambda name: (asked[name], name))
            self._by_name.setdefault(rarest, []).append(number)

    def further(self, constants: frozenset[str], words: frozenset[str]) -> Program:
        """Give the other variants that constants and words (in quotes) lead to, in the order of the rules."""
        numbers = []
        for name in (*(self._by_name.keys() & constants), *(self._by_name.keys() & words)):
            for number in self._by_name[name]:
                _, variant, _ = self._waiting[number]
                if variant.wants <= constants and variant.words <= words:
                    numbers.append(number)
        return _program(self._waiting[number][:2] for number in sorted(numbers))
