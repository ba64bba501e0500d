"""Parameters that an administrator can set, with kind, bounds and meaning. The settings table stores their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Kind = Literal["whole", "share", "choice", "yes", "amount", "text"]


@dataclass(frozen=True)
class Parameter:
    """A parameter.

    Attributes:
        name: its name in the program.
        group: heading on the page.
        label: name on the page.
        help: its effect, in one sentence.
        kind: a whole number, a share (0 to 1), one of some choices, yes and no, an amount of money (kept in cents), or
            a short text.
        default: value until it is set.
        low: lowest value of a number.
        high: highest value of a number, or most characters of a text.
        choices: values with their labels.
    """

    name: str
    group: str | Promise
    label: str | Promise
    help: str | Promise
    kind: Kind
    default: Any
    low: float = 0
    high: float = 1000
    choices: tuple[tuple[str, str | Promise], ...] = ()


_JOIN, _TRAIN, _WRITE = _("Joining"), _("Training"), _("Writing")
_REVIEW, _PROMOTE, _SCORE = _("Reviewing"), _("Becoming an evaluator"), _("Scores")
_TEST, _PAY = _("Test questions"), _("Payment")
_HOW = (("hand", _("as set")), ("automatic", _("automatic")))


def _points(
    name: str, label: str | Promise, help_: str | Promise, default: int, low: int = -100
) -> Parameter:
    return Parameter(name, _SCORE, label, help_, "whole", default, low, 100)


PARAMETERS: tuple[Parameter, ...] = (
    Parameter(
        "registration", _JOIN, _("Who may register"),
        _("If a code is needed, it is shown on the page “People”."),
        "choice", "open",
        choices=(("open", _("anybody")), ("code", _("anybody who has the code")), ("closed", _("nobody"))),
    ),
    Parameter(
        "registrations_per_hour", _JOIN, _("Registrations per hour from one address"),
        _("A class that shares an address needs one for each student."),
        "whole", 60, 1, 10_000,
    ),
    Parameter(
        "training_mode", _TRAIN, _("Length of the training"),
        _("By the crowd: more for newcomers while the crowd has more schemas refused than approved. By person: "
          "more for each person whose schemas are refused."),
        "choice", "automatic",
        choices=(
            ("hand", _("as set")),
            ("automatic", _("automatic, by the crowd")),
            ("person", _("automatic, by person")),
        ),
    ),
    Parameter(
        "training_length", _TRAIN, _("Questions to be answered correctly"),
        _("Nobody can write schemas before that."),
        "whole", 5, 0, 200,
    ),
    Parameter(
        "training_step", _TRAIN, _("Extra questions per refused schema"),
        _("Only if the length is automatic, and only for refused schemas beyond the number of approved ones."),
        "whole", 2, 0, 50,
    ),
    Parameter(
        "awaiting_limit", _WRITE, _("Schemas awaiting review per person"),
        _("Anybody with this many can write no more until some are decided."),
        "whole", 3, 1, 1000,
    ),
    Parameter(
        "errors_refuse", _WRITE, _("Refuse schemas in which the check finds errors"),
        _("Otherwise the errors are only shown, to the writer and the evaluators."),
        "yes", True,
    ),
    Parameter(
        "check_seconds", _WRITE, _("Seconds to wait for the check when saving"),
        _("If it takes longer, the schema is saved, and the result is shown later."),
        "whole", 15, 0, 60,
    ),
    Parameter(
        "leak_share", _WRITE, _("Mark similar schemas from"),
        _("0: nothing in common; 1: the same but for names. What is so similar is paid only when it is approved."),
        "share", 0.5, 0, 1,
    ),
    Parameter(
        "copy_share", _WRITE, _("Refuse similar schemas from"),
        _("1 refuses only what has the same words but for the names."),
        "share", 0.85, 0, 1,
    ),
    Parameter(
        "reviewers", _REVIEW, _("Evaluators who have to agree"),
        _("If they disagree, another one decides. A single evaluator lets too many bad schemas pass."),
        "whole", 2, 1, 5,
    ),
    Parameter(
        "alone", _REVIEW, _("At the start the organiser decides alone"),
        _("As long as there are too few people who may review a schema."),
        "yes", True,
    ),
    Parameter(
        "promote", _PROMOTE, _("Contributors become evaluators"),
        _("When they pass the three limits below."),
        "yes", True,
    ),
    Parameter(
        "promote_share", _PROMOTE, _("Share of schemas approved"),
        _("It has to be higher than this."),
        "share", 0.9,
    ),
    Parameter(
        "promote_number", _PROMOTE, _("Number of schemas approved"),
        _("At least this many."),
        "whole", 3, 1,
    ),
    Parameter(
        "promote_score", _PROMOTE, _("Score"),
        _("It has to be higher than this."),
        "whole", 8, -1000,
    ),
    _points("points_valid", _("Schema approved"), _("Points for the writer."), 3),
    _points("points_invalid", _("Schema refused"), _("Points for the writer."), 0),
    _points("points_leaked", _("Schema found to be a copy"), _("Points for the writer."), -5),
    _points("points_test_right", _("Test question answered correctly"), _("Points for whoever answers."), 1),
    _points("points_test_wrong", _("Test question answered wrongly"), _("Points for whoever answers."), -2),
    Parameter(
        "ban_score", _SCORE, _("Score below which an account is closed"),
        _("Organisers’ accounts are never closed."),
        "whole", -10, -10_000, 0,
    ),
    Parameter(
        "test_mode", _TEST, _("How often test questions come"),
        _("Automatic: the shares set, fewer for people who answer correctly, more for others."),
        "choice", "hand",
        choices=_HOW,
    ),
    Parameter(
        "test_share", _TEST, _("Probability after login"),
        _("0 means never, 1 always."),
        "share", 0.1,
    ),
    Parameter(
        "test_share_work", _TEST, _("Probability after each schema and review"),
        _("For people who stay logged in for a long time."),
        "share", 0.0,
    ),
    Parameter(
        "pay_when", _PAY, _("Give a code for a schema"),
        _("Crowd platforms want it at once. A class may wait for the decision."),
        "choice", "written",
        choices=(("written", _("when it is saved")), ("valid", _("when it is approved")), ("never", _("never"))),
    ),
    Parameter(
        "currency", _PAY, _("Currency"),
        _("A sign or a code, such as £ or EUR. Changing it converts nothing."),
        "text", "EUR", 0, 8,
    ),
    Parameter(
        "pay_schema", _PAY, _("For a schema"),
        _("Such as 0.50."),
        "amount", 50, 0, 100_000,
    ),
    Parameter(
        "pay_every", _PAY, _("Reviews for a code"),
        _("An evaluator gets a code after this many reviews; 0 for none."),
        "whole", 3, 0,
    ),
    Parameter(
        "pay_reviews", _PAY, _("For that many reviews"),
        _("Such as 0.50."),
        "amount", 50, 0, 100_000,
    ),
    Parameter(
        "bonus_cents", _PAY, _("Bonus"),
        _("For good work; 0 for none."),
        "amount", 1000, 0, 10_000_000,
    ),
    Parameter(
        "bonus_to", _PAY, _("Who gets the bonus"),
        _("Only scores above zero count. Several with the highest score share it equally."),
        "choice", "proportion",
        choices=(("proportion", _("everybody, in proportion to the scores")), ("best", _("only the highest score"))),
    ),
    Parameter(
        "ask", _("Comparison of systems"), _("Whom to ask for rules"),
        _("Such as llm:MODEL; empty for nobody. You ask on the page “Analysis”; schemas are sent there."),
        "text", settings.ASK, 0, 120,
    ),
)  # fmt: skip
"""All parameters, in the order of the page."""


def by_name() -> Mapping[str, Parameter]:
    """Return the parameters by name."""
    return {parameter.name: parameter for parameter in PARAMETERS}


class Values:
    """The values of all parameters: ``values["reviewers"]``."""

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        self._values = {p.name: p.default for p in PARAMETERS}
        self._values.update({k: v for k, v in (stored or {}).items() if k in self._values})

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values


def load() -> Values:
    """Read the values from the database; unset parameters have their defaults."""
    from coindex.winoflexi.models import Setting

    return Values(dict(Setting.objects.values_list("name", "value")))


def store(values: Mapping[str, Any]) -> None:
    """Store the values of parameters."""
    from coindex.winoflexi.models import Setting

    for name, value in values.items():
        Setting.objects.update_or_create(name=name, defaults={"value": value})
