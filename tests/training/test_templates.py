"""The generated trees are valid, use the treebanks' labels and depend on the seed alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from spacy.vocab import Vocab

from training.parser.evaluate import read_arcs
from training.parser.exceptions import rows
from training.templates import words
from training.templates.conllu import Sentence, Token, read_sentences, to_doc
from training.templates.generate import Generator, Scope, generate

COUNT = 400
RELATIONS = frozenset(
    """acl acl:relcl advcl advcl:relcl advmod amod appos aux aux:pass case cc cc:preconj ccomp compound compound:prt
    conj cop csubj det det:predet expl fixed flat iobj mark nmod nmod:desc nmod:poss nsubj nsubj:pass nummod obj obl
    obl:agent obl:unmarked orphan parataxis punct root xcomp""".split()
)
UPOS = frozenset("ADJ ADP ADV AUX CCONJ DET NOUN NUM PART PRON PROPN PUNCT SCONJ VERB".split())
FEATURED = frozenset("ADJ AUX DET NOUN NUM PRON PROPN VERB".split())
"""Parts of speech that the treebanks give features throughout."""
AGREEING = {
    "case": {"ADP", "PART", "ADV", "ADJ"},
    "cc": {"CCONJ", "ADV"},
    "cop": {"AUX"},
    "aux": {"AUX"},
    "aux:pass": {"AUX"},
    "punct": {"PUNCT"},
    "det": {"DET"},
    "nummod": {"NUM"},
}
"""Parts of speech that a relation may have."""


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(generate(COUNT, seed=23))


def ancestors(tokens: tuple[Token, ...], number: int) -> Iterator[int]:
    seen = 0
    while number and seen <= len(tokens):
        number = tokens[number - 1].head
        seen += 1
        yield number


def crossing(tokens: tuple[Token, ...]) -> bool:
    arcs = [tuple(sorted((i, t.head))) for i, t in enumerate(tokens, 1) if t.head]
    return any(a < c < b < d for a, b in arcs for c, d in arcs)


def test_generation_depends_on_the_seed_alone() -> None:
    first = [s.text for s in generate(60, seed=5)]
    assert first == [s.text for s in generate(60, seed=5)]
    assert first != [s.text for s in generate(60, seed=6)]


def test_trees_are_well_formed(sentences: list[Sentence]) -> None:
    for sentence in sentences:
        tokens = sentence.tokens
        assert sum(t.head == 0 for t in tokens) == 1, sentence.text
        for number, token in enumerate(tokens, 1):
            assert 0 in ancestors(tokens, number), sentence.text
            assert token.deprel in RELATIONS, (sentence.text, token)
            assert token.upos in AGREEING.get(token.deprel, UPOS), (sentence.text, token)
            assert all((token.form, token.lemma, token.xpos, token.feats)), (sentence.text, token)
            if token.upos in FEATURED and token.xpos != "EX":
                assert token.feats != "_", (sentence.text, token)
        for relation in ("nsubj", "obj", "iobj", "cop", "root"):
            heads = [t.head for t in tokens if t.deprel == relation]
            assert len(heads) == len(set(heads)), (relation, sentence.text)


def test_nearly_all_trees_are_projective(sentences: list[Sentence]) -> None:
    assert sum(crossing(s.tokens) for s in sentences) <= 0.03 * COUNT


def test_sentences_look_like_sentences(sentences: list[Sentence]) -> None:
    for sentence in sentences:
        letters = sentence.text.lstrip('"')
        assert letters[0].isupper() or letters[0].isdigit(), sentence.text
        assert sentence.text[-1] in '.?!"', sentence.text
        assert " ," not in sentence.text, sentence.text
        assert "  " not in sentence.text, sentence.text


def test_every_alternative_of_the_grammar_can_be_drawn() -> None:
    generator = Generator(random.Random(1))
    for name, alternatives in generator.rules.items():
        rule, _, cls = name.partition(".")
        for one in alternatives:
            scope = Scope("t" if cls in ("", "*") else cls, min(one.most, 2))
            for _ in range(3):
                assert generator.built(one.tree.children, scope) is not None, rule


def test_variety() -> None:
    sample = list(generate(1500, seed=2))
    assert len({s.text for s in sample}) > 1450
    assert len({t.form.lower() for s in sample for t in s.tokens}) > 3000
    seen = {t.deprel for s in sample for t in s.tokens}
    assert seen == RELATIONS


def test_conllu_round_trip(sentences: list[Sentence], tmp_path: Path) -> None:
    path = tmp_path / "generated.conllu"
    path.write_text("".join(s.to_conllu(str(i)) for i, s in enumerate(sentences)), "utf-8")
    again = list(read_sentences(path))
    assert [s.text for s in again] == [s.text for s in sentences]
    assert [[t.head for t in s.tokens] for s in again] == [
        [t.head for t in s.tokens] for s in sentences
    ]


def test_documents_keep_sentences_apart(sentences: list[Sentence]) -> None:
    doc = to_doc(Vocab(), sentences[:3])
    assert len(list(doc.sents)) == 3
    assert doc.text.startswith(sentences[0].text + " ")


def test_span_tokens_are_split_as_in_the_treebank(tmp_path: Path) -> None:
    path = tmp_path / "one.conllu"
    path.write_text(
        "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "1\tdo\tdo\tAUX\tVBP\tVerbForm=Fin\t3\taux\t_\t_\n"
        "2\tn't\tnot\tPART\tRB\tPolarity=Neg\t3\tadvmod\t_\t_\n"
        "3\tgo\tgo\tVERB\tVB\tVerbForm=Inf\t0\troot\t_\tSpaceAfter=No\n"
        "4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_\n\n",
        "utf-8",
    )
    assert next(read_sentences(path)).text == "don't go."


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (words.past("stop"), "stopped"),
        (words.past("visit"), "visited"),
        (words.past("carry"), "carried"),
        (words.past("lend"), "lent"),
        (words.participle("give"), "given"),
        (words.gerund("lie"), "lying"),
        (words.gerund("run"), "running"),
        (words.gerund("see"), "seeing"),
        (words.third_person("watch"), "watches"),
        (words.plural("knife"), "knives"),
        (words.plural("baby"), "babies"),
        (words.compared("heavy", "er"), "heavier"),
        (words.compared("big", "er"), "bigger"),
        (words.compared("good", "er"), "better"),
    ],
)
def test_inflection(form: str, expected: str) -> None:
    assert form == expected


def test_lexicon_has_no_item_twice_and_no_empty_section() -> None:
    for name, items in words.lexicon().items():
        assert items, name
        assert len(items) == len(set(items)), name


def test_lemma_exceptions() -> None:
    table = {(form, upos): lemma for form, upos, lemma in rows()}
    for form, upos, lemma in (
        ("left", "VERB", "leave"),
        ("left", "ADJ", "left"),
        ("fed", "VERB", "feed"),
        ("taller", "ADJ", "tall"),
        ("heavier", "ADJ", "heavy"),
        ("worse", "ADJ", "bad"),
        ("children", "NOUN", "child"),
        ("lying", "VERB", "lie"),
    ):
        assert table[form, upos] == lemma
    assert all(form == form.lower() for form, _ in table)


def test_shipped_exceptions_are_the_generated_ones() -> None:
    path = files("kparse").joinpath("data", "lemma_exceptions.tsv")
    expected = "".join("\t".join(row) + "\n" for row in rows())
    assert path.read_text("utf-8") == expected


def test_evaluation_arcs_are_well_formed() -> None:
    cases = list(read_arcs())
    assert len(cases) >= 60
    for case in cases:
        assert case.part in ("tuning", "held out")
        assert case.arcs[0].heads == ("ROOT",), case.text
        for arc in case.arcs:
            for name in (arc.dependent, *arc.heads):
                assert name == "ROOT" or name.partition("#")[0] in case.text, (case.text, name)
