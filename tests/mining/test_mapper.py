"""From text to records: what is parsed, what is used, what is dropped."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc
from spacy.vocab import Vocab

from coindex.mining.extracting.mapper import Mapper, MapSettings, Piece, looked_into, split
from coindex.mining.extracting.shards import decode
from coindex.mining.text.sentence_filter import SentenceFilter
from kparse.input.conllu import read_conllu
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
    assert [one.text for _, one in found] == [s.replace(".", " .") for s in sentences(3)]
    for start, one in found:
        assert parsed.text[start : start + len(one.text)] == one.text
        assert [t.index for t in one.tokens] == list(range(10))
        assert [t.head for t in one.tokens] == [1, 2, -1, 4, 2, 8, 8, 8, 2, 2]
        assert all(one.text[t.start : t.end] == t.form for t in one.tokens)


# Each word: form, tag, label, number of its head from 0.
TREES = {
    "he thanked her because she helped": (
        "PRON nsubj 1, VERB ROOT 1, PRON obj 1, SCONJ mark 5, PRON nsubj 5, VERB advcl 1"
    ),
    "guards saw miners and their lamps broke": (
        "NOUN nsubj 1, VERB ROOT 1, NOUN obj 1, CCONJ cc 6, PRON nmod:poss 5, NOUN nsubj 6, VERB conj 1"
    ),
    "guard went away to find king before he slept": (
        "NOUN nsubj 1, VERB ROOT 1, ADV advmod 1, PART mark 4, VERB xcomp 1, NOUN obj 4, SCONJ mark 8, PRON nsubj 8,"
        " VERB advcl 4"
    ),
}
BECAUSE = "NOUN nsubj 1, VERB ROOT 1, NOUN obj 1, SCONJ mark 5, PRON nsubj 5, VERB advcl 1"
WORTH = [
    *TREES,
    "sister thanked king because he helped",
    "guard thanked king because he helped",
    "guards thanked miners because they helped",
]
NOT_WORTH = {
    "he opened doors because she helped": TREES["he thanked her because she helped"].replace(
        "PRON obj", "NOUN obj"
    ),
    "clerks thanked bakers because rain stopped": BECAUSE.replace("PRON", "NOUN"),
    "I met bakers because you called": BECAUSE.replace("NOUN nsubj", "PRON nsubj"),
    # No one of them can be meant: number, gender, a reflexive, nobody but the speaker.
    "guards thanked miners because she helped": BECAUSE,
    "guard thanked king because they helped": BECAUSE,
    "sister thanked queen because he helped": BECAUSE,
    "guard thanked king because I helped": BECAUSE,
    "guard thanked king because himself helped": BECAUSE,
    # A relative clause is no situation that goes with another.
    "guard knew king whom he helped": (
        "NOUN nsubj 1, VERB ROOT 1, NOUN obj 1, PRON obj 5, PRON nsubj 5, VERB acl:relcl 2"
    ),
    # The owner of what takes part does not take part.
    "guard praised his lamps because he slept": (
        "NOUN nsubj 1, VERB ROOT 1, PRON nmod:poss 3, NOUN obj 1, SCONJ mark 6, PRON nsubj 6, VERB advcl 1"
    ),
}
TREES |= {words: BECAUSE for words in WORTH if words not in TREES} | NOT_WORTH


def tree(words: str, vocab: Vocab) -> Doc:
    tags, labels, heads = zip(*(word.split() for word in TREES[words].split(", ")), strict=True)
    forms = words.split()
    return Doc(
        vocab,
        words=forms,
        pos=list(tags),
        tags=["NNS" if form.endswith("s") else "NN" for form in forms],
        heads=[int(head) for head in heads],
        deps=list(labels),
        lemmas=forms,
    )


@pytest.mark.parametrize("words", TREES)
def test_only_sentences_that_can_give_a_pair_are_worth_a_graph(words: str) -> None:
    vocab = spacy.blank("en").vocab
    genders = {"king": "masc", "queen": "fem", "sister": "fem"}
    worth = SentenceFilter(
        vocab.strings, lambda lemma: lemma not in ("doors", "rain", "lamps"), genders.get
    )
    assert bool(worth(tree(words, vocab))) is (words in WORTH)


def test_of_a_paragraph_the_sentences_that_are_worth_it_are_looked_into() -> None:
    (parsed,) = read_conllu(analysed(sentences(3)))
    places = [start for start, _ in split(parsed)]
    assert [good for _, good in looked_into(parsed, [places[1] + 3])] == [False, True, False]
    assert [good for _, good in looked_into(parsed, None)] == [True] * 3
