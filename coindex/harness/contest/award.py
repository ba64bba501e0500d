"""The prizes by the contest's rules, after one round or two.

``docs/contest.md`` has the rules and says what is interpretation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from coindex.harness.contest.score import GRAND_LINE, PRIZE_LINE, Graded, of, percent
from coindex.harness.scores.table import table as align
from kparse.errors import InputError

ROUND = 60
"""Least number of problems in a round."""


@dataclass(frozen=True, slots=True)
class Place:
    """A team in the order of the contest; teams with equal results share a place."""

    place: int
    team: str
    first: Graded
    second: Graded | None
    counts: bool
    """Whether its second round counts: it reached the line in the first."""
    verdict: str

    @property
    def key(self) -> tuple[Fraction, Fraction]:
        """The sort key: round two, then round one."""
        return _key(self.first, self.second)


def award(first: Sequence[Graded], second: Sequence[Graded] = ()) -> list[Place]:
    """Order the teams, and determine their prizes.

    Args:
        first: the outputs of round one, one for each team.
        second: those of round two, if there was one.

    Raises:
        InputError: a team is in a round twice, or in round two only.
    """
    rounds = [_by_team(first, "one"), _by_team(second, "two")]
    if strangers := sorted(rounds[1].keys() - rounds[0].keys()):
        raise InputError(
            f"team {strangers[0]} is in round two, but not in round one",
            hint="A team is what the name of its file has before -output.txt.",
        )
    keys = {team: _key(graded, rounds[1].get(team)) for team, graded in rounds[0].items()}
    places = []
    for team in sorted(keys, key=lambda t: (-keys[t][0], -keys[t][1], t)):
        graded, later = rounds[0][team], rounds[1].get(team)
        place = 1 + sum(key > keys[team] for key in keys.values())
        rivals = sorted(t for t in keys if t != team and keys[t] == keys[team])
        counts = later is not None and graded.share >= GRAND_LINE
        verdict = _verdict(place, graded, later if counts else None, bool(second))
        if rivals and verdict != _NOTHING:
            verdict += f"; tied with {', '.join(rivals)}: the judges decide"
        if later is not None and not counts:
            verdict += f"; round two does not count, since round one is below {percent(GRAND_LINE)}"
        places.append(Place(place, team, graded, later, counts, verdict))
    return places


def _by_team(graded: Sequence[Graded], name: str) -> dict[str, Graded]:
    found: dict[str, Graded] = {}
    for one in graded:
        team = one.output.team
        if team in found:
            raise InputError(
                f"team {team} is in round {name} twice: {found[team].output.name}, {one.output.name}",
                hint="A team is what the name of its file has before -output.txt.",
            )
        found[team] = one
    return found


def _key(first: Graded, second: Graded | None) -> tuple[Fraction, Fraction]:
    """Round two, then round one; a team whose second round does not count comes after all others."""
    counts = second is not None and first.share >= GRAND_LINE
    return second.share if second is not None and counts else Fraction(-1), first.share


_NOTHING = f"no prize: below {percent(PRIZE_LINE)}"


def _verdict(place: int, first: Graded, second: Graded | None, two_rounds: bool) -> str:
    if second is not None and second.share >= GRAND_LINE:
        return "grand prize" if place == 1 else "at the grand prize's line, but not the first"
    if not two_rounds and first.share >= GRAND_LINE:
        return "goes on to round two"
    if first.share >= PRIZE_LINE:
        return "in line for a smaller prize"
    return _NOTHING


def table(places: Sequence[Place]) -> str:
    """Write the order as a table, with a note if a round is smaller than the rules require."""
    rows = [["place", "team", "round one", "round two", "what the rules would award"]]
    for p in places:
        second = of(p.second.right, p.second.items) if p.second else "-"
        rows.append([str(p.place), p.team, of(p.first.right, p.first.items), second, p.verdict])
    if all(p.second is None for p in places):
        rows = [[*row[:3], row[4]] for row in rows]
    notes = []
    for name, items in (
        ("one", {p.first.items for p in places}),
        ("two", {p.second.items for p in places if p.second}),
    ):
        if items and min(items) < ROUND:
            notes.append(
                f"Round {name} has {min(items)} problems; by the rules it has {ROUND} or more."
            )
    return "\n".join([align(rows), *notes])
