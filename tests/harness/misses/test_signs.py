"""Signs in graphs that are written by hand: broken clauses, lost words, missing rows."""

from __future__ import annotations

import pytest

from coindex.harness.misses import signs
from coindex.reasoner.running.engine import Reasoner
from kparse.graph import SemanticGraph
from kparse.notation.penman import decode


def graph(notation: str, text: str = "") -> SemanticGraph:
    words = text.split()
    spans, place = [], 0
    for word in words:
        spans.append(f"{place}-{place + len(word)}")
        place += len(word) + 1
    return decode(f"# ::snt {text}\n# ::spans {' '.join(spans)}\n(d1 / text {notation})\n")


@pytest.mark.parametrize(
    ("notation", "text", "about"),
    [
        (":snt1 (e1 / kick~1 :form fin :subj (x1 / Max~0) :subj (x2 / Ivo~2))", "Max kicked Ivo", "two subjects"),
        (":snt1 (e1 / kick~1 :form fin :subj (x1 / Max~0) :obj (x2 / Ivo~2) :obj (x3 / Al~3))", "Max kicked Ivo Al",
         "two objects"),
        (":snt1 (e1 / pollen~1 :form fin :subj (x1 / Max~0))", "Max pollen", "no verb"),
        (":snt1 (e1 / kick~0 :form fin :obj (x1 / Max~1))", "kicked Max", "no subject"),
        (":snt1 (e1 / do~1 :form fin :subj (x1 / Max~0))", "Max did", "ellipsis"),
        (":snt1 (s1 / who~2 :pos noun :subj (x1 / Max~0))", "Max was who", "ellipsis"),
        (":snt1 (x1 / Max~0)", "Max", "fragment"),
        (":snt1 (e1 / kick~1 :form fin :subj (x1 / Max~0))", "Max kicked wildly green", "word left out"),
    ],
)  # fmt: skip
def test_broken_clauses(kicking: Reasoner, notation: str, text: str, about: str) -> None:
    found = graph(notation, text)
    sign = signs.broken(found, set(found.nodes), kicking.store)
    assert sign is not None
    assert sign[1] == (about,)


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        (
            ":snt1 (e1 / kick~1 :form fin :subj (x1 / Max~0) :obj (x2 / Ivo~3))",
            "Max kicked the Ivo",
        ),
        (":snt1 (e1 / kick~0 :form fin :mood imp :obj (x2 / Max~1))", "Kick Max"),
        (":snt1 (e1 / kick~2 :form fin :voice pass :obj (x2 / Max~0))", "Max was kicked"),
        (":snt1 (e1 / rain~1 :form fin)", "It rained"),
        (":snt1 (e1 / blork~1 :form fin :subj (x1 / Max~0))", "Max blorked quickly"),
        (":snt1 (e1 / do~1 :form fin :subj (x1 / Max~0) :obj (x2 / work~2))", "Max did work"),
        (
            ":snt1 (e1 / sit~1 :form fin :subj (x1 / Max~0) :obl.beside (x2 / Ivo~3))",
            "Max sat beside Ivo",
        ),
    ],
)
def test_sound_clauses(kicking: Reasoner, notation: str, text: str) -> None:
    found = graph(notation, text)
    assert signs.broken(found, set(found.nodes), kicking.store) is None


def test_only_the_clauses_asked_about_are_judged(kicking: Reasoner) -> None:
    found = graph(
        ":snt1 (e1 / kick~1 :form fin :subj (x1 / Max~0) :subj (x2 / Ivo~2))", "Max kicked Ivo"
    )
    assert signs.broken(found, set(), kicking.store) is None


@pytest.mark.parametrize(
    ("text", "role", "lost"),
    [
        ("Max sang because Ivo slept", "link.because", None),
        ("Max sang because Ivo slept", "link.and", "because"),
        ("Max sang because of Ivo", "obl.with", None),
        ("Even though Max sang", "link.even_though", None),
        ("Max sang", "link.and", None),
    ],
)
def test_lost_connectives(text: str, role: str, lost: str | None) -> None:
    found = graph(f":snt1 (e1 / sing :{role} (e2 / sleep))", text)
    assert signs.lost_connective(found) == lost


def test_modifiers_of_nouns() -> None:
    found = graph(":snt1 (e1 / fall :subj (x2 / dish :nn (x1 / soap)))")
    assert signs.within(found, "x1")
    assert not signs.within(found, "x2")
    assert not signs.within(found, None)


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("(e1 / kick :subj (x1 / Max))", []),
        ("(e1 / drub :subj (x1 / Max))", ["drub"]),
        ("(s1 / glum :pos adj)", ["glum"]),
        ("(s1 / tall :pos adj)", []),
        ("(e1 / look :comp (s1 / tall :pos adj))", []),
        ("(e1 / have :obj (x1 / fever))", ["have", "fever"]),
        ("(e1 / do :obj (x1 / chore))", ["chore"]),
        ("(s1 / be :pos adp :obl.in (x1 / mood))", ["mood"]),
        ("(s1 / be :pos adp :obl.in (x1 / Rome :proper +))", []),
    ],
)
def test_words_without_rows(kicking: Reasoner, notation: str, words: list[str]) -> None:
    found = graph(f":snt1 {notation}")
    assert list(signs.rowless(found, notation[1:3], kicking.store)) == words


@pytest.mark.parametrize(
    ("notation", "meaning"),
    [
        ("(e1 / kick :polarity -)", "not strike"),
        ("(s1 / upset :pos adj)", "angry/hurt"),
        ("(s1 / glum :pos adj)", "‘glum’"),
        ("(e1 / look :comp (s1 / tall :pos adj))", "tall"),
        ("(e1 / have :obj (x1 / fever))", "‘have’ ‘fever’"),
        ("(s1 / be :pos adp :obl.in (x1 / mood))", "be in ‘mood’"),
    ],
)
def test_what_a_clause_says(kicking: Reasoner, notation: str, meaning: str) -> None:
    found = graph(f":snt1 {notation}")
    assert signs.meaning(found, notation[1:3], kicking.store) == meaning


def test_the_words_of_a_clause() -> None:
    found = graph(":snt1 (e1 / kick~2 :polarity - :subj (x1 / Max~0))", "Max never kicked")
    assert signs.words(found, "e1") == "not kicked"
    found = graph(":snt1 (s1 / be :pos adp :obl.in (x1 / mood~3))", "Max was in mood")
    assert signs.words(found, "s1") == "be in mood"
