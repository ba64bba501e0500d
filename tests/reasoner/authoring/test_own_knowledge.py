"""A folder of one's own from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import Knowledge
from coindex.reasoner.authoring.own_knowledge import FILES, Report, Verdict, _form_of
from coindex.reasoner.linting.lint import lint
from kparse.errors import InputError

QUESTION = "The miller blicked the cooper because [he] was snide."


@pytest.mark.parametrize(
    ("given", "form"),
    [
        ("Person1 blicks person2 because person2 is rude.", "sentence"),
        ("rely on obl loyal strong", "profile"),
        ("blick\tobj\trude", "profile"),
        ('verb("blick",harm).', "row"),
        ("expl(x,E,S) :- class(E,harm), prop(S,X,angry), coref(X,X).", "rule"),
        (f"{QUESTION} = the cooper | the miller", "example"),
        (f"reason(harm): {QUESTION} = the cooper | the miller", "example"),
    ],
)
def test_what_is_added_is_told_by_its_form(given: str, form: str) -> None:
    assert _form_of(given) == form


def test_a_form_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="not clear"):
        _form_of("blick")


@pytest.mark.model
def test_a_day_in_a_notebook(tmp_path: Path) -> None:
    my = Knowledge(tmp_path / "my")
    assert not my.test(QUESTION, "the cooper")
    assert "not by knowledge" in repr(my.test(QUESTION, "the cooper")) or "wrong" in repr(
        my.test(QUESTION, "the cooper")
    )
    added = my.add("Person1 blicks person2 because person2 is snide.")
    assert "read as blick(person1, person2)" in repr(added)
    tested = my.test(QUESTION, "the cooper")
    assert isinstance(tested, Verdict)
    assert tested, tested
    assert repr(tested).startswith("right: he = the cooper (knowledge")
    my.add(f"{QUESTION} = the cooper | The miller")
    my.add("The miller blicked the cooper because [he] had a blue hat. = the cooper | The miller")
    report = my.test()
    assert isinstance(report, Report)
    assert not report
    assert "1 of 2 examples pass" in repr(report)


@pytest.mark.model
def test_profiles_are_merged_and_files_stay_clean(tmp_path: Path) -> None:
    my = Knowledge(tmp_path / "my")
    my.add("haggle with obl loyal strong")
    my.add("haggle with obl sturdy loyal")
    my.add("applaud subj pleased")
    text = (my.folder / FILES["profile"]).read_text()
    assert text == "applaud\tsubj\tpleased\nhaggle with\tobl\tloyal strong sturdy\n"
    my.add('verb("vlork",help).')
    assert [one for one in my.lint() if one.is_error] == []


@pytest.mark.model
def test_what_is_wrong_is_taken_back(tmp_path: Path) -> None:
    my = Knowledge(tmp_path / "my")
    with pytest.raises(InputError, match="move"):
        my.add('verb("vlork",move).')
    assert not (my.folder / FILES["row"]).exists()
    my.add('verb("vlork",help).')
    with pytest.raises(InputError):
        my.add('verb("vlark",hlep).')
    assert (my.folder / FILES["row"]).read_text() == 'verb("vlork",help).\n'
    with pytest.raises(InputError, match="already"):
        my.add('verb("vlork",help).')
    with pytest.raises(InputError, match="no rule can be made"):
        my.add("Vlorks are green.")
    assert lint([my.folder]) == []
    with pytest.raises(InputError, match="no examples"):
        my.test()
