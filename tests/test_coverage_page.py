"""docs/coverage.md: every test that it names exists, and its first table counts its rows."""

from __future__ import annotations

import re
from collections import Counter

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "coverage.md").read_text("utf-8")
_TEST = re.compile(r"`((?:[a-z]+/)*test_\w+\.py)`")
_VERDICT = re.compile(r"\| (works|partly|not)\b[^|]*\|$", re.MULTILINE)


def test_the_first_table_counts_the_rows() -> None:
    first, *parts = PAGE.split("\n## ")
    told = re.findall(r"^\| [^|]+ \| (\d+) \| (\d+) \| (\d+) \|$", first, re.MULTILINE)
    counted = [Counter(_VERDICT.findall(part)) for part in parts]
    assert [tuple(map(int, row)) for row in told] == [
        (found["works"], found["partly"], found["not"]) for found in counted
    ]


def test_the_tests_exist() -> None:
    named = set(_TEST.findall(PAGE))
    assert named
    tests = ROOT / "tests"
    assert [
        n for n in named if not ((tests / n).is_file() or (tests / "winoflexi" / n).is_file())
    ] == []
