"""Colours: only on a terminal, and only if they are wanted."""

from __future__ import annotations

import io
import sys

import pytest

from coindex.commands.options.answer_output import format_answers
from coindex.reasoner.answer import Answer, FiredRule, Reading


class Terminal(io.StringIO):
    """Standard output that is a terminal, or is not."""

    encoding = "utf-8"

    def __init__(self, *, shown: bool) -> None:
        super().__init__()
        self.shown = shown

    def isatty(self) -> bool:
        return self.shown


@pytest.mark.parametrize(
    ("shown", "environment", "coloured"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_colours(
    monkeypatch: pytest.MonkeyPatch, shown: bool, environment: dict[str, str], coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    rule = FiredRule("idle", "work.lp", 4, "Old mills often stand still.", 3, "authored")
    readings = (
        Reading(0, "the mill", "x1", 0, {"knowledge": 0}, (rule,)),
        Reading(1, "the wheel", "x2", 3, {"knowledge": 3}),
    )
    text = "The mill had a wheel, but it stood still."
    answer = Answer(text, "it", 26, 28, ("the mill", "the wheel"), 0, "knowledge", 0.75, readings)
    reasoner: object = None  # (not asked for a text)
    monkeypatch.setattr(sys, "stdout", Terminal(shown=shown))
    (written,) = format_answers(reasoner, [answer], "text", explain=True)  # type: ignore[arg-type]
    monkeypatch.undo()
    assert ("\x1b[" in written) is coloured
    assert "Old mills often stand still." in written
