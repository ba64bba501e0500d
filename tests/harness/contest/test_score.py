"""Scores and awards, on counts small enough to be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from coindex.harness.contest.award import Place, alone, award
from coindex.harness.contest.award import table as award_table
from coindex.harness.contest.output import Output
from coindex.harness.contest.score import Graded, needed, read_gold, score_output, table
from coindex.harness.questions.collection import Collection, Problem
from kparse.errors import InputError
from tests.harness.contest.test_output import EXAMPLE

THREE = ("Jo", "Al", "Cy")


def problem(number: int, **more: object) -> Problem:
    made: dict[str, object] = {"answers": THREE[:2], "gold": 0, **more}
    return Problem(number, number, "He slept.", 0, 2, "He", **made)  # type: ignore[arg-type]


def graded(letters: str, problems: Sequence[Problem], team: str = "T") -> Graded:
    output = Output(f"{team}-output.txt", team, tuple(letter.strip() for letter in letters), 1)
    return Graded(output.fitted(problems), Collection("gold.xml", tuple(problems)))


def right(number: int, items: int = 100, team: str = "T") -> Graded:
    return graded(
        "A" * number + "B" * (items - number), [problem(n + 1) for n in range(items)], team
    )


def test_only_problems_with_a_right_answer_are_graded() -> None:
    one = graded(
        "ABBA", [problem(1), problem(2), problem(3, gold=None), problem(4, answers=("Jo",))]
    )
    assert (one.right, one.items, one.share, one.ungraded) == (2, 3, Fraction(2, 3), [3])
    assert one.agreement is None


def test_agreement_with_human_subjects() -> None:
    problems = [
        problem(1, human=(10, 10)),  # right: all subjects said so
        problem(2, human=(9, 10)),  # wrong, of two: one subject in ten said so
        problem(3, human=(6, 10), answers=THREE),  # wrong, of three: four, or none
        problem(4),
        problem(5, human=(1, 10), gold=None),
    ]
    found = graded("ABCBA", problems).agreement
    assert found is not None
    assert (found.problems, found.right) == (3, 1)
    assert found.subjects == Fraction(25, 30)
    assert found.least == (Fraction(1) + Fraction(1, 10)) / 3
    assert found.most == (Fraction(1) + Fraction(1, 10) + Fraction(4, 10)) / 3
    assert (found.united, found.divided) == ((1, 1), (0, 2))


def test_an_omitted_answer_is_wrong() -> None:
    problems = [problem(n, human=(9, 10)) for n in range(1, 5)]
    one = graded("A A", problems)
    assert (one.right, one.items, one.omitted) == (2, 4, [2, 4])
    assert one.agreement is not None
    assert one.agreement.least == one.agreement.most == Fraction(18, 40)
    assert "  omitted         2 answers, which count as wrong: 2, 4" in table(one).splitlines()


def test_the_lines_are_exact() -> None:
    assert needed(Fraction(65, 100), 60) == 40
    assert needed(Fraction(65, 100), 20) == 14
    assert needed(Fraction(9, 10), 10) == 9
    assert needed(Fraction(9, 10), 11) == 10
    assert alone(right(40, 60)) == "in line for a smaller prize"
    assert alone(right(39, 60)) == "no prize: not over 65 %"
    assert alone(right(54, 60)) == "goes on to round two"
    assert alone(right(53, 60)) == "in line for a smaller prize"


def test_the_table_of_one_output() -> None:
    lines = table(graded("ABB", [problem(1, human=(3, 4)), problem(2), problem(3, gold=None)]))
    assert lines.splitlines() == [
        "  right           1 of 2 (50.0 %); 95 % interval 9.5 to 90.5 %",
        "  not graded      1 without a right answer in the file: 3",
        "  human subjects  75.0 % of their answers right; this output 1 of 1 (100.0 %) on these problems",
        "                  the same answer as a subject drawn at random: 75.0 %",
        "                  where subjects differed: 1 of 1 (100.0 %)",
        "  65 % line       missed by 1 (2 right answers needed)",
        "  90 % line       missed by 1 (2 right answers needed)",
    ]


def order(places: list[Place]) -> list[tuple[int, str]]:
    return [(p.place, p.team) for p in places]


def verdicts(places: list[Place]) -> dict[str, str]:
    return {p.team: p.verdict for p in places}


def test_two_rounds_decide_the_grand_prize() -> None:
    first = [right(n, team=t) for t, n in (("a", 95), ("b", 90), ("c", 89), ("d", 64), ("e", 92))]
    second = [right(n, team=t) for t, n in (("a", 91), ("b", 93), ("c", 99), ("e", 89))]
    places = award(first, second)
    assert order(places) == [(1, "b"), (2, "a"), (3, "e"), (4, "c"), (5, "d")]
    assert [p.verdict for p in places] == [
        "grand prize",
        "first smaller prize",  # at the line in both rounds, too
        "second smaller prize",
        "third smaller prize; round two does not count, since round one is below 90 %",
        "no prize: not over 65 %",
    ]


def test_ties_are_decided_by_round_two_then_by_round_one() -> None:
    first = [right(n, team=t) for t, n in (("a", 91), ("b", 94), ("c", 94))]
    assert order(award(first)) == [(1, "b"), (1, "c"), (3, "a")]
    by_two = [right(n, team=t) for t, n in (("a", 95), ("b", 92), ("c", 92))]
    assert order(award(first, by_two)) == [(1, "a"), (2, "b"), (2, "c")]
    equal_in_two = [right(92, team=t) for t in "abc"]
    places = award(first, equal_in_two)
    assert order(places) == [(1, "b"), (1, "c"), (3, "a")]
    assert verdicts(places) == {
        "b": "grand prize, split with c",
        "c": "grand prize, split with b",
        "a": "first smaller prize",
    }


def test_three_smaller_prizes_by_round_one() -> None:
    counts = (("a", 70), ("b", 80), ("c", 66), ("d", 75), ("e", 65))
    assert verdicts(award([right(n, team=t) for t, n in counts])) == {
        "b": "first smaller prize",
        "d": "second smaller prize",
        "a": "third smaller prize",
        "c": "no prize: 3 teams have more in round one",
        "e": "no prize: not over 65 %",
    }


def test_equal_teams_split_the_smaller_prizes_of_their_places() -> None:
    counts = (("a", 80), ("b", 70), ("c", 70), ("d", 68))
    found = verdicts(award([right(n, team=t) for t, n in counts]))
    assert found["b"] == "second and third smaller prizes, split with c"
    assert found["d"] == "no prize: 3 teams have more in round one"
    counts = (("a", 80), ("b", 75), ("c", 70), ("d", 70))
    found = verdicts(award([right(n, team=t) for t, n in counts]))
    assert found["d"] == "third smaller prize, split with c"


def test_smaller_prizes_wait_for_round_two() -> None:
    counts = (("a", 93), ("b", 70), ("c", 50))
    assert verdicts(award([right(n, team=t) for t, n in counts])) == {
        "a": "goes on to round two",
        "b": "in line for a smaller prize",
        "c": "no prize: not over 65 %",
    }


def test_nobody_gets_the_grand_prize_below_the_line_of_round_two() -> None:
    places = award([right(100)], [right(89)])
    assert [p.verdict for p in places] == ["first smaller prize"]
    absent = award([right(100, team="a"), right(95, team="b")], [right(90, team="b")])
    assert order(absent) == [(1, "b"), (2, "a")]
    assert verdicts(absent) == {"b": "grand prize", "a": "first smaller prize"}


def test_the_table_of_awards() -> None:
    lines = award_table(award([right(9, 10, "a"), right(5, 10, "b")], [right(60, 60, "a")]))
    assert lines.splitlines() == [
        "place  team  round one         round two           what the rules would award",
        "1      a     9 of 10 (90.0 %)  60 of 60 (100.0 %)  grand prize",
        "2      b     5 of 10 (50.0 %)  -                   no prize: not over 65 %",
        "Round one has 10 problems; by the rules it has 60 or more.",
    ]
    assert award_table(award([right(50, 60)])).splitlines() == [
        "place  team  round one          what the rules would award",
        "1      T     50 of 60 (83.3 %)  first smaller prize",
    ]


def test_the_table_of_awards_names_what_was_not_graded() -> None:
    problems = [problem(n, gold=None if n in (7, 9) else 0) for n in range(1, 61)]
    assert award_table(award([graded("A" * 60, problems)])).splitlines()[-1] == (
        "Round one: 2 without a right answer in the file, not graded: 7, 9."
    )


def test_teams_that_do_not_fit() -> None:
    with pytest.raises(InputError, match="team T is in round one twice"):
        award([right(1), right(2)])
    with pytest.raises(InputError, match="team b is in round two, but not in round one"):
        award([right(1, team="a")], [right(1, team="b")])


def test_files(tmp_path: Path) -> None:
    gold = read_gold(EXAMPLE)
    output = tmp_path / "T-output.txt"
    output.write_text("A, A, A, A, E, B\n")
    assert (score_output(output, gold).right, score_output(output, gold).items) == (4, 5)
    output.write_text("A, A, A\n")
    assert (score_output(output, gold).right, score_output(output, gold).omitted) == (3, [4, 6])
    output.write_text("A, A, A, B, A, A, A\n")
    with pytest.raises(InputError, match="7 answers, and there are 6 problems"):
        score_output(output, gold)
    file = tmp_path / "gold.xml"
    file.write_text("<c>\n<schema><answer>Jo</answer><correctAnswer>B</correctAnswer></schema></c>")
    with pytest.raises(InputError) as caught:
        read_gold(file)
    assert "gold.xml:2:1: problem 1: the correct answer 'B' is none of its 1 answers" in str(
        caught.value
    )
    file.write_text("<c><schema><answer>Jo</answer></schema></c>")
    with pytest.raises(InputError, match="no problem has a right answer"):
        read_gold(file)
