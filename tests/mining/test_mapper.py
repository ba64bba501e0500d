"""From text to records: what is parsed, what is looked into, what is dropped."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from kparse.conllu import read_conllu
from mining.mapper import Mapper, MapSettings, Piece, split
from mining.shards import decode
from mining.worth import Worth
from tests.mining.made import DOUBLE, analysed, sentences

TEXT = """\
The nurse thanked the clerk because he had found her keys.
The nurse thanked the clerk, because he had found her keys.

And o'er the silver lake it went
The old guard slept. The miner called him, but he did not wake. The old guard slept.
Der Koch half dem Kellner, weil er so viel zu tun hatte.
The tailor blamed his helper
"""


@pytest.fixture(scope="module")
def mapper() -> Mapper:
    found = MapSettings(extractor=DOUBLE).reasoner()
    assert isinstance(found, Mapper)
    return found


def piece(data: bytes, tail: bool = False) -> Piece:
    return Piece(0, "text", "made.txt", 1, tail, data, "digest")


@pytest.mark.model
def test_lines_and_paragraphs(mapper: Mapper) -> None:
    mapped = mapper(
        piece(TEXT.encode() + b"caf\xe9 and more of it\n" + b"He said " * 60 + b"so.\n")
    )
    report = mapped.report
    assert report.lines == 8
    assert report.dropped == {
        "duplicate": 2,
        "other language": 1,
        "too long": 1,
        "undecodable": 1,
        "verse": 2,
    }
    assert report.sentences == 3
    places = {
        (line, sentence) for n in (0, 1) for line, sentence, *_ in decode(n, mapped.tables[n])
    }
    assert {(1, 0), (5, 1)} <= places
    assert (
        mapper(piece(TEXT.encode() + b"caf\xe9 and more of it\n" + b"He said " * 60 + b"so.\n"))
        == mapped
    )


@pytest.mark.model
def test_the_rest_of_a_line_that_was_too_long_is_no_text(mapper: Mapper) -> None:
    report = mapper(piece(b"the clerk called him.\nThe cook ate the soup.\n", tail=True)).report
    assert (report.lines, report.sentences, report.dropped) == (1, 1, {})


def test_a_sentence_of_a_paragraph_is_a_text_of_its_own() -> None:
    (parsed,) = read_conllu(analysed(sentences(3)))
    found = list(split(parsed))
    assert [one.text for one in found] == [s.replace(".", " .") for s in sentences(3)]
    for one in found:
        assert [t.index for t in one.tokens] == list(range(10))
        assert [t.head for t in one.tokens] == [1, 2, -1, 4, 2, 8, 8, 8, 2, 2]
        assert all(one.text[t.start : t.end] == t.form for t in one.tokens)


@pytest.mark.parametrize(
    ("words", "tags", "heads", "labels", "expected"),
    [
        (
            "he thanked her because she helped",
            "PRON VERB PRON SCONJ PRON VERB",
            [1, 1, 1, 5, 5, 1],
            "nsubj ROOT obj mark nsubj advcl",
            True,
        ),
        (
            "he opened doors because she helped",
            "PRON VERB NOUN SCONJ PRON VERB",
            [1, 1, 1, 5, 5, 1],
            "nsubj ROOT obj mark nsubj advcl",
            False,
        ),
        (
            "clerks thanked bakers because rain stopped",
            "NOUN VERB NOUN SCONJ NOUN VERB",
            [1, 1, 1, 5, 5, 1],
            "nsubj ROOT obj mark nsubj advcl",
            False,
        ),
        (
            "clerks blamed his sister when he slept",
            "NOUN VERB PRON NOUN ADV PRON VERB",
            [1, 1, 3, 1, 6, 6, 1],
            "nsubj ROOT nmod:poss obj mark nsubj advcl",
            True,
        ),
        (
            "I met bakers because you called",
            "PRON VERB NOUN SCONJ PRON VERB",
            [1, 1, 1, 5, 5, 1],
            "nsubj ROOT obj mark nsubj advcl",
            False,
        ),
    ],
)
def test_only_sentences_that_can_give_a_pair_are_worth_a_graph(
    words: str, tags: str, heads: list[int], labels: str, expected: bool
) -> None:
    vocab = spacy.blank("en").vocab
    doc = Doc(
        vocab,
        words=words.split(),
        pos=tags.split(),
        heads=heads,
        deps=labels.split(),
        lemmas=words.split(),
    )
    worth = Worth(vocab.strings, lambda lemma: lemma not in ("doors", "rain"))
    assert worth(doc) is expected
