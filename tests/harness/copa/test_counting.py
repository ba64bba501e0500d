"""The counting pass and queries of its result, compared with counts by hand and with a simple counter."""

from __future__ import annotations

import gzip
import lzma
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coindex.files import corpora
from coindex.files.corpora import Piece, pieces, text_files
from coindex.harness.copa import counting, pairs
from coindex.harness.copa.baselines import Association, best
from coindex.harness.copa.counting import Task, count, slots
from coindex.harness.copa.counts import Counts
from coindex.harness.copa.words import stop_words, vocabulary, words
from coindex.mining.counting import stores
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError

TOY = "Storm broke window.\nStorm passed.\n"


def counted(folder: Path, text: str, **task: object) -> Counts:
    (folder / "text.txt").write_bytes(text.encode())
    count(Task((str(folder / "text.txt"),), **task), folder / "counts", show=False)  # type: ignore[arg-type]
    return Counts(folder / "counts")


def test_pmi_and_dice_by_hand(tmp_path: Path) -> None:
    with counted(tmp_path, TOY, windows=(2, 3)) as counts:
        # Five words; next to each other: storm broke, broke window, storm passed.
        assert counts.header.words == 5
        assert counts.header.slots == (3, 4)
        assert counts.frequency("storm") == 2
        assert counts.together("storm", "broke", 2) == 1
        assert counts.together("broke", "storm", 2) == 0
        assert counts.together("storm", "window", 2) == 0
        assert counts.together("storm", "window", 3) == 1
        # (1/3) / (2/5 * 1/5), and half of that if either may come first.
        assert counts.pmi("storm", "broke", 2) == pytest.approx(math.log2(25 / 6))
        assert counts.pmi("broke", "storm", 2, ordered=False) == pytest.approx(math.log2(25 / 12))
        assert counts.pmi("broke", "storm", 2) is None
        assert counts.pmi("storm", "snow", 2) is None
        assert counts.dice("storm", "broke", 2) == pytest.approx(2 / 3)
        assert counts.dice("broke", "storm", 2) == 0.0
        assert counts.dice("broke", "storm", 2, ordered=False) == pytest.approx(2 / 3)


def test_a_word_with_itself(tmp_path: Path) -> None:
    with counted(tmp_path, "on and on\n", windows=(3,)) as counts:
        assert counts.together("on", "on", 3) == 1
        assert counts.together("on", "on", 3, ordered=False) == 2
        forth, both = counts.pmi("on", "on", 3), counts.pmi("on", "on", 3, ordered=False)
        assert forth == both == pytest.approx(math.log2((1 / 3) / (4 / 9)))


def test_score_of_a_choice_by_hand(tmp_path: Path) -> None:
    with counted(tmp_path, TOY, windows=(2,)) as counts:
        pmi = Association(counts, "pmi", 2)
        effect = Choice("1", "The storm.", ("It broke.", "It passed it."), "effect")
        # Pairs: the/it, the/broke, storm/it, storm/broke; only the last ever comes together.
        bits = math.log2(25 / 6)
        assert pmi.scores(effect) == pytest.approx((bits / 4, bits / 6))
        # Asked for the cause the alternative comes first, and nothing comes before storm.
        cause = Choice("1", "The storm.", effect.alternatives, "cause")
        assert pmi.scores(cause) == (0.0, 0.0)
        back = Choice("1", "It broke.", ("Snow.", "The storm."), "cause")
        assert pmi.scores(back) == pytest.approx((0.0, bits / 4))
        assert best(pmi.scores(back)) == 1
        bare = Association(counts, "pmi", 2, stop_words())
        assert bare.scores(effect) == pytest.approx((bits, bits))
        assert bare.score("It.", "broke") == 0.0
        dice = Association(counts, "dice", 2)
        assert dice.scores(back) == pytest.approx((0.0, 2 / 3 / 4))


