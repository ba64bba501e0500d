"""Answers without rules whose statements are judged false: solved again, told, and replayed by the file alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.asking.asking import Asking, replaying
from coindex.asking.source import Source
from coindex.reasoner.answer import Answer
from coindex.reasoner.rendering.render import schema, to_text
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from tests.asking.making import RULE, TEXT, Saying
from tests.asking.test_judged import judge

KNOWN = "Hilda thanked the grocer because [he] had carried a crate."

pytestmark = pytest.mark.model


def solved(reasoner: Reasoner, asking: Asking | None, text: str = KNOWN) -> Answer:
    try:
        reasoner.asks = asking
        return reasoner.solve(text, candidates=["Hilda", "the grocer"], explain=True)
    finally:
        reasoner.asks = None


def false() -> Saying:
    """Give a source that calls everything false."""
    return Saying(lambda request: "\n".join(f"{n}. false" for n in range(1, 11)))


def test_everything_false_is_left_out_and_told(reasoner: Reasoner, tmp_path: Path) -> None:
    alone = solved(reasoner, None)
    assert alone.decided_by == "knowledge"
    source = false()
    answer = solved(reasoner, Asking(None, tmp_path / "a.jsonl", check=source))
    assert answer.decided_by != "knowledge"
    out = {one.id for one in answer.left_out}
    assert out >= {r.id for each in alone.readings for r in each.rules if r.level == "knowledge"}
    assert not out & {rule.id for each in answer.readings for rule in each.rules}
    assert {one.why for one in answer.left_out} == {"judged false by test:saying, not reviewed"}
    for text in (to_text(answer), to_text(answer, full=True)):
        assert "judged false by test:saying, not reviewed" in " ".join(
            text.replace("│", " ").split()
        )
    asked = " ".join(request.prompt for request in source.requests)
    assert "Hilda" not in asked


def test_what_is_true_changes_nothing(reasoner: Reasoner, tmp_path: Path) -> None:
    alone = solved(reasoner, None)
    answer = solved(reasoner, Asking(None, tmp_path / "a.jsonl", check=judge({})))
    assert answer.left_out == ()
    assert (answer.answer, answer.costs, answer.readings) == (
        alone.answer,
        alone.costs,
        alone.readings,
    )


def test_the_file_alone_gives_the_same_answer(reasoner: Reasoner, tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    path = tmp_path / "a.jsonl"
    first = solved(reasoner, Asking(None, path, check=false()))
    again = solved(reasoner, replaying(path))
    assert (again.left_out, again.readings, again.costs) == (
        first.left_out,
        first.readings,
        first.costs,
    )
    jsonschema.Draft202012Validator(schema()).validate(json.loads(json.dumps(first.to_dict())))


def asked_and_checked(reasoner: Reasoner, path: Path, check: Source) -> Answer:
    try:
        reasoner.asks = Asking(Saying(), path, check=check)
        return reasoner.solve(TEXT, candidates=["The ferryman", "the florist"])
    finally:
        reasoner.asks = None


def test_rules_that_were_asked_for_are_judged_too(reasoner: Reasoner, tmp_path: Path) -> None:
    kept = asked_and_checked(reasoner, tmp_path / "a.jsonl", judge({}))
    assert kept.decided_by == "asked"
    answer = asked_and_checked(reasoner, tmp_path / "b.jsonl", judge({RULE: "other"}))
    assert answer.decided_by != "asked"
    (one,) = (one for one in answer.left_out if one.statement == RULE)
    assert one.why == "judged true of the other party by test:saying, not reviewed"


def test_what_the_user_says_is_not_judged(reasoner: Reasoner, tmp_path: Path) -> None:
    source = false()
    reasoner.asks = Asking(None, tmp_path / "a.jsonl", check=source)
    try:
        answer = reasoner.solve(TEXT, candidates=["The ferryman", "the florist"], knowledge=[RULE])
    finally:
        reasoner.asks = None
    assert (answer.candidate, answer.decided_by) == ("the florist", "knowledge")
    assert RULE not in "".join(request.prompt for request in source.requests)


def test_choices_are_checked_as_pronouns_are(reasoner: Reasoner, tmp_path: Path) -> None:
    choice = Choice(
        "1", "The lantern went out.", ("The oil was used up.", "The scout sang."), "cause"
    )
    reasoner.asks = Asking(None, tmp_path / "a.jsonl", check=false())
    try:
        answer = reasoner.choose(choice)
    finally:
        reasoner.asks = None
    assert answer.error is None
    assert answer.decided_by != "knowledge"
