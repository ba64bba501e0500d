"""Findings and advice in the words of those who write: no codes, no rows, no two directions at once."""

from __future__ import annotations

import re
from typing import Any

import pytest

from coindex.harness.schemas.checks.check import CHECKS
from coindex.reasoner.running.engine import Reasoner
from coindex.winoflexi.analysis import schema_analysis
from coindex.winoflexi.crowd import hardness_advice
from coindex.winoflexi.schemas.drafts import Draft, record, schema_of
from coindex.winoflexi.schemas.findings import told

INTERNAL = re.compile(r"\.lp|\w+\(|:\d|\b[EW]\d{3}\b|_")
"""What is not for workers: files, rows, places, codes, names of kinds."""


def found(code: str, message: str, hint: str = "") -> dict[str, Any]:
    return {"code": code, "message": message, "hint": hint, "error": code[0] == "E"}


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_every_check_has_plain_words(code: str) -> None:
    what = (
        "with “heavy”, “was heavy” asks for physical_object, and the idea is abstract"
        ' (sel(weigh,theme,physical_object) knowledge/rows/senses.lp:12, kind("idea",abstract)'
        " knowledge/rows/kinds.lp:34)"
    )
    lines = told([found(code, f"some rule: {what}", "Is a row wrong?")])
    if code in ("E501", "W502"):
        assert "“was heavy”" in lines[0].text
        assert "the idea" in lines[0].text
        assert not INTERNAL.search(lines[0].text + lines[0].hint)
    else:
        assert not re.search(r"\.lp|:\d", lines[0].text + lines[0].hint)
        assert lines[0].text[0].isupper()
        assert lines[0].text.endswith(".")


def test_a_check_that_is_not_known_yet_is_told_without_rows() -> None:
    message = 'both are alike: Ada and Ruth (gender("ada",fem) knowledge/learned/names.lp:7)'
    (line,) = told([found("W999", message, "Choose another word.")])
    assert (line.text, line.hint) == ("Both are alike: Ada and Ruth.", "Choose another word.")


def test_the_same_is_said_once() -> None:
    twice = found("W304", "pronoun that occurs again: she, 2 times")
    assert len(told([twice, dict(twice)])) == 1


@pytest.mark.model
@pytest.mark.parametrize(
    ("sentences", "targets"),
    [
        (
            (
                "The uncle hugged the niece because [she] was sad.",
                "The uncle hugged the niece because [she] was kind.",
            ),
            ("the uncle", "the niece"),
        ),
        (
            (
                "The violinist dropped the violin because [it] was heavy.",
                "The violinist dropped the violin because [it] was tired.",
            ),
            ("the violin", "the violinist"),
        ),
    ],
)
def test_nothing_internal_reaches_a_worker(
    reasoner: Reasoner, sentences: tuple[str, str], targets: tuple[str, str]
) -> None:
    draft = Draft(sentences, ("Who was it?", "Who was it?"), targets, (0, 1))
    result = schema_analysis.analyse(reasoner, {"schema": record(schema_of(draft)), "counts": ""})
    lines = told(result["findings"])
    assert lines
    assert result["faulty"]
    for line in lines:
        assert not INTERNAL.search(f"{line.text} {line.hint}")


@pytest.mark.parametrize(("index", "wanted"), [(0.02, "harder"), (0.3, "easier"), (None, "")])
def test_advice_goes_one_way(index: float | None, wanted: str) -> None:
    both = ["To make it easier, use fewer words.", "To make it harder, use rarer words."]
    halves = [{"index": index, "advice": both}, {"index": index, "advice": both}]
    lines = hardness_advice.lines(halves)
    assert lines == [line for line in both if wanted and wanted in line]
    assert hardness_advice.lines(None) == []
