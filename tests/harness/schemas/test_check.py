"""The checks: for each code a small file with the error, and a similar one without."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coindex.asking.asking import Asking
from coindex.harness.copa.counting import Task, count
from coindex.harness.copa.counts import Counts
from coindex.harness.schemas.checks import check as check_module
from coindex.harness.schemas.checks.association import Association
from coindex.harness.schemas.checks.check import CHECKS, check, report, report_json, solve
from coindex.harness.schemas.checks.kinds import Lexicon
from coindex.harness.schemas.checks.parsed_half import parse_halves
from coindex.harness.schemas.checks.selection import ruled_out
from coindex.harness.schemas.files import Contents, load, read
from coindex.harness.schemas.schema import Schema
from coindex.reasoner.running.asked import asking
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError
from kparse.notation.penman import encode

FILES = Path(__file__).parent / "check"
CODES = re.findall(r"^([EW]\d{3})  ", check_module.__doc__ or "", re.M)

TEXT = "They aimed a short hose at a fire, and that was a short hose indeed.\n" * 40
OTHERS = "She saw a tall tree, a far house, a dog and a road away from here, but no water.\n" * 80


@pytest.fixture(scope="module")
def association(tmp_path_factory: pytest.TempPathFactory) -> Association:
    place = tmp_path_factory.mktemp("counts")
    (place / "a.txt").write_text(TEXT + OTHERS)
    count(Task((str(place / "a.txt"),), windows=(3,)), place / "x.counts", show=False)
    return Association(Counts(place / "x.counts"))


ANSWERED = ("W504", "W505", "W506", "W507")
"""What the reasoner answers is looked at alone: small files with another error are often ambiguous, too."""
COUNTED = ("W503", "W508")
RULES = (
    "Person1 nods to person2 because person1 whistles.",
    "Person1 nods to person2 because person2 whistles.",
)


def only(code: str) -> dict[str, tuple[str, ...]]:
    return {"select": (code,)} if code in ANSWERED else {"ignore": ANSWERED}


@pytest.fixture(scope="module")
def asks(tmp_path_factory: pytest.TempPathFactory) -> Asking:
    """Rules for the special half of W507."""
    place = tmp_path_factory.mktemp("asks")
    text = "The glazier nodded to the drummer because he had whistled."
    start = text.index(" he ") + 1
    question = {"id": "a", "text": text, "pron_start": start, "pron_end": start + 2}
    question |= {"candidates": ["the glazier", "the drummer"], "answer": 0, "rules": RULES}
    (place / "rules.jsonl").write_text(json.dumps(question) + "\n")
    return Asking(f"recorded:{place / 'rules.jsonl'}", place / "asked.jsonl")


def file(name: str) -> Path:
    return next(path for path in FILES.iterdir() if path.stem == name)


@pytest.mark.parametrize("code", CODES)
def test_each_code(code: str, reasoner: Reasoner, association: Association, asks: Asking) -> None:
    counts = association if code in COUNTED else None
    with asking(reasoner, asks if code == "W507" else None):
        found = check(read([file(code)]), reasoner, association=counts, **only(code))
    assert {diagnostic.code for diagnostic in found} == {code}
    assert found[0].location.file == str(file(code))
    assert found[0].location.line is not None


@pytest.mark.parametrize("code", CODES)
def test_each_near_miss(
    code: str, reasoner: Reasoner, association: Association, asks: Asking
) -> None:
    counts = association if code in COUNTED else None
    with asking(reasoner, asks if code == "W507" else None):
        found = check(read([file(f"{code}.near")]), reasoner, association=counts, **only(code))
    assert found == []


def test_each_check_is_in_the_table_and_has_files() -> None:
    assert set(CHECKS) < set(CODES)
    assert {path.name.split(".")[0] for path in FILES.iterdir()} == set(CODES)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("E102", "E102.yaml:6:3: E102: unknown key `qestion` (Did you mean `question`?)"),
        ("E106", "the id `e106` is taken by"),
        ("E205", 'the actress is female (gender("actress",fem) knowledge/rows/'),
        ("E206", 'the horse is a living or thinking being (kind("horse",'),
        ("W402", "very far away (3 words)"),
        ("W107", "problem 3 is left out, it has no twin after it: it is the last"),
    ],
)
def test_messages(code: str, message: str, reasoner: Reasoner) -> None:
    assert message in str(check(read([file(code)]), reasoner)[0])


def test_what_rules_a_party_out_is_told_with_its_rows(reasoner: Reasoner) -> None:
    (found,) = check(read([file("E501")]), reasoner, select=["E501"])
    assert found.location.line == 3  # the line of the special word
    assert "“stale” asks for perishable, and the plate is container" in found.message
    places = re.findall(
        r"(\w+)\([^()]*(?:\([^()]*\))?[^()]*\) (knowledge/[\w/]+\.lp):(\d+)", found.message
    )
    assert [name for name, _, _ in places] == ["prop_sel", "kind", "disjoint"]
    for name, path, line in places:
        written = Path(__file__).resolve().parents[3].joinpath(path).read_text("utf-8")
        assert f"{name}(" in written.splitlines()[int(line) - 1]


SELECTION = [
    ("The boy left the cart at the gate because [it] was {special}.", "asleep", "the cart", "the gate", ()),
    ("The goat stood beside the cart until [it] {special}.", "died", "the goat", "the cart", (1,)),
    ("The goat stood beside the cart until [it] {special}.", "moved", "the goat", "the cart", ()),
    ("The goat stood beside the cart, and {special} had fed [it].", "Ann", "the goat", "the cart", (1,)),
    ("The nurse carried the tray past the cake after [it] had been {special}.", "eaten", "the tray", "the cake", (0,)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "word", "one", "other", "out"), SELECTION)
def test_selection(
    reasoner: Reasoner, text: str, word: str, one: str, other: str, out: tuple[int, ...]
) -> None:
    schema = Schema("a", text, (word,), ("else",), (one, other))
    half = next(parse_halves([schema], reasoner))[0]
    found = ruled_out(half, Lexicon(reasoner.store))
    if word == "asleep":  # both: what rules both out tells them not apart
        assert [f.party for f in found] == [0, 1]
    else:
        assert tuple(f.party for f in found) == out


def test_the_other_clause_is_cut_away(reasoner: Reasoner) -> None:
    text = "When Olga, who sings, had fed the old goat, it broke the cart that Ann liked, so [it] was {special}."
    schema = Schema("a", text, ("sold",), ("gone",), ("the goat", "the cart"))
    cut = encode(next(parse_halves([schema], reasoner))[0].own_clause())
    concepts = set(re.findall(r"/ ([\w']+)~", cut))
    assert concepts >= {"sell", "it", "goat", "cart", "old"}
    assert not concepts & {"sing", "feed", "break", "like", "Ann"}


def test_select_and_report(reasoner: Reasoner) -> None:
    contents = read([file("E205"), file("W304"), file("E102")])
    assert [d.code for d in check(contents, reasoner)] == ["E102", "E205", "W304"]
    assert [d.code for d in check(contents, reasoner, select=["W", "E1"])] == ["E102", "W304"]
    assert report([]) == "no findings"
    record = json.loads(report_json(2, check(contents, reasoner), not_looked_at=["W503"]))
    assert record["schemas"] == 2
    assert record["findings"][1]["code"] == "E205"
    assert record["not_looked_at"] == ["W503"]


def test_what_the_reasoner_answers_stands_beside_it(reasoner: Reasoner) -> None:
    contents = load([file("W304"), file("W405")])
    verdicts = list(solve(contents.schemas, reasoner))
    text = report([], verdicts)
    assert len(text.splitlines()) == 2 + 2 + 1
    right = sum(sum(verdict.right) for verdict in verdicts)
    assert f"{right} of 4 halves" in text
    record = json.loads(report_json(2, [], verdicts))
    halves = record["answers"][0]["halves"]
    assert [half["right"] for half in halves] == list(verdicts[0].right)
    assert {half["decided_by"] for half in halves} <= {"knowledge", "mined", "preference", "tie"}


def test_association_needs_counts(reasoner: Reasoner, association: Association) -> None:
    contents = read([file("W503")])
    assert check(contents, reasoner) == []
    (found,) = check(contents, reasoner, association=association)
    assert "“short” and “hose”" in found.message
    bits, pairs = association.pmi("short", "hose")
    assert pairs == 80
    assert bits > 2
    assert association.pmi("short", "nothing")[0] == pytest.approx(0.0)


def test_each_code_is_in_the_documentation() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "schemas.md"
    assert re.findall(r"`([EW]\d{3})`", page.read_text("utf-8").split("**Selection.**")[0]) == CODES


LISTS = Path(__file__).parent / "pitfalls"
FIRST, SECOND = {"E501", "W503", "W504"}, {"W505", "W506", "W507"}
"""The codes of the two pitfalls."""


@pytest.mark.slow
@pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow")
def test_the_pitfalls_are_found_and_good_schemas_are_not(reasoner: Reasoner) -> None:
    """Of twenty ambiguous and twenty easy schemas at least 16, of twenty good ones at most two for each."""

    def found(name: str, codes: set[str]) -> int:
        contents = load([LISTS / f"{name}.yaml"])
        assert len(contents.schemas) == 20
        return len({d.message.split(":")[0] for d in check(contents, reasoner, select=codes)})

    assert found("ambiguous", SECOND) >= 16
    assert found("easy", FIRST) >= 16
    assert found("good", SECOND) <= 2
    assert found("good", FIRST) <= 2


def test_a_party_that_is_well_ahead_both_times_is_found_though_the_word_changes_something(
    reasoner: Reasoner,
) -> None:
    text = "Otto called Erich because [he] was {special}."
    schema = Schema("a", text, ("bored",), ("lonely",), ("Otto", "Erich"), "Who was {special}?")
    (found,) = check(Contents(schemas=[schema]), reasoner)
    assert found.code == "W505"
    assert "Otto" in found.message


FALSE = [
    ("Sara put Tina's drawing above the mirror because [it] was {special}.", ("Tina's drawing", "the mirror")),
    ("Tina's drawing hung under Ann's photo because [it] was {special}.", ("Tina's drawing", "Ann's photo")),
    ("Tina's drawing fell on Olga's because [it] was {special}.", ("Tina's drawing", "Olga's drawing")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answers"), FALSE)
def test_what_somebody_owns_is_not_taken_for_its_owner(
    reasoner: Reasoner, text: str, answers: tuple[str, str]
) -> None:
    schema = Schema("a", text, ("torn",), ("huge",), answers, "What was {special}?")
    found = check(Contents(schemas=[schema]), reasoner, select=["E2", "E3"])
    assert found == []


def test_a_schema_may_ask_for_the_second_party_first(reasoner: Reasoner) -> None:
    text = "Rosa did not throw the rope to Mona although [she] {special} near."
    schema = Schema("a", text, ("was",), ("saw her",), ("Mona", "Rosa"), "Who {special} near?")
    assert check(Contents(schemas=[schema]), reasoner, select=["E", "W2"]) == []


def test_what_is_ignored_is_not_looked_for(reasoner: Reasoner) -> None:
    contents = read([file("W505")])
    assert [d.code for d in check(contents, reasoner)] == ["W505"]
    assert check(contents, reasoner, ignore=["W505"]) == []
    with pytest.raises(InputError, match="W99"):
        check(contents, reasoner, ignore=["W99"])
