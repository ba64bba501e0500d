"""Files of a corpus: their names, and how they are split."""

import gzip
import io
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.mining.text.corpus import Reader, blocks, cut, sources
from kparse.errors import InputError
from tests.mining.made import analysed, sentences


def test_files_are_called_by_what_was_given_without_the_machines_directories(
    tmp_path: Path,
) -> None:
    (tmp_path / "books" / "old").mkdir(parents=True)
    for name in ("b.txt", "old/a.txt.gz", "c.conllu", "notes.md"):
        (tmp_path / "books" / name).write_bytes(b"")
    (tmp_path / "alone.txt").write_bytes(b"")
    found = sources([str(tmp_path / "books"), str(tmp_path / "alone.txt")])
    assert [(s.name, s.kind) for s in found] == [
        ("books/b.txt", "text"),
        ("books/c.conllu", "conllu"),
        ("books/old/a.txt.gz", "text"),
        ("alone.txt", "text"),
    ]


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in "ab":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_bytes(b"")
    with pytest.raises(InputError, match=r"two files are called x\.txt"):
        sources([str(tmp_path / "a" / "x.txt"), str(tmp_path / "b" / "x.txt")])
    with pytest.raises(InputError, match="does not go together"):
        sources(["-", str(tmp_path / "a" / "x.txt")])


@given(
    st.lists(st.binary(max_size=9).map(lambda b: b.replace(b"\n", b"")), max_size=40),
    st.integers(1, 7),
)
def test_pieces_of_lines_are_all_of_the_text(lines: list[bytes], size: int) -> None:
    text = b"\n".join(lines)
    pieces = list(cut(io.BytesIO(text), "text", size))
    assert b"".join(p.data for p in pieces) == text
    for piece in pieces:
        assert text[piece.start :].startswith(piece.data)
        assert text[: piece.start].count(b"\n") == piece.line - 1
        assert piece.lines <= size


def test_a_piece_of_conllu_ends_with_a_sentence() -> None:
    text = analysed(sentences(10)).encode()
    pieces = list(cut(io.BytesIO(text), "conllu", 4))
    found = [list(blocks(p.data)) for p in pieces]
    assert [len(some) for some in found] == [4, 4, 2]
    first = [piece.line + some[0][0] for piece, some in zip(pieces, found, strict=True)]
    assert first == [1, 45, 89]


def test_a_line_longer_than_any_text_does_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("coindex.mining.text.corpus._MAX_LINE", 10)
    monkeypatch.setattr("coindex.mining.text.corpus.MAX_PIECE", 30)
    pieces = list(cut(io.BytesIO(b"a" * 75 + b"\nshort\n"), "text", 5))
    assert [(p.line, p.tail, len(p.data)) for p in pieces] == [
        (1, False, 30),
        (1, True, 30),
        (1, True, 22),
    ]


@pytest.mark.parametrize("suffix", ["txt", "txt.gz", "txt.xz"])
def test_ranges_are_read_of_plain_and_of_compressed_files(tmp_path: Path, suffix: str) -> None:
    text = "\n".join(sentences(50)).encode()
    write = {"txt": bytes, "txt.gz": gzip.compress, "txt.xz": lzma.compress}[suffix]
    path = tmp_path / f"x.{suffix}"
    path.write_bytes(write(text))
    with Reader(str(path)) as reader:
        assert reader.read(0, 10) == text[:10]
        assert reader.read(100, 20) == text[100:120]
        with pytest.raises(InputError, match="ends early"):
            reader.read(len(text) - 5, 10)
