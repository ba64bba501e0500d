"""Derived rows: authored rows replace them, they have a price, and explanations mention it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.answer import Answer, Proof
from coindex.reasoner.knowledge.derived_rows import (
    backoff_steps,
    is_derived,
    sentence,
    with_backoff_steps,
    word_of,
)
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.showing.coverage import coverage
from coindex.reasoner.store.reading_files import Row, load
from coindex.reasoner.store.store import Store

TEXT = "Max zonked Leo because [he] had insulted the cook."
AUTHORED = 'event_class(attack). event_class(praise). verb("zonk",attack).\n'
DERIVED = 'verb("zonk",praise). backed_off("zonk",verb,both,"laud, extol",2).\n'


def row(fact: str, file: str = "knowledge/learned/derived/verbs.lp") -> Row:
    name, _, rest = fact.partition("(")
    return Row(fact, name, rest.split(",")[0].rstrip(")"), file, 3)


def small(tmp_path: Path, *, authored: str, derived: str) -> Path:
    home = tmp_path / "knowledge"
    for part, text in (("rows", authored), ("learned/derived", derived)):
        (home / part).mkdir(parents=True)
        (home / part / "verbs.lp").write_text(text, encoding="utf-8")
    return home


def test_which_files_are_derived() -> None:
    assert is_derived("knowledge/learned/derived/verbs.lp")
    assert not is_derived("knowledge/rows/derived.lp")


@pytest.mark.parametrize(
    ("fact", "word"),
    [
        ('verb("nab",capture)', ("verb", '"nab"')),
        ('gives("nab",agent,wrong)', ("verb", '"nab"')),
        ("gives(capture,agent,wrong)", None),
        ('kind("jib",artefact)', ("noun", '"jib"')),
        ('backed_off("jib",noun,wordnet,"sail",1)', ("noun", '"jib"')),
        ('gender("aunt",fem)', None),
    ],
)
def test_the_word_of_a_row(fact: str, word: tuple[str, str] | None) -> None:
    assert word_of(row(fact)) == word


def test_authored_rows_win(tmp_path: Path) -> None:
    with Store.open([small(tmp_path, authored=AUTHORED, derived=DERIVED)], tmp_path / "c") as store:
        assert [r.fact for r in store.rows_for("zonk")] == ['verb("zonk",attack)']


def test_derived_rows_count_where_there_is_no_other(tmp_path: Path) -> None:
    authored = 'event_class(praise). kind_class(artefact). kind("zonk",artefact).\n'
    home = small(tmp_path, authored=authored, derived=DERIVED)
    with Store.open([home], tmp_path / "c") as store:
        facts = [r.fact for r in store.rows_for("zonk")]
        assert 'verb("zonk",praise)' in facts, "a row of the noun says nothing of the verb"
        assert 'kind("zonk",artefact)' in facts


def test_derived_rows_are_not_counted_as_written(tmp_path: Path) -> None:
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "verbs.tsv").write_text("1\tzonk\t5.0\n", encoding="utf-8")
    home = small(tmp_path, authored="event_class(praise).\n", derived=DERIVED)
    with Store.open([home], tmp_path / "c") as store:
        assert [w.lemma for w in coverage(store, "verbs", directory=lists).missing] == ["zonk"]


def test_the_sentence_names_the_like_and_the_price() -> None:
    mark = row('backed_off("look_out",verb,wordnet,"watch",2)')
    assert sentence(mark, ["see"]) == (
        "“look out” has no row of its own; taken for ‘see’, like watch (WordNet), at a price of 2"
    )
    assert "‘big’" in sentence(row('backed_off("vasty",adj,both,"",1)'), ["dim(size,hi)"])


def test_a_proof_tells_it_once() -> None:
    taken = backoff_steps([row('verb("zonk",attack)'), row('backed_off("zonk",verb,both,"hit",1)')])
    step = Proof("the verb “zonk” is a case of attack", 'verb("zonk",attack)', "row")
    proof = with_backoff_steps(
        Proof("so it is", "expl(a,e1,s1)", "rule", because=(step,)), taken, ['verb "zonk"']
    )
    assert [s.statement for s in proof.because] == [taken['verb "zonk"'].statement]
    silent = with_backoff_steps(Proof("so it is", "expl(a,e1,s1)", "rule"), taken, ['verb "zonk"'])
    assert [s.atom for s in silent.because] == ['backed_off("zonk",verb,both,"hit",1)']
    assert with_backoff_steps(step, {}, ["zonk"]) is step


def test_what_ships_is_whole() -> None:
    rows = [r for r in load([KNOWLEDGE]).rows if is_derived(r.file)]
    marked = {word_of(r) for r in rows if r.predicate == "backed_off"}
    with_rows = {word_of(r) for r in rows if r.predicate != "backed_off"}
    assert marked == with_rows, "each word says how its rows came about"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped knowledge with one more derived word."""
    path = tmp_path_factory.mktemp("backoff") / "knowledge"
    for part in ("rows", "learned/derived", "axioms"):
        shutil.copytree(KNOWLEDGE / part, path / part)
    zonk = 'verb("zonk",attack). backed_off("zonk",verb,both,"slap, whip",2).\n'
    (path / "learned" / "derived" / "more.lp").write_text(zonk, encoding="utf-8")
    return path


def weights(answer: Answer, index: int) -> dict[str, int]:
    return {rule.id: rule.weight for rule in answer.readings[index].rules}


@pytest.mark.model
def test_what_rests_on_a_guess_counts_less_and_says_so(home: Path, tmp_path: Path) -> None:
    guessed = Reasoner(knowledge=[home]).solve(TEXT, explain=True)
    own = tmp_path / "own.lp"
    own.write_text('verb("zonk",attack).\n', encoding="utf-8")
    known = Reasoner(knowledge=[home], extra=[own]).solve(TEXT, explain=True)
    assert guessed.answer == known.answer == 1
    before, after = weights(known, 1), weights(guessed, 1)
    assert before, "knowledge speaks"
    assert after == {rule: max(1, weight - 2) for rule, weight in before.items()}
    note = "“zonk” has no row of its own; taken for ‘attack’, like slap, whip (WordNet and vectors), at a price of 2"
    assert any(note in _all(proof) for proof in guessed.readings[1].proofs)
    assert not any(note in _all(proof) for proof in known.readings[1].proofs)


def _all(proof: Proof) -> list[str]:
    return [proof.statement, *(s for step in proof.because for s in _all(step))]
