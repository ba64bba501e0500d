"""Tests of the scorer, and the lint of the gold graphs."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from kparse.errors import InputError, NotationError
from kparse.graph import Edge, SemanticGraph
from kparse.notation import vocabulary
from kparse.notation.penman import decode, decode_all, encode
from training.parser import graph_scores as scoring
from training.templates import words

GOLD = Path(__file__).with_name("gold")

KITES = """
# ::id kites
# ::snt He saw that he had not lost his kite.
# ::topic pronouns
(d1 / text
   :snt1 (e1 / see
      :subj (p1 / he)
      :comp (e2 / lose :polarity -
         :subj (p2 / he)
         :obj (x1 / kite
            :poss (p3 / he)))))
"""

# ----------------------------------------------------------------------------------------- scorer


def test_a_graph_agrees_with_itself() -> None:
    comparison = scoring.compare(decode(KITES), decode(KITES))
    assert comparison.relations == scoring.Counts(5, 5, 5)
    assert comparison.relations.f1 == 1.0
    assert comparison.attributes["polarity"] == scoring.Counts(1, 1, 1)
    assert comparison.exact
    assert not comparison.missed
    assert not comparison.spurious


def test_variables_do_not_matter() -> None:
    other = KITES
    for old, new in (("p1", "p9"), ("p3", "p1"), ("e2", "e7")):
        other = other.replace(f"({old} ", f"({new} ")
    comparison = scoring.compare(decode(KITES), decode(other))
    assert comparison.exact
    assert comparison.pairs["p3"] == "p1"


def test_a_changed_edge_counts_once_missed_and_once_spurious() -> None:
    comparison = scoring.compare(decode(KITES), decode(KITES.replace(":obj (x1", ":obl.to (x1")))
    assert comparison.relations == scoring.Counts(4, 5, 5)
    assert comparison.relations.f1 == pytest.approx(0.8)
    assert comparison.missed == [scoring.Triple("e2", "obj", "x1")]
    assert comparison.spurious == [scoring.Triple("e2", "obl.to", "x1")]
    assert comparison.roles["obj"] == scoring.Counts(0, 0, 1)
    assert comparison.roles["obl"] == scoring.Counts(0, 1, 0)
    assert not comparison.exact
    assert "- lose :obj kite" in scoring.differences(comparison)
    assert "+ lose :obl.to kite" in scoring.differences(comparison)


def test_the_best_of_several_pairings_is_taken() -> None:
    gold = decode(KITES)
    predicted = decode(KITES.replace(":subj (p2 / he)\n         ", ""))
    comparison = scoring.compare(gold, predicted)
    assert comparison.pairs["p3"] == "p3"
    assert "p2" not in comparison.pairs
    assert comparison.relations == scoring.Counts(4, 4, 5)


def test_a_node_without_counterpart_makes_its_edges_wrong() -> None:
    comparison = scoring.compare(decode(KITES), decode(KITES.replace("/ kite", "/ kitten")))
    assert comparison.relations == scoring.Counts(3, 5, 5)


def test_attributes_are_scored_apart() -> None:
    changed = KITES.replace("lose :polarity -", "lose :modal could")
    comparison = scoring.compare(decode(KITES), decode(changed))
    assert comparison.relations.f1 == 1.0
    assert comparison.attributes["polarity"] == scoring.Counts(0, 0, 1)
    assert comparison.attributes["modal"] == scoring.Counts(0, 1, 0)
    assert not comparison.exact
    lines = scoring.differences(comparison).splitlines()
    assert lines[1:] == ["  - lose :polarity -", "  + lose :modal could"]


def test_only_the_default_of_an_open_attachment_counts() -> None:
    plain = "(d1 / text :snt1 (e1 / sell :obj (x1 / cup :nmod.for (x2 / girl))))"
    for_cup, for_sale = "nmod.for?1! (x2 / girl)", ":obl.for?1 x2"
    opened = f"(d1 / text :snt1 (e1 / sell :obj (x1 / cup :{for_cup}) {for_sale}))"
    assert scoring.compare(decode(plain), decode(opened)).exact
    other = opened.replace("?1!", "?1").replace("obl.for?1", "obl.for?1!")
    assert scoring.compare(decode(plain), decode(other)).relations.matched == 1


def test_sentence_edges_count_only_for_exactness() -> None:
    one = "(d1 / text :snt1 (e1 / come :link.next (e2 / go)) :snt2 e2)"
    comparison = scoring.compare(decode(one), decode(one.replace(" :snt2 e2", "")))
    assert comparison.relations == scoring.Counts(1, 1, 1)
    assert not comparison.exact
    assert "sentences: come; gold: come go" in scoring.differences(comparison)


def _crowd(order: list[int]) -> SemanticGraph:
    graph = SemanticGraph()
    graph.add_node("d1", "text")
    for place, number in enumerate(order):
        graph.add_node(f"e{number}", f"verb{number}")
        graph.add_node(f"p{place}", "she")
        graph.add_edge("d1", f"snt{number + 1}", f"e{number}")
        graph.add_edge(f"e{number}", "subj", f"p{place}")
    return graph


def test_many_equal_concepts_are_paired_by_climbing() -> None:
    straight, mixed = _crowd(list(range(9))), _crowd([4, 0, 8, 1, 7, 2, 6, 3, 5])
    comparison = scoring.compare(straight, mixed)
    assert comparison.exact
    fewer = scoring.compare(straight, _crowd([4, 0, 6, 1, 2, 3, 5]))
    assert fewer.relations == scoring.Counts(7, 7, 9)


def test_shares_of_nothing_are_whole() -> None:
    counts = scoring.Counts()
    assert (counts.precision, counts.recall, counts.f1) == (1.0, 1.0, 1.0)
    half = scoring.Counts(1, 4, 2)
    assert (half.precision, half.recall) == (0.25, 0.5)
    assert half.f1 == pytest.approx(1 / 3)


def test_averages_are_taken_over_triples() -> None:
    small = "# ::snt Ann slept.\n# ::topic sleep\n(d1 / text :snt1 (e1 / sleep :subj (x1 / Ann)))"
    answers = {
        "Ann slept.": decode(small.replace("Ann)", "Bob)")),
        decode(KITES).metadata["snt"]: decode(KITES),
    }
    report, comparisons = scoring.score(decode_all(KITES + "\n" + small), answers.__getitem__)
    assert report.relations == scoring.Counts(5, 6, 6)
    assert (report.graphs, report.exact) == (2, 1)
    assert report.topics["sleep"] == scoring.Counts(0, 1, 1)
    assert report.roles["subj"] == scoring.Counts(2, 3, 3)
    text = scoring.table(report)
    assert "exact graphs: 1 of 2 (50.0%)" in text
    assert ":poss" in text
    listed = scoring.errors(comparisons, 5)
    assert "- sleep :subj Ann" in listed
    assert "kites" not in listed


# ---------------------------------------------------------------------------------------- command


def test_the_command_prints_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "gold.penman"
    path.write_text(KITES, encoding="utf-8")
    wrong = decode(KITES.replace(":comp", ":obj"))
    monkeypatch.setattr(scoring, "project_parser", lambda model: lambda text: wrong)
    assert scoring.main([str(path), "--errors", "1"]) == 0
    out = capsys.readouterr().out
    assert "relations" in out
    assert "- see :comp lose" in out


def test_the_command_reports_unreadable_gold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scoring, "project_parser", lambda model: decode)
    assert scoring.main([str(tmp_path / "none.penman")]) == 2
    assert "none.penman" in capsys.readouterr().err


def test_gold_needs_notation_and_text(tmp_path: Path) -> None:
    path = tmp_path / "gold.penman"
    path.write_text("(d1 / text :snt1 (e1 / see", encoding="utf-8")
    with pytest.raises(NotationError):
        scoring.read_gold(path)
    path.write_text("(d1 / text :snt1 (e1 / see))", encoding="utf-8")
    with pytest.raises(InputError, match="::snt"):
        scoring.read_gold(path)


# ------------------------------------------------------------------------------------------- gold


@cache
def _gold(name: str) -> list[SemanticGraph]:
    return scoring.read_gold(GOLD / f"{name}.penman")


def _all() -> list[SemanticGraph]:
    return [*_gold("tune"), *_gold("held"), *_gold("long")]


def _below(graph: SemanticGraph, start: str) -> set[str]:
    """The nodes that edges lead to."""
    reached, stack = set[str](), [start]
    while stack:
        new = {edge.target for edge in graph.out(stack.pop())} - reached
        reached |= new
        stack.extend(new)
    return reached


def test_the_halves_are_whole_and_apart() -> None:
    for name, size in (("tune", 75), ("held", 75), ("long", 60)):
        ids = [graph.metadata["id"] for graph in _gold(name)]
        assert ids == [f"{name}-{number:03}" for number in range(1, size + 1)]
    sentences = Counter(graph.metadata["snt"] for graph in _all())
    assert max(sentences.values()) == 1
    assert all(list(graph.metadata) == ["id", "snt", "topic"] for graph in _all())


def test_long_sentences_have_over_fifteen_words() -> None:
    assert all(len(graph.metadata["snt"].split()) > 15 for graph in _gold("long"))


def test_the_topics_are_balanced() -> None:
    topics = [Counter(graph.metadata["topic"] for graph in _gold(n)) for n in ("tune", "held")]
    assert all(abs(topics[0][topic] - topics[1][topic]) <= 1 for topic in topics[0] | topics[1])


def test_the_notation_keeps_the_gold() -> None:
    assert decode_all("\n".join(map(encode, _all()))) == _all()


def _check_is_within_the_vocabulary(graph: SemanticGraph) -> None:
    assert vocabulary.findings(graph) == []
    assert not any(edge.choice for edge in graph.edges)


def _check_is_one_text_in_which_all_is_reached(graph: SemanticGraph) -> None:
    roles = [edge.role for edge in graph.out("d1")]
    assert roles == [f"snt{number}" for number in range(1, len(roles) + 1)]
    assert len(roles) == len(re.findall(r"[.!?](?: |\"?$)", graph.metadata["snt"]))
    assert {"d1"} | _below(graph, "d1") == set(graph.nodes)


def _check_relative_clauses_lead_back(graph: SemanticGraph) -> None:
    for edge in graph.edges:
        if edge.role == "rel":
            assert edge.source in _below(graph, edge.target)


IMPERSONAL = frozenset(
    "seem tend likely begin appear continue rain clear obvious difficult dark".split()
)
"""Predicates without a deep subject: raising, weather, expletive ``it``."""


def _check_finite_predicates_have_subjects(graph: SemanticGraph) -> None:
    for node in graph.of_kind("event", "state"):
        silent = node.attrs.get("voice") == "pass" or "mood" in node.attrs
        without = not graph.out(node.id, "subj")
        if node.attrs.get("form") == "fin" and not silent:
            assert without == (node.concept in IMPERSONAL), node.concept
        assert len(graph.out(node.id, "subj")) <= 1
        assert len(graph.out(node.id, "obj")) <= 1


def _check_passives_have_objects(graph: SemanticGraph) -> None:
    for node in graph.of_kind("event"):
        if node.attrs.get("voice") == "pass":
            assert graph.out(node.id, "obj") or graph.out(node.id, "iobj"), node.concept


FORMS = {
    "he": "he him his", "she": "she her hers", "it": "it its", "they": "they them their", "one": "ours hers his one",
    "i": "i me my", "we": "we us our ours", "have": "has had", "be": "were", "old": "eldest", "lie": "lied",
}  # fmt: skip
"""Forms of pronouns, and others that are in no list of irregular forms."""


def _forms(concept: str) -> list[str]:
    """Words that do not begin as the concept does."""
    irregular = (words.irregular(kind).get(concept, ()) for kind in ("verb", "plural", "degree"))
    regular = (words.third_person(concept), words.past(concept))
    return [
        *FORMS.get(concept, "").split(),
        *regular,
        *(form for forms in irregular for form in forms),
    ]


SILENT_LINKS = frozenset({"next", "participle"})
INVERTED = "Had "


def _words(graph: SemanticGraph) -> list[str]:
    return re.findall(r"[a-z]+", graph.metadata["snt"].lower())


def _occurs(part: str, there: list[str]) -> bool:
    part = part.lower()
    stem = part[: max(3, len(part) - 1)]
    return any(w in _forms(part) or w.startswith(stem) for w in there)


def _check_concepts_are_words_of_the_text(graph: SemanticGraph) -> None:
    there = _words(graph)
    for node in graph.nodes.values():
        if node.kind not in ("text", "group"):
            assert all(_occurs(part, there) for part in node.concept.split("_")), node.concept
    spoken = Counter(n.concept for n in graph.nodes.values() if "elided" not in n.attrs)
    for concept in ("he", "she", "it", "they"):
        assert spoken[concept] <= sum(w in FORMS[concept].split() for w in there), concept


def _marker(edge: Edge) -> list[str]:
    base, _, word = edge.role.partition(".")
    if base not in ("obl", "nmod", "link") or (base == "link" and word in SILENT_LINKS):
        return []
    return word.removesuffix("_result").split("_")


def _check_connectives_and_prepositions_are_words_of_the_text(graph: SemanticGraph) -> None:
    there = _words(graph)
    for edge in graph.edges:
        if edge.role == "link.if" and graph.metadata["snt"].startswith(INVERTED):
            continue
        missing = [part for part in _marker(edge) if part not in there]
        degree = "such" in there and missing == ["so"]
        assert not missing or degree, edge.role


@pytest.mark.parametrize("name", sorted(name for name in globals() if name.startswith("_check_")))
def test_gold(name: str) -> None:
    for graph in _all():
        try:
            globals()[name](graph)
        except AssertionError as error:
            raise AssertionError(graph.metadata["id"]) from error
