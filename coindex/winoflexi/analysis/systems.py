"""Systems compared on halves of both libraries: right, wrong and missing answers.

The answers of this project's reasoner come from the analyses of the schemas, those of other systems from files. A half
counts for a system only if the system was asked: its schema was analysed, or the file has a line for it.
"""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from coindex.reasoner.item import Item
from coindex.winoflexi.models import Analysis, Half, Library, Schema, State, SystemAnswer, SystemRun
from coindex.winoflexi.schemas.drafts import marked
from kparse.errors import InputError, Location

HALVES = 100
"""Number of halves of each library in the comparison."""
OWN = "Coindex"
"""Name of this project's reasoner."""
_LARGEST = 5000


def chosen(of: Library, number: int = HALVES) -> list[Half]:
    """Choose the halves of a library for the comparison: at random, but always the same ones."""
    every = list(
        Half.objects.filter(schema__library=of, schema__state=State.VALID)
        .select_related("schema__analysis")
        .order_by("pk")
    )
    drawn = random.Random("winoflexi").sample(every, min(number, len(every)))
    return sorted(drawn, key=lambda half: half.pk)


def item_of(half: Half) -> Item:
    """Return a half as a question for the reasoner."""
    place = marked(half.sentence)
    return Item(str(half.pk), place.text, place.start, place.end, half.targets)


def lines() -> str:
    """Return the questions as JSON lines for ``solve --jsonl``."""
    made = []
    for half in (half for of in Library for half in chosen(of)):
        item = item_of(half)
        question = {
            "id": half.pk,
            "text": item.text,
            "pron_start": item.pron_start,
            "pron_end": item.pron_end,
            "candidates": item.candidates,
        }
        made.append(json.dumps(question, ensure_ascii=False) + "\n")
    return "".join(made)


def take(name: str, text: str) -> int:
    """Store a system's answers: lines as ``solve --jsonl`` writes them (``id``, ``answer``). Return their number.

    Args:
        name: name of the system; replaces an earlier run of this name.
        text: the lines.

    Raises:
        InputError: a line is not an answer (with its number).
    """
    if name.casefold().split()[:1] == [OWN.casefold()]:
        raise InputError(
            f"“{OWN}” is this site’s own system",
            hint="Its answers are made here: give the system another name.",
        )
    found: dict[int, int | None] = {}
    known = set(Half.objects.values_list("pk", flat=True))
    for number, line in enumerate(text.splitlines()[:_LARGEST], 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            half, answer = int(record["id"]), record.get("answer")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InputError(
                "this line is no answer",
                location=Location(None, number, 1),
                hint='Each line is like {"id": 12, "answer": 0}; without an answer it is null.',
            ) from error
        if half not in known or answer not in (0, 1, None) or isinstance(answer, bool):
            raise InputError(
                f"there is no half {half}, or its answer is not 0, 1 or null",
                location=Location(None, number, 1),
                hint="Answer the questions of the file that this page gives.",
            )
        found[half] = answer
    if not found:
        raise InputError("there is no answer in it", hint="Send what `solve --jsonl` wrote.")
    keep(name, found)
    return len(found)


def keep(name: str, found: Mapping[int, int | None]) -> None:
    """Store a system's answers by half, in the place of earlier ones under this name."""
    with transaction.atomic():
        run, _ = SystemRun.objects.get_or_create(name=name)
        run.answers.all().delete()
        SystemAnswer.objects.bulk_create(
            SystemAnswer(run=run, half_id=half, answer=answer) for half, answer in found.items()
        )


def own_answers(halves: Sequence[Half]) -> dict[int, int | None]:
    """Return the answers of this project's reasoner to those halves whose schema is analysed."""
    analyses = (half.schema.analysis for half in halves)
    return {
        half.pk: answer_in(analysis, half)
        for half, analysis in zip(halves, analyses, strict=True)
        if analysis is not None and analysis.state == Analysis.DONE
    }


def answers_of(run: SystemRun) -> dict[int, int | None]:
    """Return the answers that a system gave in its file."""
    return dict(run.answers.values_list("half_id", "answer"))


def answer_in(analysis: Analysis, half: Half) -> int | None:
    """Return the reasoner's answer to a half."""
    return next((a["answer"] for a in analysis.result["answers"] if a["side"] == half.side), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of right, wrong and missing answers of a system, over the halves of a library that it was asked."""

    right: int
    wrong: int
    none: int

    @property
    def number(self) -> int:
        """The number of halves."""
        return self.right + self.wrong + self.none

    @property
    def share(self) -> float | None:
        """The share of right answers."""
        return self.right / self.number if self.number else None


def tally(given: Mapping[int, int | None], halves: Sequence[Half]) -> Tally:
    """Count a system's answers to those halves that it was asked."""
    asked = [half for half in halves if half.pk in given]
    right = sum(given[half.pk] == half.right for half in asked)
    none = sum(given[half.pk] is None for half in asked)
    return Tally(right, len(asked) - right - none, none)


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return Pearson's r of pairs; ``None`` for fewer than three, or if one side is constant.

    >>> correlation([(0.1, 0.2), (0.2, 0.4), (0.3, 0.6)])
    1.0
    """
    try:
        return round(statistics.correlation(*zip(*pairs, strict=True)), 12) if pairs[2:] else None
    except statistics.StatisticsError:
        return None


def unanalysed() -> list[Schema]:
    """Return the valid schemas of both libraries whose analysis is missing, failed, or under way."""
    done = Q(analysis__state=Analysis.DONE)
    return list(Schema.objects.filter(state=State.VALID).exclude(done).order_by("pk"))
