"""Rules in bulk: what is asked about a word or a topic, what comes back, and that only a review makes it knowledge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.asking.asking import Asking, replaying
from coindex.asking.checking import NUMBER, checked
from coindex.asking.prompt import request_for
from coindex.asking.review import Review
from coindex.asking.sending import ask_all
from coindex.asking.topics import LONGEST, queries_for, topic_of, topics
from coindex.commands import main as cli
from coindex.reasoner.asks import RULES, Query
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.store.store import Store
from kparse.errors import InputError
from tests.asking.making import RULE, TEXT, Saying

SEND = Query("send", 0, 0, ("subj", "obj"), RULES)
PROFILES = (
    "send\tobj\tletter parcel\nsend\tsubj\twriter post\nrely on\tobl\tstrong\nrely on\tsubj\tweak\n"
)
PROFILES += "umbrella\tself\train\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    folder = tmp_path / "profiles"
    folder.mkdir()
    (folder / "mail.tsv").write_text(PROFILES, "utf-8")
    return Store.open([tmp_path])


def test_a_topic_is_asked_about_frame_by_frame_the_commonest_first(store: Store) -> None:
    assert topics(store) == ["mail"]
    relying = Query("rely on", 0, 0, ("subj", "obl"), RULES)
    assert queries_for("mail", store) == [SEND, relying]
    assert queries_for("send", store) == [SEND]
    assert queries_for("rely on", store) == queries_for("rely", store) == [relying]


def test_other_words_and_topics_are_asked_about_as_they_are(store: Store) -> None:
    assert queries_for("carry", store) == [Query("carry", 0, 0, ("subj", "obj"), RULES)]
    assert queries_for("tall", store) == [Query("tall", 0, 0, ("subj", "than"), RULES)]
    for words in ("umbrella", "borrowing  tools"):
        assert queries_for(words, store) == [topic_of(words)]
    with pytest.raises(InputError, match=f"1 to {LONGEST} characters"):
        queries_for("x" * (LONGEST + 1), store)


def test_the_prompt_names_the_parties_and_is_versioned() -> None:
    request = request_for(SEND)
    assert request.version == "library-1"
    assert request.prompt == "Frame: send (parties: subj, obj)"
    assert f"Write {NUMBER} different short sentences" in request.system
    assert request_for(topic_of("borrowing tools")).prompt == "Topic: borrowing tools"


def test_many_sentences_are_accepted_and_checked_one_by_one() -> None:
    said = [f"Person1 sends thing1 to person2 because person2 needs {n} stamps." for n in range(50)]
    said[1] = "He sends a letter."
    said[2] = "If person1 is rich, thing1 is heavy."
    found = checked("\n".join(said), SEND)
    accepted = [one for one in found if one.is_accepted]
    assert len(accepted) == NUMBER
    assert [one.why for one in found[1:3]] == [
        "a pronoun: He",
        "no party is mentioned in both halves",
    ]
    assert found[-1].why == f"more than {NUMBER} sentences"


def test_entries_are_kept_and_read_again_and_no_answer_finds_them(
    reasoner: Reasoner, tmp_path: Path
) -> None:
    path = tmp_path / "asked.jsonl"
    source = Saying(RULE)
    for _ in range(2):
        ask_all([SEND, topic_of(TEXT)], Asking(source, path), show=False)
    assert len(source.requests) == 2
    reasoner.asks = replaying(path)
    try:
        assert (
            reasoner.solve(TEXT, candidates=["The ferryman", "the florist"]).decided_by != "asked"
        )
    finally:
        reasoner.asks = None
    review = Review(path, tmp_path / "rules.txt", "Ina")
    (one,) = review.waiting()
    assert one.questions == (SEND, topic_of(TEXT))


def test_the_command_asks_and_the_review_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said, asked = tmp_path / "said.jsonl", str(tmp_path / "asked.jsonl")
    rule = "Person1 borrows a tool from person2 because person2 owns the tool."
    said.write_text(json.dumps({"topic": "borrowing tools", "rules": [rule]}) + "\n", "utf-8")
    command = ["kb", "ask", "borrowing tools", "--ask", f"recorded:{said}", "--asked", asked]
    assert cli.main(command) == 0
    assert (
        "borrowing tools: 1 to ask; 1 asked of recorded:said.jsonl: 1 rules, 0 refused"
        in capsys.readouterr().err
    )
    monkeypatch.setattr("builtins.input", lambda _: "a")
    assert cli.main(["kb", "review", asked, "--into", str(tmp_path / "r.txt")]) == 0
    assert "borrowing tools\n" in capsys.readouterr().out
    assert (tmp_path / "r.txt").read_text("utf-8").startswith(f"{rule}  % @source asked of")


def test_what_would_be_sent_about_a_topic_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["kb", "ask", "exchange", "--most", "2", "--ask-show"]) == 0
    shown = capsys.readouterr()
    assert shown.out.count("Frame: ") == 2
    assert "the 2 commonest of" in shown.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lend", "--ask", "recorded", "--ask-below", "0.5"], "--ask-below goes with questions"),
        (["none.jsonl", "--ask", "recorded", "--most", "3"], "--most goes with a topic"),
        (["  ", "--ask", "recorded"], "a topic has 1 to"),
        (["lend"], "nobody is named whom to ask"),
    ],
)
def test_what_does_not_go_together_is_one_message(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["kb", "ask", *words]) == 2
    assert message in capsys.readouterr().err
