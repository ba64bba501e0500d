"""People, schemas and a solver for tests."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

from django.test import Client
from django.utils import timezone

from coindex.harness.schemas import schema as library
from coindex.winoflexi.crowd import blind_solving, parameters, reviewing
from coindex.winoflexi.crowd.reviewing import QUESTIONS
from coindex.winoflexi.models import Analysis, Library, Person, Schema, Setting, State
from coindex.winoflexi.schemas import storage
from coindex.winoflexi.schemas.drafts import Draft, schema_of

PASSWORD = "correct horse 17 battery"
_NUMBERS = itertools.count(1)

RESULT: dict[str, Any] = {
    "findings": [],
    "answers": [
        {
            "side": side,
            "answer": 0,
            "candidate": "x",
            "right": side == 0,
            "decided_by": "knowledge",
            "confidence": 0.75,
            "why": {"sentence": "", "reasons": ["It was so."], "others": [], "notes": []},
        }
        for side in (0, 1)
    ],
    "hardness": None,
    "spelling": [],
    "patterns": ["complex", "complex"],
    "connectors": [["cause/effect"], ["cause/effect"]],
    "ms": 1,
}
"""What an analysis finds if nothing is wrong."""


class AtOnce:
    """A solver that returns at once, without a process."""

    workers, seconds = 1, 1.0

    def __init__(self, result: dict[str, Any] | None = None) -> None:
        self.result = result or RESULT
        self.asked: list[dict[str, Any]] = []

    def submit(self, name: str, schema: dict[str, Any], *, in_background: bool = False) -> bool:
        self.asked.append(schema)
        Analysis.objects.filter(key=name).update(state=Analysis.DONE, result=self.result)
        return True

    def has(self, name: str) -> bool:
        return False

    def stop(self) -> None:
        pass


def person(*, score: int = 0, **fields: Any) -> Person:
    """Make somebody with :data:`PASSWORD`; a score is booked, so that the ledger has it."""
    from coindex.winoflexi.crowd import scoring

    made = Person.objects.make(f"person-{next(_NUMBERS)}", PASSWORD, **fields)
    if score:
        scoring.change(made.pk, score, "for a test")
        made.refresh_from_db()
    return made


def logged_in(who: Person, role: str | None = None, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(who)
    session = client.session
    session["role"] = role or who.roles[-1]
    session["tested"] = True
    session.save()
    return client


_WORDS = (
    "hammer",
    "ladder",
    "bucket",
    "lantern",
    "kettle",
    "blanket",
    "shovel",
    "basket",
    "whistle",
    "compass",
)


def draft(number: int | None = None) -> Draft:
    """Make a draft that no other has."""
    n = next(_NUMBERS) if number is None else number
    thing, other = _WORDS[n % 10], _WORDS[n // 10 % 10]
    first, second = f"Ada{_name(n)}", f"Ruth{_name(n)}"
    return Draft(
        (
            f"{first} lent {second} a {thing} near the {other} because [she] had two.",
            f"{first} lent {second} a {thing} near the {other} because [she] needed one.",
        ),
        ("Who had two?", "Who needed one?"),
        (first, second),
        (0, 1),
    )


def _name(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def form_of(draft: Draft, **more: Any) -> dict[str, Any]:
    """Write a draft into the fields of the form."""
    data: dict[str, Any] = {"token": str(uuid.uuid4()), "since": "0"}
    for n in (0, 1):
        data |= {
            f"target_{n + 1}": draft.targets[n],
            f"sentence_{n + 1}": draft.sentences[n],
            f"question_{n + 1}": draft.questions[n],
            f"right_{n + 1}": "" if draft.right[n] is None else str(draft.right[n]),
        }
    return data | more


def written(author: Person, number: int | None = None, state: State | None = None) -> Schema:
    """Keep a schema of somebody, in a state."""
    set_ = dict(Setting.objects.values_list("name", "value"))
    values = parameters.Values(set_ | {"awaiting_limit": 10**6})
    row = storage.keep(author, schema_of(draft(number)), uuid.uuid4(), values=values).schema
    if state is not None:
        row.state, row.decided_at = state, timezone.now()
        row.save()
    return row


def expert_library() -> None:
    """A small library: two schemas of the experts."""
    for n, (special, alternate) in enumerate((("shy", "loud"), ("late", "early"))):
        made = library.Schema(
            id=f"expert-{n}",
            text=f"Karin looked for Beate at the market number {n} because [she] was {{special}}.",
            special=(special,),
            alternate=(alternate,),
            answers=("Karin", "Beate"),
            question="Who was {special}?",
        )
        storage.add(made, Library.EXPERT, State.VALID)


def panel() -> None:
    """Make so many evaluators that two are asked for."""
    for _ in range(3):
        person(is_evaluator=True)


YES = dict.fromkeys(QUESTIONS, True) | {"leaked": False}
NO = YES | {"flips": False}
LEAKED = YES | {"leaked": True}
"""Answers of an evaluator."""


def solve(who: Person, schema: Schema, chosen: tuple[int | None, int | None] | None = None) -> None:
    """Answer both halves before seeing the marks: as marked, or otherwise."""
    for half in schema.halves.all():
        blind_solving.solve(who, half, half.right if chosen is None else chosen[half.side])


def review(
    who: Person, number: int, answers: dict[str, bool], comment: str = "", **more: Any
) -> Schema:
    """Solve and review a schema."""
    solve(who, Schema.objects.get(pk=number))
    return reviewing.review(who, number, answers, comment, **more)


def review_form(
    answers: dict[str, bool], comment: str = "Make the words differ more."
) -> dict[str, str]:
    """Write an evaluator's answers into the fields of the form."""
    return {k: "yes" if v else "no" for k, v in answers.items()} | {
        "comment": comment,
        "since": "0",
    }
