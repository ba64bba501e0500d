"""Words that are related according to the table, and what the matcher of sentences makes of them."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from coindex.reasoner import Reasoner
from coindex.reasoner.english_rules.kinship import same_noun
from coindex.reasoner.english_rules.nominal import verb_of
from coindex.reasoner.knowledge.related_words import Kind, RelatedWords, Relation, related_words
from kparse.errors import InputError

TABLE = RelatedWords(
    {
        "weary:a": "m=tired:a1",
        "tired:a": "d=tire:v2\ts=exhausted:a2",
        "slay:v": "h=kill:v1",
        "narrow:a": "a=wide:a1\ts=wide:a3",
        "trust:n": "i=believe:v2\tv=rely:v1",
    }
)


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        (("weary", "a"), ("tired", "a"), Relation(Kind.SIMILAR, 1)),
        (("tired", "a"), ("tire", "v"), Relation(Kind.DERIVATION, 2)),
        (("slay", "v"), ("kill", "v"), Relation(Kind.HYPERNYM, 1)),
        (("kill", "v"), ("slay", "v"), Relation(Kind.HYPONYM, 1)),
        (("narrow", "a"), ("wide", "a"), Relation(Kind.ANTONYM, 1)),
        (("believe", "v"), ("trust", "n"), Relation(Kind.INDIRECT, 2)),
        (("rely", "v"), ("trust", "n"), Relation(Kind.DEED, 1)),
        (("weary", "a"), ("wide", "a"), None),
        (("absent", "n"), ("wide", "a"), None),
    ],
)
def test_relation(one: tuple[str, str], other: tuple[str, str], relation: Relation | None) -> None:
    assert TABLE.relation(one, other) == relation


def test_a_table_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv.xz"
    path.write_bytes(lzma.compress(b"# Source\nslay:v\th=kill:v1\n"))
    table = related_words(path)
    assert table.has("slay", "v")
    assert not table.has("slay", "n")
    assert table.of("slay", "v", Kind.HYPERNYM) == {("kill", "v"): 1}


@pytest.mark.parametrize("data", [None, b"no archive", lzma.compress(b"\xff\xfe")])
def test_a_table_that_cannot_be_read(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / "table.tsv.xz"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(InputError, match="cannot read") as caught:
        related_words(path)
    assert "training.related_words" in str(caught.value)


def test_the_verb_of_a_noun() -> None:
    found = {noun: verb_of(noun) for noun in ("decision", "admiration", "attack", "bottle", "pot")}
    assert found == {
        "decision": "decide",
        "admiration": "admire",
        "attack": "attack",
        "bottle": "",
        "pot": "",
    }


def test_nouns_of_one_meaning() -> None:
    assert same_noun("exam", "test") or same_noun("test", "exam")
    assert not same_noun("bottle", "cup")


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "sentence", "answer"),
    [
        (  # synonyms
            "The porter soothed the traveller because [he] was anxious.",
            "People calm those who are nervous.",
            "The traveller",
        ),
        (  # a light verb and its noun
            "The violinist admired the dancer because [she] was graceful.",
            "People have admiration for those who are graceful.",
            "The dancer",
        ),
        (  # what is done to the subject
            "The director promoted the typist because [she] was diligent.",
            "Diligent people get a promotion.",
            "The typist",
        ),
        (  # a noun of a deed with participants of its own
            "The duchess avoided the painter because [she] had refused the portrait.",
            "Person1's refusal of the portrait makes person2 avoid person1.",
            "The painter",
        ),
        (  # the denial of an antonym
            "The barrel did not go through the gate because [it] was too narrow.",
            "Something does not go through a thing that is not wide.",
            "The gate",
        ),
    ],
)
def test_other_words(reasoner: Reasoner, text: str, sentence: str, answer: str) -> None:
    found = reasoner.solve(text, knowledge=[sentence])
    assert found.sentence_uses[0].used, found.sentence_uses[0].why
    assert str(found.candidate).lower() == answer.lower()


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (  # an antonym
            "The porter helped the traveller because [he] was strong.",
            "People help those who are feeble.",
        ),
        (  # a kind of what is said is not what is said
            "The porter feared the traveller because [he] had stolen a bag.",
            "People fear those who have robbed somebody.",
        ),
        (  # what narrows the noun belongs to the deed
            "The club gave the captain a welcome party because [she] was new.",
            "People give a farewell party to those who leave.",
        ),
    ],
)
def test_words_that_are_related_otherwise(reasoner: Reasoner, text: str, sentence: str) -> None:
    assert not reasoner.solve(text, knowledge=[sentence]).sentence_uses[0].used
