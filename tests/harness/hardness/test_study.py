"""A study with people: sets without twins, sheets, and what filled sheets say."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from coindex.harness.hardness.report.study import (
    Set,
    accuracies,
    read_filled,
    sets_of,
    study,
    study_text,
    write_sets,
)
from coindex.harness.questions.questions import Gold
from coindex.harness.questions.sources import read_humans
from coindex.harness.schemas.administer import sheet
from coindex.reasoner.item import Item
from kparse.errors import InputError

pytest.importorskip("scipy")


def made(pairs: int) -> list[Gold]:
    golds = []
    for n in range(pairs):
        for side, word in enumerate(("leaked", "burned")):
            text = f"Boat {n} hit pier {n} as it {word}."
            at = text.index(" it ") + 1
            both = (f"boat {n}", f"pier {n}")
            item = Item(f"{n}{'ab'[side]}", text, at, at + 2, both)
            golds.append(Gold(item, side, f"p{n}"))
    return golds


def filled(folder: Path, sets: list[Set], people: int, seed: int = 1) -> None:
    """Let people answer: question number n is answered rightly by a share that falls with n."""
    draw = random.Random(seed)
    for person in range(people):
        one = sets[person % len(sets)]
        text = sheet(one)
        for asked in one:
            hard = int(asked.half.id[:-1]) / 12
            right = draw.random() > hard
            letter = asked.right if right else "AB".replace(asked.right, "")
            text = text.replace(f"Answer {asked.number}: ____", f"Answer {asked.number}: {letter}")
        (folder / f"person-{person:02}.txt").write_text(text, "utf-8")


def test_sets_have_the_same_size_and_no_twins() -> None:
    golds = made(10)
    sets = sets_of(golds)
    assert [len(one) for one in sets] == [5, 5, 5, 5]
    assert sorted(a.half.id for one in sets for a in one) == sorted(g.item.id for g in golds)
    for one in sets:
        assert len({a.half.id[:-1] for a in one}) == len(one)
    assert sets_of(list(reversed(golds))) == sets
    assert sets_of(golds, seed="2") != sets
    assert "[it]" in sets[0][0].half.text


def test_filled_sheets_give_accuracies_and_the_agreement_of_groups(tmp_path: Path) -> None:
    golds = made(10)
    sets = sets_of(golds)
    assert write_sets(sets, tmp_path / "sheets") == [f"set-{n}.txt" for n in (1, 2, 3, 4)]
    assert (tmp_path / "sheets" / "set-1.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    back = tmp_path / "filled"
    back.mkdir()
    filled(back, sets, 40)
    found = study(read_filled([back], sets), golds)
    assert found["participants"] == 40
    assert [each["participants"] for each in found["sets"].values()] == [10, 10, 10, 10]
    assert all(item["people"] == 10 for item in found["items"])
    assert found["items"][0] == {"item": "0a", "human_accuracy": 1.0, "right": 10, "people": 10}
    assert found["groups"]["pearson"]["r"] > 0.5
    low, high = found["groups"]["pearson"]["interval"]
    assert low < found["groups"]["pearson"]["r"] < high
    assert found["groups"]["whole"] > found["groups"]["pearson"]["r"]
    text = study_text(found)
    assert "40 participants, 20 questions, answered by 10 to 10 people each" in text
    table = tmp_path / "people.tsv"
    table.write_text(accuracies(found), "utf-8")
    assert read_humans([str(table)], ["x"])["x"]["0a"] == 1.0


def test_what_is_left_out_does_not_count(tmp_path: Path) -> None:
    golds = made(4)
    sets = sets_of(golds, 2)
    text = sheet(sets[1]).replace("Answer 1: ____", f"Answer 1: {sets[1][0].right}")
    (tmp_path / "a.txt").write_text(text, "utf-8")
    found = study(read_filled([tmp_path / "a.txt"], sets), golds)
    assert found["left_out"] == 3
    assert [item["right"] for item in found["items"]] == [1]
    assert "cannot be compared" in study_text(found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 A\n", "a.txt: this is no sheet of the study"),
        ("4 questions, test 01234567\nAnswer 1: A\n", "a.txt: this is no sheet of the study"),
        (None, "a.txt: nothing is filled in"),
    ],
)
def test_files_that_are_no_filled_sheets(tmp_path: Path, text: str | None, message: str) -> None:
    sets = sets_of(made(4))
    (tmp_path / "a.txt").write_text(sheet(sets[0]) if text is None else text, "utf-8")
    with pytest.raises(InputError) as caught:
        read_filled([tmp_path], sets)
    assert message in str(caught.value)
    with pytest.raises(InputError, match="there is no filled sheet"):
        read_filled([tmp_path / "none" / ".."][:0], sets)


def test_questions_that_make_no_study() -> None:
    with pytest.raises(InputError, match="two sets at least"):
        sets_of(made(4), 1)
    with pytest.raises(InputError, match="2 questions for 4 sets"):
        sets_of(made(1))
    unknown = [Gold(g.item, None, g.pair) for g in made(4)]
    with pytest.raises(InputError, match="has no right answer"):
        sets_of(unknown)
