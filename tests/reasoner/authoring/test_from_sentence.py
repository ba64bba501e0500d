"""Drafts of knowledge from one sentence and its right answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner import Reasoner
from coindex.reasoner.authoring.from_sentence import drafts, split_answer
from coindex.reasoner.authoring.scaffold import narrowest_class
from coindex.reasoner.counterfactuals.class_coverage import Coverage
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.store.store import Store
from kparse.errors import InputError

TEXT = "The pilot blicked the steward because [he] was sleepy."


def test_the_answer_stands_behind_the_last_sentence() -> None:
    assert split_answer("One came. Two saw [him]. the first one") == (
        "One came. Two saw [him].",
        "the first one",
    )
    assert split_answer("Bo met Mr. Poe, and [he] left. = Mr. Poe")[1] == "Mr. Poe"
    with pytest.raises(InputError, match="right answer"):
        split_answer("only words")


@pytest.mark.model
def test_all_forms_that_fit_are_drafted_and_filled_in() -> None:
    made = drafts(Reasoner(), TEXT, "the steward")
    assert not made.is_known
    forms = {form.file: form for form in made.forms}
    assert set(forms) == {
        "sentences/drafts.txt",
        "profiles/drafts.tsv",
        "rows/drafts.lp",
        "examples.txt",
    }
    assert forms["sentences/drafts.txt"].lines == (
        "% Person1 blicks person2 because person2 is sleepy.",
    )
    assert any(
        line.startswith("#blick\tobj\tsleepy ") for line in forms["profiles/drafts.tsv"].lines
    )
    assert "#blick\tsubj\t" in forms["profiles/drafts.tsv"].lines  # (to be filled in)
    assert any(line.startswith('% reason("blick",other,') for line in forms["rows/drafts.lp"].lines)
    assert f"knowledge: {TEXT} = the steward | The pilot" in forms["examples.txt"].lines


@pytest.mark.model
def test_what_is_known_is_said_and_kept_by_an_example() -> None:
    made = drafts(Reasoner(), "Ann thanked Beth because [she] had helped her.", "Beth")
    assert made.is_known
    assert [form.file for form in made.forms] == ["examples.txt"]
    with pytest.raises(InputError, match="no such candidate"):
        drafts(Reasoner(), TEXT, "the captain")


@pytest.mark.model
def test_drafts_in_a_folder_break_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    my = tmp_path / "my"
    asked = ["kb", "new", "--from", f"{TEXT} the steward", "--to", str(my)]
    assert cli.main(asked) == 0
    assert "wanted: the steward" in capsys.readouterr().err
    files = sorted(path.relative_to(my).as_posix() for path in my.rglob("*.*"))
    assert files == [
        "examples.txt",
        "profiles/drafts.tsv",
        "rows/drafts.lp",
        "sentences/drafts.txt",
    ]
    assert [one for one in lint([my]) if one.is_error] == []
    sentences = my / "sentences" / "drafts.txt"
    sentences.write_text(sentences.read_text().replace("% Person1", "Person1"))
    assert cli.main(["kb", "test", "--knowledge", str(my), str(my / "examples.txt")]) == 0
    assert cli.main([*asked[:-1], str(my / "file.lp")]) == 2


def test_the_narrowest_class_of_verbs_and_others_that_it_has() -> None:
    store = Store.open([KNOWLEDGE])
    coverage = Coverage(store)
    name, lines = narrowest_class(coverage, ["scold", "nag"])
    assert name == "blame"
    assert "will also hold for" in lines[1]
    assert "scold" not in lines[1]
    numbers = [covered.number for _, covered in coverage.narrowest(["nag"])]
    assert numbers == sorted(numbers)
    with pytest.raises(InputError, match="no class or property has"):
        narrowest_class(coverage, ["scold", "blickify"])


def test_kb_new_of_verbs_drafts_rows_for_their_class(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["kb", "new", "scold", "nag"]) == 0
    out = capsys.readouterr().out
    assert "%reason(blame,other," in out
    assert cli.main(["kb", "new", "sleepy_ones_yawn"]) == 0  # (an id is no word)
    assert "@id sleepy_ones_yawn" in capsys.readouterr().out
