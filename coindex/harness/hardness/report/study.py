"""A study with people: questions in sets without twins, as sheets to fill in, and read back as people's accuracies.

Who has seen one half of a schema can infer the other, so both halves of a pair are never in one set. Each participant
fills in one set. Which set a question is in, and the order of its answers, depend on the seed and on the questions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coindex.files.textfile import read_text, write_text
from coindex.harness.hardness.report.tables import mean_with_deviation, with_interval
from coindex.harness.schemas import administer
from coindex.harness.schemas.administer import Asked, Grade
from coindex.harness.scores.table import table
from coindex.harness.statistics.correlation import correlation, full_length, mean_and_deviation
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.questions.questions import Gold

SETS = 4
"""Number of sets, as published."""
_HARDEST = 10
"""How many questions a report lists."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A question as people see it (:class:`coindex.harness.schemas.administer.Askable`)."""

    id: str
    text: str
    question: str
    answers: tuple[str, str]
    right: int


Set = list[Asked[Plain]]


def sets_of(golds: Sequence[Gold], number: int = SETS, seed: str = "1") -> list[Set]:
    """Deal questions to sets of the same size (give or take one for each incomplete round), no twins in one.

    Args:
        golds: questions with two candidates and the right answer each.
        number: how many sets, at least two.
        seed: any text.

    Raises:
        InputError: a question has no right answer or not two candidates, a pair has more questions than there are
            sets, or there are fewer questions than sets.
    """
    if number < 2:
        raise InputError("twins need two sets at least", hint="Write --sets 4.")
    if len(golds) < number:
        raise InputError(f"there are {len(golds)} questions for {number} sets")
    pairs: dict[str, list[Gold]] = {}
    for gold in golds:
        if gold.answer is None or len(gold.item.candidates) != 2:
            lacking = "right answer" if gold.answer is None else "pair of candidates"
            raise InputError(
                f"question {gold.item.id} has no {lacking}",
                hint="A study needs questions with two candidates, one of which is right.",
            )
        pairs.setdefault(gold.pair, []).append(gold)
    dealt: list[list[Gold]] = [[] for _ in range(number)]
    for place, pair in enumerate(sorted(pairs, key=lambda pair: _digest(seed, pair))):
        twins = sorted(pairs[pair], key=lambda gold: _digest(seed, gold.item.id))
        if len(twins) > number:
            raise InputError(
                f"{pair[:40]!r} has {len(twins)} questions, and there are {number} sets"
            )
        step = max(1, number // len(twins))
        for twin, gold in enumerate(twins):
            dealt[(place + twin * step) % number].append(gold)
    return [_set(some, seed) for some in dealt]


def _set(golds: Sequence[Gold], seed: str) -> Set:
    found = []
    for place, gold in enumerate(sorted(golds, key=lambda gold: _digest(seed, gold.item.id)), 1):
        item = gold.item
        assert gold.answer is not None
        first, second = item.candidates
        at, end = item.pron_start, item.pron_end
        text = f"{item.text[:at]}[{item.text[at:end]}]{item.text[end:]}"
        question = f"What does “{item.text[at:end]}” in brackets stand for?"
        order = (1, 0) if _digest(seed, item.id)[-1] & 1 else (0, 1)
        found.append(
            Asked(place, Plain(item.id, text, question, (first, second), gold.answer), order)
        )
    return found


def _digest(seed: str, name: str) -> bytes:
    return hashlib.sha256(f"{seed}:{name}".encode(errors="surrogatepass")).digest()


def write_sets(sets: Sequence[Set], folder: str | Path) -> list[str]:
    """Write a sheet to fill in and a page to print for each set.

    Returns:
        The names of the sheets.

    Raises:
        InputError: a file cannot be written.
    """
    names = []
    Path(folder).mkdir(exist_ok=True)
    for number, one in enumerate(sets, 1):
        name = f"set-{number}.txt"
        write_text(Path(folder) / name, administer.sheet(one))
        write_text(Path(folder) / f"set-{number}.html", administer.page(one))
        names.append(name)
    return names


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled sheet: its file, the number of its set from 0, and the graded answers."""

    name: str
    set: int
    grades: tuple[Grade, ...]

    @property
    def answered(self) -> list[Grade]:
        """Those that have an answer."""
        return [grade for grade in self.grades if grade.given is not None]

    @property
    def accuracy(self) -> float:
        """The share of right ones of these."""
        return sum(g.given == g.right for g in self.answered) / len(self.answered)


def read_filled(paths: Sequence[str | Path], sets: Sequence[Set]) -> list[Filled]:
    """Read filled sheets: files, or directories of ``.txt`` files, in the order of their names.

    Raises:
        InputError: a file is no filled sheet of one of the sets, or two files have the same answers under one name.
    """
    files: list[Path] = []
    for path in map(Path, paths):
        files += sorted(path.glob("*.txt")) if path.is_dir() else [path]
    if not files:
        raise InputError("there is no filled sheet", hint="Give files, or a directory of .txt.")
    keys = [administer.key_of(one) for one in sets]
    codes = {key.code: number for number, key in enumerate(keys)}
    found = []
    for file in files:
        text = read_text(file)
        number = codes.get(administer.code_in(text) or "")
        if number is None:
            raise InputError(
                f"{file}: this is no sheet of the study",
                hint="Give the SCHEMAS, --sets and --seed of its sheets; its first line has a code.",
            )
        grades = administer.grade(text, keys[number], str(file))
        if all(grade.given is None for grade in grades):
            raise InputError(f"{file}: nothing is filled in", hint="Leave the file out.")
        found.append(Filled(file.name, number, tuple(grades)))
    return found


def study(filled: Sequence[Filled], golds: Sequence[Gold], seed: int = 1) -> dict[str, Any]:
    """Work out people's accuracies, and how well two groups of people agree on what is hard.

    Of the participants of each set, by the order of their files, every other one is of the second group.

    Returns:
        A record for JSON. Questions that nobody answered are left out; answers that were left out do not count.

    Raises:
        InputError: scipy is not installed.
    """
    pairs = {gold.item.id: gold.pair for gold in golds}
    groups: list[dict[str, list[bool]]] = [{}, {}]
    participants: dict[int, list[Filled]] = {}
    for one in filled:
        some = participants.setdefault(one.set, [])
        group = groups[len(some) % 2]
        some.append(one)
        for grade in one.answered:
            group.setdefault(grade.id, []).append(grade.given == grade.right)
    items: list[dict[str, Any]] = []
    for name in pairs:
        answers = [answer for group in groups for answer in group.get(name, [])]
        if answers:
            items.append(
                {
                    "item": name,
                    "human_accuracy": round(sum(answers) / len(answers), 4),
                    "right": sum(answers),
                    "people": len(answers),
                }
            )
    both = [name for name in pairs if all(name in group for group in groups)]
    first, second = ([sum(group[name]) / len(group[name]) for name in both] for group in groups)
    twins = [pairs[name] for name in both]
    found = {
        key: correlation(first, second, twins, ranks=ranks, seed=seed).to_dict()
        for key, ranks in (("pearson", False), ("spearman", True))
    }
    half = found["pearson"]["r"]
    return {
        "participants": len(filled),
        "sets": {
            number + 1: {
                "participants": len(some),
                "accuracy": mean_and_deviation([one.accuracy for one in some]),
            }
            for number, some in sorted(participants.items())
        },
        "accuracy": mean_and_deviation([item["human_accuracy"] for item in items]),
        "left_out": sum(len(one.grades) - len(one.answered) for one in filled),
        "groups": {**found, "whole": None if half is None else round(full_length(half), 4)},
        "items": items,
    }


def study_text(found: Mapping[str, Any]) -> str:
    """Write it as text."""
    return "\n".join(_lines(found))


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    rows: list[Sequence[object]] = [["set", "participants", "mean share right"]]
    for number, one in found["sets"].items():
        rows.append([number, one["participants"], mean_with_deviation(*one["accuracy"])])
    yield table(rows)
    people = [item["people"] for item in found["items"]]
    yield ""
    yield (
        f"{found['participants']} participants, {len(people)} questions, answered by {min(people)} to"
        f" {max(people)} people each: mean share right {mean_with_deviation(*found['accuracy'])}"
    )
    if found["left_out"]:
        yield f"{found['left_out']} answers were left out, and do not count"
    groups = found["groups"]
    if groups["pearson"]["r"] is None:
        yield "two groups of participants cannot be compared: too few questions answered by both"
    else:
        yield (
            f"two groups of participants, on {groups['pearson']['items']} questions:"
            f" Pearson {with_interval(groups['pearson'])},"
            f" Spearman {with_interval(groups['spearman'])};"
            f" reliability of all together {groups['whole']:.2f} (Spearman-Brown)"
        )
    rows = [["hardest", "share right", "people"]]
    hardest = sorted(found["items"], key=lambda item: (item["human_accuracy"], item["item"]))
    for item in hardest[:_HARDEST]:
        rows.append([item["item"], f"{item['human_accuracy']:.2f}", item["people"]])
    yield ""
    yield table(rows)


def accuracies(found: Mapping[str, Any]) -> str:
    """Write people's accuracies as a table that ``--human`` reads."""
    lines = ["item\thuman_accuracy"]
    lines += [f"{item['item']}\t{item['human_accuracy']}" for item in found["items"]]
    return "\n".join(lines) + "\n"
