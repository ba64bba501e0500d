"""An index of a corpus, and questions answered from it."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from coindex.commands import main as cli
from coindex.harness.evaluation.corpus_questions import ask_all, totals, write_results
from coindex.mining.extracting.records import Fact, Pair, read_record, written
from coindex.mining.querying import index as indexing
from coindex.mining.querying.index import Index, build_index, cached_index
from coindex.mining.querying.keywords import queries
from coindex.mining.querying.query import Asked, Conclusion, Enquirer
from coindex.mining.querying.recorded import Recall
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError

MEN = "baker miner farmer sailor tailor porter".split()
WOMEN = "queen duchess countess aunt princess niece".split()
GERMAN = "Der Hund hat den Mann gebissen, weil er Angst vor ihm hatte."


def corpus() -> list[str]:
    """People who scold were angry, and people who are praised were brave; warnings say nothing."""
    lines = []
    for number, (man, woman) in enumerate(zip(MEN, WOMEN, strict=True)):
        who = "she" if number % 2 else "he"
        king = f"the king of the {man}s"
        lines += [
            f"The {woman} scolded {king} because she was angry.",
            f"Then {king} scolded the {woman} in the hall because he was angry.",
            f"The {woman} praised {king} because he was brave.",
            f"Once {king} praised the {woman} at the gate because she was brave.",
            f"The {woman} warned {king} because {who} was afraid.",
            f"The {woman} walked to the {man} and gave him a loaf of bread.",
            f"It rained on the day when the {man} came home from the market.",
        ]
    return lines


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small corpus and its index."""
    folder = tmp_path_factory.mktemp("query")
    lines = corpus()
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("\n".join([*lines[:20], lines[0], GERMAN]) + "\n")
    with gzip.open(folder / "texts" / "b.txt.gz", "wt") as stream:
        stream.write("\n".join([lines[1], "", *lines[20:]]))
    build_index([str(folder / "texts")], folder / "index", show=False)
    return folder


@pytest.fixture(scope="module")
def found(folder: Path) -> Any:
    """The index, open."""
    with Index(folder / "index") as found:
        yield found


@pytest.fixture(scope="module")
def enquirer(found: Index, reasoner: Reasoner) -> Enquirer:
    """What asks it."""
    return Enquirer(found, reasoner=reasoner, show=False)


def asked(enquirer: Enquirer, text: str, candidates: str = "") -> Asked:
    given = candidates.split("; ") if candidates else None
    return enquirer.asked(text, candidates=given)[0]


ANGRY = "The guard scolded the cook because [he] was angry."
BRAVE = "The guard praised the cook because [he] was brave."
AFRAID = "The guard warned the cook because [he] was afraid."
BOTH = "the guard; the cook"


