"""Sentences as knowledge: the file form, what is kept of a reading, the index, and what a question does with them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from coindex import Reasoner
from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.asp.records import FileContent, Source
from coindex.reasoner.documents.resolve import resolve
from coindex.reasoner.english_rules.stored import reading_of
from coindex.reasoner.knowledge.sentence_readings import Halves, SentenceReading
from coindex.reasoner.knowledge.sentences import sentence_of
from coindex.reasoner.running.sentence_reader import read_unread
from coindex.reasoner.store.overlay import contents_of, with_other_files
from coindex.reasoner.store.reading_files import read_file
from coindex.reasoner.store.sentence_files import (
    COMPILED,
    KeptReadings,
    read_compiled,
    write_compiled,
)
from coindex.reasoner.store.store import Store
from kparse.errors import KnowledgeError

WRITTEN = """\
% a topic
Person1 thanks person2 because person2 helped person1.
If thing1 is too wide, thing1 does not fit in thing2.   % @weight 7 @source a carpenter
% @weight 2
Person1 envies person2 because person2 is rich.
"""
SAMPLE = 25
"""Sentences that ship and are read again."""


def read(text: str) -> FileContent:
    path = Path("sentences/a.txt")
    return read_file(Source(path, str(path), "sentences"), text.encode())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "sentences").mkdir()
    (tmp_path / "sentences" / "own.txt").write_text(WRITTEN, "utf-8")
    return tmp_path


def test_lines() -> None:
    content = read(WRITTEN)
    found = [sentence_of(row) for row in content.rows]
    assert [(one.line, one.weight, one.source) for one in found] == [
        (2, 5, "authored"),
        (3, 7, "a carpenter"),
        (5, 2, "authored"),
    ]
    assert found[1].text == "If thing1 is too wide, thing1 does not fit in thing2."
    assert found[0].topic == "a"
    assert not content.problems


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ('Person1 says "no" because person1 is tired.', "E801", 1),
        ("Noise annoys. " * 40, "E801", 1),
        ("Noise annoys.  % @weight 12", "E802", 18),
        ("Noise annoys.  % @colour red", "E803", 18),
        ("Noise annoys.  % @source", "E803", 18),
        ("Noise annoys.\nNoise annoys.", "E804", 1),
    ],
)
def test_malformed_lines(line: str, code: str, column: int) -> None:
    (problem,) = read(line).problems
    assert (problem.code, problem.location.column) == (code, column)


def test_readings_are_kept(tmp_path: Path) -> None:
    one = SentenceReading(
        "Those who cheat are punished.",
        "(d1 / text :kind text)",
        {"x1": "x1"},
        {"x1": ()},
        {"x1": "person"},
        {},
        (Halves(("e1", "e2"), ("cheat", "punish")),),
        ("e2",),
    )
    bad = SentenceReading("Mud.", problem="nothing was understood")
    for each in (one, bad):
        assert SentenceReading.of_json(each.to_json()) == each
    kept = KeptReadings("parser", tmp_path)
    kept.keep({each.sentence: each for each in (one, bad)})
    assert kept.find([one.sentence, bad.sentence, "Else."]) == {
        one.sentence: one,
        bad.sentence: bad,
    }
    assert KeptReadings("another parser", tmp_path).find([one.sentence]) == {}
    path = tmp_path / COMPILED
    write_compiled(path, "parser", [one, bad])
    data = path.read_bytes()
    write_compiled(path, "parser", [bad, one])
    assert path.read_bytes() == data
    assert read_compiled(path) == ("parser", {one.sentence: one, bad.sentence: bad})
    path.write_bytes(b"damaged")
    with pytest.raises(KnowledgeError, match="kb compile"):
        read_compiled(path)


def test_a_store_parses_nothing(home: Path) -> None:
    with Store.open([home], home / "cache") as store:
        assert len(store.unread) == 3
        assert store.sentences_about([("thank", "help")]) == []


def test_the_index_asks_for_both_halves(home: Path) -> None:
    text = "Person1 thanks person2 because person2 helped person1."
    made = SentenceReading(text, "()", {}, {}, {}, {}, (Halves(("e1", "e2"), ("help", "thank")),))
    rows = home / "rows"
    rows.mkdir()
    (rows / "a.lp").write_text(
        'event_class(help). event_class(go).\nverb("help",help). verb("aid",help).\n'
        + "".join(f'verb("go{number}",go). ' for number in range(60))
        + 'verb("thank",go).\n'
    )
    with Store.open([home], home / "cache") as store:
        store.take_readings({text: made})
        for pair, alike in ((("help", "thank"), 0), (("thank", "aid"), 1)):
            (found,) = store.sentences_about([pair])
            assert (found.sentence.text, found.sentence.line, found.alike) == (text, 2, alike)
        assert store.sentences_about([("help", "go1")]) == []  # too many words have that class
        assert store.sentences_about([("help", "envy"), ("thank", "envy")]) == []
    with Store.open([home], home / "cache") as store:
        assert len(store.unread) == 2  # its reading is in the file now
        assert [one.text for one in store.sentences_with("help")] == [text]


@pytest.mark.model
def test_compiled_readings_are_those_of_today(reasoner: Reasoner) -> None:
    folder = KNOWLEDGE / "sentences"
    _, compiled = read_compiled(folder / COMPILED)
    rows = [row for one in contents_of([folder]) for row in one.rows]
    assert sorted({sentence_of(row).text for row in rows}) == sorted(compiled)
    for text in random.Random(40).sample(sorted(compiled), SAMPLE):
        assert reading_of(text, reasoner.nlp, reasoner.store) == compiled[text], "run kb compile"


@pytest.fixture
def own(home: Path, reasoner: Reasoner) -> Reasoner:
    made = Reasoner(knowledge=[KNOWLEDGE], extra=[home])
    made.share_parser(reasoner)
    return made


@pytest.mark.model
def test_a_sentence_decides(own: Reasoner) -> None:
    answer = own.solve("The shelf did not fit in the niche because [it] was too wide.")
    assert (answer.candidate, answer.decided_by) == ("The shelf", "knowledge")
    (rule,) = [one for one in answer.best.rules if one.id.startswith("sentence(")]
    assert rule.file.endswith("sentences/own.txt")
    assert rule.line == 3
    assert rule.weight == 7
    assert rule.text.startswith("“If thing1 is too wide, thing1 does not fit in thing2.”")


@pytest.mark.model
@pytest.mark.parametrize(
    "text",
    [
        "Nora thanked Ruth because [she] had helped Tim.",  # somebody else was helped
        "Nora thanked Ruth before [she] had seen the picture.",
        "Nora did not thank Ruth because [she] had helped her.",  # one half is denied
        "Nora thanked Ruth because [she] wanted to help her.",  # nobody helped
        "Nora helped Ruth because [she] had thanked her.",  # cause and effect exchanged
        "Nora envied Ruth because [she] was poor.",
        "The shelf did not fit in the niche although [it] was too wide.",
    ],
)
def test_it_must_meet_both_halves(own: Reasoner, text: str) -> None:
    found = [rule for reading in own.solve(text).readings for rule in reading.rules]
    assert not [rule.id for rule in found if rule.file.endswith("own.txt")]


@pytest.mark.model
def test_many_questions_at_once(own: Reasoner) -> None:
    texts = [
        "Nora envied Ruth because [she] was rich.",
        "The crate fell on the lamp, so [it] broke.",
        "The shelf did not fit in the niche because [it] was too wide.",
    ]
    single = [own.solve(text) for text in texts]
    together = list(own.solve_many(texts))
    assert [one.answer for one in together] == [one.answer for one in single]
    assert [one.best.cost_by_level for one in together if one.best] == [
        one.best.cost_by_level for one in single if one.best
    ]


@pytest.mark.model
def test_an_edit(home: Path, own: Reasoner) -> None:
    own.solve("Nora thanked Ruth because [she] had helped her.")
    paths = [KNOWLEDGE, home]
    before = contents_of(paths)
    file = home / "sentences" / "own.txt"
    file.write_text(WRITTEN.replace("helped", "praised"), "utf-8")
    made = with_other_files(own.store, before, contents_of(paths))
    assert made is not None
    own.use(made)
    assert made.unread == ("Person1 thanks person2 because person2 praised person1.",)
    read_unread(own)
    found = made.sentences_about([("praise", "thank")])
    assert [one.sentence.line for one in found] == [2]
    old = made.sentences_about([("help", "thank")])
    assert not [one for one in old if one.sentence.file.endswith("own.txt")]


@pytest.mark.model
@pytest.mark.parametrize("explain", [False, True])
def test_stored_sentences_speak_in_running_text(
    home: Path, reasoner: Reasoner, explain: bool
) -> None:
    """Where knowledge is asked there: of candidates that are about equally near."""
    (home / "sentences" / "more.txt").write_text(
        "Person1 blicks person2 because person2 dreads noise.\n", "utf-8"
    )
    taught = Reasoner(extra=[home])
    taught.share_parser(reasoner)
    text = "The square was empty. The clerk blicked the porter because he dreaded noise."
    (alone,) = resolve(text, reasoner=reasoner, explain=explain).pronouns
    (found,) = resolve(text, reasoner=taught, explain=explain).pronouns
    assert found.candidates[0].text == "the porter"
    for one, speaks in ((alone, False), (found, True)):
        assert one.answer is not None
        rules = [rule for reading in one.answer.readings for rule in reading.rules]
        said = [rule.text for rule in rules if rule.id.startswith('sentence("more"')]
        assert len(said) == speaks
        assert all("“person2” is the porter" in text for text in said)
