"""Halves of schemas as questions to people: training, and the test questions that keep an eye on care."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from coindex.winoflexi.crowd import parameters, scoring
from coindex.winoflexi.crowd.parameters import Values
from coindex.winoflexi.models import Half, Library, Person, Reason, Resolved, State, TestQuestion

_CHANCE = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Training:
    """How far somebody's training is: questions resolved rightly, and how many have to be."""

    right: int
    needed: int

    @property
    def done(self) -> bool:
        """Whether somebody may write."""
        return self.right >= self.needed

    @property
    def left(self) -> int:
        """How many are left."""
        return max(0, self.needed - self.right)


def training(person: Person, values: Values | None = None) -> Training:
    """Tell how far the training of somebody is.

    By hand it is as long as the administrator says. Automatic training grows with each invalid schema above the valid
    ones, so that it may begin again for who is trained.
    """
    values = values or parameters.load()
    needed = values["training_length"]
    if values["training_mode"] == "automatic":
        valid, invalid = scoring.record_of(person)
        needed += values["training_step"] * max(0, invalid - valid)
    right = Resolved.objects.filter(person=person, right=True).count()
    known = Half.objects.filter(schema__library=Library.EXPERT).exists()
    return Training(right, needed if known else 0)  # without a library nobody could be trained


def draw(
    person: Person, libraries: tuple[Library, ...], seen: QuerySet[Half] | None = None
) -> Half | None:
    """Draw a half of a valid schema that is not somebody's own, if possible one that was not seen."""
    pool = Half.objects.filter(schema__library__in=libraries, schema__state=State.VALID)
    pool = pool.exclude(schema__author=person)
    fresh = pool if seen is None else pool.exclude(pk__in=seen)
    for among in (fresh, pool):
        if number := among.count():
            return among.select_related("schema").order_by("pk")[_CHANCE.randrange(number)]
    return None


def next_for_training(person: Person) -> Half | None:
    """Draw a half of the expert library that somebody has not resolved rightly yet."""
    seen = Half.objects.filter(resolved__person=person, resolved__right=True)
    return draw(person, (Library.EXPERT,), seen)


def resolve(person: Person, half: Half, chosen: int) -> bool:
    """Take the answer to a question of the training; tell whether it is right."""
    right = chosen == half.right
    Resolved.objects.create(person=person, half=half, chosen=chosen, right=right)
    return right


# --------------------------------------------------------------------------------- test questions


def share_for(person: Person, base: float, values: Values) -> float:
    """Give the probability of a test question for somebody.

    Automatic: twice the base times the share of wrong answers so far, smoothed (one right and one wrong answer are
    added), between half the base and one half; without answers it is the base.
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
    """Perhaps put a test question to somebody."""
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
    except IntegrityError:  # there is an open one
        pass


def open_test(person: Person) -> TestQuestion | None:
    """Give the test question that somebody has to answer, if there is one."""
    return person.tests.filter(answered_at=None).select_related("half").first()


def answer_test(test: TestQuestion, chosen: int) -> bool | None:
    """Take the answer to a test question and book its points; nothing if it was answered already."""
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