def naive(text: str, window: int, unit: str) -> tuple[Counter[str], Counter[tuple[str, str]], int]:
    """Count the plain way."""
    single: Counter[str] = Counter()
    double: Counter[tuple[str, str]] = Counter()
    places = 0
    lines = text.split("\n")
    stretches = [words(line) for line in lines]
    if unit == "block":
        joined: list[list[str]] = [[]]
        for line, inside in zip(lines, stretches, strict=True):
            if line.strip():
                joined[-1] += inside
            else:
                joined.append([])
        stretches = joined
    for stretch in stretches:
        single.update(stretch)
        for place, word in enumerate(stretch):
            after = stretch[place + 1 : place + window]
            places += len(after)
            double.update((word, other) for other in after)
    return single, double, places


TEXTS = (
    st.lists(
        st.lists(st.sampled_from("ash oak's elm 7 fir don't".split()), max_size=9).map(" ".join),
        max_size=9,
    )
    .map("\n".join)
    .filter(words)
)


@given(
    text=TEXTS,
    windows=st.sets(st.integers(2, 8), min_size=1, max_size=3).map(sorted).map(tuple),
    unit=st.sampled_from(["line", "block"]),
    limited=st.booleans(),
)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_as_counted_plainly_even_with_tiny_buffers(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    windows: tuple[int, ...],
    unit: str,
    limited: bool,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(counting, "BUFFER", 1)
        patch.setattr(pairs, "HELD", 2)
        only = frozenset(["ash", "elm", "don't"]) if limited else None
        # Blocks and lines are cut where a piece is full; here they have room.
        patch.setattr(corpora, "PIECE", 1000)
        with counted(tmp_path, text, windows=windows, unit=unit, vocabulary=only) as counts:
            for place, window in enumerate(windows):
                single, double, places = naive(text, window, unit)
                assert counts.header.words == single.total()
                assert counts.header.slots[place] == places
                for one in single:
                    kept = only is None or one in only
                    assert counts.frequency(one) == single[one] * kept
                    for other in single:
                        both = kept and (only is None or other in only)
                        assert counts.together(one, other, window) == double[one, other] * both


def test_many_pieces_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"red ash, old oak {'tall elm ' * (n % 3)}\n" for n in range(50))
    with counted(tmp_path, text, windows=(4,)) as counts:
        whole = counts.path and Path(counts.path).read_bytes()
    monkeypatch.setattr(corpora, "PIECE", 64)
    monkeypatch.setattr(counting, "BUFFER", 50)
    with counted(tmp_path, text, windows=(4,)) as counts:
        assert Path(counts.path).read_bytes() == whole


def test_counts_are_a_store_like_others(tmp_path: Path) -> None:
    """They add up, are pruned and described by the commands for stores."""
    for name, text in (("a", "oak elm\n"), ("b", "oak elm fir\n")):
        (tmp_path / f"{name}.txt").write_text(text)
        count(Task((str(tmp_path / f"{name}.txt"),)), tmp_path / name, show=False)
    both = tmp_path / "both"
    stores.merge([str(tmp_path / "a"), str(tmp_path / "b")], str(both))
    with Counts(both) as counts:
        assert (counts.header.words, counts.header.slots) == (5, (4,))
        assert (counts.frequency("oak"), counts.together("oak", "elm", 5)) == (2, 2)
        assert counts.header.sources == ("a.txt", "b.txt")
    assert "of 5 words, in windows of 5" in stores.stats_lines(stores.stats(str(both)))
    stores.prune(str(both), str(tmp_path / "few"), min_count=2)
    with Counts(tmp_path / "few") as counts:
        assert (counts.frequency("fir"), counts.together("oak", "elm", 5)) == (0, 2)
    count(Task((str(tmp_path / "a.txt"),), windows=(2,)), tmp_path / "c", show=False)
    with pytest.raises(InputError, match="same windows"):
        stores.merge([str(tmp_path / "b"), str(tmp_path / "c")], str(both))


def test_rare_pairs_are_left_out(tmp_path: Path) -> None:
    with counted(tmp_path, "oak elm\noak elm\nelm oak\n", windows=(2, 3), at_least=2) as counts:
        assert counts.together("oak", "elm", 2) == 2
        assert counts.together("elm", "oak", 3) == 0


