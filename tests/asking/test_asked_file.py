"""The file of what was asked: written line by line, read again, shared by processes."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from coindex.asking.asked_file import Asked, AskedFile, digest_of, entry_from, line_of
from coindex.asking.asking import Asking, replaying
from coindex.asking.checking import Checked
from kparse.errors import InputError
from tests.asking.making import CHOICE, QUERY, RULE, Saying


def entry(source: str = "test:one", sentence: str = RULE) -> Asked:
    said = (Checked(sentence), Checked("He left.", "a pronoun: He"))
    question = QUERY
    given = digest_of(question), source, "ask-1", "2026-11-28", question
    return Asked(*given, (f"{sentence}\nHe left.",), said, tokens=7)


def filled(path: Path, *entries: Asked) -> AskedFile:
    file = AskedFile(path)
    with file.locked():
        for one in entries:
            file.append(one)
    return file


def test_an_entry_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    filled(path, entry(), entry("test:two"))
    assert list(AskedFile(path)) == [entry(), entry("test:two")]
    assert entry_from(line_of(entry())) == entry()


def test_the_last_entry_counts_and_a_source_can_be_named(tmp_path: Path) -> None:
    other = "Those who lose a shoe are slow."
    file = filled(tmp_path / "asked.jsonl", entry(), entry("test:two", other))
    for source, sentence in (("", other), ("test:one", RULE), ("test:two", other)):
        found = file.find(QUERY, source)
        assert found is not None
        assert found.accepted == (sentence,)
    assert file.find(QUERY, "test:one", "ask-2") is None
    assert file.find(CHOICE) is None


def test_blanks_do_not_make_another_question() -> None:
    wide = replace(QUERY, text=f"  {QUERY.text}", start=QUERY.start + 2, end=QUERY.end + 2)
    assert digest_of(wide) == digest_of(QUERY)
    assert digest_of(replace(QUERY, candidates=("the florist",))) != digest_of(QUERY)


def test_the_incomplete_line_of_a_killed_process_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    filled(path, entry())
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:50])
    assert len(list(AskedFile(path))) == 1
    filled(path, entry("test:two"))
    assert [one.source for one in AskedFile(path)] == ["test:one", "test:two"]


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "7", '{"digest": 3}', line_of(entry()).replace("shoe", "boot"), "[" * 99_999],
)
def test_a_damaged_line_is_one_message_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "asked.jsonl"
    path.write_text(f"{line_of(entry())}\n{line}\n", "utf-8")
    with pytest.raises(InputError, match=r"asked\.jsonl:2: no line of an asked file"):
        AskedFile(path)


def test_a_folder_is_no_file_to_ask_into(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Is a directory"):
        Asking(Saying(), tmp_path).rules_for(QUERY)
    with pytest.raises(InputError, match="there is no file"):
        replaying(tmp_path / "asked.jsonl")


def test_no_question_is_asked_twice(tmp_path: Path) -> None:
    source, path = Saying(), tmp_path / "asked.jsonl"
    for _ in range(2):
        supplied = Asking(source, path).rules_for(QUERY)
        assert supplied is not None
        assert supplied.sentences == (RULE,)
    assert len(source.requests) == 1


def test_two_who_ask_at_the_same_time_ask_once(tmp_path: Path) -> None:
    started, go = threading.Event(), threading.Event()

    def slowly(_: object) -> str:
        started.set()
        go.wait(10)
        return RULE

    source, path = Saying(slowly), tmp_path / "asked.jsonl"
    first, second = Asking(source, path), Asking(source, path)
    threads = [threading.Thread(target=one.rules_for, args=(QUERY,)) for one in (first, second)]
    threads[0].start()
    assert started.wait(10)
    threads[1].start()  # (it waits for the lock of the first)
    go.set()
    for thread in threads:
        thread.join(20)
    assert len(source.requests) == 1
    assert len(path.read_text("utf-8").splitlines()) == 1


def test_the_state_is_of_what_answers_depend_on(tmp_path: Path) -> None:
    one = filled(tmp_path / "a.jsonl", entry())
    later = filled(tmp_path / "b.jsonl", replace(entry(), date="2027-01-01", tokens=9))
    assert one.state() == later.state() != filled(tmp_path / "c.jsonl", entry("x:y")).state()
