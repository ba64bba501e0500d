"""Files of running text: sections, offsets of the file, continued runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.reasoner.jobs import journal
from coindex.reasoner.jobs import long_texts as books
from coindex.reasoner.jobs.long_texts import section_line, sections
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError

BOOK = "\n\n".join(
    f"Chapter {n}\n\nMia took the jug to Tom. She filled it, and he drank." for n in range(1, 4)
)


def test_sections_cover_the_text_once() -> None:
    for length in (20, 60, 1000):
        found = list(sections(BOOK, length))
        assert "".join(BOOK[s.start : s.end] for s in found) == BOOK
        assert all(s.offset <= s.start and s.text == BOOK[s.offset : s.end] for s in found)
    assert list(sections("\n\n \n")) == []
    assert [s.end - s.start for s in sections("x" * 50, 20)] == [20, 20, 10]


def test_wrapped_lines_are_joined() -> None:
    text = (
        "The old gardener who had come to the house in spring\nwas tired.\n\nA list:\n- one\n- two"
    )
    (section,) = sections(text)
    assert "spring was tired.\n\nA list:\n- one" in section.text
    assert len(section.text) == len(text)


@pytest.mark.model
def test_offsets_are_those_of_the_file(reasoner: Reasoner) -> None:
    for section in sections(BOOK, 70):
        record = json.loads(section_line(reasoner, section))
        for found in record["pronouns"]:
            for place in (found["pronoun"], found["antecedent"], *found["candidates"]):
                assert BOOK[place["start_char"] : place["end_char"]] == place["text"]
            assert section.start <= found["pronoun"]["start_char"] < section.end
        for chain in record["chains"]:
            assert all(BOOK[m["start_char"] : m["end_char"]] == m["text"] for m in chain)


@pytest.mark.model
@pytest.mark.slow
def test_an_interrupted_run_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "LENGTH", 70)
    monkeypatch.setattr(books, "sections", lambda text: sections(text, 70))
    source, target = tmp_path / "book.txt", tmp_path / "chains.jsonl"
    source.write_text(BOOK, encoding="utf-8")

    def stop(self: object, line: str) -> None:
        kept(self, line)
        raise KeyboardInterrupt

    kept = journal.Journal.append
    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "append", stop)
        with pytest.raises(KeyboardInterrupt):
            books.run(source, target, progress=False)
    assert not target.exists()
    assert len(list(tmp_path.glob("chains.jsonl.*.part"))) == 1
    done = books.run(source, target, progress=False)
    assert (done.resumed, done.failed) == (1, 0)
    lines = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [line["section"] for line in lines] == list(range(1, len(lines) + 1))
    assert not list(tmp_path.glob("*.part"))


def test_what_cannot_be_read_gets_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text(" \n", encoding="utf-8")
    with pytest.raises(InputError, match="is empty"):
        books.run(empty, tmp_path / "out.jsonl")
    assert cli.main(["solve", "--file", str(empty)]) != 0
    assert "--file goes with --out" in capsys.readouterr().err
