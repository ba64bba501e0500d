"""Examples: which rule they name, twins, and rules that have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.reasoner.authoring.examples import (
    ask,
    both_right,
    check,
    exampled,
    names,
    read_examples,
    twins,
    unknown_rules,
)
from coindex.reasoner.running.engine import Reasoner
from tests.reasoner.authoring.conftest import edit

WORD = 'word("rely","on",obl,"hurt",object)'


@pytest.mark.parametrize(
    ("pattern", "rule", "meant"),
    [
        ("angry_hits", "angry_hits", True),
        ("angry_hits", "angry", False),
        ("reason", "reason(harm,actor,angry)", True),
        ("reason", "effect(harm,actor,angry)", False),
        ("reason(harm)", "reason(harm,actor,angry)", True),
        ("reason(harm, _, angry)", "reason(harm,actor,angry)", True),
        ("reason(harm,other)", "reason(harm,actor,angry)", False),
        ('effect("hire",other)', 'effect("hire",other,does(work))', True),
        ("profile", WORD, True),
        ("profile( rely on, _, hurt/obj )", WORD, True),
        ("profile(rely on,subj)", WORD, False),
        ("profile(rely)", WORD, False),
        ("reason", WORD, False),
    ],
)
def test_names(pattern: str, rule: str, meant: bool) -> None:
    assert names(pattern, rule) is meant


@pytest.mark.model
def test_all_as_they_must_be(home: Path) -> None:
    reasoner = Reasoner(knowledge=[home])
    examples = read_examples([home / "examples"])
    assert check(reasoner, examples) == []
    those = list(ask(reasoner, examples))
    groups = twins(those)
    assert [len(group) for group in groups] == [2]
    assert both_right(groups[0])
    counts = {r.rule: (r.must, r.must_not, r.fired) for r in exampled(reasoner.store, those)}
    assert counts == {"angry_hits": (1, 1, 1), "unused": (0, 0, 0)}


@pytest.mark.model
def test_findings(home: Path) -> None:
    file = home / "examples" / "harm.txt"
    file.write_text(
        "angry_hits: Max hit Leo because [he] was furious. = Leo | Max\n"
        "angry_hits: ! Max hit Leo because [he] was furious. = Max | Leo\n"
        "reason(harm,actor): Max hit Leo because [he] was furious. = Max | Leo\n"
        "knowledge: ! Max hit Leo because [he] was furious. = Max | Leo\n"
        "angryhits: ! Max hit Leo because [he] was furious. = Max | Leo\n"
    )
    reasoner = Reasoner(knowledge=[home])
    examples = read_examples([file])
    assert [d.code for d in check(reasoner, examples)] == ["E701", "E703", "E702", "E703"]
    assert [d.location.line for d in unknown_rules(reasoner.store, examples)] == [5]


@pytest.mark.model
def test_examples_name_profiles(profiled: Path) -> None:
    examples = read_examples([profiled / "examples"])
    reasoner = Reasoner(knowledge=[profiled])
    assert check(reasoner, examples) == []
    assert unknown_rules(reasoner.store, examples) == []
    edit(profiled / "examples" / "harm.txt", "visit,obj)", "visit,obj,rich)")
    found = unknown_rules(reasoner.store, read_examples([profiled / "examples"]))
    assert [(d.code, d.location.line) for d in found] == [("E704", 3)]
