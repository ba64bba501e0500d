"""Running text asks, too: from Python, in files, and in a spaCy pipeline; never unless it is told to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import spacy

import coindex.asking.spacy_config  # registers the setting, as the entry point does
from coindex.asking.asked_file import AskedFile
from coindex.asking.asking import Asking, replaying
from coindex.asking.many import Lacking, ask_about
from coindex.asking.source import SourceError
from coindex.reasoner.documents.resolve import ResolvedText, resolve
from coindex.reasoner.running.engine import Reasoner
from tests.asking.making import RULE, Failing, Saying, query
from tests.conftest import ROOT

LAST = "The ferryman waited for the florist. She had lost a shoe."
TEXT = f"The town was quiet. The day was long. {LAST} Then the bell rang."

pytestmark = pytest.mark.model


def plainly(found: ResolvedText) -> list[tuple[str, str]]:
    return [(one.candidates[0].text, one.decided_by) for one in found.pronouns]


def recorded(path: Path, text: str = LAST) -> str:
    """Write a file of replies, and name it as a source."""
    start = text.index("She")
    record = {"text": text, "pron_start": start, "pron_end": start + 3, "rules": [RULE]}
    path.write_text(json.dumps(record) + "\n", "utf-8")
    return f"recorded:{path}"


@pytest.mark.parametrize("explain", [False, True])
def test_a_pronoun_of_a_text_is_asked_about_with_its_two_sentences(
    reasoner: Reasoner, tmp_path: Path, explain: bool
) -> None:
    source, path = Saying(), tmp_path / "asked.jsonl"
    alone = resolve(TEXT, reasoner=reasoner)
    assert plainly(alone) == [("The ferryman", "preference")]
    found = resolve(TEXT, reasoner=reasoner, asks=Asking(source, path), explain=explain)
    assert plainly(found) == [("the florist", "asked")]
    (request,) = source.requests
    assert request.query.marked == LAST.replace("She", "[She]")
    assert request.query.candidates == ("The ferryman", "the florist")
    answer = found.pronouns[0].answer
    assert answer is not None
    assert answer.sentence_uses[0].source == "asked of test:saying, not reviewed"
    assert "Person1 waits for person2" in found.pronouns[0].reasons[0]
    assert reasoner.asks is None
    again = resolve(TEXT, reasoner=reasoner, asks=replaying(path), explain=explain)
    assert again.to_dict() == found.to_dict()
    assert len(source.requests) == 1


def test_rules_that_do_not_fit_change_nothing(reasoner: Reasoner, tmp_path: Path) -> None:
    alone = resolve(TEXT, reasoner=reasoner)
    asks = Asking(Saying("Copper is a metal."), tmp_path / "asked.jsonl")
    assert resolve(TEXT, reasoner=reasoner, asks=asks).to_dict() == alone.to_dict()


def test_a_source_out_of_reach_is_one_error(reasoner: Reasoner, tmp_path: Path) -> None:
    asks = Asking(Failing(again=False), tmp_path / "asked.jsonl")
    with pytest.raises(SourceError, match="nobody is there"):
        resolve(TEXT, reasoner=reasoner, asks=asks)
    assert reasoner.asks is None


def test_questions_that_come_up_by_other_answers_are_asked_in_the_next_round(
    tmp_path: Path,
) -> None:
    """What is found in each round is asked, until nothing new is found."""
    rounds = iter([Lacking((query(1), query(2))), Lacking((query(3),)), Lacking()])
    source = Saying()
    asking = Asking(source, tmp_path / "asked.jsonl")
    done = ask_about(asking, lambda _: next(rounds), show=False)
    assert (done.wanted, done.asked, done.left, done.sentences) == (3, 3, 0, 3)
    assert len(list(AskedFile(tmp_path / "asked.jsonl"))) == 3
    rounds = iter([Lacking((query(4), query(5)))])
    few = Asking(source, tmp_path / "asked.jsonl", budget=1)
    done = ask_about(few, lambda _: next(rounds), show=False)
    assert (done.asked, done.left) == (1, 1)


def test_a_pipeline_asks_if_its_configuration_says_so(tmp_path: Path) -> None:
    asked = tmp_path / "asked.jsonl"
    setting = {"@misc": coindex.asking.spacy_config.NAME, "asked": str(asked)}
    nlp = spacy.blank("en")
    nlp.add_pipe(
        "coindex",
        config={"asks": {**setting, "source": recorded(tmp_path / "said.jsonl"), "budget": 5}},
    )
    (found,) = nlp(TEXT)._.antecedents
    assert (found["antecedent"]["text"], found["decided_by"]) == ("the florist", "asked")
    nlp.to_disk(tmp_path / "pipeline")
    (found,) = spacy.load(tmp_path / "pipeline")(TEXT)._.antecedents
    assert found["decided_by"] == "asked"
    assert len(list(AskedFile(asked))) == 1
    replayed = spacy.blank("en")
    replayed.add_pipe("coindex", config={"asks": setting})
    assert replayed(TEXT)._.antecedents[0]["decided_by"] == "asked"


def test_nothing_is_asked_and_no_socket_opened_without_being_told_to(tmp_path: Path) -> None:
    """All ways of asking a question, in a process in which a socket cannot be made."""
    book = tmp_path / "book.txt"
    book.write_text(LAST, "utf-8")
    code = f"""
import socket, sys
def refused(*_, **__):
    raise AssertionError("a socket was opened")
socket.socket.connect = socket.create_connection = refused
import spacy
from coindex import Reasoner, resolve
from coindex.commands.main import main
from coindex.reasoner.jobs.long_texts import section_line, sections
text = {LAST!r}
resolve(text, explain=True)
nlp = spacy.blank("en")
nlp.add_pipe("coindex")
nlp(text)
reasoner = Reasoner()
section_line(reasoner, next(sections(text)))
assert main(["solve", text, "--pronoun", "She"]) == 0
assert main(["choose", "The lamp went out.", "It broke.", "It shone.", "--asks", "cause"]) == 0
print([n for n in sys.modules if n.startswith("coindex.asking.") and n.endswith(("asking", "many")) or n == "llm"])
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "[]"
