"""Profiles under `kb test`, `kb diff` and `kb watch`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.reasoner.authoring.difference import Question, compare, gathered, report
from coindex.reasoner.authoring.examples import check, names, read_examples, unknown_rules
from coindex.reasoner.authoring.watch import Watcher
from coindex.reasoner.running.engine import Reasoner
from tests.reasoner.authoring.conftest import edit

PROFILES = "visit\tobj\tlonely\nvisit\tsubj\tkind\n"
EXAMPLES = """\
profile(visit,obj,lonely): Max visited Leo because [he] was lonely. = Leo | Max
profile(visit): Max visited Leo because [he] was kind. = Max | Leo
profile(visit,obj): ! Max visited Leo because [he] was kind. = Max | Leo
profile: ! Max hit Leo because [he] was furious. = Max | Leo
"""


@pytest.fixture
def profiled(home: Path) -> Path:
    """Give the directory with profiles and examples of them."""
    (home / "profiles").mkdir()
    (home / "profiles" / "a.tsv").write_text(PROFILES)
    (home / "examples" / "harm.txt").write_text(EXAMPLES)
    return home


@pytest.fixture
def watcher(profiled: Path) -> Iterator[Watcher]:
    made = Watcher(profiled)
    while made.step() is not None:
        pass
    yield made
    made.close()


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("profile", True),
        ("profile(rely on)", True),
        ("profile(rely on,obl,hurt/obj)", True),
        ("profile( rely on, _, hurt/obj )", True),
        ("profile(rely on,subj)", False),
        ("profile(rely)", False),
        ("reason", False),
    ],
)
def test_names_of_profiles(pattern: str, fits: bool) -> None:
    assert names(pattern, 'word("rely","on",obl,"hurt",object)') is fits
    assert not names(pattern, "trust_helps")


@pytest.mark.model
def test_examples_name_profiles(profiled: Path) -> None:
    examples = read_examples([profiled / "examples"])
    reasoner = Reasoner(knowledge=[profiled])
    assert check(reasoner, examples) == []
    assert unknown_rules(reasoner.store, examples) == []
    edit(profiled / "examples" / "harm.txt", "visit,obj)", "visit,obj,rich)")
    found = unknown_rules(reasoner.store, read_examples([profiled / "examples"]))
    assert [str(d) for d in found] == [
        "examples/harm.txt:3:1: E704: there is no rule `profile(visit,obj,rich)`"
    ]


@pytest.mark.model
def test_watch_asks_what_a_profile_touches(profiled: Path, watcher: Watcher) -> None:
    assert watcher.failing() == []
    edit(profiled / "profiles" / "a.tsv", "lonely", "famous")
    done = watcher.update(watcher.changed())
    assert (done.files, done.rows, done.touched) == (("a.tsv",), 2, 3)
    results = []
    while (result := watcher.step()) is not None:
        results.append(result)
    kinds = [(r.example.location.line, r.kind) for r in results]
    assert kinds == [(1, "now fails"), (2, "as before"), (3, "as before")]
    (profiled / "profiles" / "a.tsv").write_text(PROFILES + "visit\tiobj\tWrong\n")
    done = watcher.update(watcher.changed())
    assert "a.tsv:3:12" in str(done.error)


@pytest.mark.model
def test_difference_names_the_word(profiled: Path, tmp_path: Path) -> None:
    old = tmp_path / "old" / "kb"
    shutil.copytree(profiled, old)
    edit(old / "profiles" / "a.tsv", "lonely", "famous")
    before, after = Reasoner(knowledge=[old]), Reasoner(knowledge=[profiled])
    after._nlp = before.nlp
    questions = [
        (Question(e.item.id, e.item.text, e.item.candidates, 0), e.item)
        for e in read_examples([profiled / "examples"])
    ]
    found = gathered(compare(before, after, questions))
    assert (found.questions, found.asked, len(found.changes)) == (4, 3, 1)
    text = report(found, (before.store, after.store), everything=True)
    assert '+ word("visit","",obj,"lonely",said)' in text
    assert "(new, kb/profiles/a.tsv:1)" in text
