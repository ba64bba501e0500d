"""How many pronouns of passages of running text are resolved rightly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.questions.chains import GoldPassage, GoldPronoun

Solve = Callable[[str], Mapping[int, str | None]]
"""Answers all pronouns of a text: phrases by the offset of the pronoun."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A pronoun and the answer given; ``None`` if there was none."""

    passage: GoldPassage
    pronoun: GoldPronoun
    answer: str | None

    @property
    def is_right(self) -> bool:
        """Whether the answer is one of the right ones."""
        return self.pronoun.accepts(self.answer)

    @property
    def is_absurd(self) -> bool:
        """Whether a place, a time or a thing is said to be *he* or *she*."""
        return self.passage.is_absurd(self.pronoun, self.answer)

    def __str__(self) -> str:
        passage, start, end = self.passage, self.pronoun.start, self.pronoun.end
        around = passage.text[max(0, start - 50) : start], passage.text[end : end + 30]
        right = " + ".join([*self.pronoun.antecedents[:1], *(s[0] for s in self.pronoun.split)])
        return (
            f"{passage.id}: ...{around[0]}[{passage.word(self.pronoun)}]{around[1]}...\n"
            f"    {self.answer or 'no answer'}; right: {right or 'none'}"
            f"{'; absurd' if self.is_absurd else ''}"
        ).replace("\n\n", " ")


@dataclass(slots=True)
class Tally:
    """Counts of pronouns."""

    asked: int = 0
    right: int = 0
    absurd: int = 0
    wrong: list[Judged] = field(default_factory=list)

    def add(self, judged: Judged) -> None:
        """Count one more."""
        self.asked += 1
        self.right += judged.is_right
        self.absurd += judged.is_absurd
        if not judged.is_right:
            self.wrong.append(judged)


def judged(passage: GoldPassage, solve: Solve) -> list[Judged]:
    """Resolve a passage. A text that is refused has no answers."""
    try:
        answers = solve(passage.text)
    except InputError:
        answers = {}
    return [Judged(passage, p, answers.get(p.start)) for p in passage.pronouns]


def tallied(found: Iterable[Judged]) -> dict[tuple[str, str], Tally]:
    """Count by part and style; the style ``all`` is the whole part."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for one in found:
        for style in (one.passage.style, "all"):
            tallies[one.passage.part, style].add(one)
    return dict(tallies)
