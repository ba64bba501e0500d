"""Counting co-occurrences for word vectors."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import pytest

from kparse.errors import InputError
from training.backoff.wordnet import Sense, Wordnet
from training.word_vectors.__main__ import main
from training.word_vectors.counting import Setting, lemma_of, pairs_within, train

LINES = (
    "The cook baked a loaf of bread in the oven.",
    "Bread from the oven: the cook was baking.",
    "The sailor left the harbour in a ship.",
    "Ships and sailors filled the harbour.",
)
LEFT_OUT = frozenset("the a of in from was and".split())


def wordnet() -> Wordnet:
    found = Wordnet()
    for part, lemma in [
        *(("noun", w) for w in "cook loaf bread oven sailor harbour ship filling".split()),
        *(("verb", w) for w in "bake cook leave fill ship".split()),
    ]:
        found.senses[part, lemma] = [Sense(f"{lemma}%", "01-x", {})]
    found.forms["left"] = {("verb", "leave")}
    return found


def corpora(tmp_path: Path, lines: tuple[str, ...]) -> Path:
    folder = tmp_path / "corpora" / "own"
    folder.mkdir(parents=True)
    with gzip.open(folder / "own.txt.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return folder.parent


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("baked", "bake"), ("ships", "ship"), ("left", "leave"), ("the", None), ("a", None), ("zorb", None)],
)  # fmt: skip
def test_lemmas(form: str, lemma: str | None) -> None:
    assert lemma_of(form, wordnet(), LEFT_OUT) == lemma


def test_pairs_lie_within_a_window_and_a_line() -> None:
    text = np.array([0, 1, -2, 2, -1, 0, -2, -2, 1], dtype=np.int64)
    assert pairs_within(text, 3, 3).tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    assert pairs_within(text, 4, 3).tolist() == [[0, 2, 1], [0, 0, 1], [0, 0, 0]]
    assert pairs_within(text[:1], 4, 3).sum() == 0


def test_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = np.random.default_rng(1).integers(-2, 5, size=200)
    whole = pairs_within(text, 6, 5)
    monkeypatch.setattr("training.word_vectors.counting.CHUNK", 7)
    assert (pairs_within(text, 6, 5) == whole).all()
    assert whole.sum() > 0


def test_words_said_together_are_alike(tmp_path: Path) -> None:
    folder = corpora(tmp_path, LINES * 5)
    setting = Setting(words=50, dimensions=3)
    log = io.StringIO()
    found = train(folder, wordnet(), LEFT_OUT, setting, log=log)
    assert "lemmas" in log.getvalue()
    assert list(found.rows) == sorted(found.rows)
    assert found.rows["baked"] == found.rows["baking"]
    together = found.similarity(["bread", "sailor"], ["oven", "ships"])
    assert together[0, 0] > together[0, 1] + 0.3
    assert together[1, 1] > together[1, 0] + 0.3
    assert train(folder, wordnet(), LEFT_OUT, setting, log=log).written() == found.written()


def test_no_text_is_a_message(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no text"):
        train(corpora(tmp_path, ()), wordnet(), LEFT_OUT, log=io.StringIO())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--words", "0"], "at least 1"),
        (["--window", "1"], "--window 2"),
        (["--share", "2"], "--share"),
        ([], "cannot read"),
    ],
)
def test_bad_input_is_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: list[str], message: str
) -> None:
    assert main([str(tmp_path), "--out", str(tmp_path / "out.npz"), *given]) != 0
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err
    assert not (tmp_path / "out.npz").exists()