def test_vocabulary_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MAX_WORDS", 2)
    with counted(tmp_path, "oak elm fir oak fir elm\n", windows=(4,)) as counts:
        assert [counts.frequency(w) for w in ("oak", "elm", "fir")] == [2, 2, 0]
        assert counts.together("oak", "oak", 4) == 1
        assert counts.header.words == 6


# ------------------------------------------------------------------------------------ interruption


def test_an_interrupted_pass_goes_on_and_ends_in_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, word in [("a.txt", "ash"), ("b.txt", "oak")]:
        (tmp_path / name).write_text(
            "".join(f"{word} and {'elm ' * (n % 4)}\n" for n in range(200))
        )
    task = Task((str(tmp_path / "a.txt"), str(tmp_path / "b.txt")), windows=(3, 5))
    count(task, tmp_path / "whole", show=False)
    monkeypatch.setattr(corpora, "PIECE", 100)
    monkeypatch.setattr(counting, "BUFFER", 1)
    monkeypatch.setattr(counting, "NOTE_EVERY", 0.0)
    monkeypatch.setattr(pairs, "HELD", 20)
    reached: list[tuple[str, int]] = []
    limit = 0

    def breaking(name: str, unit: object, **more: object) -> Iterator[Piece]:
        for piece in pieces(name, unit, **more):  # type: ignore[arg-type]
            reached.append((Path(name).name, int(piece.end)))
            if len(reached) > limit:
                raise KeyboardInterrupt
            yield piece

    monkeypatch.setattr(counting, "pieces", breaking)
    starts = []
    for stop in (0, 3, 5, 4, 9):
        reached.clear()
        limit = stop
        with pytest.raises(KeyboardInterrupt):
            count(task, tmp_path / "counts", show=False)
        starts.append(reached[0])
        assert not (tmp_path / "counts").exists()
    assert starts == sorted(starts)
    assert starts[-1] > starts[1]
    reached.clear()
    limit = 10_000
    count(task, tmp_path / "counts", show=False)
    assert reached[0] > ("a.txt", 100)
    assert (tmp_path / "counts").read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "b.txt", "counts", "whole"]


def test_a_text_without_words(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("1 2 3\n\n")
    with pytest.raises(InputError, match="there is no word in"):
        count(Task((str(tmp_path / "t.txt"),)), tmp_path / "counts", show=False)


def test_what_is_longer_than_any_word_is_taken_in_parts() -> None:
    assert words("ah" * 120) == ["ah" * 50, "ah" * 50, "ah" * 20]
    assert max(map(len, words("a'" * 100))) == 7


def test_nothing_is_left_of_a_pass_that_came_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"oak\0elm")
    with pytest.raises(InputError, match=r"bad\.txt:1:4: a byte 0"):
        count(Task((str(tmp_path / "bad.txt"),)), tmp_path / "counts", show=False)
    assert [p.name for p in tmp_path.iterdir()] == ["bad.txt"]


