"""Records of graphs: a pronoun is resolved only where grammar leaves one person."""

from __future__ import annotations

from coindex.mining.extracting.extract import facts, pairs
from coindex.mining.extracting.records import Fact, Pair
from coindex.mining.querying.counts import Tallies, meant_in
from coindex.reasoner.evidence.keys import ACTOR, OTHER
from kparse.notation.penman import decode

ANN, BOB = ":subj (x1 / Ann :num sg :proper +)", ":obj (x2 / Bob :num sg :proper +)"
HE = "(p1 / he :num sg :gender masc :person 3)"
SHE = "(p1 / she :num sg :gender fem :person 3)"


class People:
    """A lexicon of a few words."""

    def gender_of(self, lemma: str) -> str | None:
        return {"Ann": "fem", "Bob": "masc", "queen": "fem"}.get(lemma)

    def is_person(self, lemma: str) -> bool | None:
        return {"queen": True, "teacher": True, "table": False}.get(lemma)


def found(first: str, second: str, link: str = "because") -> list[Pair]:
    text = f"(d1 / text :snt1 (e1 / {first} :link.{link} (s1 / {second})))"
    return list(pairs(decode(text), People()))


def test_gender_leaves_one() -> None:
    (pair,) = found(f"thank {ANN} {BOB}", f"kind :subj {HE}")
    assert (pair.conn, pair.forward, pair.first, pair.second) == ("because", True, "thank", "kind")
    assert (pair.role, pair.roles, pair.answer) == ("subj", ("subj", "obj"), 1)
    assert meant_in(pair) == OTHER
    (pair,) = found(f"thank {ANN} {BOB}", f"rude :polarity - :subj {SHE}")
    assert (pair.second_neg, meant_in(pair)) == (True, ACTOR)


def test_speakers_and_number_leave_one() -> None:
    speaker = "(p2 / i :num sg :person 1)"
    (pair,) = found(f"tell :subj {speaker} {BOB}", "afraid :subj (p3 / i :num sg :person 1)")
    assert meant_in(pair) == ACTOR
    (pair,) = found(f"tell :subj {speaker} {BOB}", f"afraid :subj {HE}")
    assert meant_in(pair) == OTHER
    they = "(p3 / they :num pl :person 3)"
    (pair,) = found(f"see {ANN} :obj (x3 / teacher :num pl)", f"angry :subj {they}")
    assert meant_in(pair) == OTHER


def test_what_grammar_leaves_open_is_left_out() -> None:
    assert found(f"see :subj (x3 / teacher :num sg) {BOB}", f"angry :subj {HE}") == []


def test_things_do_not_compete() -> None:
    assert found(f"lift {ANN} :obj (x3 / table :num sg)", f"strong :subj {SHE}") == []


def test_an_owner_who_is_the_actor_is_no_other_person() -> None:
    she = "(p2 / she :num sg :gender fem :person 3)"
    own = "(p3 / she :num sg :gender fem :person 3 :case poss)"
    (pair,) = found(f"love :subj {she} {BOB} :obl.in (x3 / way :poss {own})", f"sad :subj {SHE}")
    assert (pair.roles, pair.answer) == (("subj", "obj"), 0)


def test_the_pronoun_may_stand_in_the_main_clause() -> None:
    graph = decode(
        f"(d1 / text :snt1 (s1 / sorry :subj {HE} :link.because (e1 / hurt {ANN} {BOB})))"
    )
    (pair,) = pairs(graph, People())
    assert (pair.forward, pair.first, pair.second, meant_in(pair)) == (
        False,
        "hurt",
        "sorry",
        OTHER,
    )


def test_facts() -> None:
    graph = decode(
        "(d1 / text :snt1 (e1 / bake :subj (x1 / baker :mod (m1 / old)) :obj (x2 / bread"
        " :nmod.of (x3 / rye)) :obl.in (x4 / oven)) :snt2 (s1 / big :pos adj :degree more"
        " :subj x2 :than (x5 / loaf)))"
    )
    assert set(facts(graph)) == {
        Fact("subj", "bake", "baker"),
        Fact("obj", "bake", "bread"),
        Fact("obl.in", "bake", "oven"),
        Fact("mod", "old", "baker"),
        Fact("nmod.of", "bread", "rye"),
        Fact("mod", "big", "bread"),
        Fact("than.big", "bread", "loaf"),
    }


class Classes:
    """Names of classes and relations for tests."""

    def relation(self, connective: str, *, forward: bool) -> str:
        return {"because": "cause"}.get(connective, "other") if forward else "~cause"

    def classes(self, what: object) -> tuple[str, ...]:
        return ("good",)


def test_a_certain_pair_is_counted_under_all_its_names() -> None:
    pair = Pair("because", True, "thank", False, "kind", False, "subj", ("subj", "obj"), 1)
    tallies = list(Tallies(Classes())(pair))  # type: ignore[arg-type]
    assert ("effect", ("all", "", "", "subject", "cause"), (0, 1)) in tallies
    assert ("effect", ("word", "kind", "second", "subject", "cause"), (0, 1)) in tallies
    assert ("effect", ("class", "good", "first", "subject", ""), (0, 1)) in tallies
