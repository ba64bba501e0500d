"""The shipped schemas: enough of each domain and level, without errors, in original words."""

from __future__ import annotations

import re

import pytest

from coindex.harness.schemas.checks.check import check
from coindex.harness.schemas.convert import read_xml
from coindex.harness.schemas.files import load
from coindex.harness.schemas.schema import LEVELS
from coindex.reasoner.running.engine import Reasoner
from tests.conftest import ROOT

SHARED = ROOT.parent / "shared" / "data"
DOMAINS = (
    "space force emotion help communication possession time competition norms perception".split()
)


def test_there_are_enough() -> None:
    schemas = load().schemas
    assert len(schemas) >= 60
    for domain in DOMAINS:
        assert sum(domain in schema.domains for schema in schemas) >= 7
    for level in LEVELS:
        assert sum(schema.level == level for schema in schemas) >= 5
    assert all(schema.domains and schema.level and schema.question for schema in schemas)


@pytest.mark.slow
@pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow")
def test_they_have_no_errors(reasoner: Reasoner) -> None:
    found = check(load(), reasoner)
    assert [str(diagnostic) for diagnostic in found if diagnostic.is_error] == []


def grams(text: str, size: int = 5) -> set[tuple[str, ...]]:
    words = re.findall(r"[\w’']+", text.lower())
    return {tuple(words[n : n + size]) for n in range(len(words) - size + 1)}


@pytest.mark.skipif(not SHARED.is_dir(), reason="there is no shared/data beside the project")
def test_they_are_no_benchmark_sentences() -> None:
    known: dict[tuple[str, ...], str] = {}
    texts = [h.text for s in read_xml(SHARED / "wsc" / "WSC-1-100.xml").schemas for h in s.halves]
    texts += (SHARED / "dpr" / "train.c.txt").read_text("utf-8").splitlines()
    texts += (SHARED / "winogrande" / "train_m.jsonl").read_text("utf-8").splitlines()
    for text in texts:
        known.update((gram, text) for gram in grams(text, 6))
    shared = {
        (" ".join(gram), known[gram])
        for schema in load().schemas
        for half in schema.halves
        for gram in grams(half.text, 6)
        if gram in known
    }
    assert shared == set()
