"""Progress of long work."""

from __future__ import annotations

import time

import pytest

from coindex.files import progress
from coindex.files.progress import Progress


def test_without_a_terminal_there_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_EVERY", 0.1)
    with Progress(40, 10) as bar:
        for _ in bar.over(range(30)):
            time.sleep(0.01)
        bar.note("nearly there")
    *lines, last = capsys.readouterr().err.splitlines()
    assert 1 <= len(lines) < 10
    assert all(line.startswith("coindex: ") and line.endswith(" left") for line in lines)
    assert " of 40 done, " in lines[0]
    assert last == "coindex: nearly there"


@pytest.mark.parametrize("show", [True, False])
def test_quick_work_and_work_that_is_not_to_be_shown_say_nothing(
    show: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_EVERY", 60.0 if show else 0.0)
    with Progress(None, show=show) as bar:
        assert list(bar.over(range(5))) == list(range(5))
        assert (bar.total, bar.done) == (5, 5)
    assert not capsys.readouterr().err


def test_on_a_terminal_there_is_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with Progress(3) as bar:
        assert list(bar.over("abc")) == ["a", "b", "c"]
    assert "3/3" in capsys.readouterr().err
