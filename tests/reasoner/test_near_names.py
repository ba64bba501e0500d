"""Names that are near a word in meaning, and the lists of classes and properties."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.knowledge.near_names import meanings_by, near_names, related_to
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.showing.listings import listing
from coindex.reasoner.showing.show import show
from coindex.reasoner.store.store import Store
from kparse.errors import InputError


@pytest.fixture(scope="module")
def store() -> Store:
    return Store.open([KNOWLEDGE])


def test_a_name_is_found_by_what_the_words_rows_say(store: Store) -> None:
    names = [row.key for row in store.rows_of("event_class", 10_000)]
    assert set(near_names("move", names, meanings_by(store.rows_for))) == {"go", "move_thing"}
    assert near_names("assault", names, meanings_by(store.rows_for))[0] == "attack"


def test_a_word_without_rows_is_found_by_its_synonyms() -> None:
    meanings = {"tired": ["tired"]}
    assert near_names("weary", ["angry", "tired"], lambda word: meanings.get(word, [])) == ["tired"]


def test_what_means_nothing_is_a_slip_of_spelling(store: Store) -> None:
    names = [row.key for row in store.rows_of("event_class", 10_000)]
    assert near_names("creat", names, meanings_by(store.rows_for))[0] == "create"
    assert near_names("qqxz", names, meanings_by(store.rows_for)) == []


def test_related_words_come_nearest_first() -> None:
    found = list(related_to("rude", parts="a"))
    assert found.index("uncivil") < found.index("impolite")  # (a synonym before what is similar)
    assert found == list(related_to("rude", parts="a"))


def lines_of(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "words.lp"
    path.write_text(text)
    return [str(one) for one in lint([path])]


def test_lint_hints_by_meaning_and_says_how_lists_are_written(tmp_path: Path) -> None:
    text = (
        'verb("trundle",move).\nsongbird("robin").\nlikes("dog","bone").\nadjj("earless",deaf).\n'
    )
    move, list_, pairs, slip = lines_of(tmp_path, text)
    assert "(did you mean move_thing or go?)" in move
    assert 'sort_of_word("robin",songbird)' in list_
    assert "sort_of_word(WORD,SORT)" in pairs
    assert "did you mean adj" in slip


def test_a_sort_of_words_that_a_rule_asks_for_is_in_order(tmp_path: Path) -> None:
    rule = """sort_of_word("robin",songbird).
% @id songbirds_are_heard
% @text People listen to songbirds.
% @weight 5
% @source authored
favour(songbirds_are_heard,X,Y,S) :- class(S,perceive), role(S,theme,X), key(Y,W), sort_of_word(W,songbird), coref(X,Y).
"""
    assert not [line for line in lines_of(tmp_path, rule) if " E" in line]


def test_all_classes_and_properties_are_listed_with_three_words(store: Store) -> None:
    classes = listing(store, "classes").splitlines()
    assert classes[0].startswith(f"classes: {len(classes) - 1}, ")
    harm = next(line for line in classes if line.split()[0] == "harm")
    assert harm.count(",") == 3
    assert "verbs, as " in harm
    angry = next(line for line in listing(store, "properties").splitlines() if " angry " in line)
    assert "bad_feeling" in angry
    assert "adjectives, as angry" in angry


def test_what_is_unknown_gets_names_that_are_near_in_meaning(store: Store) -> None:
    with pytest.raises(InputError) as error:
        show(store, "locomote")
    assert "near it in meaning" in str(error.value.hint)
