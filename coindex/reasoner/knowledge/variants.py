"""Which variants of the rules a question's words lead to.

A rule with pools stands for several (:class:`coindex.reasoner.asp.records.Variant`), each with the constants and words that it
asks for. Most ask for nothing but what composing a clause brings in anyway: those stand for every question. The others
are found by a constant or a word that few ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path

from coindex.reasoner.asp.records import Rule, Variant
from coindex.reasoner.knowledge.base_program import BaseProgram
from coindex.reasoner.knowledge.typical_rows import fact_of, is_law

Program = tuple[list[str], list[tuple[str, str]]]
"""Helpers, and axioms each after its weight."""


def weighted(rule: Rule) -> str:
    """What the logic program is told of a rule: a law as a whole, of an axiom its weight."""
    return fact_of(rule) if is_law(rule.id) else f"weight({rule.id},{rule.weight})"


def variants_of(
    rule: Rule, constants: Set[str], words: Set[str] | None = None
) -> Iterator[Variant]:
    """A rule without pools, as often as the words lead to what it asks for; without ``words``, whatever they are."""
    for variant in rule.variants:
        if variant.wants <= constants and (words is None or variant.words <= words):
            yield variant


def programs_of(
    rules: Iterable[Rule], constants: Set[str], words: Set[str] | None = None
) -> Program:
    """Part the variants of rules that constants and words lead to; laws are rows, and not among them."""
    return _parted(
        (rule, variant)
        for rule in rules
        if not is_law(rule.id)
        for variant in variants_of(rule, constants, words)
    )


def _parted(found: Iterable[tuple[Rule, Variant]]) -> Program:
    helpers: list[str] = []
    axioms: list[tuple[str, str]] = []
    for rule, variant in found:
        if rule.kind == "helper":
            helpers.append(variant.program)
        else:
            axioms.append((weighted(rule), variant.program))
    return helpers, axioms


class Variants:
    """The variants of rules by what they ask for; made once for a store."""

    def __init__(
        self,
        rules: Sequence[Rule],
        always: frozenset[str],
        kept: Path | None = None,
        facts: tuple[str, ...] = (),
    ) -> None:
        """Sort the variants of rules.

        Args:
            rules: whose variants.
            always: the constants that there are for every question.
            kept: a file for what is read of those that stand.
            facts: the rows that come with every question.
        """
        standing = []
        waiting = []
        asked: Counter[str] = Counter()
        for rule in rules:
            for variant in rule.variants:
                lacking = variant.wants - always
                if lacking or variant.words:
                    waiting.append((rule, variant, lacking or variant.words))
                    asked.update(lacking or variant.words)
                else:
                    standing.append((rule, variant))
        helpers, axioms = _parted(standing)
        self.standing = BaseProgram(tuple(helpers), tuple(axioms), kept, facts)
        """Those that ask for nothing else."""
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
        return _parted(self._waiting[number][:2] for number in sorted(numbers))
