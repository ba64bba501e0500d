"""The page about spaCy: its code gives what its comments say."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "spacy.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.model


def test_ten_lines_are_enough() -> None:
    assert len(BLOCKS[0].splitlines()) <= 10


@pytest.mark.parametrize("block", BLOCKS)
def test_the_code_does_what_it_says(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    import coindex.reasoner.documents.component  # noqa: F401  (a bare checkout has no entry point)

    said = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
    exec(compile(block, "docs/spacy.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == said


def test_the_settings_are_those_of_the_component() -> None:
    from spacy.language import Language

    import coindex.reasoner.documents.component  # noqa: F401

    settings = Language.get_factory_meta("coindex").default_config
    table = PAGE.partition("## Settings")[2].partition("\nspaCy finds")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(settings)
