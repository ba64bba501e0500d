"""Many documents of running text: a folder, JSON lines, a Parquet table; answers as lines and as a table."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coindex.reasoner.jobs import long_texts
from coindex.reasoner.jobs.documents import documents
from kparse.errors import InputError
from tests.reasoner.inline import working_here

TEXTS = {"a/one": "Ada ran.\n", "b": "\n", "c": "Tom sat. He slept.\n"}


def folder(place: Path) -> Path:
    (place / "a").mkdir(parents=True)
    (place / "a" / "one.txt").write_text(TEXTS["a/one"])
    (place / "b.txt").write_text(TEXTS["b"])
    (place / "c.txt.gz").write_bytes(gzip.compress(TEXTS["c"].encode()))
    return place


def lines(place: Path) -> Path:
    rows = [json.dumps({"id": name, "text": text}) for name, text in TEXTS.items()]
    place.with_suffix(".jsonl").write_text("\n\n".join(rows))
    return place.with_suffix(".jsonl")


def table(place: Path) -> Path:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    columns = {"text": list(TEXTS.values()), "other": [1, 2, 3], "id": list(TEXTS)}
    pq.write_table(pa.table(columns), place.with_suffix(".parquet"))
    return place.with_suffix(".parquet")


@pytest.mark.parametrize("make", [folder, lines, table])
def test_documents_come_in_order(make: Callable[[Path], Path], tmp_path: Path) -> None:
    names = ["a/one.txt", "b.txt", "c.txt.gz"] if make is folder else list(TEXTS)
    assert list(documents(make(tmp_path / "in"))) == list(zip(names, TEXTS.values(), strict=True))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "x.jsonl",
            '{"id": 1, "text": "It ran."}\n{"id": 2}\n',
            r"x\.jsonl:2: this is no document",
        ),
        ("x.jsonl", '{"id": true, "text": ""}', "this is no document"),
        ("x.jsonl", "\n[", r"x\.jsonl:2: not JSON"),
        ("x.parquet", "no table", "cannot read"),
        ("none.jsonl", None, "cannot read"),
        ("y.txt", " ", "empty"),
    ],
)
def test_what_cannot_be_read_is_said(
    name: str, content: str | None, message: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        list(documents(tmp_path / name))


def resolved(job: Any, section: long_texts.Section) -> str:
    place = {"text": "He", "start_char": section.start, "end_char": section.start + 2}
    if not section.text:
        return str(job(None, section))
    return long_texts._line(section, [{"pronoun": place}], [[place]], None)


def test_answers_are_lines_or_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    working_here(monkeypatch, resolved)
    source = lines(tmp_path / "in")
    done = long_texts.run(source, tmp_path / "out.jsonl", progress=False)
    assert (done.lines, done.failed) == (3, 1)
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [(r["document"], r["section"], r["error"]) for r in found] == [
        ("a/one", 1, None),
        ("b", 1, "the document is empty"),
        ("c", 1, None),
    ]
    long_texts.run(source, tmp_path / "out.parquet", progress=False)
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == found
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "out.jsonl", "out.parquet"}


def test_a_run_over_documents_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str | None] = []

    def stopping(job: Any, section: long_texts.Section) -> str:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(section.document)
        return resolved(job, section)

    source, target = folder(tmp_path / "in"), tmp_path / "out.jsonl"
    with monkeypatch.context() as patch:
        working_here(patch, stopping)
        with pytest.raises(KeyboardInterrupt):
            long_texts.run(source, target, progress=False)
    working_here(monkeypatch, resolved)
    assert long_texts.run(source, target, progress=False).resumed == 2
    records = map(json.loads, target.read_text().splitlines())
    assert [r["document"] for r in records] == ["a/one.txt", "b.txt", "c.txt.gz"]
