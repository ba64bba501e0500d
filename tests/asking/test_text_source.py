"""Raw text as a source: an index made once, sentences turned into rules, with file and line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from coindex.asking.asking import Asking
from coindex.asking.prompt import request_for
from coindex.asking.review import Review
from coindex.asking.source import open_source
from coindex.asking.text_index import TextIndex, sentences_of
from coindex.asking.text_patterns import cores, counted
from coindex.asking.text_rules import Predicates, rule_of
from coindex.asking.text_source import TextSource
from coindex.commands import main as cli
from coindex.reasoner.asks import Query
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError

TEXT = "The miller scolded the apprentice because he had spilled the flour."
QUERY = Query(
    TEXT, TEXT.index(" he ") + 1, TEXT.index(" he ") + 3, ("The miller", "the apprentice")
)
SAID = "She scolded him because he had spilled the flour."


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "one.txt").write_text(f"The moon rose.\nIt was late. {SAID}\n", "utf-8")
    with gzip.open(folder / "two.txt.gz", "wt", encoding="utf-8") as stream:
        stream.write("They\nsang because the harvest\nwas good.\n\nNobody spilled anything.\n")
    return folder


def test_sentences_with_a_connective_are_found_with_their_lines(corpus: Path) -> None:
    assert list(sentences_of(corpus / "one.txt")) == [(SAID, 2)]
    two = list(sentences_of(corpus / "two.txt.gz"))
    assert two == [("They sang because the harvest was good.", 1)]


def test_the_index_is_made_once_for_a_content(corpus: Path) -> None:
    index = TextIndex(corpus)
    (found,) = index.find((["scold"], ["spill", "break"]), 5)
    assert (found.sentence, found.file, found.line) == (SAID, "one.txt", 2)
    assert index.find((["scold"], ["sing"]), 5) == index.find((["scold"], []), 5) == []
    made = index.path.stat().st_mtime_ns
    assert TextIndex(corpus).path.stat().st_mtime_ns == made
    (corpus / "one.txt").write_text("He ran because it rained hard.", "utf-8")
    assert TextIndex(corpus).path != index.path


def test_no_text_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no text in"):
        open_source(f"text:{tmp_path}")
    with pytest.raises(InputError, match="there is no text in"):
        open_source(f"text:{tmp_path / 'missing.txt'}")
    broken = tmp_path / "broken.txt.gz"
    broken.write_bytes(b"no gzip")
    with pytest.raises(InputError, match=r"broken\.txt\.gz cannot be read"):
        TextIndex(broken)


@pytest.mark.model
@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        (SAID, "Person1 scolded person2 because person2 had spilled the flour."),
        (
            "I scolded you because you spilled my milk.",
            "Person1 scolded person2 because person2 spilled person1's milk.",
        ),
        (
            "Otto scolded Nora because he had spilled the flour.",
            "Person1 scolded person2 because person1 had spilled the flour.",
        ),
        (
            "The baker scolded me because the flour was dear and I spill it.",
            None,
        ),
        (
            "The pot scolded nobody, though it had spilled the flour.",
            "The pot scolded nobody though the pot had spilled the flour.",
        ),
        ("Otto scolded Emil because he had spilled the flour.", None),
        ("He scolded him because he had spilled the flour.", None),
        ("She scolded him and sang.", None),
    ],
)
def test_a_sentence_becomes_a_rule_only_if_no_pronoun_is_open(
    reasoner: Reasoner, sentence: str, rule: str | None
) -> None:
    wanted = Predicates(("spill",), ("scold",))
    assert rule_of(reasoner.nlp(sentence), wanted, reasoner.sex_of) == rule


@pytest.mark.model
@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        (
            "I scolded her loudly, because she had spilled the flour.",
            "Person1 scolded person2 because person2 had spilled the flour.",
        ),
        (
            "Because he had spilled the flour, she scolded him.",
            "Person1 scolded person2 because person2 had spilled the flour.",
        ),
        (
            "She scolded him, but he did not listen to her.",
            "Person1 scolded person2 but person2 did not listen to person1.",
        ),
        ("She would scold him because he is lazy.", None),
        ("She did not scold him because he is lazy.", None),
        ("She scolded him, but she gave him bread.", None),
        ("She scolded him because he said that the flour was old.", None),
        ("She praised him because he was brave.", None),
    ],
)
def test_of_a_sentence_about_a_verb_stays_what_it_says_of_two_persons(
    reasoner: Reasoner, sentence: str, rule: str | None
) -> None:
    found = [one.rule for one in cores(reasoner.nlp(sentence), "scold", "", reasoner.sex_of)]
    assert found == ([rule] if rule else [])


@pytest.mark.model
def test_what_more_sentences_say_comes_first_and_what_others_deny_does_not(
    reasoner: Reasoner,
) -> None:
    sentences = [
        "She scolded him because he was late.",
        "He scolded her because she was lazy.",
        "I scolded him today, because he was lazy.",
        "He scolded us because we were rude.",
        "He scolded her because he was rude.",
    ]
    found = counted(map(reasoner.nlp, sentences), "scold", "", reasoner.sex_of)
    assert [(one.rule, one.support, one.example) for one in found] == [
        ("Person1 scolded person2 because person2 was lazy.", 2, 1),
        ("Person1 scolded person2 because person2 was late.", 1, 0),
    ]


@pytest.mark.model
def test_rules_about_a_verb_wait_for_review(corpus: Path, tmp_path: Path) -> None:
    asked = tmp_path / "asked.jsonl"
    command = ["kb", "ask", "scold", "--ask", f"text:{corpus}", "--asked", str(asked)]
    assert cli.main(command) == 0
    (one,) = Review(asked, tmp_path / "rules.txt", "Ina").waiting()
    assert one.sentence == "Person1 scolded person2 because person2 had spilled the flour."
    assert one.stated_by == "text:books one.txt:2"


@pytest.mark.model
def test_what_is_found_decides_as_mined(reasoner: Reasoner, corpus: Path, tmp_path: Path) -> None:
    source = TextSource(str(corpus))
    (reply,) = source.ask([request_for(QUERY)])
    assert reply.text == "Person1 scolded person2 because person2 had spilled the flour."
    assert reply.source == "text:books one.txt:2"
    reasoner.asks = Asking(source, tmp_path / "asked.jsonl", below=1)
    try:
        answer = reasoner.solve(TEXT, candidates=QUERY.candidates)
    finally:
        reasoner.asks = None
    (use,) = answer.sentence_uses
    assert use.used
    assert use.source == "found in text:books one.txt:2, not reviewed"
    assert answer.candidate == "the apprentice"
    assert answer.decided_by in ("knowledge", "mined")
