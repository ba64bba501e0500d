"""Drafts, their quick checks, and the schemas that they make."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.winoflexi.schemas import checks
from coindex.winoflexi.schemas.drafts import (
    Draft,
    DraftError,
    fingerprint,
    from_record,
    marked,
    record,
    schema_of,
)
from tests.winoflexi import making

GOOD = Draft(
    (
        "The tailor paid the weaver because [he] had bought the cloth.",
        "The tailor paid the weaver because [he] had sold the cloth.",
    ),
    ("Who had bought the cloth?", "Who had sold the cloth?"),
    ("the tailor", "the weaver"),
    (0, 1),
)


def unmet(draft: Draft) -> set[str]:
    return {found.code for found in checks.check(draft).problems}


def test_a_good_draft_meets_every_check_and_makes_a_schema() -> None:
    checked = checks.check(GOOD)
    assert checked.problems == []
    assert checked.schema is not None
    assert checked.schema.special == ("bought",)
    assert checked.schema.alternate == ("sold",)
    assert checked.schema.question == "Who had {special} the cloth?"
    assert [half.question for half in checked.schema.halves] == list(GOOD.questions)


def test_the_half_whose_first_target_is_right_comes_first() -> None:
    turned = Draft(GOOD.sentences[::-1], GOOD.questions[::-1], GOOD.targets, (1, 0))
    assert schema_of(turned) == schema_of(GOOD)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"sentences": ("", GOOD.sentences[1])}, "parts"),
        ({"questions": ("", "")}, "parts"),
        ({"targets": ("the tailor", "")}, "parts"),
        ({"right": (None, 1)}, "right"),
        ({"right": (0, 0)}, "right"),
        ({"questions": ("Who sleeps?", "Who sleeps?")}, "question"),
        ({"targets": ("the baker", "the weaver")}, "targets"),
        ({"targets": ("the tailor", "The tailor")}, "same"),
        ({"sentences": (GOOD.sentences[0], GOOD.sentences[0])}, "halves"),
        ({"questions": ("Who had bought the cloth?", "Who did sell the cloth?")}, "halves"),
        (
            {
                "sentences": (
                    GOOD.sentences[0],
                    "One weaver and a tailor met far away, and [he] then sold cloth for years.",
                )
            },
            "halves",
        ),
        ({"sentences": (GOOD.sentences[0].replace("[he]", "Tom"), GOOD.sentences[1])}, "pronoun"),
        ({"sentences": (GOOD.sentences[0].replace("[he]", "[Tom]"), GOOD.sentences[1])}, "pronoun"),
        ({"sentences": (GOOD.sentences[0].replace("[he]", "[he"), GOOD.sentences[1])}, "pronoun"),
        (
            {"sentences": ("He said that he paid the tailor and the weaver.", GOOD.sentences[1])},
            "pronoun",
        ),
        ({"sentences": ("x" * 401, GOOD.sentences[1])}, "length"),
        ({"targets": ("the tailor\x07", "the weaver")}, "characters"),
    ],
)
def test_what_is_wrong_is_told(change: dict[str, tuple[str, str]], code: str) -> None:
    draft = replace(GOOD, **change)
    assert code in unmet(draft)
    assert checks.check(draft).schema is None
    assert all(found.reason for found in checks.check(draft).problems)


def test_the_only_pronoun_needs_no_brackets() -> None:
    one, other = (re.sub(r"[][]", "", sentence) for sentence in GOOD.sentences)
    bare = replace(GOOD, sentences=(one, other))
    assert schema_of(bare) == schema_of(GOOD)


def test_related_means_by_lemma() -> None:
    draft = replace(GOOD, questions=("Who buys cloths?", "Who buys cloths?"))
    assert "question" not in unmet(draft)


def test_the_same_words_have_the_same_fingerprint() -> None:
    one = schema_of(GOOD)
    one_up, other_up = (
        s.capitalize().replace(".", "!") for s in (s.lower() for s in GOOD.sentences)
    )
    other = replace(
        GOOD, sentences=(one_up.replace("tailor", "Tailor"), other_up.replace("tailor", "Tailor"))
    )
    assert fingerprint(one) == fingerprint(schema_of(other))
    assert fingerprint(one) != fingerprint(schema_of(making.draft()))


def test_records_come_back() -> None:
    made = schema_of(GOOD)
    assert from_record(record(made), made.id) == made


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_marked_or_refused(text: str) -> None:
    try:
        found = marked(text)
    except DraftError:
        return
    assert found.bracketed.count("[") == 1
    assert marked(found.bracketed) == found


@settings(deadline=None)
@given(
    st.tuples(*[st.text("ab [].{}heit'", max_size=30)] * 6),
    st.sampled_from([(0, 1), (1, 0), (None, 0)]),
)
def test_any_draft_is_checked(texts: tuple[str, ...], right: tuple[int | None, int | None]) -> None:
    draft = Draft((texts[0], texts[1]), (texts[2], texts[3]), (texts[4], texts[5]), right)
    checked = checks.check(draft)
    assert (checked.schema is None) == bool(checked.problems)
