"""The table of forms is what the library says of the common words."""

from __future__ import annotations

import pytest

from coindex.reasoner.english.forms import FORMS


def test_the_table_is_as_it_would_be_written() -> None:
    pytest.importorskip("lemminflect")
    from training.forms import rows

    lines = FORMS.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines[1:] == list(rows())
