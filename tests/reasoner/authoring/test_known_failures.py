"""The list of known failures, and the comparison with the last run of ``kb test``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from coindex.reasoner.authoring.examples import Judged, read_examples
from coindex.reasoner.authoring.kept_results import compare_with_last
from coindex.reasoner.authoring.known_failures import (
    known_failures,
    new_failures,
    write_known,
)
from kparse.errors import Diagnostic, InputError

TEXTS = (
    "Ida met Eve because [she] called. = Eve | Ida",
    "Leo hit Max because [he] lied. = Max | Leo",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some" / "a.txt"
    path.parent.mkdir()
    path.write_text("".join(f"knowledge: {text}  # mine\n" for text in TEXTS), "utf-8")
    return path


def judged(file: Path, wrong: tuple[bool, ...]) -> list[Judged]:
    """Judge the examples of a file: which of them are wrong."""
    return [
        Judged(
            example,
            cast("Any", None),
            Diagnostic("E701", f"answered 'X' by preference: {example.item.text}", example.location)
            if bad
            else None,
        )
        for example, bad in zip(read_examples([file]), wrong, strict=True)
    ]


def test_the_list_has_reasons_and_keeps_those_of_people(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "known.tsv"
    path.write_text(f"# why\na.txt\ttwo readings\tknowledge: {TEXTS[1]}\n", "utf-8")
    assert write_known(path, judged(file, (True, True))) == 2
    assert path.read_text("utf-8").splitlines() == [
        "# why",
        f"a.txt\tE701 answered 'X' by preference\tknowledge: {TEXTS[0]}",
        f"a.txt\ttwo readings\tknowledge: {TEXTS[1]}",
    ]
    known = known_failures(path)
    assert new_failures(judged(file, (True, True)), known, ()) == []
    assert len(new_failures(judged(file, (True, True)), {}, ())) == 2
    path.write_text("a.txt\tno line\n", "utf-8")
    with pytest.raises(InputError, match=r"known\.tsv:1:1: not a known failure"):
        known_failures(path)


def test_a_run_is_compared_with_the_last_one(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    assert list(compare_with_last(judged(file, (True, False)), [file], None).lines()) == []
    same = compare_with_last(judged(file, (True, False)), [file], None)
    assert list(same.lines()) == [
        "as in the last run: all 2 examples that it had come out the same"
    ]
    other = compare_with_last(judged(file, (False, True)), [file], None)
    assert list(other.lines()) == [
        "compared with the last run: 1 now fail, 1 are now right",
        f"  now fails  some/a.txt:2  knowledge: {TEXTS[1]}",
        f"  now right  some/a.txt:1  knowledge: {TEXTS[0]}",
    ]
    first = new_failures(judged(file, (True, True)), {}, other.now_wrong)
    assert [one.location.line for one in first] == [2, 1]
