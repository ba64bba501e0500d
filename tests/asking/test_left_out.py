"""Answers without rules whose statements are judged false: solved again, told, and replayed by the file alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.asking.asking import Asking, replaying
from coindex.asking.source import Source
from coindex.commands import main as cli
from coindex.reasoner.answer import Answer
from coindex.reasoner.documents.resolve import resolve
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
    source, path = false(), tmp_path / "a.jsonl"
    answer = solved(reasoner, Asking(None, path, check=source))
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
    again = solved(reasoner, replaying(path))
    for part in ("left_out", "readings", "costs"):
        assert getattr(again, part) == getattr(answer, part)
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator(schema()).validate(json.loads(json.dumps(answer.to_dict())))


def test_what_is_true_changes_nothing(reasoner: Reasoner, tmp_path: Path) -> None:
    alone = solved(reasoner, None)
    answer = solved(reasoner, Asking(None, tmp_path / "a.jsonl", check=judge({})))
    assert answer.left_out == ()
    for part in ("answer", "readings", "costs"):
        assert getattr(answer, part) == getattr(alone, part)


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


def test_rules_found_in_raw_text_are_judged_too(
    reasoner: Reasoner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    said = "She scolded him because he had spilled the flour."
    rule = "Person1 scolded person2 because person2 had spilled the flour."
    (tmp_path / "book.txt").write_text(said, "utf-8")
    check = judge({rule: "false"})
    reasoner.asks = Asking(
        f"text:{tmp_path / 'book.txt'}", tmp_path / "a.jsonl", below=1.0, check=check
    )
    text = "The miller scolded the apprentice because [he] had spilled the flour."
    try:
        answer = reasoner.solve(text, candidates=["The miller", "the apprentice"])
    finally:
        reasoner.asks = None
    assert rule in "".join(request.prompt for request in check.requests)
    assert [one.statement for one in answer.left_out] == [rule]
    assert not any(use.used for use in answer.sentence_uses)


def test_what_was_left_out_stays_so_in_suggestions_and_in_why_not(
    reasoner: Reasoner, tmp_path: Path
) -> None:
    answer = solved(reasoner, Asking(None, tmp_path / "a.jsonl", check=false()))
    assert answer.left_out
    case = reasoner._case_of(answer)
    assert case.left_out == {one.id for one in answer.left_out}
    again, _ = reasoner._answer_alone(case, explain=False)
    assert (again.answer, again.decided_by) == (answer.answer, answer.decided_by)
    out = {one.id for one in answer.left_out}
    near = reasoner.near_misses(answer, 1 - (answer.answer or 0))
    assert not any(one in said for one in out for said in near)
    asked = asked_and_checked(reasoner, tmp_path / "b.jsonl", judge({RULE: "other"}))
    assert RULE in reasoner._case_of(asked).left_out


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


STORY = "The town was quiet. The ferryman waited for the florist. She had lost a shoe."
KNOWN_STORY = "The town was quiet. Otto punished Paul because he had stolen a crate."


@pytest.mark.parametrize(("explain", "verdict"), [(False, "true"), (True, "false")])
def test_rules_asked_for_in_running_text_are_judged(
    reasoner: Reasoner, tmp_path: Path, explain: bool, verdict: str
) -> None:
    """Also where only salience speaks without them; the file alone gives the same."""
    path = tmp_path / "a.jsonl"
    asks = Asking(Saying(), path, check=judge({RULE: verdict}))
    found = resolve(STORY, reasoner=reasoner, asks=asks, explain=explain)
    answer = found.pronouns[0].answer
    assert answer is not None
    assert (answer.decided_by == "asked") == (verdict == "true")
    assert [one.statement for one in answer.left_out] == [RULE] * (verdict == "false")
    again = resolve(STORY, reasoner=reasoner, asks=replaying(path), explain=explain)
    assert again.to_dict() == found.to_dict()


def test_knowledge_is_judged_in_running_text(reasoner: Reasoner, tmp_path: Path) -> None:
    (alone,) = resolve(KNOWN_STORY, reasoner=reasoner).pronouns
    assert alone.decided_by == "knowledge"
    asks = Asking(None, tmp_path / "a.jsonl", check=false())
    (found,) = resolve(KNOWN_STORY, reasoner=reasoner, asks=asks).pronouns
    assert found.decided_by != "knowledge"
    assert found.answer is not None
    assert found.answer.left_out
    out = {one.id for one in found.answer.left_out}
    assert not out & {rule.id for each in found.answer.readings for rule in each.rules}


def replies(folder: Path) -> tuple[str, str]:
    """Write a file with a rule for the story, and one that calls it false; name them as sources."""
    said, judged = folder / "said.jsonl", folder / "judged.jsonl"
    text = STORY.partition(". ")[2]
    start = text.index("She")
    record = {"text": text, "pron_start": start, "pron_end": start + 3, "rules": [RULE]}
    said.write_text(json.dumps(record) + "\n", "utf-8")
    judged.write_text(json.dumps({"statement": RULE, "verdict": "false"}) + "\n", "utf-8")
    return f"recorded:{said}", f"recorded:{judged}"


def test_a_file_of_text_asks_and_has_judged_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, asked = tmp_path / "book.txt", str(tmp_path / "asked.jsonl")
    book.write_text(STORY, "utf-8")
    ask, check = replies(tmp_path)
    run = ["solve", "--file", str(book), "--asked", asked, "--workers", "1"]
    both = ["--ask", ask, "--ask-check", check]
    assert cli.main([*run, *both, "--out", str(tmp_path / "one")]) == 0
    said = capsys.readouterr().err
    assert "1 asked of recorded:said.jsonl: 1 rules, 0 refused" in said
    assert "statements judged by recorded:judged.jsonl; 1 left out of answers" in said
    (found,) = json.loads((tmp_path / "one").read_text("utf-8"))["pronouns"]
    assert found["decided_by"] != "asked"
    assert cli.main([*run, "--out", str(tmp_path / "two")]) == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_what_a_file_of_text_would_have_judged_can_be_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book.txt"
    book.write_text(KNOWN_STORY, "utf-8")
    words = ["solve", "--file", str(book), "--asked", str(tmp_path / "asked.jsonl"), "--ask-show"]
    assert cli.main([*words, "--ask-check", "recorded"]) == 0
    shown = capsys.readouterr().out
    assert "[prompt judge-1]" in shown
    assert "Otto" not in shown
    assert list(tmp_path.iterdir()) == [book]


def test_evaluate_shows_what_asking_and_checking_do_together(
    reasoner: Reasoner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A question is answered alone, too, if only a rule of the knowledge was left out."""
    text = KNOWN.replace("[he]", "he")
    start = text.index(" he ") + 1
    record = {"id": "1", "text": text, "pron_start": start, "pron_end": start + 2}
    record |= {"candidates": ["Hilda", "the grocer"], "answer": 1}
    questions, run = tmp_path / "own.jsonl", tmp_path / "run.json"
    questions.write_text(json.dumps(record) + "\n", "utf-8")
    words = ["evaluate", str(questions), "--asked", str(tmp_path / "a.jsonl"), "--out", str(run)]
    words += ["--workers", "1"]
    judged = tmp_path / "judged.jsonl"
    asking = Asking(None, tmp_path / "a.jsonl", check=false())
    solved(reasoner, asking)
    lines = [
        json.dumps({"statement": one.statement, "verdict": "false"})
        for one in asking.file.judgements()
    ]
    ask = ["--ask", replies(tmp_path)[0], "--ask-check", f"recorded:{judged}"]
    judged.write_text("\n".join(lines) + "\n", "utf-8")
    (tmp_path / "a.jsonl").unlink()
    assert cli.main([*words, *ask]) == 0
    assert "left out of answers" in capsys.readouterr().err
    (item,) = json.loads(run.read_text("utf-8"))["items"]
    assert item["decided_by"] != "knowledge"
    assert item["alone"] == 1
