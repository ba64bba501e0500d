"""Reading CoNLL-U."""

from __future__ import annotations

from pathlib import Path

import pytest

from kparse.errors import InputError
from kparse.input.conllu import read_conllu

ANN = """# newdoc id = a
# text = Ann doesn't sleep.
1\tAnn\tAnn\tPROPN\tNNP\tNumber=Sing\t4\tnsubj\t_\t_
2-3\tdoesn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdoes\tdo\tAUX\tVBZ\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_
4\tsleep\tsleep\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No
4.1\tghost\t_\t_\t_\t_\t_\t_\t_\t_
5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_
"""
BOB = """# sent_id = 2
1\tBob\tBob\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_
"""


def test_words_and_spans() -> None:
    (parsed,) = read_conllu(ANN)
    assert [t.form for t in parsed.tokens] == ["Ann", "does", "n't", "sleep", "."]
    assert [parsed.text[t.start : t.end] for t in parsed.tokens] == [
        "Ann",
        "does",
        "n't",
        "sleep",
        ".",
    ]
    assert [t.head for t in parsed.tokens] == [3, 3, 3, -1, 3]


def test_sentences_make_a_document() -> None:
    (parsed,) = read_conllu(ANN + "\n" + BOB)
    assert parsed.text == "Ann doesn't sleep. Bob left."
    assert [t.sentence for t in parsed.tokens] == [0] * 5 + [1] * 3
    assert parsed.tokens[5].head == 6
    assert parsed.text[parsed.tokens[6].start : parsed.tokens[6].end] == "left"


def test_units() -> None:
    assert len(list(read_conllu(ANN + "\n" + BOB, unit="sentence"))) == 2
    assert len(list(read_conllu(ANN + "\n" + ANN))) == 2
    assert len(list(read_conllu(BOB + "\n# newpar\n" + BOB, unit="paragraph"))) == 2
    assert len(list(read_conllu(BOB + "\n# newpar\n" + BOB))) == 1


def test_document_comment_apart_from_its_sentence() -> None:
    assert len(list(read_conllu(BOB + "\n# newdoc id = b\n\n" + BOB))) == 2


def test_text_that_does_not_fit_is_rebuilt() -> None:
    (parsed,) = read_conllu("# text = Something else\n" + BOB)
    assert parsed.text == "Bob left."


def test_file(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(ANN, encoding="utf-8")
    assert [p.text for p in read_conllu(path)] == ["Ann doesn't sleep."]


def test_windows_line_ends_and_no_final_blank_line() -> None:
    (parsed,) = read_conllu(BOB.rstrip("\n").replace("\n", "\r\n"))
    assert parsed.text == "Bob left."


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("1\tBob\tBob", "3 columns, 10 expected", 1),
        ("2\tBob\tBob\tPROPN\t_\t_\t0\troot\t_\t_", "word number '2' out of order", 1),
        ("1\tBob\tBob\tPROPN\t_\t_\tx\troot\t_\t_", "HEAD is not a number: 'x'", 21),
        ("1\tBob\tBob\tPROPN\t_\t_\t7\tnsubj\t_\t_", "HEAD 7 is beyond", 21),
    ],
)
def test_errors_name_file_line_and_column(line: str, message: str, column: int) -> None:
    with pytest.raises(InputError, match=message) as caught:
        list(read_conllu("# a comment\n" + line + "\n", "x.conllu"))
    assert caught.value.location is not None
    assert str(caught.value.location) == f"x.conllu:2:{column}"
    assert caught.value.hint


def test_missing_file() -> None:
    with pytest.raises(InputError, match="cannot read"):
        list(read_conllu("no/such/file.conllu"))
