"""How often rules spoke and were right: what counts as telling apart, alone, and as one group."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest

from coindex.harness.scores.reliability import (
    Count,
    Groups,
    counted,
    favoured,
    scores_of,
    to_csv,
    to_kept,
    to_tables,
)
from coindex.harness.scores.run import Rule, RunItem
from coindex.reasoner.asp import records

Make = Callable[..., RunItem]

ACHE = records.Rule(
    "ache", "", "", 5, "authored", "axioms/harm.lp", 3, frozenset({frozenset({"strike"})}), "axiom"
)


class Width:
    """All rules are as wide as this."""

    def of(self, rule: records.Rule) -> tuple[int, int]:
        return (3, 12) if rule.guards else (0, 0)


def groups() -> Groups:
    return Groups({"ache": ACHE}.get, Width())


def rule(name: str, weight: int = 5, sign: int = 1, file: str = "axioms/harm.lp") -> Rule:
    return Rule(name, weight, sign, "", file, 1)


WORD = rule('word("kick","",obj,"sore",said)', 22, file="profiles/harm.tsv")
ROW = rule("effect(strike,patient,hurt)", 6, file="rows/harm.lp")


def test_a_rule_tells_apart_by_what_it_says_more(make: Make) -> None:
    item = make(rules=((rule("ache", 3),), (rule("ache", 5), WORD)))
    assert scores_of(item)["ache", "axioms/harm.lp"] == (30, 50)
    assert scores_of(item)[WORD.id, WORD.file] == (0, 22)  # (a profile's weight is in points)
    assert favoured((30, 50)) == {1}
    assert favoured((50, 50)) == frozenset()


def test_what_speaks_against_one_speaks_for_the_others(make: Make) -> None:
    found = counted([make(rules=((rule("misfit", 9, -1),), ()))], groups(), ["rule"])
    assert found["rule", "misfit", "all"] == Count(1, 1, 1, 1, 1)


def test_alone_and_with_others(make: Make) -> None:
    items = [
        make(rules=((), (rule("ache"),))),
        make(id="2", gold=0, rules=((), (rule("ache"), ROW))),
        make(id="3", part="held", rules=((ROW,), (rule("ache"),))),
        make(id="4", rules=((rule("ache"),), (rule("ache"),))),
        make(id="5", gold=None, rules=((), (rule("ache"),))),
    ]
    found = counted(items, groups())
    ache = found["rule", "ache", "all"]
    assert ache == Count(spoke=4, apart=3, right=2, alone=2, alone_right=2)
    assert ache.with_others == (1, 0)
    assert ache.share == pytest.approx(2 / 3)
    assert ache.bounds == pytest.approx((0.2077, 0.9385), abs=1e-4)
    assert found["rule", "ache", "held"] == Count(1, 1, 1, 1, 1)
    assert ("row", "ache", "all") not in found


def test_groups_count_a_question_once(make: Make) -> None:
    items = [make(rules=((rule("effect(strike,agent,angry)"),), (ROW, rule("ache"), WORD)))]
    found = counted(items, groups())
    assert found["form", "class_row", "all"] == Count(1, 1, 1, 0, 0)  # (the heavier row)
    assert found["form", "profile", "all"] == Count(1, 1, 1, 0, 0)
    assert found["class", "strike", "all"].apart == 1
    assert found["field", "kick obj", "all"].right == 1
    assert found["breadth", "11 to 30", "all"].spoke == 1


def test_statistics_are_a_form_and_no_rules(make: Make) -> None:
    pairs = rule("goes_with(x1)", 15, file="learned/statistics/pairs.tsv")
    found = counted([make(rules=((pairs,), ()))], groups())
    assert list(found) == [("form", "pairs", "tune"), ("form", "pairs", "all")]


def test_output_is_sorted_and_has_the_bounds(make: Make) -> None:
    items = [make(id=str(n), rules=((), (rule("ache"), ROW))) for n in range(3)]
    items.append(make(id="4", rules=((), (rule("zeal"),))))
    counts = counted(items, groups(), ["rule"])
    rows: list[dict[str, Any]] = list(csv.DictReader(io.StringIO(to_csv(counts))))
    assert [row["name"] for row in rows if row["part"] == "all"] == ["ache", ROW.id, "zeal"]
    assert rows[0] | {"right": "3", "low": "0.4385", "high": "1.0000", "alone": "0"} == rows[0]
    shown = to_tables(counts, 2, 1)
    assert "ache" in shown
    assert "and 1 more" in shown
    assert "zeal" not in shown
    kept = to_kept(counts, 3, "the command", ["own"])
    assert kept.splitlines()[-2:] == ["ache\t3\t3\t44\t100\t0\t0", f"{ROW.id}\t3\t3\t44\t100\t0\t0"]
