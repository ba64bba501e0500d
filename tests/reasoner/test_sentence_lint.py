"""The linter's checks of sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.commands.main import main
from coindex.reasoner.linting.lint import lint

GOOD = "Person1 thanks person2 because person2 helped person1."


@pytest.mark.model
@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        (GOOD, ""),
        ("If thing1 is too big, thing1 does not fit into thing2.", ""),
        ("Mud.", "E805"),
        ("Marlene thanks people because people helped Marlene.", "W806"),
        ("Person1 thanks person2 because he is grateful.", "W807"),
        ("Person1 thanks person2 because person3 helped person1.", "W808"),
        ("Person1 gets it because person1 goes.", "W809"),
        ("Person1 helps person2 because person1 helps person2.", "W810"),
    ],
)
def test_findings(tmp_path: Path, sentence: str, code: str) -> None:
    path = tmp_path / "sentences" / "a.txt"
    path.parent.mkdir()
    path.write_text(f"% a topic\n{sentence}\n")
    found = [(one.code, one.location.line) for one in lint([path], context=[])]
    assert found == ([(code, 2)] if code else [])


@pytest.mark.model
def test_kb_new_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sentences" / "a.txt"
    path.parent.mkdir()
    assert main(["kb", "new", "--sentence", GOOD, "--to", str(path)]) == 0
    assert "thank(person1, person2) – help(person2, person1)" in capsys.readouterr().out
    assert path.read_text() == f"{GOOD}\n"
    assert main(["kb", "new", "--sentence", GOOD, "--to", str(path)]) == 2
    assert "has this sentence already" in capsys.readouterr().err
    assert main(["kb", "new", "--sentence", "Mud.", "--to", str(path)]) == 1
    assert main(["kb", "new", "--sentence", GOOD, "--to", str(tmp_path / "a.txt")]) == 2
    assert path.read_text() == f"{GOOD}\n"
