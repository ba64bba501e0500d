"""The command: what is wrong is one message."""

from pathlib import Path

import pytest

from coindex.commands.main import main
from tests.mining.made import DOUBLE, analysed, inline, sentences


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "made.conllu"
    path.write_text(analysed(sentences(20)), encoding="utf-8")
    monkeypatch.setattr("coindex.mining.counting.run.results", inline)
    return path


def run(*arguments: str) -> int:
    return main(["mine", "run", *arguments, "--extractor", DOUBLE, "--counter", DOUBLE])


def test_from_text_to_what_is_known(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("made.conllu", "--out", "out", "--store", "s.sqlite", "--licence", "CC0") == 0
    assert "20 lines" in capsys.readouterr().err
    assert main(["mine", "stats", "s.sqlite"]) == 0
    assert "made.conllu: 220 lines, CC0" in capsys.readouterr().out
    assert main(["mine", "stats", "s.sqlite", "--format", "json"]) == 0
    assert main(["mine", "stats", "out"]) == 0
    assert "1 of 1 shards are done" in capsys.readouterr().out
    assert main(["mine", "prune", "s.sqlite", "--min-count", "2", "--out", "t.sqlite"]) == 0
    assert main(["mine", "show", "nothing", "--store", "t.sqlite"]) == 0
    assert "the store has nothing about nothing" in capsys.readouterr().err


def test_what_is_lost_shows_in_the_exit_status(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import gzip

    data = gzip.compress(corpus.read_bytes())
    (corpus.parent / "cut.conllu.gz").write_bytes(data[:-4])
    assert run("cut.conllu.gz", "--out", "out") == 1
    assert "lost: cut.conllu.gz: damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "none.txt", "--out", "o"], "cannot read none.txt"),
        (["run", "empty.txt", "--out", "o"], "there is no text in empty.txt"),
        (["run", "blank.conllu", "--out", "o"], "there is no text in blank.conllu"),
        (
            ["run", "bytes.conllu", "--out", "o"],
            "dropped as “undecodable”\n  Save the text as UTF-8.",
        ),
        (["run", "made.conllu", "--out", "o", "--extractor", "no.such"], "cannot import no.such"),
        (
            ["run", "made.conllu", "--out", "o", "--extractor", "json"],
            "json has no function `extractor`",
        ),
        (
            ["run", "made.conllu", "--out", "o", "--store", "s", "--counter", "json"],
            "no function `counter`",
        ),
        (["run", "made.conllu", "--out", "made.conllu"], "cannot write made.conllu"),
        (["run", "made.conllu", "--out", "o", "--workers", "0"], "number above 0"),
        (["run", "made.conllu", "--out", "o", "--store", "no/s.sqlite"], "a folder that exists"),
        (["run", "made.conllu", "--out", "o", "--store", "made.conllu"], "overwrite what is read"),
        (["stats", "made.conllu"], "not a store of mined knowledge"),
        (["stats", "none.sqlite"], "no such file"),
        (["stats", "."], "Give the --out directory of a run"),
        (["show", "fear", "--store", "none.sqlite"], "no such file"),
        (["prune", "s", "--out", "t"], "nothing to prune by"),
        (["prune", "s", "--out", "t", "--max-mb", "-1"], "number of megabytes"),
        (["merge", "s", "t", "--out", "u"], "no such file"),
    ],
)
def test_mistakes(
    corpus: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    (corpus.parent / "empty.txt").touch()
    (corpus.parent / "blank.conllu").write_text("\n \n")
    (corpus.parent / "bytes.conllu").write_bytes(b"1\tcaf\xe9\n\n")
    more = ["--extractor", DOUBLE] if "run" in arguments and "--extractor" not in arguments else []
    assert main(["mine", *arguments, *more]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
