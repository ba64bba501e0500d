"""JSON lines in and out: every line answered, in order, whatever happens."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coindex.files.progress import Progress
from coindex.reasoner.item import Item
from coindex.reasoner.jobs import batch
from coindex.reasoner.jobs.batch import (
    KEYS,
    RULE_KEYS,
    answer_line,
    answer_lines,
    read_entry,
    run,
)
from coindex.reasoner.jobs.workers import Settings
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import CoindexError, InputError, ModelError
from kparse.mentions.candidates import strip_brackets

SENTENCES = """
The crate did not go through the hatch because [it] was too wide. | the crate | the hatch
The crate did not go through the hatch because [it] was too narrow. | the crate | the hatch
Nora lent Ivo a ladder because [he] had asked for one. | Nora | Ivo
Carla thanked Dora because [she] had carried the bags upstairs. | Carla | Dora
Carla thanked Dora although [she] had not carried the bags. | Carla | Dora
The foreman scolded the apprentice because [he] had left the saw running. | the foreman | the apprentice
The foreman scolded the apprentice, so [he] apologised. | the foreman | the apprentice
Liam envies Otto because [he] won the regatta. | Liam | Otto
The kite got caught in the oak, and [it] tore. | the kite | the oak
The goat chased the dog until [it] hid under the cart. | the goat | the dog
Rosa forgave Tilda because [she] was sorry. | Rosa | Tilda
The shelf bent under the jars because [they] were so heavy. | the shelf | the jars
Hugo told Emil that [he] had lost the key. | Hugo | Emil
Hugo asked Emil whether [he] would sell the boat. | Hugo | Emil
The lamp fell off the desk because [it] was wobbly. | the lamp | the desk
Greta borrowed the drill from Paula because [hers] was broken. | Greta | Paula
The sailor warned the pilot that [he] was too close to the rocks. | the sailor | the pilot
The baker sold the farmer some bread since [he] was hungry. | the baker | the farmer
When the bus hit the fence, [it] fell over. | the bus | the fence
The soup was served in the bowl because [it] was the biggest one. | the soup | the bowl
Max hid from Leo because [he] was afraid of him. | Max | Leo
The tailor paid the courier after [he] had delivered the cloth. | the tailor | the courier
The wolves followed the sheep because [they] were easy to catch. | the wolves | the sheep
The coat does not fit over the sweater because [it] is too thick. | the coat | the sweater
Ruth taught Vera to swim before [she] moved to the coast. | Ruth | Vera
The nail went through the board because [it] was thin. | the nail | the board
Ben beat Karl at chess although [he] had practised less. | Ben | Karl
The rope was tied to the pole, but [it] snapped. | the rope | the pole
The aunt scared the child because [she] shouted. | the aunt | the child
The aunt comforted the child because [she] was crying. | the aunt | the child
The clerk gave the guest the bill, and [he] signed it. | the clerk | the guest
The truck overtook the tractor because [it] was so slow. | the truck | the tractor
The truck overtook the tractor because [it] was faster. | the truck | the tractor
Ines admires Olga because [she] speaks six languages. | Ines | Olga
The cat was chased by the dog because [it] had stolen the sausage. | the cat | the dog
The judge fined the driver because [he] had been speeding. | the judge | the driver
The paint ran down the wall because [it] was too thin. | the paint | the wall
Anton did not recognise Felix because [he] had grown a beard. | Anton | Felix
The mayor promised the nurses that [they] would get new wards. | the mayor | the nurses
The cork would not come out of the bottle because [it] was swollen. | the cork | the bottle
"""


def questions() -> Iterator[dict[str, Any]]:
    for number, line in enumerate(SENTENCES.strip().splitlines()):
        marked, *candidates = (part.strip() for part in line.split("|"))
        text, (start,) = strip_brackets(marked)
        end = start + len(marked[marked.index("[") + 1 : marked.index("]")])
        yield {
            "id": f"q{number}",
            "text": text,
            "pron_start": start,
            "pron_end": end,
            "candidates": candidates,
            "note": "other keys are ignored",
        }


def encoded(records: list[Any]) -> list[bytes]:
    return [json.dumps(record).encode() + b"\n" for record in records]


def timeless(lines: Iterator[str] | list[str]) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in lines]
    for record in records:
        assert record.pop("ms") >= 0
    return records


GOOD = next(questions())

BAD = {
    "nothing": b"\n",
    "not JSON": b"The crate did not go through the hatch.\n",
    "torn": json.dumps(GOOD).encode()[:40],
    "a list": b"[1, 2]\n",
    "too deep": b"[" * 100_000 + b"\n",
    "a huge number": b'{"id": ' + b"9" * 10_000 + b"}\n",
    "no constant": b'{"id": NaN}\n',
    "not UTF-8": b'{"id": "\xff"}\n',
    "a control character": b'{"id": "a\x00b"}\n',
    "too long": b" " * (batch.MAX_LINE + 1),
    **{
        f"no {key}": encoded([{k: v for k, v in GOOD.items() if k != key}])[0]
        for key in list(GOOD)[:5]
    },
    **{
        f"{key} is {value!r}": encoded([{**GOOD, key: value}])[0]
        for key, values in {
            "id": [None, True, [], {}],
            "text": [None, 3, "", "a\ud800"],
            "pron_start": [None, "51", 51.5, True, -1, 99, 53],
            "pron_end": [None, "53", -1, 9999],
            "candidates": [
                None,
                "the crate",
                [],
                ["the crate"],
                ["the crate", 2],
                ["the crate", " "],
            ],
        }.items()
        for value in values
    },
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_told_by_its_number(name: str) -> None:
    entry = read_entry(BAD[name], 17)
    assert entry.item is None
    assert entry.error.startswith("line 17: ")
    record = json.loads(batch.refusal(entry))
    assert tuple(record) == KEYS
    assert record["error"] == entry.error
    assert record["decided_by"] == "error"
    assert record["confidence"] <= 0.5
    if entry.candidates:
        assert (record["answer"], record["candidate"]) == (0, entry.candidates[0])
    else:
        assert (record["answer"], record["candidate"]) == (None, None)


def test_what_could_be_read_of_a_bad_line_is_kept() -> None:
    entry = read_entry(encoded([{**GOOD, "pron_end": 9999}])[0], 1)
    assert entry.id == "q0"
    assert entry.candidates == ("the crate", "the hatch")


def test_a_byte_order_mark_and_windows_line_ends_are_no_harm() -> None:
    line = b"\xef\xbb\xbf" + encoded([GOOD])[0].rstrip() + b"\r\n"
    assert read_entry(line, 1).item is not None


def test_offsets_count_code_points(reasoner: Reasoner) -> None:
    text = "Zoë 🙂 thanked Renée because she had helped her."
    start = text.index("she")
    question = {
        "id": 1,
        "text": text,
        "pron_start": start,
        "pron_end": start + 3,
        "candidates": ["Zoë", "Renée"],
    }
    record = json.loads(answer_line(reasoner, encoded([question])[0], 1))
    assert record["error"] is None
    assert record["id"] == 1
    assert record["candidate"] in ("Zoë", "Renée")


def test_keys_are_those_of_the_interface(reasoner: Reasoner) -> None:
    records = [
        json.loads(answer_line(reasoner, line, 1)) for line in encoded(list(questions())[:12])
    ]
    for record in records:
        assert tuple(record) == KEYS
        assert len(record["costs"]) == 2
        assert record["costs"][record["answer"]] == min(record["costs"])
        assert all(tuple(rule) == RULE_KEYS for rule in record["rules"])
        assert 0 <= record["confidence"] <= 1
    assert any(record["rules"] for record in records)


def test_an_unused_sentence_of_knowledge_is_no_error(reasoner: Reasoner) -> None:
    asked = {
        "id": 1,
        "text": "Ann thanked Bea because she had helped.",
        "candidates": ["Ann", "Bea"],
    }
    asked |= {"pron_start": 24, "pron_end": 27}
    for knowledge in ("Bread is made of flour.", ["Gah!"]):
        line = json.dumps({**asked, "knowledge": knowledge}).encode()
        found = json.loads(answer_line(reasoner, line, 1))
        assert found["error"] is None
        assert [use["used"] for use in found["sentence_uses"]] == [False]


def test_answers_below_a_least_confidence_are_undecided(reasoner: Reasoner) -> None:
    asked = {"id": 1, "text": "The nurse zibbed the guard because he was rude."}
    asked |= {"pron_start": 35, "pron_end": 37, "candidates": ["The nurse", "the guard"]}
    line = json.dumps(asked).encode()
    plain = json.loads(answer_line(reasoner, line, 1))
    assert "undecided" not in plain
    sure = json.loads(answer_line(reasoner, line, 1, least=plain["confidence"] - 0.001))
    assert sure["undecided"] is False
    unsure = json.loads(answer_line(reasoner, line, 1, least=0.99))
    assert unsure["undecided"] is True
    assert unsure["answer"] == plain["answer"]
    assert {s["candidate"] for s in unsure["would_decide"]} == set(asked["candidates"])


def test_parsing_together_changes_no_answer(reasoner: Reasoner) -> None:
    items = [
        Item(q["id"], q["text"], q["pron_start"], q["pron_end"], tuple(q["candidates"]))
        for q in questions()
    ]
    together = list(reasoner.solve_many(items))
    alone = [next(reasoner.solve_many([item])) for item in items]
    assert [(a.answer, a.costs, a.graph) for a in together] == [
        (a.answer, a.costs, a.graph) for a in alone
    ]


class Broken:
    """A reasoner with a bug."""

    def solve_many(self, items: object, *, explain: bool) -> Iterator[object]:
        raise RuntimeError("lost my marbles")


def test_a_bug_costs_one_answer_only() -> None:
    record = json.loads(answer_line(Broken(), encoded([GOOD])[0], 4))  # type: ignore[arg-type]
    assert record["id"] == "q0"
    assert record["error"] == "line 4: internal error: RuntimeError: lost my marbles"


# ------------------------------------------------------------------------------- worker processes


@pytest.mark.model
def test_answers_do_not_depend_on_the_workers() -> None:
    lines = encoded(list(questions())[:12])
    lines[3:3] = [b"nonsense\n"]
    lines[10:10] = [b"\n"]
    one = timeless(answer_lines(lines, workers=1))
    assert one == timeless(answer_lines(lines, workers=2, recycle=5))
    assert one == timeless(answer_lines(lines, workers=2, at_once=5))
    assert [r["id"] for r in one if r["id"]] == [f"q{n}" for n in range(12)]
    assert [n for n, r in enumerate(one) if r["error"]] == [3, 10]


class Odd(Settings):
    """Settings whose reasoner sleeps, dies or fails when the text says so."""

    __slots__ = ()

    def reasoner(self) -> Any:
        return OddReasoner()


class OddReasoner:
    def solve_many(self, items: list[Item], *, explain: bool) -> Iterator[Any]:
        for item in items:
            if "sleep" in item.text:
                time.sleep(60)
            if "die" in item.text:
                os.kill(os.getpid(), signal.SIGKILL)
            yield item.failed(f"pid {os.getpid()}")


class Unfit(Settings):
    """Settings of which no reasoner can be made."""

    __slots__ = ()

    def reasoner(self) -> Any:
        raise ModelError("no such model")


def odd_lines(texts: list[str]) -> list[bytes]:
    return encoded(
        [
            {"id": n, "text": f"it {t}", "pron_start": 0, "pron_end": 2, "candidates": ["a", "b"]}
            for n, t in enumerate(texts)
        ]
    )


@pytest.mark.parametrize("at_once", [1, 4])
def test_a_question_that_takes_too_long_or_kills_its_worker_costs_only_itself(at_once: int) -> None:
    texts = ["ran", "would sleep", "ran", "would die", "ran", "ran"]
    lines = odd_lines(texts)
    records = timeless(answer_lines(lines, Odd(), workers=2, limit=1.5, at_once=at_once))
    assert [r["id"] for r in records] == [0, 1, 2, 3, 4, 5]
    assert "no answer within 1.5 seconds" in records[1]["error"]
    assert "died" in records[3]["error"]
    assert records[1]["answer"] == 0
    for place in (0, 2, 4, 5):
        assert "pid" in records[place]["error"]


def test_workers_that_cannot_start_stop_the_run(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.write_bytes(odd_lines(["ran"])[0])
    with pytest.raises(CoindexError, match="no such model"):
        run(str(source), str(tmp_path / "out"), Unfit())
    assert [p.name for p in tmp_path.iterdir()] == ["in"]


# ------------------------------------------------------------------------------------------ files


def test_a_run_that_is_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"".join(odd_lines(["ran"] * 6)))
    real = batch.answer_lines

    def interrupted(*args: Any, **options: Any) -> Iterator[str]:
        for number, line in enumerate(real(*args, **options)):
            if number == 4:
                raise KeyboardInterrupt
            yield line

    monkeypatch.setattr(batch, "answer_lines", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(str(source), str(target), Odd())
    assert not target.exists()
    (part,) = tmp_path.glob("out.jsonl.*.part")
    kept = part.read_bytes()
    part.write_bytes(kept + b'{"id": 4, "ans')  # torn while writing
    monkeypatch.setattr(batch, "answer_lines", real)
    done = run(str(source), str(target), Odd())
    assert (done.lines, done.failed, done.resumed) == (6, 6, 4)
    assert target.read_bytes().startswith(kept)
    assert [json.loads(line)["id"] for line in target.read_text().splitlines()] == list(range(6))
    assert list(tmp_path.glob("*.part")) == []


def test_a_damaged_answer_and_what_follows_it_are_made_again(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"".join(odd_lines(["ran"] * 4)))
    run(str(source), str(target), Odd())
    whole = target.read_bytes().splitlines(keepends=True)
    target.unlink()
    digest, _ = batch._digest(io.BytesIO(source.read_bytes()), Odd())
    part = tmp_path / f"out.jsonl.{digest}.part"
    part.write_bytes(whole[0] + b"\0" * 20 + b"\n" + whole[2])
    done = run(str(source), str(target), Odd())
    assert (done.lines, done.failed, done.resumed) == (4, 4, 1)
    assert [json.loads(line)["id"] for line in target.read_text().splitlines()] == list(range(4))


def test_answers_to_questions_from_a_pipe_are_kept_but_not_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    (tmp_path / f"out.jsonl.{os.getpid()}.part").write_text('{"id": "of an older process"}\n')
    stream = Pipe(b"".join(odd_lines(["ran"] * 2)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    assert run("-", str(tmp_path / "out.jsonl"), Odd()).resumed == 0
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 2
    assert [p.name for p in tmp_path.iterdir()] == ["out.jsonl"]


def test_other_questions_do_not_go_on_from_an_old_run(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    old = tmp_path / "out.jsonl.0123456789ab.part"
    old.write_text('{"id": "old"}\n')
    source.write_bytes(b"".join(odd_lines(["ran"] * 2)))
    assert run(str(source), str(target), Odd()).resumed == 0
    assert len(target.read_text().splitlines()) == 2
    assert old.read_text() == '{"id": "old"}\n'


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_two_runs_do_not_write_the_same_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"".join(odd_lines(["ran"] * 3)))
    real = batch.answer_lines

    def with_another(*args: Any, **options: Any) -> Iterator[str]:
        monkeypatch.setattr(batch, "answer_lines", real)
        with pytest.raises(InputError, match="another run"):
            run(str(source), str(target), Odd())
        yield from real(*args, **options)

    monkeypatch.setattr(batch, "answer_lines", with_another)
    assert run(str(source), str(target), Odd()).lines == 3
    assert len(target.read_text().splitlines()) == 3
    assert list(tmp_path.glob("*.part")) == []


def test_no_line_more_and_no_line_less(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\n".join([b"", b"x" * (batch.MAX_LINE + 5), b"", b"last without an end"]))
    done = run(str(source), str(target), Odd())
    assert (done.lines, done.failed) == (4, 4)
    assert len(target.read_bytes().splitlines()) == 4
    source.write_bytes(b"")
    assert run(str(source), str(target), Odd()).lines == 0
    assert target.read_bytes() == b""


def test_standard_input_and_output(monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"".join(odd_lines(["ran"] * 2))))
    monkeypatch.setattr(sys, "stdin", stream)
    assert run("-", "-", Odd()).lines == 2
    assert len(capfdbinary.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("source", "target"),
    [("missing", "out"), (".", "out"), ("in", "."), ("in", "no/such/directory/out"), ("in", "in")],
)
def test_paths_that_cannot_be(
    source: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").write_bytes(odd_lines(["ran"])[0])
    with pytest.raises(InputError):
        run(source, target, Odd())
    assert [p.name for p in tmp_path.iterdir()] == ["in"]


def test_a_target_that_is_no_plain_file_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(odd_lines(["ran"])[0])
    assert run(str(tmp_path / "in"), os.devnull, Odd()).lines == 1
    assert Path(os.devnull).is_char_device()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with Progress(3) as progress:
            assert list(progress.over("abc")) == ["a", "b", "c"]
            progress.note("something")
        assert ("/3" in stream.getvalue()) == shown
        assert "coindex: something\n" in stream.getvalue()


@pytest.mark.parametrize(
    ("text", "start", "outcome"),
    [("Nora slept.", 5, "no pronoun"), ("?!", 0, "nothing parsed")],
)
def test_outcomes_without_an_answer_are_told_apart(
    reasoner: Reasoner, text: str, start: int, outcome: str
) -> None:
    line = {
        "id": 1,
        "text": text,
        "pron_start": start,
        "pron_end": start + 1,
        "candidates": ["Nora", "Jill"],
    }
    record = json.loads(batch.answer_line(reasoner, json.dumps(line).encode(), 1))
    assert record["decided_by"] == outcome
    assert record["answer"] == 0
    assert record["error"].startswith("line 1: ")


@pytest.mark.parametrize("number", [b"1e400", b"-1e400"])
def test_a_number_too_large_to_be_written_is_no_id(number: bytes) -> None:
    entry = read_entry(b'{"id": ' + number + b', "text": "It slept."}', 1)
    assert entry.id is None
    assert (
        "neither a string nor a number"
        in read_entry(
            b'{"id": ' + number + b', "text": "It slept.", "pron_start": 0, "pron_end": 2,'
            b' "candidates": ["a", "b"]}',
            1,
        ).error
    )
