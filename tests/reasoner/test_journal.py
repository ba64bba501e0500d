"""A run's journal: kept, resumed, torn lines removed, target replaced at the end, one process at a time."""

from pathlib import Path

import pytest

from coindex.reasoner.jobs.journal import Journal, digest_of
from coindex.reasoner.jobs.workers import Settings
from kparse.errors import InputError


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"

    def interrupted() -> None:
        with Journal(target, "abc") as journal:
            journal.append("one")
            journal.append("zwei, drei: ä")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not target.exists()
    part = tmp_path / "out.txt.abc.part"
    part.write_bytes(part.read_bytes() + b"a torn li")
    with Journal(target, "abc") as journal:
        assert journal.lines == ["one", "zwei, drei: ä"]
        journal.append("four")
        journal.finish()
    assert target.read_text(encoding="utf-8") == "one\nzwei, drei: ä\nfour\n"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_lines_from_the_first_damaged_one_on_are_dropped(tmp_path: Path) -> None:
    with Journal(tmp_path / "out", "abc") as journal:
        for line in ("1", "2", "x", "4"):
            journal.append(line)
    with Journal(tmp_path / "out", "abc") as journal:
        assert journal.count == 4
        assert journal.resumed(int) == [1, 2]
        journal.append("3")
        assert (journal.lines, journal.count) == (["1", "2", "3"], 3)
        journal.cut(1)
        journal.append("5")
        journal.finish()
    assert (tmp_path / "out").read_text() == "1\n5\n"


def test_another_run_does_not_take_the_lines_for_its_own(tmp_path: Path) -> None:
    with Journal(tmp_path / "out", "abc") as journal:
        journal.append("one")
    with Journal(tmp_path / "out", "xyz") as journal:
        assert journal.lines == []
    assert [p.name for p in tmp_path.iterdir()] == ["out.abc.part"]


def test_a_text_may_be_made_of_the_lines(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("old")
    with Journal(target, "abc") as journal:
        journal.append("one")
        assert target.read_text() == "old"
        journal.finish("ONE")
    assert target.read_text() == "ONE"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_two_at_once_are_told_apart(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "out", "abc"),
        pytest.raises(InputError, match="another run"),
        Journal(tmp_path / "out", "abc"),
    ):
        pass


def test_a_file_that_has_been_replaced_since_it_was_opened_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    part = tmp_path / "out.abc.part"
    lock = fcntl.flock

    def late(*given: object) -> None:
        part.rename(tmp_path / "out")  # the other run is done just now
        lock(*given)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(InputError, match="another run"), Journal(tmp_path / "out", "abc"):
        pass
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_what_cannot_be_written_is_a_message(tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "no" / "out"):
        with pytest.raises(InputError, match="cannot write"):
            Journal(target, "abc")


def test_a_digest_depends_on_what_is_read_and_on_the_settings() -> None:
    plain = digest_of("a", "b", settings=Settings())
    assert plain == digest_of("a", b"b", settings=Settings())
    assert plain != digest_of("ab", settings=Settings())
    assert plain != digest_of("a", "b", settings=Settings(explain=True))
