"""What decided between the readings of a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.reasoner.answer import Answer, Reading
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.deciding import (
    CLOSE,
    SOURCES,
    Decision,
    ahead_of,
    decide,
    decided,
)

Costs = dict[str, int]


def costs(
    knowledge: int = 0,
    mined: int = 0,
    salience: int = 0,
    preference: int = 0,
    problems: int = 0,
    asked: int = 0,
) -> Costs:
    return {
        "problems": problems,
        "knowledge": knowledge,
        "asked": asked,
        "mined": mined,
        "salience": salience,
        "preference": preference,
    }


@pytest.mark.parametrize(
    ("every", "found"),
    [
        pytest.param(
            [costs(problems=0, knowledge=90), costs(problems=10, knowledge=-90)],
            Decision("knowledge", "problems", 10),
            id="certain grammar, whatever the evidence says",
        ),
        pytest.param(
            [costs(knowledge=-40), costs()],
            Decision("knowledge", "knowledge", 40),
            id="knowledge",
        ),
        pytest.param(
            [costs(knowledge=-CLOSE), costs(preference=-9)],
            Decision("knowledge", "knowledge", CLOSE),
            id="a rule of the least weight, and no preference outweighs it",
        ),
        pytest.param(
            [costs(knowledge=1 - CLOSE), costs()],
            Decision("preference", "knowledge", CLOSE - 1),
            id="less than a rule of the least weight",
        ),
        pytest.param(
            [costs(mined=-5), costs(preference=-90)], Decision("mined", "mined", 5), id="statistics"
        ),
        pytest.param(
            [costs(salience=-5), costs()], Decision("preference", "salience", 5), id="salience"
        ),
        pytest.param(
            [costs(preference=-3), costs(preference=2)],
            Decision("preference", "preference", 5),
            id="structure",
        ),
        pytest.param(
            [costs(knowledge=-40, mined=20), costs(preference=4)],
            Decision("knowledge", "knowledge", 20),
            id="knowledge outweighs statistics",
        ),
        pytest.param(
            [costs(knowledge=20, mined=-50), costs()],
            Decision("mined", "mined", 30),
            id="statistics outweigh knowledge",
        ),
        pytest.param(
            [costs(knowledge=-40, mined=-15), costs()],
            Decision("knowledge", "knowledge", 55),
            id="neither is needed: what says most",
        ),
        pytest.param(
            [costs(knowledge=-15, mined=-40), costs()],
            Decision("mined", "mined", 55),
            id="neither is needed, and statistics say most",
        ),
        pytest.param(
            [costs(knowledge=-30, mined=-30, salience=20), costs()],
            Decision("knowledge", "knowledge", 40),
            id="both are needed only together: the first of equals",
        ),
        pytest.param(
            [costs(knowledge=-50, mined=-45, salience=70), costs()],
            Decision("knowledge", "knowledge", 25),
            id="both are needed: the heavier",
        ),
        pytest.param(
            [costs(knowledge=-30, mined=30, preference=-2), costs()],
            Decision("preference", "preference", 2),
            id="equal evidence leaves it to structure",
        ),
        pytest.param(
            [costs(knowledge=30, asked=-250), costs()],
            Decision("asked", "asked", 220),
            id="rules that were asked for against knowledge",
        ),
        pytest.param(
            [costs(knowledge=-60, asked=20), costs()],
            Decision("knowledge", "knowledge", 40),
            id="knowledge against rules that were asked for",
        ),
        pytest.param(
            [costs(knowledge=-40, asked=-250), costs()],
            Decision("asked", "asked", 290),
            id="neither is needed, and rules that were asked for say most",
        ),
        pytest.param([costs(), costs()], Decision("tie", None, 0), id="nothing"),
        pytest.param([costs(knowledge=-40)], Decision("preference", None, 0), id="no other"),
        pytest.param(
            [costs(knowledge=-40), costs(), costs(mined=-35), costs(problems=10, knowledge=-90)],
            Decision("knowledge", "knowledge", 5),
            id="the next of several",
        ),
    ],
)
def test_each_outcome(every: list[Costs], found: Decision) -> None:
    assert decide(every, 0) == found
    assert decide([*every[1:], every[0]], len(every) - 1) == found


def in_order(one: Costs) -> tuple[int, int, int]:
    return one["problems"], sum(one[name] for name in SOURCES), one["preference"]


def test_without_statistics_every_difference_counts(reasoner: Reasoner) -> None:
    few = [costs(knowledge=-1), costs()]
    assert decide(few, 0, close=0) == Decision("knowledge", "knowledge", 1)
    text = "The uncle found the boy, and [he] was unhurt."
    alone = Reasoner(mined="")
    alone.share_parser(reasoner)
    answer = alone.solve(text)
    assert 0 < answer.readings[0].cost_by_level["knowledge"] < CLOSE
    assert (answer.answer, answer.decided_by) == (1, "knowledge")


some_costs = st.lists(
    st.builds(
        costs,
        problems=st.sampled_from((0, 0, 0, 10)),
        knowledge=st.integers(-60, 60),
        mined=st.integers(-60, 60),
        salience=st.integers(-60, 60),
        preference=st.integers(-60, 60),
    ),
    min_size=1,
    max_size=4,
)


@given(some_costs, st.integers(-500, 500))
def test_what_decided_speaks_for_the_best(every: list[Costs], more: int) -> None:
    best = min(range(len(every)), key=lambda n: in_order(every[n]))
    found = decide(every, best)
    assert (found.source is None) == (found.margin == 0)
    assert found.margin >= 0
    if found.source is not None:
        rivals = [one for number, one in enumerate(every) if number != best]
        theirs = min(rivals, key=in_order)
        assert theirs[found.source] > every[best][found.source]
    shifted = [{name: cost + more for name, cost in one.items()} for one in every]
    assert decide(shifted, best) == found, "only differences count"


def reading(index: int, by_source: Costs) -> Reading:
    return Reading(index, f"c{index}", f"x{index}", 0, by_source)


def test_an_answer_is_decided_by_its_readings() -> None:
    readings = tuple(map(reading, (0, 1), (costs(mined=30), costs(knowledge=20))))
    answer = Answer("It ran.", "It", 0, 2, ("c0", "c1"), 1, "mined", 0.6, readings)
    assert decided(answer) == Decision("mined", "mined", 10)
    assert ahead_of(readings[1], [readings[0]]) == Decision("mined", "mined", 10)
    nothing = Answer("It ran.", "It", 0, 2, (), None, "error", 0.0)
    assert decided(nothing) is None


def test_what_an_older_answer_does_not_say_is_nothing() -> None:
    assert ahead_of(reading(0, {"knowledge": 0}), [reading(1, {"knowledge": 30})]) == (
        Decision("knowledge", "knowledge", 30)
    )
    assert ahead_of(reading(0, {}), [reading(1, {})]) == Decision("tie", None, 0)
