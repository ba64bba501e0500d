"""Fitting weights: evidence is added up as the reasoner does, and what the fit finds is what there is to find."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import harness.fit.prices
from harness.fit.crossing import (
    PULLS,
    answered,
    by_margin,
    chosen,
    cross,
    fold_of,
    named,
    uses,
    uses_of_groups,
)
from harness.fit.descent import Fitting
from harness.fit.evidence import (
    Evidence,
    Piece,
    Side,
    cost,
    evidence_task,
    from_line,
    to_line,
)
from harness.fit.fitted import fit_all
from harness.fit.prices import Prices, prices
from harness.fit.sums import Whole
from harness.fit.written import Setting, groups, margins, report, to_toml, unused
from harness.scores.run import SetInfo
from harness.scores.sources import Entry
from kparse.errors import InputError, KnowledgeError
from reasoner._written import Rule
from reasoner.choice import Choice
from reasoner.engine import Reasoner
from reasoner.item import Item
from reasoner.journal import undamaged

COUNTS = Prices(point=10, further=1, faint=3, strong=3)
RULES = {
    "envy": (5, "cons"),
    "pride": (4, "expl"),
    "clumsy": (6, "clash"),
    "reason(harm,actor,angry)": (5, "reason"),
    "reason(harm,actor,sad)": (5, "reason"),
}

PIECES = st.builds(
    lambda kind, rule, link, price: (
        Piece("support", rule, f"l{link}", price) if kind == "support" else Piece(kind, rule)
    ),
    st.sampled_from(["support", "support", "hint", "clash"]),
    st.sampled_from(sorted(RULES)),
    st.integers(0, 2),
    st.integers(0, 3),
)
SIDES = st.builds(
    lambda pieces, rest: Side(tuple(sorted(pieces, key=lambda p: (p.kind, p.link, p.rule))), rest),
    st.lists(PIECES, max_size=5),
    st.tuples(*(st.integers(0, 1) for _ in range(4)), st.integers(-6, 0)),
)
EVIDENCE = st.builds(
    lambda number, gold, sides: Evidence(
        "own", str(number), f"own:{number // 2}", "pronoun", gold % len(sides), tuple(sides), RULES
    ),
    st.integers(0, 9),
    st.integers(0, 2),
    st.lists(SIDES, min_size=2, max_size=3),
)


def question(number: int, gold: int, *sides: Sequence[Piece], pair: int | None = None) -> Evidence:
    """A question with so many candidates, for each of which these pieces speak."""
    told = tuple(Side(tuple(pieces), (0, 0, 0, 0, 0)) for pieces in sides)
    rules = {piece.rule: RULES[piece.rule] for pieces in sides for piece in pieces}
    pair = number if pair is None else pair
    return Evidence("own", str(number), f"own:{pair}", "pronoun", gold, told, rules)


def supported(rule: str, price: int = 0) -> Piece:
    return Piece("support", rule, "l", price)


def misled(count: int = 40) -> list[Evidence]:
    """Questions in which envy says the wrong thing, and pride, though lighter, the right one."""
    envy, pride = supported("envy"), supported("pride")
    return [question(n, n % 2, *([envy], [pride])[:: 1 if n % 2 else -1]) for n in range(count)]


# --------------------------------------------------------------------------------------- adding up


def test_prices_are_those_of_the_encodings() -> None:
    found = prices()
    assert found.point > found.further >= 0
    assert 1 <= found.strong <= 9
    assert found.faint > 0


def test_encodings_that_a_fit_cannot_follow_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import reasoner.program

    text = (reasoner.program.ENCODINGS / "objective.lp").read_text()
    (tmp_path / "objective.lp").write_text(f"{text}\n:~ hint(Id,X,7). [-1@4,odd,Id,X]\n")
    monkeypatch.setattr(reasoner.program, "ENCODINGS", tmp_path)
    harness.fit.prices.prices.cache_clear()
    with pytest.raises(KnowledgeError, match=r"objective\.lp adds up otherwise"):
        prices()
    harness.fit.prices.prices.cache_clear()


@given(EVIDENCE, st.dictionaries(st.sampled_from(sorted(RULES)), st.integers(0, 9)))
def test_arrays_lead_as_costs_do(each: Evidence, changed: dict[str, int]) -> None:
    weights = {name: weight for name, (weight, _) in RULES.items()} | changed
    whole = Whole([each], COUNTS)
    if not whole.questions:
        return
    found = whole.leads(whole.part([0]), whole.weights(weights))
    costs = [cost(side, weights, COUNTS) for side in each.sides]
    right = costs[each.gold]
    rivals = [c for i, c in enumerate(costs) if i != each.gold and c[0] <= right[0]]
    known = min(c[1] for c in rivals)
    assert found.known[0, 0] == known - right[1]
    if known == right[1] and all(c[2:4] == right[2:4] for c in rivals):
        faint = min(c[4] for c in rivals if c[1] == known)
        assert found.faint[0, 0] == faint - right[4]


@given(EVIDENCE)
def test_a_line_says_all(each: Evidence) -> None:
    assert from_line(to_line(each)) == replace(each, rules=dict(each.rules))


def test_lines_are_read_up_to_a_damaged_one() -> None:
    lines = [to_line(each) for each in misled(3)]
    assert len(undamaged([*lines[:2], lines[2][:-9], lines[0]], from_line)) == 2
    assert undamaged(['{"set": "own"}'], from_line) == []
    assert undamaged([lines[0].replace('"envy": [5', '"pity": [5')], from_line) == []


TEXTS = (
    ("Nadia thanked Ruth because [she] had helped her.", ("Nadia", "Ruth")),
    ("The parcel did not fit into the bag because [it] was too large.", ("The parcel", "the bag")),
    ("Tom envies Karl although [he] is rich.", ("Tom", "Karl")),
    ("The nurse scolded the boy, so [he] cried.", ("The nurse", "the boy")),
)


def entries() -> list[Entry]:
    found = []
    for number, (text, candidates) in enumerate(TEXTS):
        start = text.index("[")
        word = text[start + 1 : text.index("]")]
        plain = text.replace("[", "").replace("]", "")
        item = Item(str(number), plain, start, start + len(word), candidates)
        found.append(Entry("own", str(number), f"own:{number}", "tune", (), item, 0))
    choice = Choice("c", "The vase broke.", ("Somebody dropped it.", "Somebody sold it."), "cause")
    found.append(Entry("choices", "c", "copa:c", "tune", (), choice, 0))
    return found


def test_evidence_adds_up_to_what_the_reasoner_says(reasoner: Reasoner) -> None:
    asked = entries()
    found = evidence_task(reasoner, asked)
    assert [each.id for each in found] == [entry.id for entry in asked]
    assert any(side.pieces for each in found for side in each.sides)
    for entry, each in zip(asked, found, strict=True):
        if isinstance(entry.asked, Item):
            answer = next(reasoner.solve_many([entry.asked]))
        else:
            answer = reasoner.choose(entry.asked)
        weights = {name: weight for name, (weight, _) in each.rules.items()}
        costs = [cost(side, weights, prices()) for side in each.sides]
        least = [min(level) for level in zip(*costs, strict=True)]
        told = [tuple(r.cost_by_level.values()) for r in answer.readings]
        assert told == [tuple(np.subtract(c, least)) for c in costs]
        assert all(side.rest[1] == 0 for side in each.sides), "knowledge is the rules' doing alone"


def test_a_question_without_an_answer_has_no_sides(reasoner: Reasoner) -> None:
    item = Item("x", "?!", 0, 1, ("the cat", "the dog"))
    (found,) = evidence_task(reasoner, [Entry("own", "x", "own:x", "tune", (), item, 1)])
    assert found.sides == ()
    assert not Whole([found], COUNTS).questions
    assert not answered(found, {}, COUNTS).right


# ---------------------------------------------------------------------------------------- fitting


def test_a_rule_that_misleads_loses_weight() -> None:
    whole = Whole(misled(), COUNTS)
    fit = named(whole, Fitting(whole, range(40)).run(0.2))
    assert fit["envy"] < fit["pride"]
    assert fit["pride"] >= 3


def test_a_strong_pull_leaves_weights_alone() -> None:
    whole = Whole(misled(), COUNTS)
    assert named(whole, Fitting(whole, range(40)).run(1e6)) == {"envy": 5, "pride": 4}
    assert named(whole, Fitting(whole, range(40)).run(None)) == {"envy": 5, "pride": 4}


def test_a_rule_never_seen_takes_its_groups_factor() -> None:
    """Laws about anger that hold nowhere: one about sadness, of the same group, is believed less, too."""
    angry = [supported("reason(harm,actor,angry)")]
    rules = {f"reason(harm,actor,p{n})": (7, "reason") for n in range(30)}
    seen = [
        replace(question(n, n % 2, *([], angry)[:: -1 if n % 2 else 1]), rules=rules)
        for n in range(60)
    ]
    seen = [
        replace(
            each,
            sides=tuple(
                Side(
                    tuple(replace(p, rule=f"reason(harm,actor,p{n % 30})") for p in side.pieces),
                    side.rest,
                )
                for side in each.sides
            ),
        )
        for n, each in enumerate(seen)
    ]
    other = question(99, 0, [supported("reason(harm,actor,sad)")], [])
    whole = Whole([*seen, other], COUNTS)
    fit = Fitting(whole, range(60)).run(0.5)
    assert fit.factors[whole.groups.index("reason")] < 1
    assert named(whole, fit)["reason(harm,actor,sad)"] < 5


@settings(max_examples=20, deadline=None)
@given(st.lists(EVIDENCE, min_size=1, max_size=12), st.sampled_from(PULLS))
def test_a_fit_costs_no_more_than_what_was_there(found: list[Evidence], pull: float) -> None:
    whole = Whole(found, COUNTS)
    fitting = Fitting(whole, range(len(whole.questions)))
    if not whole.questions:
        return
    fit = fitting.run(pull)
    assert all(0 <= weight <= 9 for weight in fit.weights)
    before = fitting._cost(whole.weights(), np.ones(len(whole.groups)), fit.temperature, pull)
    assert fitting._cost(fit.weights, fit.factors, fit.temperature, pull) <= before + 0.05
    assert np.array_equal(
        fit.weights, Fitting(whole, range(len(whole.questions))).run(pull).weights
    )


# ----------------------------------------------------------------------------------- cross-validation


def test_twins_are_in_one_fold() -> None:
    pair = [question(n, 0, [], pair=7) for n in (1, 2)]
    assert fold_of(pair[0], 10) == fold_of(pair[1], 10)


def test_cross_validation_answers_every_question() -> None:
    found = cross(misled(), COUNTS, 5, (0.2,))
    assert [crossed.pull for crossed in found] == [None, 0.2]
    assert all(len(crossed.given) == 40 for crossed in found)
    authored, fitted = (crossed.scores(misled())["all"] for crossed in found)
    assert (authored.right, authored.decided) == (0, 40)
    assert fitted.right == 40
    assert chosen(found).pull == 0.2


def test_no_gain_leaves_weights_as_authored() -> None:
    rng = random.Random(3)
    sides = ([supported("envy")], [supported("pride")])
    noise = [question(n, rng.randrange(2), *sides) for n in range(40)]
    found = cross([*noise, *(replace(e, gold=1 - e.gold) for e in noise)], COUNTS, 4, (0.05,))
    assert chosen(found).pull is None


def test_answers_fall_back_on_preference() -> None:
    each = question(1, 1, [supported("envy")], [])
    each = replace(each, sides=(each.sides[0], replace(each.sides[1], rest=(0, 0, 0, 0, -2))))
    given = answered(each, {"envy": 5}, COUNTS)
    assert (given.right, given.decided, given.margin, given.otherwise) == (False, True, 51, True)
    assert answered(each, {"envy": 0}, COUNTS).right
    rows = by_margin([given])
    assert rows[0][1:] == (1.0, 0.0, 0.0)


def test_use_is_what_hangs_on_a_rule() -> None:
    both = [supported("envy"), supported("pride")]
    found = uses(
        [question(1, 0, both, []), question(2, 1, [supported("envy")], [])], _plain(), COUNTS
    )
    assert (found["envy"].spoke, found["envy"].decides, found["envy"].right) == (2, 1, 0)
    assert (found["pride"].spoke, found["pride"].decides) == (1, 0)
    together = uses_of_groups([question(1, 0, both, [])], _plain(), COUNTS)
    assert {name: use.decides for name, use in together.items()} == {"cons": 0, "expl": 0}
    envy = replace(question(1, 0, both, []), rules=dict.fromkeys(RULES, (5, "both")))
    assert uses_of_groups([envy], _plain(), COUNTS)["both"].decides == 1


def _plain() -> dict[str, int]:
    return {name: weight for name, (weight, _) in RULES.items()}


# ---------------------------------------------------------------------------------------- written


SETTING = Setting(
    date="2026-11-21",
    command="python cli.py kb fit own=own.jsonl",
    part="tune",
    seed="1",
    left_out=("own:7",),
    sets={"own": SetInfo("own.jsonl", "0" * 64, "jsonl", 40)},
    knowledge="k",
    evidence="e",
    folds=5,
)


def rule(name: str, head: str, weight: int) -> Rule:
    program = f"{head}({name},E,S) :- a(E,S)."
    return Rule(name, program, "", weight, "authored", "kb/theory/x.lp", 3, frozenset(), "axiom")


def test_the_file_says_what_has_changed_and_what_is_of_no_use() -> None:
    rules = [rule("envy", "cons", 5), rule("pride", "expl", 4), rule("pity", "expl", 4)]
    rules.append(rule("reason(harm,actor,angry)", "expl", 5))
    result, crossed = fit_all(misled(), COUNTS, 5)
    text = to_toml(SETTING, result, rules)
    assert text == to_toml(SETTING, fit_all(misled(), COUNTS, 5)[0], rules), "same in, same out"
    told = tomllib.loads(text)
    assert told["fit"]["date"] == "2026-11-21"
    assert told["fit"]["crossed"]["fitted"]["own"]["right"] == 40
    assert told["weight"]["envy"] == result.weights["envy"]
    assert "# authored 5, speaks 40, decides" in text
    assert told["unused"]["unheard"] == ["pity"]
    assert told["unused"]["rows"] == {"kb/theory/x.lp": {"unheard": 1}}
    assert "unheard\tpity\t4\tkb/theory/x.lp:3\n" in unused(result, rules)
    assert "as authored" in report(crossed, misled(), result)
    assert margins(crossed[0]).count("\n") >= 5
    assert "expl" in groups(uses_of_groups(misled(), result.weights, COUNTS))


def test_too_few_pairs_are_refused() -> None:
    with pytest.raises(InputError, match="less than 10 folds"):
        fit_all(misled(4), COUNTS, 10)
