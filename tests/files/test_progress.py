"""Progress of long work."""

from __future__ import annotations

import pytest

from coindex.files import progress
from coindex.files.progress import Progress


def test_without_a_terminal_there_is_a_line_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(float(second) for second in range(0, 100_000, 10))
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with Progress(40) as bar:
        assert list(bar.over(range(40))) == list(range(40))
    lines = capsys.readouterr().err.splitlines()
    assert 3 < len(lines) < 20
    assert all(line.startswith("coindex: ") and line.endswith(" left") for line in lines)
    assert " of 40 done, " in lines[0]


def test_work_that_is_not_to_be_shown_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(float(second) for second in range(0, 100_000, 100))
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with Progress(5, show=False) as bar:
        assert list(bar.over(range(5))) == list(range(5))
    assert not capsys.readouterr().err
