"""The prizes by the contest's rules, after one round or two.

``docs/contest.md`` has the rules and says what is interpretation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from coindex.harness.contest.output import listed
from coindex.harness.contest.score import GRAND_LINE, PRIZE_LINE, Graded, of, percent
from coindex.harness.scores.table import table as align
from kparse.errors import InputError

ROUND = 60
"""Least number of problems in a round."""
PRIZES = ("first", "second", "third")
"""The smaller prizes."""


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
    verdicts = _verdicts(rounds[0], keys, ended=bool(second))
    places = []
    for team in sorted(keys, key=lambda t: (-keys[t][0], -keys[t][1], t)):
        graded, later = rounds[0][team], rounds[1].get(team)
        place = 1 + sum(key > keys[team] for key in keys.values())
        counts = later is not None and graded.share >= GRAND_LINE
        verdict = verdicts[team]
        if later is not None and not counts:
            verdict += f"; round two does not count, since round one is below {percent(GRAND_LINE)}"
        places.append(Place(place, team, graded, later, counts, verdict))
    return places


def alone(graded: Graded) -> str:
    """Say what a result in round one is good for, whatever other teams have."""
    if graded.share >= GRAND_LINE:
        return "goes on to round two"
    return _NEAR if graded.share > PRIZE_LINE else _NOTHING


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


_NOTHING = f"no prize: not over {percent(PRIZE_LINE)}"
_NEAR = "in line for a smaller prize"


def _verdicts(
    first: dict[str, Graded], keys: dict[str, tuple[Fraction, Fraction]], *, ended: bool
) -> dict[str, str]:
    """Say of each team what it gets: the grand prize, one of the smaller ones, or what is still open."""
    best = max(keys.values(), default=(Fraction(-1), Fraction(0)))
    winners = sorted(t for t in keys if keys[t] == best and best[0] >= GRAND_LINE)
    found = dict.fromkeys(keys, "no prize")
    for team in winners:
        found[team] = "grand prize" + _shared(team, winners, ", split with ")
    going_on = [t for t in sorted(first) if first[t].share >= GRAND_LINE and not ended]
    rest = [t for t in sorted(first) if t not in winners]
    for team in rest:
        share = first[team].share
        equal = [t for t in rest if first[t].share == share]
        before = sum(first[t].share > share for t in rest)
        if share <= PRIZE_LINE:
            found[team] = _NOTHING
        elif going_on:
            # The grand prize is still open, and with it who is left for the others.
            found[team] = "goes on to round two" if team in going_on else _NEAR
        elif before >= len(PRIZES):
            found[team] = f"no prize: {before} teams have more in round one"
        else:
            taken = PRIZES[before : before + len(equal)]
            found[team] = f"{' and '.join(taken)} smaller prize{'s' * (len(taken) > 1)}" + _shared(
                team, equal, ", split with "
            )
    return found


def _shared(team: str, equal: Sequence[str], how: str) -> str:
    """Name the teams that are equal to one."""
    others = [other for other in equal if other != team]
    return how + ", ".join(others) if others else ""


def table(places: Sequence[Place]) -> str:
    """Write the order as a table.

    Notes below it say if a round is smaller than the rules require, and which problems were not graded.
    """
    rows: list[Sequence[object]] = [
        ["place", "team", "round one", "round two", "what the rules would award"]
    ]
    for p in places:
        second = of(p.second.right, p.second.items) if p.second else "-"
        rows.append([p.place, p.team, of(p.first.right, p.first.items), second, p.verdict])
    if all(p.second is None for p in places):
        rows = [[*row[:3], row[4]] for row in rows]
    notes = []
    for name, graded in (
        ("one", [p.first for p in places]),
        ("two", [p.second for p in places if p.second]),
    ):
        if not graded:
            continue
        if missing := graded[0].ungraded:
            notes.append(
                f"Round {name}: {len(missing)} without a right answer in the file, not graded: {listed(missing)}."
            )
        if (items := len(graded[0].gold.problems)) < ROUND:
            notes.append(f"Round {name} has {items} problems; by the rules it has {ROUND} or more.")
    return "\n".join([align(rows), *notes])
