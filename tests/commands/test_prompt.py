"""``solve -i``: one process answers text after text."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.commands import prompt
from coindex.commands.main import main


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let these lines be typed, and then the end of the input."""
    waiting = iter(lines)

    def read(_: str) -> str:
        for line in waiting:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", read)


@pytest.mark.model
def test_texts_are_answered_until_the_input_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(prompt, "cache_directory", lambda: tmp_path)
    text = "The gardener could not lift the crate because [it] was too heavy."
    typed(monkeypatch, text, "", "It rained.", ":help", ":explain", text)
    assert main(["solve", "-i"]) == 0
    out, err = capsys.readouterr()
    assert out.count("crate") >= 3
    assert ":quit" in out
    assert "explanations are on" in err
    assert err.count("coindex:") >= 3  # (how it begins, the text without candidates, explanations)


def test_commands_and_words_are_completed() -> None:
    words = prompt._Words({"gardener", "garden", "crate"})
    assert [words.complete("gard", number) for number in range(3)] == ["garden", "gardener", None]
    assert words.complete(":q", 0) == ":quit"
    assert words.complete("", 0) is None


def test_a_text_and_a_prompt_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "-i", "It rained."]) == 2
    assert "-i" in capsys.readouterr().err
