"""The program of a question: its facts, the rules selected for it, and the encodings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coindex.reasoner.grounding.question_facts import encoding_text
from coindex.reasoner.grounding.row_facts import RowFacts
from coindex.reasoner.grounding.slicing import MultiShotProgram, slicer
from coindex.reasoner.knowledge.base_program import EMPTY
from coindex.reasoner.knowledge.store import Selection
from coindex.reasoner.knowledge.typical_rows import is_default_rule
from coindex.reasoner.knowledge.variants import programs_of, variants_of


def program_of(
    facts: Iterable[str], selection: Selection, *, everything: bool = False
) -> MultiShotProgram:
    """Combine facts, the rules of a selection and the encodings, without what cannot matter.

    Default rules are facts, joined to the text by ``encodings/default_rules.lp``; only those that may apply are
    given, or all with ``everything``.
    """
    given = list(facts)
    words = _words_in(given)
    base = EMPTY
    if selection.variants is not None:
        base = selection.variants.base
        rules, axioms = selection.variants.further(selection.constants, words)
        own = selection.added
    else:
        rules, axioms, own = [], [], selection.rules
    helpers, more = programs_of(own, selection.constants, words)
    rules, axioms = rules + helpers, axioms + more
    row_facts = RowFacts((rule for rule in own if is_default_rule(rule.id)), selection.row_index)
    builder = slicer(encoding_text(), base)
    if everything:
        return MultiShotProgram.single(
            builder.whole(given, rules, axioms, row_facts, everything=True)
        )
    return builder.program(given, rules, axioms, row_facts)


def applicable(selection: Selection) -> Iterator[str]:
    """Give the rules of a selection, without the variants that need what the words do not lead to."""
    for rule in selection.rules:
        if not is_default_rule(rule.id):  # a fact, joined to the text by encodings/default_rules.lp
            yield from (variant.program for variant in variants_of(rule, selection.constants))


def _words_in(facts: Iterable[str]) -> frozenset[str]:
    """The words of the text's situations and things, in quotes."""
    return frozenset(
        fact[fact.index('"') : -1] for fact in facts if fact.startswith(("key(", "concept("))
    )
