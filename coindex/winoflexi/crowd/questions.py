"""Halves of schemas as questions to people: training, and test questions that check whether people take care."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from coindex.winoflexi.crowd import parameters, scoring
from coindex.winoflexi.crowd.parameters import Values
from coindex.winoflexi.models import (
    Half,
    Library,
    Person,
    Reason,
    Resolved,
    Schema,
    State,
    TestQuestion,
)
from coindex.winoflexi.models.schemas import FAULTY

_CHANCE = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Training:
    """Progress of a person's training: questions answered rightly, and how many are needed."""

    right: int
    needed: int

    @property
    def done(self) -> bool:
        """Whether the person may write schemas."""
        return self.right >= self.needed

    @property
    def left(self) -> int:
        """How many right answers are still needed."""
        return max(0, self.needed - self.right)


def training(person: Person, values: Values | None = None) -> Training:
    """Return the progress of a person's training.

    The administrator sets the length. In automatic mode each invalid schema of the whole crowd beyond the number of
    valid ones makes it longer for people who have not written yet, up to the number of halves in the experts' library.
    With ``person`` only a person's own schemas count, so a trained person may have to train again.
    """
    values = values or parameters.load()
    needed, known = (
        values["training_length"],
        Half.objects.filter(schema__library=Library.EXPERT).count(),
    )
    if values["training_mode"] == "person":
        valid, invalid = scoring.record_of(person)
        needed += values["training_step"] * max(0, invalid - valid)
    elif values["training_mode"] == "automatic" and not person.schemas.exists():
        valid, invalid = scoring.record_of_crowd()
        more = values["training_step"] * max(0, invalid - valid)
        needed = max(needed, min(needed + more, known))
    right = Resolved.objects.filter(person=person, right=True).count()
    return Training(right, needed if known else 0)  # without experts' schemas nobody can be trained


def draw(
    person: Person, libraries: tuple[Library, ...], seen: QuerySet[Half] | None = None
) -> Half | None:
    """Draw a half of a valid schema by somebody else, if possible one that the person has not seen.

    Experts' schemas in which the thorough check found errors teach nobody.
    """
    pool = Half.objects.filter(schema__library__in=libraries, schema__state=State.VALID)
    faulty = Schema.objects.filter(FAULTY, library=Library.EXPERT)
    pool = pool.exclude(schema__author=person).exclude(schema__in=faulty)
    fresh = pool if seen is None else pool.exclude(pk__in=seen)
    for among in (fresh, pool):
        if number := among.count():
            return among.select_related("schema").order_by("pk")[_CHANCE.randrange(number)]
    return None


def next_for_training(person: Person) -> Half | None:
    """Draw a half of the experts' library that the person has not answered rightly yet."""
    seen = Half.objects.filter(resolved__person=person, resolved__right=True)
    return draw(person, (Library.EXPERT,), seen)


def resolve(person: Person, half: Half, chosen: int) -> bool:
    """Store the answer to a training question; return whether it is right."""
    right = chosen == half.right
    Resolved.objects.create(person=person, half=half, chosen=chosen, right=right)
    return right


# --------------------------------------------------------------------------------- test questions


def share_for(person: Person, base: float, values: Values) -> float:
    """Return the probability of a test question for a person.

    In automatic mode it is twice the base times the smoothed share of wrong answers so far (one right and one wrong
    answer are added), limited to between half the base and one half. Without answers it is the base.
    """
    most: float = max(0.5, base)
    if values["test_mode"] != "automatic" or not base:
        return base
    counted: dict[str, int] = person.tests.aggregate(
        all=Count("pk", filter=Q(answered_at__isnull=False)),
        wrong=Count("pk", filter=Q(right=False)),
    )
    wrong = (counted["wrong"] + 1) / (counted["all"] + 2)
    return min(most, max(base / 2, 2 * base * wrong))


def maybe_test(
    person: Person, role: str, *, after_login: bool, values: Values | None = None
) -> None:
    """Give a person a test question, with the probability of :func:`share_for`."""
    values = values or parameters.load()
    base = values["test_share" if after_login else "test_share_work"]
    if role == "administrator" or _CHANCE.random() >= share_for(person, base, values):
        return
    seen = Half.objects.filter(testquestion__person=person)
    half = draw(person, (Library.EXPERT, Library.CROWD), seen)
    if half is None:
        return
    try:
        with transaction.atomic():
            TestQuestion.objects.create(person=person, half=half, role=role)
    except IntegrityError:  # the person already has an open test question
        pass


def open_test(person: Person) -> TestQuestion | None:
    """Return the test question that a person has to answer, if any."""
    return person.tests.filter(answered_at=None).select_related("half").first()


def answer_test(test: TestQuestion, chosen: int) -> bool | None:
    """Store the answer to a test question and book its points; return ``None`` if it was already answered."""
    values = parameters.load()
    right = chosen == test.half.right
    with transaction.atomic():
        taken = TestQuestion.objects.filter(pk=test.pk, answered_at=None).update(
            answered_at=timezone.now(), chosen=chosen, right=right
        )
        if not taken:
            return None
        name, reason = ("right", Reason.TEST_RIGHT) if right else ("wrong", Reason.TEST_WRONG)
        points = values[f"points_test_{name}"]
        scoring.book(test.person_id, points, reason, f"test:{test.pk}", values=values)
    return right