class TestIndex:
    def test_equal_text_gives_equal_bytes(self, folder: Path, tmp_path: Path) -> None:
        built = build_index([str(folder / "texts")], tmp_path / "again", show=False)
        assert (tmp_path / "again").read_bytes() == (folder / "index").read_bytes()
        assert built.lines == 42
        assert built.dropped == {"duplicate": 2, "other language": 1}

    def test_lines_know_their_places(self, found: Index) -> None:
        lines = corpus()
        assert found.files == ("texts/a.txt", "texts/b.txt.gz")
        places = found.places([22, 1, 20])
        assert [p.text for p in places] == [lines[21], lines[0], lines[19]]
        assert [(p.file, p.line) for p in places] == [(1, 4), (0, 1), (0, 20)]

    def test_stems_are_found_the_first_of_equals_first(self, found: Index) -> None:
        ranked = found.search('"scolding" AND "queen"', 10)
        assert sorted(ranked) == [1, 2] == found.search('"scolding" AND "queen"', 10, ranked=False)
        assert ranked == [1, 2]  # the shorter one is the better
        assert found.search('"giraffe"', 10) == []
        assert len(found.search('"because"', 5)) == 5

    def test_the_old_one_stays_when_there_is_no_room(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        target = tmp_path / "kept"
        target.write_text("old")

        def full(*_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(indexing._Builder, "_keep", full)
        with pytest.raises(InputError, match="disk is full"):
            build_index([str(folder / "texts")], target, show=False)
        assert target.read_text() == "old"
        assert list(tmp_path.iterdir()) == [target]

    def test_no_full_text_search(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Poor:
            def execute(self, _: str) -> None:
                raise sqlite3.OperationalError("no such module: fts5")

            def close(self) -> None:
                pass

        monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: Poor())
        with pytest.raises(InputError, match="FTS5"):
            indexing.needs_fts()

    def test_what_is_wrong_is_one_message(self, folder: Path, tmp_path: Path) -> None:
        empty = tmp_path / "empty.txt"
        empty.write_text("\n\n")
        analysed = tmp_path / "a.conllu"
        analysed.write_text("1\tHe\n\n")
        cut_off = tmp_path / "cut.txt.gz"
        cut_off.write_bytes((folder / "texts" / "b.txt.gz").read_bytes()[:-20])
        for path, message in (
            (tmp_path / "none.txt", "No such file"),
            (empty, "no text to index"),
            (analysed, "plain text"),
            (cut_off, "cut off"),
        ):
            with pytest.raises(InputError, match=message):
                build_index([str(path)], tmp_path / "out", show=False)
        with pytest.raises(InputError, match="overwrite"):
            build_index([str(folder / "texts")], folder / "texts" / "a.txt", show=False)
        with pytest.raises(InputError, match="no such file"):
            Index(tmp_path / "none")
        with pytest.raises(InputError, match="not an index"):
            Index(folder / "texts" / "a.txt")
        other = tmp_path / "other"
        other.write_bytes((folder / "index").read_bytes())
        with sqlite3.connect(other) as connection:
            connection.execute("PRAGMA user_version = 99")
        with pytest.raises(InputError, match="version 99"):
            Index(other)
        data = bytearray((folder / "index").read_bytes())
        data[4096:] = b"x" * (len(data) - 4096)
        other.write_bytes(data)
        with pytest.raises(InputError, match="damaged"), Index(other) as broken:
            broken.search('"queen"', 5)


class TestRecords:
    def test_written_and_read(self) -> None:
        for record in (
            Pair("because", True, "fear", False, "refuse", True, "subj", ("subj", "obj"), 1),
            Fact("obl.in", "live", "house"),
        ):
            assert read_record(written(record)) == record

    def test_taken_over_or_made_they_are_the_same(
        self,
        folder: Path,
        found: Index,
        reasoner: Reasoner,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        pytest.importorskip("pyarrow")
        from coindex.mining.counting.run import Job, mine

        texts = str(folder / "texts")
        mine(Job((texts,), str(tmp_path / "run"), lines=9), show=False)
        built = build_index([texts], tmp_path / "with", records=str(tmp_path / "run"), show=False)
        assert built.recorded == built.lines == 42
        numbers = list(range(1, 43))
        monkeypatch.setattr(
            "coindex.mining.querying.recorded.cache_directory", lambda: tmp_path / "cache"
        )
        with Index(tmp_path / "with") as taken:
            ready = Recall(taken, show=False)
            fresh, again = (Recall(found, lambda: reasoner.nlp, show=False) for _ in range(2))
            assert ready.of(numbers) == fresh.of(numbers) == again.of(numbers)
            assert (ready.parsed, fresh.parsed, again.parsed) == (0, 42, 0)
            assert any(records for records in ready.of(numbers))
            assert taken.meta["records"]["extractor"] == "coindex.mining.extracting.extractor"
        # A shard that is missing is parsed when it is asked for.
        next((tmp_path / "run" / "pairs").glob("*1.parquet")).unlink()
        built = build_index([texts], tmp_path / "part", records=str(tmp_path / "run"), show=False)
        assert 0 < built.recorded < 42
        with Index(tmp_path / "part") as part:
            partly = Recall(part, lambda: reasoner.nlp, show=False)
            assert partly.of(numbers) == fresh.of(numbers)
        other = tmp_path / "texts"
        other.mkdir()
        (other / "a.txt").write_text("The queen thanked the king because he was kind.\n")
        with pytest.raises(InputError, match=r"no records of texts/a\.txt"):
            build_index([str(other)], tmp_path / "x", records=str(tmp_path / "run"), show=False)

    def test_without_a_place_for_them_they_are_made_again(
        self, found: Index, reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("coindex.mining.querying.recorded.writable", lambda _: False)
        monkeypatch.setattr(
            "coindex.mining.querying.recorded.temporary_directory", lambda: Path("/nowhere/at/all")
        )
        recall = Recall(found, lambda: reasoner.nlp, show=False)
        assert len(recall.of([1, 3])) == recall.parsed == 2


class TestKeywords:
    def test_from_narrow_to_wide(self, enquirer: Enquirer) -> None:
        one = asked(enquirer, "The guard thanked the cook because [he] had given up the key.")
        made = queries(one.graph, one.question, enquirer.words)
        names = [query.name for query in made]
        assert names[:2] == ["both predicates with the connective", "both predicates"]
        assert names[-1] == "words like the pronoun's predicate"
        assert '"thank"' in made[0].match
        assert '"because"' in made[0].match
        assert '"gave"' in made[0].match
        assert len({query.match for query in made}) == len(made)

    def test_both_candidates_with_what_they_take_part_in(self, enquirer: Enquirer) -> None:
        text = "The hawk chased the pigeon because [it] was hungry."
        (one,) = enquirer.asked(text, candidates=["The hawk", "the pigeon"])
        made = {q.name: q.match for q in queries(one.graph, one.question, enquirer.words)}
        assert made["both candidates and what they take part in"] == (
            '("hawk" AND "pigeon" AND "chase")'
        )
        (one,) = enquirer.asked(
            "Ann chased the hawk because [it] was hungry.", candidates=["Ann", "the hawk"]
        )
        names = [q.name for q in queries(one.graph, one.question, enquirer.words)]
        assert "both candidates and what they take part in" not in names

    def test_every_query_can_be_asked(self, enquirer: Enquirer) -> None:
        for text in (
            "The drawer would not open since [it] had swollen in the rain.",
            'The clerk called "the boss" a fool, and [he] laughed.',
            "The 50% off sale n't o'clock -- the clerk said %$ because [he] *x* AND NOT.",
            "The boys hid from their aunts. [They] were afraid of the dogs.",
            "Nora lent Ada her umbrella, so [she] did not get wet.",
        ):
            one = asked(enquirer, text)
            for query in queries(one.graph, one.question, enquirer.words):
                enquirer.index.search(query.match, 3)


class TestConclusions:
    def test_twins_are_told_apart_by_what_was_read(self, enquirer: Enquirer) -> None:
        angry = enquirer.ask(asked(enquirer, ANGRY, BOTH), 1000)
        brave = enquirer.ask(asked(enquirer, BRAVE, BOTH), 1000)
        assert (angry.answer, brave.answer) == (0, 1)
        assert angry.evidence
        assert "texts/a.txt:" in angry.evidence[0].source
        assert angry.tried[0].used > 0
        assert angry.sentences <= 42
        assert json.loads(json.dumps(angry.to_dict()))["text"] == "the guard"

    def test_nothing_is_concluded_where_nothing_is_known(self, enquirer: Enquirer) -> None:
        for text in (
            "The guard tickled the cook because [he] was giggly.",
            "The cook lives here and [he] snores.",
        ):
            conclusion = enquirer.ask(asked(enquirer, text), 1000)
            assert conclusion.answer is None
            assert not conclusion.error

    def test_never_more_lines_than_allowed(self, enquirer: Enquirer) -> None:
        for number in (1, 2, 5, 30):
            for seed in (None, 1):
                conclusion = enquirer.ask(asked(enquirer, ANGRY, BOTH), number, seed)
                assert conclusion.sentences <= number
                assert sum(t.used for t in conclusion.tried) == conclusion.sentences

    def test_a_wide_margin_keeps_silent(self, found: Index, reasoner: Reasoner) -> None:
        careful = Enquirer(found, reasoner=reasoner, margin=50, show=False)
        conclusion = careful.ask(asked(careful, ANGRY, BOTH), 1000)
        assert conclusion.answer is None
        assert len(conclusion.tried) > 1

    def test_a_seed_gives_the_same_again(self, enquirer: Enquirer) -> None:
        question = asked(enquirer, AFRAID, BOTH)
        ground = enquirer.ground(question)
        ground.load()
        rounds = [[ground.conclude(4, seed) for seed in range(12)] for _ in range(2)]
        assert rounds[0] == rounds[1]
        assert {conclusion.answer for conclusion in rounds[0]} >= {0, 1}
        alone = enquirer.ask(question, 4, 7)
        assert (alone.answer, alone.scores) == (rounds[0][7].answer, rounds[0][7].scores)

    def test_rounds_are_what_counting_again_would_be(self, enquirer: Enquirer) -> None:
        question = asked(enquirer, BRAVE, BOTH)
        whole = enquirer.ground(question)
        whole.load()
        for size in (1, 3, 6, 20, 100):
            fresh = enquirer.ask(question, size)
            held = whole.conclude(size, explain=True)
            assert isinstance(held, Conclusion)
            assert (held.answer, held.scores, held.sentences) == (
                fresh.answer,
                fresh.scores,
                fresh.sentences,
            )

    def test_weaker_evidence_where_no_row_fits(
        self, found: Index, reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = Enquirer(found, reasoner=reasoner, margin=0.05, show=False)
        pair = Pair("because", True, "shout", False, "angry", False, "subj", ("subj", "obj"), 0)
        facts = [Fact("obj", "praise", "soup"), Fact("obj", "wipe", "table")]
        lines = [(written(pair), *map(written, facts))] * 100
        monkeypatch.setattr(one.recall, "of", lambda some: lines[: len(some)])
        apart = asked(
            one,
            "The guard laughed and Tom blamed the cook because [he] was angry.",
            "the guard; the cook",
        )
        conclusion = one.ask(apart, 1000)
        assert (conclusion.answer, conclusion.evidence[0].id[:6]) == (0, "apart(")
        seen = asked(
            one, "The soup was on the table, and the king praised [it].", "the soup; the table"
        )
        conclusion = one.ask(seen, 1000)
        assert (conclusion.answer, conclusion.evidence[0].id) == (0, "seen(obj,praise,soup)")

    def test_what_was_not_foreseen_is_counted_all_the_same(self, enquirer: Enquirer) -> None:
        ground = enquirer.ground(asked(enquirer, ANGRY, BOTH))
        ground.load()
        before = len(ground.cells)
        ground.cell(("fact", ("subj", "scold", "queen")))
        number = ground.cells["fact", ("subj", "scold", "queen")]
        assert number == before
        assert ground.learnt.counts[ground.learnt.cells == number].sum() == 1


def questions(path: Path) -> Path:
    records = []
    for number, (text, answer) in enumerate(((ANGRY, 0), (BRAVE, 1), (BRAVE, 0))):
        start = text.index("[")
        records.append(
            {
                "id": str(number),
                "text": text.replace("[", "").replace("]", ""),
                "pron_start": start,
                "pron_end": start + 2,
                "candidates": BOTH.split("; "),
                "answer": answer,
            }
        )
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


class TestCollections:
    def test_counted_by_number_of_lines(self, enquirer: Enquirer, tmp_path: Path) -> None:
        from coindex.harness.questions.questions import read_questions

        golds = read_questions(questions(tmp_path / "q.jsonl"))
        results = list(ask_all(golds, enquirer, [1, 1000]))
        labels = [r.label for r in results if r.sentences == 1000]
        assert labels == ["right", "right", "wrong"]
        assert "3 (100.0 ± 0.0 %)" in totals(results)
        write_results(results, tmp_path / "t.tsv")
        lines = (tmp_path / "t.tsv").read_text().splitlines()
        assert len(lines) == 7
        assert lines[0].startswith("id\tpair\tsentences\tlabel")


class TestCommands:
    def test_index_and_query(
        self, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        out = str(tmp_path / "i")
        assert cli.main(["mine", "index", str(folder / "texts"), "--out", out]) == 0
        assert "42 lines indexed" in capsys.readouterr().err
        command = ["mine", "query", ANGRY, "--index", out, "--candidates", BOTH]
        assert cli.main([*command, "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["pronoun"], record["text"]) == ("he", "the guard")
        assert cli.main([*command, "--seed", "3"]) == 0
        assert "he -> the guard" in capsys.readouterr().out
        file = questions(tmp_path / "q.jsonl")
        table = str(tmp_path / "t.tsv")
        command = ["mine", "query", str(file), "--index", out]
        assert cli.main([*command, "--sentences", "5,100", "--out", table]) == 0
        assert "right of answered" in capsys.readouterr().out
        assert len(Path(table).read_text().splitlines()) == 7

    def test_a_corpus_is_indexed_once(
        self,
        folder: Path,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("coindex.mining.querying.index.cache_directory", lambda: tmp_path)
        monkeypatch.setattr("coindex.mining.querying.recorded.cache_directory", lambda: tmp_path)
        texts = str(folder / "texts")
        command = ["mine", "query", "The cook lives here and [he] snores.", "--corpus", texts]
        assert cli.main(command) == 0
        captured = capsys.readouterr()
        assert "42 lines indexed" in captured.err
        assert "do not decide" in captured.out
        assert cached_index([texts]).is_file()
        assert cli.main(command) == 0
        assert "indexed" not in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([ANGRY], "there is no corpus"),
            ([ANGRY, "--index", "none"], "no such file"),
            ([ANGRY, "--index", "a", "--corpus", "b"], "do not go together"),
            ([ANGRY, "--sentences", "1,2"], "a file of questions"),
            ([ANGRY, "--out", "t.tsv"], "a file of questions"),
            ([ANGRY, "--sentences", "0"], "--sentences"),
            ([ANGRY, "--margin", "-1"], "--margin"),
            ([ANGRY, "--seed", "-1"], "--seed"),
            (["none.jsonl", "--index", "none"], "none.jsonl"),
            (["none.jsonl", "--json"], "--json goes with a sentence"),
            (["none.jsonl", "--pronoun", "he"], "--pronoun goes with a sentence"),
            (["  "], "the text is empty"),
        ],
    )
    def test_what_is_wrong_is_one_message(
        self, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert cli.main(["mine", "query", *arguments]) == 2
        err = capsys.readouterr().err
        assert message in err
        assert "Traceback" not in err
