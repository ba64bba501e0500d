"""What accepting a sentence would change: its questions, and the examples that it meets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coindex.asking.asking import Asking
from coindex.asking.effects import Effects
from coindex.asking.review import Review, Waiting
from coindex.asking.sending import ask_all
from coindex.commands import main as cli
from coindex.commands.kb import review as command
from coindex.reasoner.asks import RULES, Query
from tests.asking.making import CHOICE, QUERY, RULE, Saying

pytestmark = pytest.mark.model

EXAMPLES = """# own
knowledge: The porter waited for the guest because [she] had lost a shoe. = the guest | The porter
knowledge: ! The porter waited for the guest because [she] lost a boot. = the guest | The porter
knowledge: The porter greeted the guest because [she] had lost a shoe. = the guest | The porter
"""


@pytest.fixture(scope="module")
def effects(tmp_path_factory: pytest.TempPathFactory) -> Effects:
    path = tmp_path_factory.mktemp("examples") / "waiting.txt"
    path.write_text(EXAMPLES, "utf-8")
    return Effects([path])


def test_questions_and_examples_that_come_out_otherwise(effects: Effects) -> None:
    topic = Query("wait for", 0, 0, ("subj", "obl"), RULES)
    pronoun, choice, met, changed = effects.lines(
        Waiting(RULE, "test:saying", (topic, QUERY, CHOICE))
    )
    assert "decides for the florist; without it: " in pronoun
    assert choice.startswith(f"{CHOICE.text}: not used: ")
    assert met == "of 3 examples it could meet 2; 1 would come out otherwise"
    assert changed.startswith("now right: The porter waited")
    assert changed.endswith("waiting.txt:2)")


def test_a_sentence_that_is_not_used_says_why(effects: Effects) -> None:
    sung = Waiting("Person1 sings because person1 is glad.", "test:saying", (QUERY,))
    why, met = effects.lines(sung)
    assert re.search(r": not used: \w", why)
    assert met == "of 3 examples it could meet 0; none would come out otherwise"


def test_the_command_shows_them(
    effects: Effects,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = tmp_path / "asked.jsonl"
    monkeypatch.setattr("coindex.asking.effects.Effects", lambda _: effects)
    ask_all([QUERY], Asking(Saying(RULE), asked), show=False)
    assert [one.sentence for one in Review(asked, tmp_path / "w.txt", "Ina").waiting()] == [RULE]
    monkeypatch.setattr(command, "_input", lambda _: "q")
    words = ["kb", "review", str(asked), "--into", str(tmp_path / "w.txt")]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert "if accepted:" in out
    assert "decides for the florist" in out
    assert "of 3 examples it could meet 2" in out
