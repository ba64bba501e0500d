"""Texts with marked mentions."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import Reasoner
from coindex.reasoner.discourse.texts import TextReader
from kparse.errors import InputError
from kparse.semantics.build import analyse_long
from training.marked_texts import MarkedText, read_marked

PASSAGES = Path(__file__).parents[2] / "training" / "passages"


def written(tmp_path: Path, text: str) -> list[MarkedText]:
    path = tmp_path / "marked.txt"
    path.write_text(text, encoding="utf-8")
    return list(read_marked(path))


def test_brackets_become_places(tmp_path: Path) -> None:
    (one,) = written(tmp_path, "=== tale\n[[Her|1] cat|2] slept. [It|2] purred, [it|0] seems.\n")
    assert one.style == "tale"
    assert one.text == "Her cat slept. It purred, it seems."
    assert [(one.text[m.start : m.end], set(m.entities)) for m in one.marks] == [
        ("Her cat", {2}),
        ("Her", {1}),
        ("It", {2}),
        ("it", set()),
    ]


def test_an_open_bracket_is_told_with_its_block(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not closed before 'Ann slept") as error:
        written(tmp_path, "=== news\n[Tom|1] left.\n=== tale\n[Ann slept.\n")
    assert str(error.value).partition(": ")[0].endswith("marked.txt:3")


@pytest.mark.model
def test_what_is_right_is_told_by_the_marks(tmp_path: Path, reasoner: Reasoner) -> None:
    text = "[Mrs Ada Lund|2] met [the old smith|1]. [She|2] greeted [him|1]. [They|1+2] laughed."
    (one,) = written(tmp_path, f"=== tale\n{text}\n")
    reader = TextReader(reasoner, analyse_long(reasoner.nlp, one.text), reasoning=False, choices=[])
    list(reader.read())
    found = {}
    for choice in reader.choices or ():
        right = one.right(reader, choice)
        if right is not None:
            head = choice.phrase.head

            found[reader.parsed.tokens[head].form] = [
                sorted(n.names | n.nouns) or len(n.members)
                for n, ok in zip(choice.candidates, right[:-1], strict=True)
                if ok
            ]
    assert found == {"She": [["Mrs_Ada_Lund"]], "him": [["smith"]], "They": [2]}


def test_the_own_texts_can_be_read() -> None:
    texts = [one for path in sorted(PASSAGES.glob("*.txt")) for one in read_marked(path)]
    assert len({one.style for one in texts}) == 14
    assert all(one.marks and "|" not in one.text for one in texts)
