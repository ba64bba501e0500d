"""Pronouns and their candidates, in graphs that are written by hand."""

from __future__ import annotations

import pytest

from kparse.errors import InputError
from kparse.graph import SemanticGraph
from kparse.mentions.candidates import find_questions, strip_brackets
from kparse.notation.penman import decode


def spanned(graph: SemanticGraph) -> SemanticGraph:
    """Add ``tok`` and ``spans`` to a graph whose text has blanks between all tokens."""
    words, place, spans = graph.metadata["snt"].split(" "), 0, []
    for word in words:
        spans.append(f"{place}-{place + len(word)}")
        place += len(word) + 1
    graph.metadata["tok"] = " ".join(words)
    graph.metadata["spans"] = " ".join(spans)
    return graph


DOG = spanned(
    decode("""# ::snt The old dog with a bell chased the cats because it was hungry .
(d1 / text
   :snt1 (e1 / chase~6
      :subj (x1 / dog~2 :num sg :def def :mod (m1 / old~1)
         :nmod.with (x2 / bell~5 :num sg :def indef))
      :obj (x3 / cat~8 :num pl :def def)
      :link.because (s1 / hungry~12 :pos adj
         :subj (p1 / it~10 :num sg :gender neut :person 3))))""")
)
ANN = spanned(
    decode("""# ::snt Ann and Bob saw him near his house after they came .
(d1 / text
   :snt1 (e1 / see~3
      :subj (g1 / and~1 :num pl
         :op (x1 / Ann~0 :num sg :proper +)
         :op (x2 / Bob~2 :num sg :proper +))
      :obj (p1 / he~4 :num sg :gender masc :person 3)
      :obl.near (x3 / house~7 :num sg
         :poss (p2 / he~6 :num sg :gender masc :person 3 :case poss))
      :link.after (e2 / come~10
         :subj (p3 / they~9 :num pl :person 3))))""")
)


def texts(graph: SemanticGraph, **options: object) -> list[str]:
    (question,) = find_questions(graph, **options)  # type: ignore[arg-type]
    return [c.text for c in question.candidates]


def nodes(graph: SemanticGraph, pronoun: str, *candidates: str) -> list[str | None]:
    (question,) = find_questions(graph, pronoun=pronoun, candidates=candidates)
    return [c.node for c in question.candidates]


def test_brackets() -> None:
    assert strip_brackets("Ann fed [it] and [ Bob ].") == ("Ann fed it and Bob.", [8, 15])


def test_pronoun_by_word_offset_or_default() -> None:
    for pronoun in ("it", "IT", "[it]", 48, 49, None):
        (question,) = find_questions(DOG, pronoun=pronoun)
        assert (question.pronoun, question.start, question.end) == ("p1", 48, 50)


def test_number_and_whole_phrases() -> None:
    assert texts(DOG, pronoun="it") == ["The old dog with a bell", "a bell"]


def test_all_pronouns() -> None:
    questions = find_questions(ANN, gender_of={"Ann": "fem", "Bob": "masc"}.get)
    assert [(q.pronoun, [c.node for c in q.candidates]) for q in questions] == [
        ("p2", ["x2"]),
        ("p3", ["g1"]),
    ]


def test_no_coargument_and_no_member_of_one() -> None:
    with pytest.raises(InputError, match="no noun phrase"):
        find_questions(ANN, pronoun="him", gender_of={"Ann": "fem"}.get)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("the old dog", "x1"),
        ("The Dog's", "x1"),
        ("a dog", "x1"),
        ("dogs", "x1"),
        ("the dgo", None),
        ("the dogg", "x1"),
        ("the cat", "x3"),
        ("the bell", "x2"),
        ("being hungry", "s1"),
        ("the elephant", None),
    ],
)
def test_given_candidates(text: str, node: str | None) -> None:
    assert nodes(DOG, "it", text) == [node]


def test_given_group_member_name_and_pronoun() -> None:
    assert nodes(ANN, "they", "Ann and Bob", "Bob", "the house", "him") == ["g1", "x2", "x3", "p1"]


def test_same_phrase_nearest_before_the_pronoun() -> None:
    graph = spanned(
        decode("""# ::snt A dog saw a dog and it barked at a dog .
(d1 / text
   :snt1 (e1 / see~2 :subj (x1 / dog~1) :obj (x2 / dog~4)
      :link.and (e2 / bark~7 :subj (p1 / it~6) :obl.at (x3 / dog~10))))""")
    )
    assert nodes(graph, "it", "the dog") == ["x2"]


