"""Documents with gold entities."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from coindex.harness.questions.entity_documents import read_documents
from kparse.errors import InputError

ROWS = [
    ("Mia", "PROPN", 2, "nsubj", "Entity=(1-person-new)"),
    ("saw", "VERB", 0, "root", "_"),
    ("an", "DET", 5, "det", "Entity=(2-animal-new"),
    ("old", "ADJ", 5, "amod", "_"),
    ("cat", "NOUN", 2, "obj", "Entity=2)|SpaceAfter=No"),
    (".", "PUNCT", 2, "punct", "_"),
]
MORE = [
    ("It", "PRON", 2, "nsubj", "Entity=(2-animal-acc)"),
    ("slept", "VERB", 0, "root", "SpaceAfter=No"),
    (",", "PUNCT", 2, "punct", "_"),
    ("and", "CCONJ", 6, "cc", "_"),
    ("it", "PRON", 6, "expl", "_"),
    ("rained", "VERB", 2, "conj", "SpaceAfter=No"),
    (".", "PUNCT", 2, "punct", "_"),
]


def conllu(*sentences: list[tuple[str, str, int, str, str]]) -> str:
    lines = ["# newdoc id = OWN_tale_cat"]
    for rows in sentences:
        lines += [
            f"{n}\t{form}\t{form}\t{upos}\t_\t_\t{head}\t{relation}\t_\t{misc}"
            for n, (form, upos, head, relation, misc) in enumerate(rows, 1)
        ]
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("packed", [False, True])
def test_text_pronouns_and_heads_are_read(tmp_path: Path, packed: bool) -> None:
    data = conllu(ROWS, MORE).encode()
    path = tmp_path / ("own.conllu.gz" if packed else "own.conllu")
    path.write_bytes(gzip.compress(data) if packed else data)
    (one,) = read_documents(path)
    assert (one.name, one.genre) == ("OWN_tale_cat", "tale")
    assert one.text == "Mia saw an old cat. It slept, and it rained."
    assert one.pronouns() == {one.text.index("It"): "2"}
    assert one.others() == {one.text.index("it ")}
    start, end, at = one.text.index("an old"), one.text.index("cat") + 3, one.text.index("It")
    assert one.is_mention(start, end, "2", at)
    assert not one.is_mention(0, 3, "2", at)
    assert not one.is_mention(at, at + 2, "2", at)


def test_pronouns_for_several_are_told_by_their_antecedents_and_not_by_bridges(
    tmp_path: Path,
) -> None:
    both = [
        ("Mia", "PROPN", 3, "nsubj", "Entity=(1-person-new)"),
        ("Otto", "PROPN", 1, "conj", "Entity=(2-person-new)"),
        ("met", "VERB", 0, "root", "_"),
        (".", "PUNCT", 3, "punct", "_"),
    ]
    they = [
        ("They", "PRON", 2, "nsubj", "Entity=(3-person-acc)|SplitAnte=1<3,2<3"),
        ("slept", "VERB", 0, "root", "_"),
        ("; ", "PUNCT", 2, "punct", "_"),
        ("she", "PRON", 5, "nsubj", "Bridge=2<1|Entity=(1-person-acc)"),
        ("dreamt", "VERB", 2, "conj", "_"),
    ]
    path = tmp_path / "own.conllu"
    path.write_text(conllu(both, they), "utf-8")
    (one,) = read_documents(path)
    assert one.pronouns_for_several() == {one.text.index("They")}


@pytest.mark.parametrize("data", [b"1\tcat\n", b"\xff\xfe1"])
def test_what_is_no_conllu_is_said(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "own.conllu"
    path.write_bytes(data)
    with pytest.raises(InputError):
        list(read_documents(path))


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        list(read_documents(tmp_path / "none.conllu"))
