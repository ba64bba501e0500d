"""Review: what a person accepts becomes a line of a text file, once; decisions are kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coindex.asking.asking import Asking
from coindex.asking.review import Review
from coindex.asking.sending import ask_all
from coindex.commands import main as cli
from coindex.commands.kb import review as command
from kparse.errors import InputError
from tests.asking.making import RULE, Saying, query

SLOW = "Those who are late are slow."


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    path = tmp_path / "asked.jsonl"
    source = Saying(f"{RULE}\n{SLOW}\nShe is late.")
    ask_all([query(1), query(2)], Asking(source, path), show=False)
    return path


def test_each_accepted_sentence_waits_once_with_its_questions(asked: Path, tmp_path: Path) -> None:
    waiting = Review(asked, tmp_path / "work.txt", "Ina").waiting()
    assert [(one.sentence, len(one.questions)) for one in waiting] == [(RULE, 2), (SLOW, 2)]


def test_decisions_are_kept_and_a_review_goes_on(asked: Path, tmp_path: Path) -> None:
    into = tmp_path / "work.txt"
    into.write_text("Brittle things break.", "utf-8")
    review = Review(asked, into, 'I"n@a %')
    review.accept(review.waiting()[0])
    review = Review(asked, into, "Ina")
    assert [one.sentence for one in review.waiting()] == [SLOW]
    review.reject(review.waiting()[0])
    assert Review(asked, into, "Ina").waiting() == []
    first, second = into.read_text("utf-8").splitlines()
    assert first == "Brittle things break."
    note = r"asked of test:saying; accepted by I n a, \d{4}-\d\d-\d\d"
    assert re.fullmatch(re.escape(RULE) + rf"  % @source {note}", second)


def test_a_new_wording_is_checked_and_nothing_is_written_twice(asked: Path, tmp_path: Path) -> None:
    into = tmp_path / "work.txt"
    review = Review(asked, into, "Ina")
    first, second = review.waiting()
    with pytest.raises(InputError, match="this cannot be a rule: a pronoun: they"):
        review.accept(first, "People wait when they are kind.")
    assert not into.exists()
    review.accept(first, SLOW)
    review.accept(second)
    assert into.read_text("utf-8").count("\n") == 1
    assert "edited and accepted by Ina" in into.read_text("utf-8")


def test_what_cannot_be_reviewed_is_a_message(asked: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        Review(tmp_path / "none.jsonl", tmp_path / "work.txt", "Ina")
    with pytest.raises(InputError, match=r"must end in \.txt"):
        Review(asked, tmp_path / "work.lp", "Ina")
    asked.with_name(f"{asked.name}.reviewed").write_text("{}\n{", "utf-8")
    with pytest.raises(InputError, match=r"reviewed:1: no decision"):
        Review(asked, tmp_path / "work.txt", "Ina")


def test_the_command_takes_keys_and_goes_on(
    asked: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "reader", lambda _: lambda sentence: "(not read)")
    words = ["kb", "review", str(asked), "--into", str(tmp_path / "work.txt"), "--reviewer", "Ina"]
    words += ["--no-effects"]

    def typing(*lines: str) -> str:
        given = iter(lines)

        def typed(_: str) -> str:
            try:
                return next(given)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)
        assert cli.main(words) == 0
        out, err = capsys.readouterr()
        return out + err

    assert "0 accepted, 0 rejected, 2 wait" in typing("s")
    assert "1 accepted, 0 rejected, 1 wait" in typing("?", "a", "q")
    said = typing("e", "she is", "e", "", "r")
    assert "a pronoun: she" in said
    assert "1 accepted, 1 rejected, 0 wait" in said
    assert "nothing waits" in typing()
