"""Word vectors: their preference between two alternatives, their file, and that they never outvote a rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner import Reasoner
from coindex.reasoner.evidence.points import TRUST, points
from coindex.reasoner.evidence.word_vectors import (
    SLOPE,
    WORD_VECTORS,
    WordVectors,
    read_word_vectors,
    shipped_word_vectors,
)
from coindex.reasoner.solving.choice import Choice
from kparse.errors import KnowledgeError

VECTORS = np.array([[1, 0], [0.8, 0.6], [0, 1]], dtype=np.float32)
SMALL = WordVectors.of({"harbour": 0, "harbours": 0, "ship": 1, "won't": 2, "oven": 2}, VECTORS)


def test_similarity_is_the_cosine() -> None:
    found = SMALL.similarity(["harbour", "harbours"], ["ship", "oven"])
    assert found == pytest.approx(np.array([[0.8, 0], [0.8, 0]]), abs=0.01)
    assert replace(SMALL, matrix=SMALL.matrix // 2).similarity(["harbour"], ["ship"]) == (
        pytest.approx(np.array([[0.8]]), abs=0.02)
    )


def test_the_liker_alternative_is_spoken_for() -> None:
    (found,) = SMALL.evidence("The harbour.", ("An oven!", "Ship, oven."), "p1", ("e1", "none(1)"))
    weight = points(0.4 * SLOPE, TRUST)
    assert weight > 10
    assert found.fact == f'typical("similar_words(none(1))",p1,none(1),{weight})'
    assert "similarity 0.40 against 0.00" in found.text
    assert "most similar: “ship” with “harbour” 0.80" in found.source


@pytest.mark.parametrize(
    "alternatives", [("oven", "oven"), ("plum", ""), ("plum", "oven"), ("Oven plum", "OVEN")]
)
def test_what_is_alike_or_unknown_says_nothing(alternatives: tuple[str, str]) -> None:
    assert not list(SMALL.evidence("The harbour.", alternatives, "p1", ("e1", "e2")))
    assert not list(SMALL.evidence("plum", alternatives, "p1", ("e1", "e2")))


def test_a_shortened_not_is_no_other_word() -> None:
    assert WordVectors({"don": 0}, SMALL.matrix).words_of("I don't. Don’t don it.") == ["don"]


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "word_vectors.npz"
    path.write_bytes(SMALL.written())
    found = read_word_vectors(path)
    assert found.rows == SMALL.rows
    assert (found.matrix == SMALL.matrix).all()
    assert found.written() == SMALL.written()


@pytest.mark.parametrize("content", [b"", b"PK", b"\x00" * 99, SMALL.written()[:-40], b"a\tb\n"])
def test_another_file_is_a_message(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "word_vectors.npz"
    path.write_bytes(content)
    with pytest.raises(KnowledgeError, match=r"word_vectors\.npz") as caught:
        read_word_vectors(path)
    assert caught.value.hint


@pytest.mark.parametrize(
    "arrays",
    [
        {"forms": b"a", "rows": [0]},
        {"forms": b"a\nb", "rows": [0], "matrix": [[1]]},
        {"forms": b"a", "rows": [1], "matrix": [[1]]},
        {"forms": b"a", "rows": [0], "matrix": [1]},
        {"forms": b"\xff", "rows": [0], "matrix": [[1]]},
    ],
)
def test_arrays_that_do_not_fit_are_a_message(tmp_path: Path, arrays: dict[str, object]) -> None:
    path = tmp_path / "word_vectors.npz"
    forms = np.frombuffer(arrays.pop("forms"), dtype=np.uint8)  # type: ignore[call-overload]
    np.savez(path, forms=forms, **{name: np.array(a) for name, a in arrays.items()})
    with pytest.raises(KnowledgeError):
        read_word_vectors(path)


def test_a_missing_file_is_a_message_or_nothing(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="cannot read"):
        read_word_vectors(tmp_path / "none.npz")
    assert shipped_word_vectors(tmp_path / "none.npz") is None


def test_what_ships_knows_what_goes_together() -> None:
    shipped = shipped_word_vectors(KNOWLEDGE / WORD_VECTORS)
    assert shipped is not None
    first, second = shipped.scores(
        "The orchard was full of bees.", ("The trees bloomed.", "The train was late.")
    )
    assert first > second + 0.1


UNRULED = Choice(
    "1", "Zorb plooked the orchard.", ("Zorb fimbled a train.", "Zorb fimbled a pear."), "effect"
)


def test_company_decides_where_no_rule_does(reasoner: Reasoner) -> None:
    answer = reasoner.choose(UNRULED, explain=True)
    assert (answer.decided_by, answer.answer) == ("mined", 1)
    assert answer.best is not None
    (rule,) = (rule for rule in answer.best.rules if rule.level == "mined")
    assert rule.file == f"knowledge/{WORD_VECTORS}"
    assert "“pear” with “orchard”" in rule.source
    turned = replace(UNRULED, alternatives=UNRULED.alternatives[::-1])
    assert reasoner.choose(turned).answer == 0


def test_company_outvotes_no_rule(reasoner: Reasoner) -> None:
    choice = Choice("1", "Ruth was hungry.", ("She ate a pie.", "Weary she felt."), "effect")
    answer = reasoner.choose(choice)
    assert (answer.decided_by, answer.answer) == ("knowledge", 0)
    assert any(rule.level == "mined" for rule in answer.readings[1].rules)


@pytest.mark.parametrize(
    ("premise", "repeats", "other"),
    [
        ("The violin sounded wrong.", "The violin was brown.", "Its strings were loose."),
        ("The kettle boiled over.", "The kettle was a gift.", "Nobody turned the stove off."),
        ("The lamp went out.", "The lamp was expensive.", "The bulb was old."),
    ],
)
def test_a_repeated_word_says_nothing(
    reasoner: Reasoner, premise: str, repeats: str, other: str
) -> None:
    for turn in (1, -1):
        answer = reasoner.choose(Choice("1", premise, (repeats, other)[::turn], "cause"))
        assert answer.candidates[answer.answer or 0] == other


@pytest.mark.parametrize(
    ("premise", "right", "wrong"),
    [
        (
            "Mira knocked on her teacher's door.",
            "Her teacher let her in.",
            "Her teacher moved away.",
        ),
        ("The courier rapped at the window.", "A woman came to open.", "A woman fell over."),
        ("Somebody knocked at our window.", "We looked outside.", "We sold our house."),
    ],
)
def test_whoever_knocks_at_a_door_hits_nobody(
    reasoner: Reasoner, premise: str, right: str, wrong: str
) -> None:
    for turn in (1, -1):
        answer = reasoner.choose(Choice("1", premise, (right, wrong)[::turn], "effect"))
        assert answer.candidates[answer.answer or 0] == right


def test_without_counts_it_is_not_asked() -> None:
    assert Reasoner(mined="").word_vectors is None
    assert Reasoner(knowledge=[KNOWLEDGE]).word_vectors is None
