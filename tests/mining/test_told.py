"""What is told of one participant of an event: only where it is certain who is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.mining.extracting.records import Told, read_record, written
from coindex.mining.extracting.told import told
from coindex.mining.querying.counts import entries, tallies_of
from coindex.reasoner.evidence.contrast import Contrast
from coindex.reasoner.evidence.store import MinedStore, write_store
from coindex.reasoner.evidence.tables import added, place
from coindex.reasoner.showing.mined_profiles import mined_parts, suggestions
from coindex.reasoner.store.store import Store
from kparse.notation.penman import decode
from tests.mining.test_extract import ANN, BOB, HE, SHE, People

META = {"lines": 9, "sentences": 8, "graphs": 7, "records": 6, "dropped": {}, "lost": []}


def found(text: str) -> list[Told]:
    return list(told(decode(f"(d1 / text :snt1 {text})"), People()))


def test_gender_leaves_one() -> None:
    (one,) = found(f"(e1 / thank {ANN} {BOB} :link.because (s1 / kind :subj {HE}))")
    assert (one.conn, one.forward, one.how, one.event) == ("because", True, "agrees", "thank")
    assert (one.roles, one.persons, one.answer) == (("subj", "obj"), "pp", 1)
    assert (one.state, one.lacking, one.words) == (True, False, ("p:kind",))
    assert read_record(written(one)) == one


def test_what_grammar_leaves_open_is_open() -> None:
    text = f"(e1 / see :subj (x3 / teacher) {BOB} :link.because (s1 / angry :subj {HE}))"
    (one,) = found(text)
    assert (one.how, one.answer, one.roles) == ("open", -1, ("subj", "obj"))
    assert list(tallies_of(one)) == []


def test_a_clause_with_the_same_participant_needs_no_pronoun() -> None:
    shared = f"(e1 / beg {ANN} {BOB} :comp (e2 / stay :subj x2) :link.and (e3 / leave :subj x1))"
    assert [(one.conn, one.how, one.answer, one.words) for one in found(shared)] == [
        ("comp", "shared", 1, ("p:stay",)),
        ("and", "shared", 0, ("p:leave",)),
    ]
    relative = "(e1 / thank {} :obj (x2 / queen :rel (e2 / help :subj x2 :obl.in (x3 / war))))"
    (one,) = found(relative.format(ANN))
    assert (one.conn, one.answer, one.words) == ("rel", 1, ("p:help", "b:war"))


def test_a_noun_may_be_repeated() -> None:
    again = "(x3 / queen :num sg :def def)"
    queen = ":obj (x2 / queen :num sg :def def)"
    (one,) = found(f"(e1 / trust {ANN} {queen} :link.for (s1 / wise :subj {again}))")
    assert (one.how, one.answer) == ("noun", 1)


def test_somebody_elsewhere_makes_a_pronoun_less_certain() -> None:
    text = "(e0 / say~1 :subj (x0 / Bob~0 :num sg :proper +) :comp (e1 / thank~3 {} {}))"
    thanks = (":subj (x1 / Ann~2 :num sg :proper +)", ":obj (x2 / duke~4 :num sg :proper +)")
    late = "(s1 / late~7 :subj (p1 / he~6 :num sg :gender masc :person 3))"
    inner = text.format(thanks[0], f"{thanks[1]} :link.because {late}")
    assert [one.how for one in found(inner) if one.event == "thank"] == ["nearest"]


def test_things_do_not_compete_with_persons() -> None:
    (one,) = found(f"(e1 / lift {ANN} :obj (x3 / table) :link.for (s1 / strong :subj {SHE}))")
    assert one.persons == "pt"
    assert list(tallies_of(one)) == []


@pytest.mark.parametrize(
    ("clause", "written_as"),
    [
        ("(s1 / ready :polarity - :subj {})", ["-ready"]),
        ("(e2 / apologise :polarity - :subj {})", ["apologise"]),
        ("(e2 / swim :modal could :polarity - :subj {})", ["-swim"]),
        ("(e2 / praise :subj (x3 / crowd) :obj {})", ["praise/obj"]),
        ("(s1 / weak :subj (x3 / voice :poss {}))", ["voice", "weak"]),
    ],
)
def test_entries_are_written_as_in_profiles(clause: str, written_as: list[str]) -> None:
    (one,) = found(f"(e1 / scold {ANN} {BOB} :link.because {clause.format(HE)})")
    assert list(entries(one)) == written_as
    assert ("told", ("scold", "obj", written_as[0]), (1,)) in list(tallies_of(one))


def store(path: Path) -> MinedStore:
    lines: dict[tuple[str, str, str], int] = {}
    for role, words in {
        "subj": "say say say go go go grateful grateful grateful",
        "obj": "say say say go go go help help help generous generous",
    }.items():
        for word in words.split() * 5:
            for head in ("thank", ""):
                for what in (word, ""):
                    key = (head, role, what)
                    lines[key] = lines.get(key, 0) + 1
    for role in ("subj", "obj"):
        for word in ("say", "go", "help", "generous", "grateful"):
            lines["", role, word] = lines.get(("", role, word), 0) + 100
        lines["", role, ""] += 1000
    rows = sorted((("told", k, (n,), ((0, 7),)) for k, n in lines.items()), key=place)
    write_store(path, added(rows), [("a.txt", "x", 9, "public domain")], META)
    return MinedStore(path)


def test_what_is_said_of_all_alike_weighs_nothing(tmp_path: Path) -> None:
    with store(tmp_path / "a.sqlite") as mined:
        weights = {(w.role, w.word): w.weight for w in Contrast(mined).words("thank")}
        assert weights["obj", "help"] > 0.5
        assert weights["subj", "grateful"] > 0.5
        assert abs(weights["subj", "say"]) < 0.25
        first = next(w for w in Contrast(mined).words("thank") if w.role == "obj")
        assert (first.word, first.here, first.there, first.where) == ("help", 15, 0, "a.txt:7")


def test_suggestions_are_words_that_the_profile_lacks(tmp_path: Path) -> None:
    folder = tmp_path / "knowledge"
    (folder / "profiles").mkdir(parents=True)
    profile = folder / "profiles" / "own.tsv"
    profile.write_text("thank\tobj\thelp\nthank\tsubj\tpolite\n", encoding="utf-8")
    knowledge = Store.open([folder])
    with store(tmp_path / "a.sqlite") as mined:
        words = [(one.role, one.word) for one in suggestions(knowledge, mined)]
        assert ("subj", "grateful") in words
        assert ("obj", "generous") in words
        assert not {"help", "say", "go"} & {word for _, word in words}
        (part,) = mined_parts(mined, "thank")
        assert "  obj: help 15:0, generous 10:0" in part
        assert suggestions(knowledge, mined, ["rely on"]) == []


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "a.sqlite")
    store(Path(path)).close()
    assert cli.main(["kb", "show", "thank", "--mined", path]) == 0
    assert "obj: help 15:0, generous 10:0" in capsys.readouterr().out
    assert cli.main(["kb", "suggest-profiles", "--mined", path, "thank"]) == 0
    assert "\tsay\t" not in capsys.readouterr().out
    assert cli.main(["kb", "suggest-profiles", "--mined", str(tmp_path / "no.sqlite")]) != 0
    assert "no such file" in capsys.readouterr().err
