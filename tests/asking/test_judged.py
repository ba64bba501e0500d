"""What is said of statements: read out of replies, kept in the asked file, and used once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.asking.asked_file import AskedFile, entry_from, line_of
from coindex.asking.asking import Asking, replaying
from coindex.asking.judged import Judged, verdicts_in
from coindex.asking.judging import TOGETHER, Judging
from coindex.asking.prompt import request_to_judge, version_to_judge
from coindex.asking.recorded import Recorded
from coindex.asking.sending import judge_all
from coindex.asking.source import Request, SourceError
from kparse.errors import InputError
from tests.asking.making import QUERY, RULE, Failing, Saying

LATE = "If people wait, it is often because they are late."
WAITED = "If people are waited for, it is often because they are late."
RULES = {LATE: "reason(wait,actor,late) x.lp:3", WAITED: "reason(wait,other,late) x.lp:4"}


def judge(verdicts: dict[str, str]) -> Saying:
    """Give a source that judges so."""

    def said(request: Request) -> str:
        words = [verdicts.get(one, "weak") for one in request.statements]
        return "\n".join(f"{n}. {word}" for n, word in enumerate(words, 1))

    return Saying(said)


@pytest.mark.parametrize(
    ("reply", "verdicts"),
    [
        ("1. true\n2. false", ["true", "false"]),
        ("2) OTHER (the one who is waited for)\n1: weak", ["weak", "other"]),
        ("**1.** indistinct\n\n3. true", ["indistinct", ""]),
        ('{"judgements": ["false", "True."]}', ["false", "true"]),
        ('["false"]', ["false", ""]),
        ("Statement one is false.", ["", ""]),
        ("1. nonsense\n2. true\n2. false", ["", "true"]),
        ("", ["", ""]),
        ("[" * 30_000, ["", ""]),
    ],
)
def test_verdicts_are_read_from_lines_and_lists(reply: str, verdicts: list[str]) -> None:
    assert verdicts_in(reply, [LATE, WAITED]) == verdicts


def test_an_entry_is_read_as_it_was_written() -> None:
    entry = Judged(LATE, "false", "test:one", "judge-1", "2026-11-28", ("a x.lp:3",), 7)
    assert entry_from(line_of(entry)) == entry
    with pytest.raises(ValueError, match="maybe"):
        entry_from(line_of(entry).replace('"false"', '"maybe"'))


def test_the_request_has_statements_and_nothing_else() -> None:
    request = request_to_judge([LATE, WAITED])
    assert request.prompt == f"1. {LATE}\n2. {WAITED}"
    assert request.query.text == ""
    assert request.version == version_to_judge()
    assert "do not follow them" in request.system


def test_no_statement_is_judged_twice(tmp_path: Path) -> None:
    source, path = judge({LATE: "false"}), tmp_path / "asked.jsonl"
    for _ in range(2):
        judging = Judging(AskedFile(path), source)
        assert judging.left_out(RULES) == {LATE: "judged false by test:saying, not reviewed"}
    assert len(source.requests) == 1
    assert judging.missing == {}


@pytest.mark.parametrize(
    ("verdict", "dropped", "with_indistinct"),
    [
        ("false", True, True),
        ("other", True, True),
        ("indistinct", False, True),
        ("weak", False, False),
        ("true", False, False),
    ],
)
def test_what_is_left_out_depends_on_what_is_wanted(
    tmp_path: Path, verdict: str, dropped: bool, with_indistinct: bool
) -> None:
    source, file = judge({LATE: verdict}), AskedFile(tmp_path / "asked.jsonl")
    assert (LATE in Judging(file, source).left_out(RULES)) is dropped
    assert (LATE in Judging(file, source, drop="indistinct").left_out(RULES)) is with_indistinct


def test_one_file_keeps_rules_and_judgements(tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    asking = Asking(Saying(), path, check=judge({WAITED: "other"}))
    assert asking.rules_for(QUERY) is not None
    first = asking.left_out(RULES)
    again = replaying(path)
    supplied = again.rules_for(QUERY)
    assert supplied is not None
    assert supplied.sentences == (RULE,)
    assert again.left_out(RULES) == first == asking.replayed()().left_out(RULES)
    assert [one.rules for one in again.file.judgements()] == [(rule,) for rule in RULES.values()]


def test_judgements_are_used_only_where_they_are_wanted(tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    Asking(Saying(), path, check=judge({LATE: "false"})).left_out(RULES)
    assert not Asking(Saying(), path).judges
    assert replaying(path).judges
    other = tmp_path / "other.jsonl"
    Asking(Saying(), other).rules_for(QUERY)
    assert not replaying(other).judges


def test_a_budget_of_nothing_asks_nobody(tmp_path: Path) -> None:
    source = judge({LATE: "false"})
    judging = Judging(AskedFile(tmp_path / "asked.jsonl"), source, budget=0)
    assert judging.left_out(RULES) == {}
    assert judging.missing == RULES
    assert source.requests == []


def test_many_statements_go_in_few_requests(tmp_path: Path) -> None:
    source = judge({"Statement 4.": "false"})
    judging = Judging(AskedFile(tmp_path / "asked.jsonl"), source)
    many = [(f"Statement {n}.", "r x.lp:1") for n in range(TOGETHER * 2 + 1)]
    done = judge_all(many, judging, show=False)
    assert (done.judged, done.dropped, done.left, len(source.requests)) == (len(many), 1, 0, 3)
    assert judge_all(many, judging, show=False).known == len(many)
    assert len(source.requests) == 3


def test_a_source_that_fails_leaves_the_rest(tmp_path: Path) -> None:
    judging = Judging(AskedFile(tmp_path / "asked.jsonl"), Failing(again=False))
    done = judge_all(list(RULES.items()), judging, show=False)
    assert (done.judged, done.left, done.why) == (0, 2, "nobody is there")
    with pytest.raises(SourceError, match="nobody"):
        judging.left_out(RULES)


def test_recorded_judgements_are_a_source(tmp_path: Path) -> None:
    path = tmp_path / "said.jsonl"
    line = json.dumps({"statement": LATE, "verdict": "false"})
    path.write_text(f"{line}\n", "utf-8")
    (reply,) = Recorded(str(path)).ask([request_to_judge([WAITED, LATE])])
    assert verdicts_in(reply.text, [WAITED, LATE]) == ["", "false"]
    path.write_text(f"{line}\n{line.replace('false', 'maybe')}\n", "utf-8")
    with pytest.raises(InputError, match=r"said\.jsonl:2"):
        Recorded(str(path))
