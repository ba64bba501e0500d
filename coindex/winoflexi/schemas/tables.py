"""CSV tables for crowd platforms and spreadsheets, safe against formula injection."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence

from coindex.winoflexi.crowd import parameters, payment
from coindex.winoflexi.crowd.reviewing import QUESTIONS
from coindex.winoflexi.models import BlindAnswer, Code, Person, Review, Schema

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def cell(value: object) -> str:
    """Format a value so that no spreadsheet evaluates it.

    >>> cell("=1+1"), cell("Ada"), cell(-3)
    ("'=1+1", 'Ada', '-3')
    """
    text = "" if value is None else str(value)
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return f"'{text}" if text.startswith(_FORMULA) and not plain else text


def written(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([cell(value) for value in row] for row in rows)
    return stream.getvalue()


def codes() -> str:
    """Return a line for each payment code, without the code itself."""
    currency = parameters.load()["currency"]
    head = "number worker label work state amount currency issued shown redeemed".split()
    rows = Code.objects.select_related("person").order_by("pk")
    states: dict[int | None, str] = dict(
        Schema.objects.exclude(author=None).values_list("pk", "state")
    )
    return written(
        head,
        (
            (
                row.pk,
                row.person.name,
                row.person.label,
                row.work,
                states.get(row.schema_number, ""),
                f"{row.cents / 100:.2f}",
                currency,
                *(
                    t.isoformat(timespec="seconds") if t else ""
                    for t in (row.issued_at, row.shown_at, row.redeemed_at)
                ),
            )
            for row in rows
        ),
    )


def bonus_rows() -> list[tuple[Person, int]]:
    """Return the bonus of each person who is neither banned nor an administrator, the highest first."""
    people = {p.pk: p for p in Person.objects.filter(banned_at=None, is_admin=False, score__gt=0)}
    values = parameters.load()
    scores = {number: person.score for number, person in people.items()}
    best = values["bonus_to"] == "best"
    shares = payment.bonus(scores, values["bonus_cents"], best=best)
    return sorted(
        ((people[n], c) for n, c in shares.items()), key=lambda pair: (-pair[1], pair[0].pk)
    )


def bonus() -> str:
    """Return a line for each person who gets a bonus."""
    currency = parameters.load()["currency"]
    rows = ((p.name, p.label, p.score, f"{c / 100:.2f}", currency) for p, c in bonus_rows())
    return written(["worker", "label", "score", "bonus", "currency"], rows)


def reviews() -> str:
    """Return a line for each review: the verdict, each answer, and what the evaluator answered before seeing the marks.

    The columns ``first half`` and ``second half`` have ``as marked``, ``otherwise`` or ``cannot tell``.
    """
    head = ["schema", "state", "evaluator", "verdict", *QUESTIONS, "first half", "second half"]
    read: dict[tuple[int, int], dict[int, str]] = defaultdict(dict)
    for each in BlindAnswer.objects.select_related("half"):
        told = "cannot tell" if each.chosen is None else "as marked" if each.right else "otherwise"
        read[each.half.schema_id, each.evaluator_id][each.half.side] = told
    rows = Review.objects.select_related("schema", "evaluator").order_by("pk")
    return written(
        [*head, "comment", "seconds", "when"],
        (
            (
                row.schema.name,
                row.schema.state,
                row.evaluator.name,
                row.verdict,
                *("yes" if row.answers.get(name) else "no" for name in QUESTIONS),
                *(read[row.schema_id, row.evaluator_id].get(side, "") for side in (0, 1)),
                row.comment,
                row.seconds,
                row.created_at.isoformat(timespec="seconds"),
            )
            for row in rows
        ),
    )