def test_quoted_phrases_are_distinguished_by_their_place() -> None:
    graph = spanned(
        decode("""# ::snt The jar from Oslo hit the jar from Rome for hours and it broke .
(d1 / text
   :snt1 (e1 / hit~4
      :subj (x1 / jar~1 :nmod.from (x2 / Oslo~3 :proper +))
      :obj (x3 / jar~6)
      :obl.from (x4 / Rome~8 :proper + :nmod.for (x5 / hour~10))
      :link.and (e2 / break~13 :subj (p1 / it~12))))""")
    )
    assert nodes(graph, "it", "The jar from Oslo", "the jar from Rome") == ["x1", "x3"]
    assert nodes(graph, "it", "the jar from Rome", "a jar from Oslo") == ["x3", "x1"]


def test_reflexive_needs_a_coargument() -> None:
    graph = spanned(
        decode("""# ::snt Ann said that Eve hurt herself .
(d1 / text
   :snt1 (e1 / say~1 :subj (x1 / Ann~0 :proper +)
      :comp (e2 / hurt~4 :subj (x2 / Eve~3 :proper +) :obj (p1 / she~5 :case refl :num sg))))""")
    )
    assert texts(graph, pronoun="herself") == ["Eve"]


def test_pronoun_in_a_fronted_clause() -> None:
    graph = spanned(
        decode("""# ::snt When she woke , Ann saw the nurse .
(d1 / text
   :snt1 (e2 / see~5 :subj (x1 / Ann~4 :proper +) :obj (x2 / nurse~7 :num sg)
      :link.when (e1 / wake~2 :subj (p1 / she~1 :num sg :gender fem))))""")
    )
    assert texts(graph, pronoun="she") == ["Ann", "the nurse"]


def test_owner_is_not_the_thing_owned() -> None:
    graph = spanned(
        decode("""# ::snt Ann's mother loves her dog .
(d1 / text
   :snt1 (e1 / love~2 :subj (x2 / mother~1 :num sg :poss (x1 / Ann~0 :proper +))
      :obj (x3 / dog~4 :num sg :poss (p1 / she~3 :case poss :num sg :gender fem))))""")
    )
    (question,) = find_questions(graph)
    assert [c.node for c in question.candidates] == ["x1", "x2"]


@pytest.mark.parametrize(
    ("pronoun", "message"),
    [
        ("she", "the pronoun 'she' is not in the text"),
        ("dog", "the pronoun 'dog' is not a pronoun here"),
        (0, "there is no pronoun at offset 0"),
        (4000, "outside the text"),
    ],
)
def test_errors(pronoun: str | int, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        find_questions(DOG, pronoun=pronoun)
    assert "it" in caught.value.hint or "Offsets" in caught.value.hint


def test_no_pronoun() -> None:
    graph = spanned(
        decode("# ::snt Ann left .\n(d1 / text :snt1 (e1 / leave~1 :subj (x1 / Ann~0)))")
    )
    with pytest.raises(InputError, match="no pronoun to ask about"):
        find_questions(graph)


def test_a_pronoun_that_stands_for_nothing_is_named() -> None:
    graph = spanned(decode("# ::snt It rained .\n(d1 / text :snt1 (e1 / rain~1))"))
    with pytest.raises(InputError, match="the pronoun 'It' does not refer to anything"):
        find_questions(graph)


def test_punctuation_is_not_a_candidate() -> None:
    graph = spanned(
        decode(
            "# ::snt Ann * said she left\n"
            '(d1 / text :snt1 (e1 / say~2 :subj (x1 / Ann~0) :obj (x2 / "*"~1)'
            " :comp (e2 / leave~4 :subj (p1 / she~3 :gender fem :num sg :person 3))))"
        )
    )
    (question,) = find_questions(graph)
    assert [c.node for c in question.candidates] == ["x1"]


def test_no_candidate() -> None:
    with pytest.raises(InputError, match="no candidate was given"):
        find_questions(DOG, candidates=["", " "])


@pytest.mark.parametrize(
    ("name", "proper", "many"),
    [
        ("museum", "", True),
        ("Norland_Cheese", "+", True),
        ("Telmar", "+", True),
        ("museum_guide", "", False),
        ("Captain_Telmar", "+", False),
        ("Vera_Telmar", "+", False),
        ("Vera", "+", False),
    ],
)
def test_they_may_refer_to_an_institution(name: str, proper: str, many: bool) -> None:
    graph = spanned(
        decode(f"""# ::snt X wrote to the readers because they were late .
(d1 / text
   :snt1 (e1 / write~1
      :subj (x1 / {name}~0 :num sg{" :proper +" if proper else ""})
      :obl.to (x2 / reader~4 :num pl :def def)
      :link.because (s1 / late~8 :pos adj
         :subj (p1 / they~6 :num pl :person 3))))""")
    )
    assert texts(graph) == (["X", "the readers"] if many else ["the readers"])
