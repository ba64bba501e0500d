"""Rows that would decide a question: they match one reading only, and each was tried."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.reasoner import Reasoner
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.counterfactuals.suggest import SHOWN, as_row, constants_of
from coindex.reasoner.counterfactuals.suggest_profiles import missing_words
from coindex.reasoner.knowledge.profiles import profile_of, row_of

pytestmark = pytest.mark.model

WRITTEN = [("obl", "strong"), ("subj", "weak loyal")]
UNKNOWN = "The nurse blicked the guard because [he] was rude."


def test_rows_for_each_candidate(reasoner: Reasoner) -> None:
    answer = reasoner.solve(UNKNOWN)
    assert answer.decided_by != "knowledge"
    found = reasoner.suggestions(answer)
    rows = {i: [row for s in found if s.index == i for row in s.rows] for i in (0, 1)}
    assert rows[0][0] == 'reason("blick",actor,rude,5).'
    assert rows[1][0] == 'reason("blick",other,rude,5).'
    assert all(1 <= len(some) <= SHOWN for some in rows.values())
    assert all(s.margin > 0 for s in found)
    assert {s.candidate for s in found} == set(answer.candidates)


def test_pasted_they_decide(reasoner: Reasoner, tmp_path: Path) -> None:
    found = reasoner.suggestions(reasoner.solve(UNKNOWN))
    of_profile = next(one for one in found if one.line)
    for name, text, one in (
        ("more.lp", "\n".join(found[-1].rows), found[-1]),
        ("more.tsv", of_profile.line, of_profile),
    ):
        (tmp_path / name).write_text(f"{text}\n")
        taught = Reasoner(extra=[tmp_path / name])
        taught._nlp = reasoner.nlp
        answer = taught.solve(UNKNOWN)
        assert (answer.answer, answer.decided_by) == (one.index, "knowledge")


def test_an_adjective_without_rows(reasoner: Reasoner) -> None:
    answer = reasoner.solve("The nurse interviewed the guard because [he] was glorpish.")
    found = reasoner.suggestions(answer)
    adjectives = [r for s in found for r in s.rows if r.startswith("adj(")]
    assert adjectives
    assert all(arguments(row.rstrip("."))[0] == '"glorpish"' for row in adjectives)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", UNKNOWN, "--suggest"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "% for “The nurse”, one of:" in lines
    assert '  reason("blick",other,rude,5).' in lines
    assert cli.main(["solve", UNKNOWN, "--suggest", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["answer"]["decided_by"] in ("mined", "preference", "tie")
    rows = [suggestion["rows"] for suggestion in record["suggestions"]]
    assert ['reason("blick",actor,rude,5).'] in rows
    advice = "write a profile: `rude` for `blick` subj (kb new --profile blick)"
    assert advice in [suggestion["advice"] for suggestion in record["suggestions"]]
    assert record["suggestions"][0]["sentence"] == "Person1 blicks person2 because person1 is rude."


def test_suggestions_are_told_as_explanations_are(reasoner: Reasoner) -> None:
    told = {s.says for s in reasoner.suggestions(reasoner.solve(UNKNOWN))}
    assert {
        "People who blick others are more likely to be rude than those who are blicked.",
        "A nurse is more likely to be rude than others.",
        "If people are blicked, it is often because they are rude.",
    } <= told
    beside = reasoner.suggestions(reasoner.solve("The vase is next to the jar. [It] is blue."))
    assert {s.says for s in beside} >= {"A jar is more likely to be blue than other things."}
    assert not [s.says for s in beside if "are be" in s.says or "`be" in s.advice]


def test_words_for_profiles(reasoner: Reasoner) -> None:
    answer = reasoner.solve("Anna taught Maria because [she] was glorpy.")
    advice = {s.index: s.advice for s in reasoner.suggestions(answer) if s.advice}
    assert advice[0].startswith("add `glorpy` to `teach` subj in knowledge/profiles/")
    assert advice[1].startswith("add `glorpy` to `teach` obj in knowledge/profiles/")


def test_missing_words_of_written_profiles_come_first() -> None:
    atoms = [
        'profile_party("rely","on",e1,obl,x2)',
        'profile_party("rely_on","",e1,obj,x2)',
        'profile_party("guard","",x2,self,x2)',
        'profile_party("rely","on",e1,subj,x1)',
        'profile_party("rely","in",e1,obl,x2)',
        'profile_party("rely_on","on",e1,obl,x2)',
        'ascribed("be",said,predicate,e2)',
        'ascribed("Rude",said,predicate,e2)',
        'ascribed("loyal",said,predicate,e2)',
        'ascribed("hurt",object,predicate,e2)',
        'ascribed("rely",said,predicate,e1)',
    ]
    profiles = [profile_of(row_of("rely on", role, words, "a.tsv", 3)) for role, words in WRITTEN]
    found = [word.advice for word in missing_words(atoms, "x2", profiles)]
    assert found[0] == "add `hurt/obj` to `rely on` obl in a.tsv:3"
    assert found[1] == "write a profile: `loyal` for `rely_on` obj (kb new --profile rely_on)"
    assert not any("rely in" in advice or "rely_on on" in advice for advice in found)
    assert not any("`be`" in advice or "Rude" in advice for advice in found)


@pytest.mark.parametrize("more", [["--format", "svg"], ["--why-not", "the guard"]])
def test_what_does_not_go_together(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", UNKNOWN, "--suggest", *more]) == 2
    assert "--suggest goes with" in capsys.readouterr().err


def test_constants() -> None:
    assert constants_of([as_row('reason("blick",other,does(neg(help)),5)')]) == ["other", "help"]
    assert constants_of([as_row('adj("glorpy",dim(size,hi))')]) == ["dim(size,hi)"]
