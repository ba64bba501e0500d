"""Runs: determinism, interruption, loss."""

from __future__ import annotations

import gzip
import io
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coindex.mining.counting import manifest as manifests
from coindex.mining.counting.run import mine, state_of, summary
from coindex.mining.extracting.shards import folders
from coindex.reasoner.evidence.store import MinedStore
from kparse.errors import InputError
from tests.mining.made import analysed, content, inline, job, sentences


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "made.conllu"
    path.write_text(analysed(sentences(200)), encoding="utf-8")
    return path


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coindex.mining.counting.run.results", inline)


def test_two_workers_give_the_bytes_that_one_gives(corpus: Path, tmp_path: Path) -> None:
    one = mine(job(corpus, tmp_path / "one"), show=False)
    two = mine(job(corpus, tmp_path / "two", workers=2), show=False)
    assert one == two
    assert (one.shards, one.resumed, one.lost) == (8, 0, ())
    assert one.report.dropped["duplicate"] + one.repeated > 0
    assert len(content(tmp_path / "one")) == 8 * len(folders())
    assert content(tmp_path / "one") == content(tmp_path / "two")
    stores = [(tmp_path / f"{n}.sqlite").read_bytes() for n in ("one", "two")]
    assert stores[0] == stores[1]


@pytest.mark.usefixtures("here")
def test_it_does_not_matter_in_what_order_shards_end(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine(job(corpus, tmp_path / "one"), show=False)

    def backwards(*given: Any) -> Any:
        return reversed(list(inline(*given)))

    monkeypatch.setattr("coindex.mining.counting.run.results", backwards)
    monkeypatch.setattr("coindex.mining.counting.reduce.GROUP", 100)
    monkeypatch.setattr("coindex.mining.counting.reduce.FAN", 2)
    monkeypatch.setattr("coindex.mining.counting.reduce.PARTITION", 30)
    mine(job(corpus, tmp_path / "two"), show=False)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    stores = [(tmp_path / f"{n}.sqlite").read_bytes() for n in ("one", "two")]
    assert stores[0] == stores[1]


@pytest.mark.usefixtures("here")
def test_a_sentence_counts_once_wherever_the_shards_are_cut(corpus: Path, tmp_path: Path) -> None:
    rows = []
    for size in (1000, 7):
        out = tmp_path / str(size)
        mine(job(corpus, out, lines=size), show=False)
        with MinedStore(f"{out}.sqlite") as store:
            rows.append(list(store.lines()))
    assert rows[0] == rows[1]


@pytest.mark.usefixtures("here")
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    text = sentences(200)
    slow = [s.replace(s.split()[2], "snoozed") if n % 9 == 4 else s for n, s in enumerate(text)]
    corpus.write_text(analysed(slow).replace("\tsnooz\t", "\tsnooze\t"), encoding="utf-8")
    mine(job(corpus, tmp_path / "whole"), show=False)
    out = tmp_path / "killed"
    command = [sys.executable, "cli.py", "mine", "run", str(corpus), "--out", str(out)]
    command += ["--store", f"{out}.sqlite", "--shard-lines", "25", "--workers", "2"]
    command += ["--extractor", "tests.mining.double", "--counter", "tests.mining.double"]
    started = subprocess.Popen(command, env={**os.environ, "SNOOZE": "0.3"}, start_new_session=True)
    try:
        end = time.monotonic() + 60
        while len(list(out.glob("facts/*.parquet"))) < 3 and time.monotonic() < end:
            time.sleep(0.05)
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()
    before = len(content(out))
    assert 0 < before < 8 * len(folders())
    assert not Path(f"{out}.sqlite").exists()
    done = mine(job(corpus, out), show=False)
    assert 0 < done.resumed < 8
    assert content(out) == content(tmp_path / "whole")
    assert Path(f"{out}.sqlite").read_bytes() == (tmp_path / "whole.sqlite").read_bytes()


def test_a_worker_that_dies_once_costs_nothing_and_one_that_dies_twice_its_shard(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = sentences(200)
    text[30] = text[30].replace(text[30].split()[2], "vanished")
    text[60] = text[60].replace(text[60].split()[2], "exploded")
    text[90] = text[90].replace(text[90].split()[2], "stumbled")
    data = analysed(text)
    for form, lemma in (("vanish", "vanish"), ("explod", "explode"), ("stumbl", "stumble")):
        data = data.replace(f"\t{form}\t", f"\t{lemma}\t")
    corpus.write_text(data, encoding="utf-8")
    monkeypatch.setenv("ONCE", str(tmp_path / "once"))
    done = mine(job(corpus, tmp_path / "out", workers=2), show=False)
    assert done.lost == (
        "made.conllu, lines 551-825 (shard 2): the worker process died (out of memory?)",
    )
    assert (tmp_path / "once").exists()
    assert done.report.dropped["failed"] == 1
    assert done.report.failed == ("made.conllu:991: ZeroDivisionError: oops",)
    assert state_of(tmp_path / "out").lost == done.lost
    with MinedStore(tmp_path / "out.sqlite") as store:
        assert store.meta["lost"] == list(done.lost)
    assert any(line.startswith("lost: made.conllu, lines 551-825") for line in summary(done))
    assert content(tmp_path / "out").keys() == {
        f"{kind}/{n:06d}.parquet" for kind in folders() for n in range(8) if n != 2
    }


@pytest.mark.usefixtures("here")
class TestAgain:
    """A second run in the same directory."""

    def test_does_nothing_that_is_done(self, corpus: Path, tmp_path: Path) -> None:
        out = tmp_path / "out"
        first = mine(job(corpus, out), show=False)
        data = Path(f"{out}.sqlite").read_bytes()
        again = mine(job(corpus, out), show=False)
        assert again == replace(first, resumed=8)
        assert Path(f"{out}.sqlite").read_bytes() == data

    def test_makes_damaged_and_missing_tables_again(self, corpus: Path, tmp_path: Path) -> None:
        out = tmp_path / "out"
        mine(job(corpus, out), show=False)
        before = content(out)
        (out / "pairs" / "000001.parquet").write_bytes(b"half")
        (out / "facts" / "000004.parquet").unlink()
        flipped = bytearray((out / "facts" / "000006.parquet").read_bytes())
        flipped[60:90] = b"x" * 30
        (out / "facts" / "000006.parquet").write_bytes(flipped)
        (out / "facts" / ".000005.parquet.xyz").write_bytes(b"left over")
        assert mine(job(corpus, out), show=False).resumed == 5
        assert content(out) == before
        assert not list(out.glob("facts/.*"))

    def test_goes_on_if_the_text_was_only_touched_or_compressed(
        self, corpus: Path, tmp_path: Path
    ) -> None:
        out = tmp_path / "out"
        mine(job(corpus, out), show=False)
        os.utime(corpus, (1, 1))
        assert mine(job(corpus, out), show=False).resumed == 8

    def test_refuses_another_text(self, corpus: Path, tmp_path: Path) -> None:
        out = tmp_path / "out"
        mine(job(corpus, out, store=None), show=False)
        corpus.write_text(analysed(sentences(200, seed=2)), encoding="utf-8")
        with pytest.raises(
            InputError, match=r"made\.conllu has changed since [\s\S]* Give --out another"
        ):
            mine(job(corpus, out), show=False)

    def test_refuses_other_options(self, corpus: Path, tmp_path: Path) -> None:
        out = tmp_path / "out"
        mine(job(corpus, out), show=False)
        with pytest.raises(InputError, match="begun with --shard-lines 25"):
            mine(job(corpus, out, lines=30), show=False)
        other = corpus.with_name("other.conllu")
        corpus.rename(other)
        with pytest.raises(InputError, match=r"other files: made\.conllu"):
            mine(job(other, out), show=False)

    def test_begins_again_where_nothing_came_of_a_run(
        self, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(*_: object) -> Any:
            raise InputError("no parser")

        with monkeypatch.context() as patched:
            patched.setattr("coindex.mining.counting.run.results", fails)
            with pytest.raises(InputError, match="no parser"):
                mine(job(corpus, tmp_path / "out", lines=50), show=False)
        assert mine(job(corpus, tmp_path / "out"), show=False).shards == 8

    def test_refuses_another_program_unless_told_otherwise(
        self, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        out = tmp_path / "out"
        mine(job(corpus, out), show=False)
        monkeypatch.setattr("coindex.mining.counting.run.program_state", lambda _: "newer")
        with pytest.raises(InputError, match="another version of the program"):
            mine(job(corpus, out), show=False)
        assert mine(job(corpus, out, anyway=True), show=False).resumed == 8

    def test_refuses_a_directory_with_other_things(self, corpus: Path, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "thesis.tex").touch()
        with pytest.raises(InputError, match="other things in this directory"):
            mine(job(corpus, tmp_path / "out"), show=False)

    def test_is_not_two_at_once(self, corpus: Path, tmp_path: Path) -> None:
        from coindex.files.locking import exclusive_lock

        (tmp_path / "out").mkdir()
        with (
            exclusive_lock(tmp_path / "out" / "lock", "out"),
            pytest.raises(InputError, match="another run is writing"),
        ):
            mine(job(corpus, tmp_path / "out"), show=False)


@pytest.mark.usefixtures("here")
class TestLoss:
    """Damaged files and failures around a run."""

    def test_a_damaged_file_is_mined_up_to_the_damage(self, tmp_path: Path) -> None:
        path = tmp_path / "cut.conllu.gz"
        data = gzip.compress(analysed(sentences(400)).encode())
        path.write_bytes(data[: len(data) // 2])
        other = tmp_path / "whole.conllu"
        other.write_text(analysed(sentences(30, seed=5)), encoding="utf-8")
        run = replace(job(path, tmp_path / "out"), corpora=(str(path), str(other)))
        done = mine(run, show=False)
        assert len(done.lost) == 1
        assert "cut.conllu.gz: damaged or cut off" in done.lost[0]
        assert done.report.lines > 100

    def test_a_shard_that_cannot_be_read_any_more_is_named(
        self, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = manifests.Reader.read

        def broken(self: Any, start: int, size: int) -> bytes:
            if start > 20_000:
                raise InputError("made.conllu: Input/output error")
            return read(self, start, size)

        monkeypatch.setattr(manifests.Reader, "read", broken)
        done = mine(job(corpus, tmp_path / "out"), show=False)
        assert done.lost
        assert all(one.endswith("Input/output error") for one in done.lost)
        monkeypatch.undo()
        monkeypatch.setattr("coindex.mining.counting.run.results", inline)
        again = mine(job(corpus, tmp_path / "out"), show=False)
        assert again.lost == ()
        assert again.resumed == 8 - len(done.lost)

    def test_a_full_disk_ends_the_run_with_a_message_and_loses_nothing(
        self, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written = 0

        def full(handle: int) -> None:
            nonlocal written
            written += 1
            if written > 1 + 3 * len(folders()):
                raise OSError(28, "No space left on device")

        monkeypatch.setattr("coindex.files.atomic.os.fsync", full)
        out = tmp_path / "out"
        with pytest.raises(InputError, match=r"No space left on device\n  Make room"):
            mine(job(corpus, out), show=False)
        assert not list(out.glob("*/.*"))
        monkeypatch.undo()
        monkeypatch.setattr("coindex.mining.counting.run.results", inline)
        assert mine(job(corpus, out), show=False).resumed == 3
        mine(job(corpus, tmp_path / "other"), show=False)
        assert content(out) == content(tmp_path / "other")

    def test_a_store_that_cannot_be_written_leaves_the_old_one(
        self, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        out = tmp_path / "out"
        mine(job(corpus, out), show=False)
        before = Path(f"{out}.sqlite").read_bytes()
        monkeypatch.setattr(
            "coindex.reasoner.evidence.store._META", ("PRAGMA max_page_count = 2", *_meta())
        )
        with pytest.raises(InputError, match="database or disk is full"):
            mine(job(corpus, out), show=False)
        assert Path(f"{out}.sqlite").read_bytes() == before
        assert not list(tmp_path.glob(".*.new"))

    def test_standard_input_is_kept_while_it_is_needed(
        self, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = "The clerk left. The clerk left.\n\nDer Koch half dem Kellner, weil er viel zu tun hatte.\n"

        class Standard:
            buffer = io.BytesIO(text.encode())

        monkeypatch.setattr(sys, "stdin", Standard)
        done = mine(job("-", tmp_path / "out"), show=False)
        assert done.report.dropped == {"duplicate": 1, "other language": 1}
        assert done.report.sentences == 1
        assert not (tmp_path / "out" / "stdin.txt").exists()
        with MinedStore(tmp_path / "out.sqlite") as store:
            assert store.where("0:1") == "-:1"


def _meta() -> tuple[str, ...]:
    from coindex.reasoner.evidence.store import _META

    return _META
