"""Reviews: questions, verdicts, and the decision once independent evaluators agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from coindex.winoflexi.crowd import blind_solving, parameters, payment, scoring
from coindex.winoflexi.crowd.parameters import Values
from coindex.winoflexi.models import Person, Reason, Review, Schema, State, Verdict
from coindex.winoflexi.models.schemas import OPEN

QUESTIONS: Mapping[str, str | Promise] = {
    "leaked": _("Is it a copy of another schema, perhaps with other names or things?"),
    "english": _("Are both sentences and both questions good English, and do they make sense?"),
    "twins": _("Do the halves differ only in a word or a short phrase?"),
    "flips": _("Does that difference change what the pronoun means?"),
    "right": _("Is the marked target right in both halves, for every reader?"),
    "agree": _("Does grammar (kind, gender, number) allow the pronoun to mean either target?"),
    "sense": _("Does it take common sense, and not just knowing which words go together?"),
    "asked": _("Do the questions ask what the pronoun means, without giving the answer away?"),
}
"""The questions to evaluators. A schema is valid if the first is answered no and all others yes."""

DECISIONS = {
    Verdict.VALID: (State.VALID, Reason.VALID, "points_valid"),
    Verdict.INVALID: (State.INVALID, Reason.INVALID, "points_invalid"),
    Verdict.LEAKED: (State.LEAKED, Reason.LEAKED, "points_leaked"),
}


class Refused(Exception):
    """The review is refused; ``why`` is ``own``, ``again``, ``decided`` or ``unsolved``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def verdict(answers: Mapping[str, bool]) -> Verdict:
    """Return the verdict that follows from the answers.

    >>> verdict(dict.fromkeys(QUESTIONS, True) | {"leaked": False}).value
    'valid'
    """
    if answers["leaked"]:
        return Verdict.LEAKED
    return Verdict.VALID if all(answers[q] for q in QUESTIONS if q != "leaked") else Verdict.INVALID


def open_to(person: Person) -> QuerySet[Schema]:
    """Return the schemas that a person may review."""
    mine = Review.objects.filter(evaluator=person).values("schema")
    return Schema.objects.filter(state__in=OPEN).exclude(author=person).exclude(pk__in=mine)


def waiting_for(person: Person) -> QuerySet[Schema]:
    """Return these schemas by urgency: disputed ones first, then those with the fewest reviews, oldest first."""
    return (
        open_to(person)
        .annotate(number=Count("reviews"), disputed=Count("pk", filter=Q(state=State.DISPUTED)))
        .order_by("-disputed", "number", "pk")
    )


def needed(schema: Schema, values: Values) -> int:
    """Return how many evaluators must agree on a schema: fewer at the start, when few people can review."""
    wanted: int = values["reviewers"]
    if not values["alone"]:
        return wanted
    reviewers = Person.objects.filter(Q(is_admin=True) | Q(is_evaluator=True), banned_at=None)
    others = reviewers if schema.author_id is None else reviewers.exclude(pk=schema.author_id)
    return max(1, min(wanted, others.count()))


def decided(verdicts: Sequence[str], wanted: int) -> Verdict | None:
    """Return the decision that follows from the verdicts, in the order of the reviews; ``None`` if there is none yet.

    The first ``wanted`` verdicts decide if they agree. Otherwise further ones decide as soon as more than half of all
    approve or more than half refuse. *Invalid* and *copy* both refuse; the schema is a copy if most of those say so.

    >>> decided(["valid", "invalid"], 2), decided(["valid", "invalid", "valid"], 2).value
    (None, 'valid')
    >>> decided(["valid", "invalid", "leaked"], 2).value, decided(["leaked", "invalid", "leaked"], 2).value
    ('invalid', 'leaked')
    """
    if len(verdicts) < wanted:
        return None
    if len(set(verdicts)) == 1:
        return Verdict(verdicts[0])
    valid, copy = verdicts.count(Verdict.VALID), verdicts.count(Verdict.LEAKED)
    refused = len(verdicts) - valid
    if len(verdicts) == wanted or valid == refused:
        return None
    if valid > refused:
        return Verdict.VALID
    return Verdict.LEAKED if 2 * copy > refused else Verdict.INVALID


def review(
    evaluator: Person,
    schema_id: int,
    answers: Mapping[str, bool],
    comment: str = "",
    *,
    seconds: int | None = None,
    values: Values | None = None,
) -> Schema:
    """Store a review, and decide on the schema if possible.

    Args:
        evaluator: the reviewer.
        schema_id: the number of the schema.
        answers: by the names of the questions.
        comment: for the writer.
        seconds: how long the review took.
        values: the parameters; loaded if not given.

    Raises:
        Refused: the schema is the evaluator's own, was already reviewed or decided, or is not yet solved.
    """
    values = values or parameters.load()
    with transaction.atomic():
        schema = Schema.objects.select_for_update().get(pk=schema_id)
        if schema.author_id == evaluator.pk:
            raise Refused("own")
        if schema.reviews.filter(evaluator=evaluator).exists():
            raise Refused("again")
        if not schema.is_open:
            raise Refused("decided")
        if blind_solving.next_half(evaluator, schema) is not None:
            raise Refused("unsolved")
        try:
            with transaction.atomic():
                Review.objects.create(
                    schema=schema,
                    evaluator=evaluator,
                    answers={name: bool(answers[name]) for name in QUESTIONS},
                    verdict=verdict(answers),
                    comment=comment,
                    seconds=seconds,
                )
        except IntegrityError as error:
            raise Refused("again") from error
        _settle(schema, values)
        _pay(evaluator, values)
    return schema


def _settle(schema: Schema, values: Values) -> None:
    verdicts = list(schema.reviews.order_by("pk").values_list("verdict", flat=True))
    wanted = needed(schema, values)
    decision = decided(verdicts, wanted)
    if decision is None:
        if len(verdicts) >= wanted and schema.state != State.DISPUTED:
            schema.state = State.DISPUTED
            schema.save(update_fields=["state"])
        return
    state, reason, points = DECISIONS[decision]
    schema.state, schema.decided_at = state, timezone.now()
    schema.save(update_fields=["state", "decided_at"])
    if schema.author_id is not None:
        event = f"schema:{schema.pk}"
        scoring.book(schema.author_id, values[points], reason, event, schema=schema, values=values)
        if state == State.VALID and values["pay_when"] != "never":  # unless it was paid already
            author = Person.objects.get(pk=schema.author_id)
            payment.issue(author, event, values["pay_schema"])


def _pay(evaluator: Person, values: Values) -> None:
    every = values["pay_every"]
    done = Review.objects.filter(evaluator=evaluator).count()
    if every and done % every == 0:
        payment.issue(evaluator, f"reviews:{evaluator.pk}:{done}", values["pay_reviews"])