def test_a_damaged_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "BUFFER", 1)
    monkeypatch.setattr(counting, "NOTE_EVERY", 0.0)
    (tmp_path / "t.txt").write_text("oak elm\n")
    task = Task((str(tmp_path / "t.txt"),))
    with monkeypatch.context() as patch:
        patch.setattr(counting, "write_counts", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            count(task, tmp_path / "counts", show=False)
    (note,) = tmp_path.glob("*.part/state.npz")
    note.write_bytes(note.read_bytes()[:-30])
    with pytest.raises(InputError, match="damaged note"):
        count(task, tmp_path / "counts", show=False)


# ----------------------------------------------------------------------------------------- sources


def test_compressed_files_and_directories(tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "b.txt.gz").write_bytes(gzip.compress(b"oak elm\n", mtime=0) * 2)
    (tmp_path / "in" / "deep" / "a.txt.xz").write_bytes(lzma.compress("Elm fir élan".encode()))
    (tmp_path / "in" / "notes.md").write_text("no text")
    assert [Path(n).name for n in text_files([str(tmp_path / "in")])] == ["b.txt.gz", "a.txt.xz"]
    header = count(Task((str(tmp_path / "in"),)), tmp_path / "counts", show=False)
    assert (header.words, header.sources) == (7, ("b.txt.gz", "a.txt.xz"))
    with Counts(tmp_path / "counts") as counts:
        assert [counts.frequency(w) for w in ("oak", "elm", "fir", "élan", "text")] == [
            2,
            3,
            1,
            1,
            0,
        ]


def test_long_lines_are_cut_at_blanks_and_between_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpora, "PIECE", 16)
    for text in ["oak elm fir ash oak elm fir", "éééééééééééééééé", "oak\n" + "x" * 40 + "\nelm\n"]:
        (tmp_path / "t.txt").write_bytes(text.encode())
        found = list(pieces(str(tmp_path / "t.txt")))
        assert "".join(piece.text for piece in found) == text
        assert max(len(piece.text.encode()) for piece in found) <= 16
        for piece in found[:-1]:
            rest = pieces(str(tmp_path / "t.txt"), start=piece.end)
            assert "".join(p.text for p in rest) == text.encode()[piece.end :].decode()
    assert next(pieces(str(tmp_path / "t.txt"))).text == "oak\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"oak\n\xff elm\n", r"t\.txt:2:1: not UTF-8"),
        (gzip.compress(b"oak " * 9000, mtime=0)[:-20], "damaged or cut off"),
        (lzma.compress(b"oak " * 9000)[:-20], "damaged or cut off"),
        (b"\x1f\x8bnothing of the kind", "damaged or cut off"),
    ],
)
def test_bad_text(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "t.txt").write_bytes(data)
    with pytest.raises(InputError, match=message):
        count(Task((str(tmp_path / "t.txt"),)), tmp_path / "counts", show=False)


def test_other_encodings(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_bytes("élan".encode("latin-1"))
    task = Task((str(tmp_path / "t.txt"),), encoding="latin-1")
    count(task, tmp_path / "counts", show=False)
    with Counts(tmp_path / "counts") as counts:
        assert counts.frequency("élan") == 1


def test_bad_targets_and_counts(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("oak elm\n")
    task = Task((str(tmp_path / "t.txt"),))
    for target, message in [
        (tmp_path, "cannot write"),
        (tmp_path / "none" / "counts", "cannot write"),
        (tmp_path / "t.txt", "would overwrite what is read"),
    ]:
        with pytest.raises(InputError, match=message):
            count(task, target, show=False)
    with pytest.raises(InputError, match="not a store"):
        Counts(tmp_path / "t.txt")
    with pytest.raises(InputError, match="no such file"):
        Counts(tmp_path / "none")
    count(task, tmp_path / "counts", show=False)
    with Counts(tmp_path / "counts") as counts, pytest.raises(InputError, match="Take one of 5"):
        counts.pmi("oak", "elm", 7)


# ------------------------------------------------------------------------------------ single parts


@given(lengths=st.lists(st.integers(0, 12)), window=st.integers(2, 9))
def test_slots(lengths: list[int], window: int) -> None:
    plain = sum(max(0, n - d) for n in lengths for d in range(1, window))
    assert slots(np.array(lengths, dtype=np.int64), window) == plain


def test_vocabulary_of_files(tmp_path: Path) -> None:
    (tmp_path / "q.xml").write_text("<a><p>Old oak</p><p>fell</p></a>")
    (tmp_path / "q.jsonl").write_text('{"id": 3, "premise": "It\\u2019s", "more": ["an elm"]}\n')
    (tmp_path / "q.txt").write_text("Don't!")
    paths = [tmp_path / name for name in ("q.xml", "q.jsonl", "q.txt")]
    assert vocabulary(paths) == {"old", "oak", "fell", "it", "'s", "an", "elm", "don't"}
    (tmp_path / "empty.txt").write_text("1 2 3")
    with pytest.raises(InputError, match="no word"):
        vocabulary([tmp_path / "empty.txt"])
    (tmp_path / "bad.jsonl").write_text("{}\n{")
    with pytest.raises(InputError, match=r"bad\.jsonl:2:1: not JSON"):
        vocabulary([tmp_path / "bad.jsonl"])
