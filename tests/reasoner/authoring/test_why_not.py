"""Why an answer was not chosen, or why a rule did not fire."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.reasoner.authoring.why_not import WhyNot, report, to_record, why_not
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError


def explained(home: Path, text: str, answer: str, rule: str | None = None) -> WhyNot:
    reasoner = Reasoner(knowledge=[home])
    found = reasoner.solve(text, candidates=["Max", "Leo"], explain=True)
    return why_not(reasoner, found, found.candidates.index(answer), rule=rule)


@pytest.mark.model
def test_outweighed(home: Path) -> None:
    why = explained(home, "Max hit Leo because [he] was furious.", "Leo")
    text = report(why)
    assert "he = Max (knowledge" in text
    assert "+61 angry_hits  kb/axioms/harm.lp:5" in text
    assert "for Leo: no rule" in text
    assert "reason(harm,other,_)  does(harm) +50, wrong +50" in text
    assert "s1 is presented as a cause of e1" in text
    record = json.loads(json.dumps(to_record(why)))
    assert record["candidate"] == "Leo"


@pytest.mark.model
def test_nearest_rule_and_what_is_there(home: Path) -> None:
    why = explained(home, "Max hit Leo because [he] was rude.", "Max")
    near = next(near for near in why.near if near.id == "angry_hits")
    assert [(lack.literal, lack.there) for lack in near.lacks] == [
        ("prop(s1,p1,angry)", ("prop(s1,p1,wrong)",))
    ]
    assert "lacks  prop(s1,p1,angry)   there is: prop(s1,p1,wrong)" in report(why)


@pytest.mark.model
def test_words_without_rows(home: Path) -> None:
    why = explained(home, "Max gromped Leo because [he] was furious.", "Max", "angry_hits")
    text = report(why)
    assert "words without rows   gromp" in text
    assert 'a row that would provide it: verb("gromp",harm).' in text


@pytest.mark.model
def test_one_rule(home: Path) -> None:
    why = explained(
        home, "Max hit Leo because [he] was furious.", "Leo", "reason(harm, other, wrong)"
    )
    assert [lack.literal for lack in why.near[0].lacks] == ["attributed(s1,p1,wrong)"]
    fired = explained(home, "Max hit Leo because [he] was furious.", "Max", "angry_hits")
    assert fired.near[0].lacks == ()
    assert "it speaks for Max" in report(fired)


@pytest.mark.model
def test_no_link(home: Path) -> None:
    why = explained(home, "Max hit Leo near [his] house.", "Max", "angry_hits")
    assert why.links == ()
    assert "the text links no situations" in report(why)
    assert any(lack.literal.startswith("causal(") for lack in why.near[0].lacks)
    with pytest.raises(InputError, match="there is no rule `nothing`"):
        explained(home, "Max hit Leo because [he] was furious.", "Leo", "nothing")
