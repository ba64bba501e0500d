"""The program of a question: its facts, the rules selected for it, and the encodings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from coindex.reasoner.deriving.engine import Derivation, engine_of
from coindex.reasoner.deriving.reading import UnknownForm
from coindex.reasoner.grounding.question_facts import encoding_text
from coindex.reasoner.grounding.row_facts import RowFacts
from coindex.reasoner.grounding.slicing import MultiShotProgram, slicer
from coindex.reasoner.knowledge.base_program import EMPTY, BaseProgram
from coindex.reasoner.knowledge.store import Selection
from coindex.reasoner.knowledge.typical_rows import is_default_rule
from coindex.reasoner.knowledge.variants import programs_of, variants_of
from coindex.reasoner.solving.derived import Derived
from coindex.reasoner.solving.solver import Grounded, Readings
from kparse.loading import collector_paused

_ONE_AT_A_TIME = "1 {asked_about(P): in_turn(P)} 1."
"""Of several pronouns, one is asked about at a time."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a question's program consists of, besides the encodings."""

    base: BaseProgram
    facts: list[str]
    rules: list[str]
    axioms: list[tuple[str, str]]
    row_facts: RowFacts


def _parts_of(facts: Iterable[str], selection: Selection) -> _Parts:
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
    row_facts = RowFacts((rule for rule in own if is_default_rule(rule.id)), selection.row_index)
    return _Parts(base, given, rules + helpers, axioms + more, row_facts)


def program_of(
    facts: Iterable[str], selection: Selection, *, everything: bool = False
) -> MultiShotProgram:
    """Combine facts, the rules of a selection and the encodings, without what cannot matter.

    Default rules are facts, joined to the text by ``encodings/default_rules.lp``; only those that may apply are
    given, or all with ``everything``.
    """
    parts = _parts_of(facts, selection)
    builder = slicer(encoding_text(), parts.base)
    if everything:
        return MultiShotProgram.single(
            builder.whole(parts.facts, parts.rules, parts.axioms, parts.row_facts, everything=True)
        )
    return builder.program(parts.facts, parts.rules, parts.axioms, parts.row_facts)


def readings_of(
    facts: Iterable[str],
    selection: Selection,
    *,
    everything: bool = False,
    pronouns: Sequence[str] = (),
) -> Readings:
    """Give the readings of a question: derived in Python, or grounded by clingo if it has to be.

    Args:
        facts: of the question.
        selection: the knowledge for it.
        everything: clingo also derives what the answer does not depend on.
        pronouns: those that are asked about in turn, if there are several.
    """
    given = list(facts)
    in_turn = [f"asked_about({pronoun})" for pronoun in pronouns] if len(pronouns) > 1 else []
    if not everything:
        once = [fact for fact in given if fact not in in_turn]
        once += [f"in_turn({pronoun})" for pronoun in pronouns if in_turn]
        parts = _parts_of(once, selection)
        rules = [*parts.rules, _ONE_AT_A_TIME] if in_turn else parts.rules
        engine = engine_of(encoding_text(), parts.base)
        if engine is not None:
            try:
                with collector_paused():
                    return Derived(
                        Derivation(engine, parts.facts, rules, parts.axioms, parts.row_facts)
                    )
            except UnknownForm:
                pass
    return Grounded(program_of(given, selection, everything=everything), pronouns)


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
