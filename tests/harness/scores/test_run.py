"""The record of a run: it survives writing and reading; other files are recognized as such."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.scores.run import Run, SetInfo, dumped, item_from, item_line, read_run, to_json
from coindex.harness.scores.tally import scores_of_sets
from kparse.errors import InputError


@pytest.fixture
def run(make: Callable[..., Any], rule: Callable[..., Any]) -> Run:
    items = (
        make(
            human=0.5, tags=("connective:because",), rules=((), (rule("anger"),)), text="Zoë – “so”"
        ),
        make(
            id="2",
            answer=0,
            miss="row",
            hole="row",
            about=("glum",),
            why="no row",
            part="held",
            human=1.0,
        ),
        make(id="3", gold=None, answer=None, decided_by="error", error="no answer"),
    )
    return Run(
        command="python cli.py evaluate s=q.jsonl",
        seed="1",
        program={"version": "1", "knowledge": "abc"},
        sets={"s": SetInfo("q.jsonl", "00", "jsonl", 3)},
        scores=scores_of_sets(items, ["s"]),
        items=items,
    )


def test_round_trip(run: Run, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(dumped(run), "utf-8")
    assert read_run(tmp_path / "run.json") == run
    assert [p.name for p in tmp_path.iterdir()] == ["run.json"]
    assert [item_from(item_line(i)) for i in run.items] == list(run.items)


def test_keys_of_the_record(run: Run) -> None:
    record = to_json(run)
    assert list(record) == [
        "format",
        "version",
        "command",
        "seed",
        "program",
        "sets",
        "scores",
        "items",
    ]
    assert json.loads(dumped(run)) == record
    bins = record["scores"]["s"]["all"]["reliability"]
    assert [list(b) for b in bins] == [["from", "to", "items", "mean", "right"]]
    assert list(record["items"][0])[:5] == ["set", "id", "pair", "part", "tags"]


def test_a_run_without_items(tmp_path: Path) -> None:
    empty = Run("c", "1", {}, {}, {}, ())
    (tmp_path / "run.json").write_text(dumped(empty), "utf-8")
    assert read_run(tmp_path / "run.json") == empty


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "run.json:1:1: not JSON"),
        (b'{"format": "coindex-run",\n "version": oops}', "run.json:2:13: not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[]", "not the record"),
        (b'{"format": "coindex-run", "version": 99}', "version 99"),
        (b'{"format": "coindex-run", "version": 1}', "damaged"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_record(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "run.json").write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_run(tmp_path / "run.json")
    assert message in str(caught.value)


def test_a_record_that_is_not_whole(run: Run, tmp_path: Path) -> None:
    record = to_json(run)
    del record["items"][1]["costs"]
    (tmp_path / "run.json").write_text(json.dumps(record))
    with pytest.raises(InputError, match="damaged"):
        read_run(tmp_path / "run.json")


def test_where_nothing_can_be_read_or_written(run: Run, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_run(tmp_path / "missing.json")
    with pytest.raises(InputError, match="cannot read"):
        read_run(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"set": ["s"]},
        {"id": {}},
        {"right": False},
        {"right": "yes"},
        {"gold": 7},
        {"answer": True},
        {"confidence": "high"},
        {"margin": None},
        {"text": 3},
    ],
)
def test_fields_of_another_kind_are_damage(
    run: Run, tmp_path: Path, change: dict[str, Any]
) -> None:
    record = json.loads(dumped(run))
    assert record["items"][0]["right"] is True
    record["items"][0].update(change)
    (tmp_path / "run.json").write_text(json.dumps(record))
    with pytest.raises(InputError, match="damaged"):
        read_run(tmp_path / "run.json")
