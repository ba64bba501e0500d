"""``kb watch``: only the examples that an edit affects are asked again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.reasoner.authoring.watch import Edit, Result, Watcher
from coindex.reasoner.store.folders import examples_of, is_whole
from tests.reasoner.authoring.conftest import EXAMPLES, OF_PROFILES, PROFILES, edit

pytestmark = pytest.mark.model


@pytest.fixture
def watcher(home: Path) -> Iterator[Watcher]:
    made = Watcher(home)
    while made.step() is not None:
        pass
    yield made
    made.close()


def after(watcher: Watcher) -> tuple[Edit, list[Result]]:
    """Give an edit and what was asked because of it."""
    done = watcher.update(watcher.changed())
    results = []
    while (result := watcher.step()) is not None:
        results.append(result)
    return done, results


def kinds(results: list[Result]) -> dict[str, int]:
    return {f"{r.example.location.line} {r.kind}": 1 for r in results}


def test_nothing_changed(watcher: Watcher) -> None:
    assert watcher.changed() == []
    assert watcher.failing() == []
    assert (watcher.examples, watcher.waiting) == (4, 0)


def test_a_rule_changed(home: Path, watcher: Watcher) -> None:
    edit(home / "axioms" / "harm.lp", "prop(S,X,angry)", "prop(S,X,calm)")
    done, results = after(watcher)
    assert (done.files, done.rows, done.rules) == (("harm.lp",), 0, 2)
    assert kinds(results) == {"1 now fails": 1}
    assert [d.code for d in watcher.failing()] == ["E701"]
    edit(home / "axioms" / "harm.lp", "prop(S,X,calm)", "prop(S,X,angry)")
    assert kinds(after(watcher)[1]) == {"1 now right": 1}


def test_a_row_changed(home: Path, watcher: Watcher) -> None:
    edit(home / "rows" / "words.lp", 'adj("rude",wrong)', 'adj("rude",kind)')
    done, results = after(watcher)
    assert (done.rows, done.rules) == (2, 0)
    assert set(kinds(results)) == {"2 as before", "3 now fails", "4 as before"} or set(
        kinds(results)
    ) == {"2 as before", "3 now fails", "4 now fails"}


def test_a_default_rule_or_profile_changed(profiled: Path) -> None:
    (profiled / "examples" / "harm.txt").write_text(EXAMPLES + OF_PROFILES)
    watcher = Watcher(profiled)
    while watcher.step() is not None:
        pass
    assert watcher.failing() == []
    edit(profiled / "axioms" / "harm.lp", "(wrong;does(harm)),5", "(wrong;does(harm)),4")
    done, results = after(watcher)
    assert done.rows == 4
    assert {r.example.location.line for r in results} == {1, 2, 3, 8}
    edit(profiled / "profiles" / "a.tsv", "lonely", "famous")
    done, results = after(watcher)
    assert (done.files, done.rows) == (("a.tsv",), 2)
    assert kinds(results) == {"5 now fails": 1, "6 as before": 1, "7 as before": 1}
    (profiled / "profiles" / "a.tsv").write_text(PROFILES + "visit\tiobj\tWrong\n")
    done, _ = after(watcher)
    assert "a.tsv:3:12" in str(done.error)
    watcher.close()


def test_what_cannot_matter(home: Path, watcher: Watcher) -> None:
    edit(home / "rows" / "words.lp", 'adj("calm",calm)', 'adj("calm",kind)')
    done, results = after(watcher)
    assert done.rows == 2
    assert (done.touched, results) == (0, [])
    (home / "axioms" / "harm.lp").touch()
    assert after(watcher)[1] == []


def test_broken_file_then_mended(home: Path, watcher: Watcher) -> None:
    path = home / "axioms" / "harm.lp"
    whole = path.read_text()
    path.write_text(whole + "expl(\n")
    done, results = after(watcher)
    assert done.error is not None
    assert "kb/axioms/harm.lp:" in str(done.error)
    assert results == []
    path.write_text(whole.replace("prop(S,X,angry)", "prop(S,X,calm)"))
    assert kinds(after(watcher)[1]) == {"1 now fails": 1}


def test_files_that_come_and_go(home: Path, watcher: Watcher) -> None:
    new = home / "axioms" / "more.lp"
    new.write_text("reason(praise,other,wrong,5).\n")
    done, results = after(watcher)
    assert done.files == ("more.lp",)
    assert kinds(results) == {"4 now fails": 1}
    os.unlink(new)
    assert kinds(after(watcher)[1]) == {"4 now right": 1}


def test_examples_changed(home: Path, watcher: Watcher) -> None:
    path = home / "examples" / "harm.txt"
    path.write_text("# a line more\n" + path.read_text())
    assert after(watcher)[1] == []  # only their places are others
    path.write_text(path.read_text() + "unused: Max hit Leo because [he] was rude. = Leo | Max\n")
    assert kinds(after(watcher)[1]) == {"6 fails": 1}
    path.write_text(path.read_text() + "nonsense\n")
    done, _ = after(watcher)
    assert "not an example" in str(done.error)


def test_an_edit_is_linted(home: Path, watcher: Watcher) -> None:
    words = home / "rows" / "words.lp"
    edit(words, 'adj("rude",wrong)', 'adj("rude",wrong). adj("rude",wrong)')
    done, _ = after(watcher)
    assert "W501" in [found.code for found in done.findings]
    edit(words, 'adj("rude",wrong). adj', 'adj("rude",wrong).  adj')
    assert after(watcher)[0].findings == ()


def test_results_are_kept_for_the_next_start(home: Path, watcher: Watcher) -> None:
    edit(home / "axioms" / "harm.lp", "prop(S,X,angry)", "prop(S,X,calm)")
    after(watcher)
    watcher.keep()
    again = Watcher(home)
    assert again.waiting == 0
    assert [str(d) for d in again.failing()] == [str(d) for d in watcher.failing()] != []
    again.close()
    edit(home / "axioms" / "harm.lp", "prop(S,X,calm)", "prop(S,X,angry)")
    other = Watcher(home)
    assert other.waiting == 4
    other.close()


def test_files_beside_the_shipped_ones(tmp_path: Path) -> None:
    (tmp_path / "words.lp").write_text('verb("officiate_for",help).\n')
    (tmp_path / "examples.txt").write_text(
        "knowledge: Ivan officiated for Boris because [he] was ill. = Boris | Ivan\n"
    )
    assert not is_whole(tmp_path)
    assert examples_of(tmp_path) == [tmp_path / "examples.txt"]
