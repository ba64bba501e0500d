"""Parameters that an administrator can set, with kind, bounds and meaning. The settings table stores their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Kind = Literal["whole", "share", "choice", "yes"]


@dataclass(frozen=True)
class Parameter:
    """A parameter.

    Attributes:
        name: its name in the program.
        group: heading on the page.
        label: name on the page.
        help: its effect, in one sentence.
        kind: a whole number, a share (0 to 1), one of some choices, or yes and no.
        default: value until it is set.
        low: lowest value of a number.
        high: highest value of a number.
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

    def read(self, text: str) -> Any:
        """Convert the text of a form field to a value.

        Raises:
            ValueError: the parameter cannot have this value.

        >>> by_name()["test_share"].read("0.25")
        0.25
        """
        if self.kind == "yes":
            return text in ("on", "1", "true")
        if self.kind == "choice":
            if text not in dict(self.choices):
                raise ValueError(text)
            return text
        number = int(text) if self.kind == "whole" else float(text)
        if not self.low <= number <= self.high:  # refuses NaN, too
            raise ValueError(text)
        return number


_JOIN, _TRAIN, _WRITE = _("Joining"), _("Training"), _("Writing")
_REVIEW, _SCORE, _TEST, _PAY = _("Reviewing"), _("Scores"), _("Test questions"), _("Payment")
_HOW = (("hand", _("the number below")), ("automatic", _("automatic")))


def _points(
    name: str, label: str | Promise, help_: str | Promise, default: int, low: int = -100
) -> Parameter:
    return Parameter(name, _SCORE, label, help_, "whole", default, low, 100)


PARAMETERS: tuple[Parameter, ...] = (
    Parameter(
        "registration",
        _JOIN,
        _("Who may register"),
        _("With “whoever has the code”, the code is shown on the page of people."),
        "choice",
        "open",
        choices=(
            ("open", _("anybody")),
            ("code", _("whoever has the code")),
            ("closed", _("nobody")),
        ),
    ),
    Parameter(
        "registrations_per_hour",
        _JOIN,
        _("Registrations an hour from one address"),
        _("A class behind one address needs as many as it has students."),
        "whole",
        60,
        1,
        10_000,
    ),
    Parameter(
        "training_mode",
        _TRAIN,
        _("How long training is"),
        _("Automatic: the number below, and more the more of somebody’s schemas are invalid."),
        "choice",
        "automatic",
        choices=_HOW,
    ),
    Parameter(
        "training_length",
        _TRAIN,
        _("Questions to be resolved rightly"),
        _("Only whoever has resolved so many may write."),
        "whole",
        5,
        0,
        200,
    ),
    Parameter(
        "training_step",
        _TRAIN,
        _("More questions for each invalid schema above the valid ones"),
        _("Used when the length is automatic."),
        "whole",
        2,
        0,
        50,
    ),
    Parameter(
        "awaiting_limit",
        _WRITE,
        _("Schemas of one person that await review"),
        _("Whoever has so many writes no more until some are decided."),
        "whole",
        3,
        1,
        1000,
    ),
    Parameter(
        "errors_refuse",
        _WRITE,
        _("Errors of the schema check refuse a schema"),
        _("Otherwise they are shown to the writer and the evaluators."),
        "yes",
        True,
    ),
    Parameter(
        "check_seconds",
        _WRITE,
        _("Seconds that saving waits for the check"),
        _("A check that takes longer is shown to the evaluators when it is done."),
        "whole",
        15,
        0,
        60,
    ),
    Parameter(
        "leak_share",
        _WRITE,
        _("Similarity from which a match is marked"),
        _("0 is nothing in common, 1 the same words."),
        "share",
        0.5,
        0,
        1,
    ),
    Parameter(
        "reviewers",
        _REVIEW,
        _("Evaluators that have to agree"),
        _("If they disagree, one more decides. One evaluator alone was found to let bad schemas pass."),
        "whole",
        2,
        1,
        5,
    ),
    Parameter(
        "alone",
        _REVIEW,
        _("At the start the administrator decides alone"),
        _("As long as there are fewer who may review a schema than have to agree."),
        "yes",
        True,
    ),
    Parameter(
        "promote",
        _REVIEW,
        _("Contributors become evaluators"),
        _("When share, number and score below are passed."),
        "yes",
        True,
    ),
    Parameter(
        "promote_share",
        _REVIEW,
        _("Share of valid schemas"),
        _("It has to be more than this."),
        "share",
        0.9,
    ),
    Parameter(
        "promote_number",
        _REVIEW,
        _("Number of valid schemas"),
        _("At least so many."),
        "whole",
        3,
        1,
    ),
    Parameter(
        "promote_score", _REVIEW, _("Score"), _("It has to be more than this."), "whole", 8, -1000
    ),
    _points("points_valid", _("Schema approved"), _("Points for the writer."), 3),
    _points("points_invalid", _("Schema refused"), _("Points for the writer."), 0),
    _points("points_leaked", _("Schema leaked"), _("Points for the writer."), -5),
    _points("points_test_right", _("Test question right"), _("Points."), 1),
    _points("points_test_wrong", _("Test question wrong"), _("Points."), -2),
    Parameter(
        "ban_score",
        _SCORE,
        _("Score under which somebody is banned"),
        _("Administrators are never banned."),
        "whole",
        -10,
        -10_000,
        0,
    ),
    Parameter(
        "test_mode",
        _TEST,
        _("How often test questions come"),
        _("Automatic: the shares below, less for who answers rightly, more for who does not."),
        "choice",
        "hand",
        choices=_HOW,
    ),
    Parameter(
        "test_share",
        _TEST,
        _("Probability after login"),
        _("0 is never, 1 always."),
        "share",
        0.1,
    ),
    Parameter(
        "test_share_work",
        _TEST,
        _("Probability after each schema and review"),
        _("For those who stay logged in for long."),
        "share",
        0.0,
    ),
    Parameter(
        "pay_when",
        _PAY,
        _("A code for a schema is given"),
        _("Crowd platforms want it at once; a class may wait for the decision."),
        "choice",
        "written",
        choices=(
            ("written", _("when it is written")),
            ("valid", _("when it is valid")),
            ("never", _("never")),
        ),
    ),
    Parameter("pay_schema", _PAY, _("Cents for a schema"), _("In the currency of the task."), "whole", 50, 0, 100_000),
    Parameter("pay_every", _PAY, _("Reviews for a code"), _("A code after so many reviews; 0: none."), "whole", 3, 0),
    Parameter(
        "pay_reviews",
        _PAY,
        _("Cents for so many reviews"),
        _("In the currency of the task."),
        "whole",
        50,
        0,
        100_000,
    ),
    Parameter(
        "bonus_cents",
        _PAY,
        _("Cents to be shared out as bonus"),
        _("By scores above zero."),
        "whole",
        1000,
        0,
        10_000_000,
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


def load() -> Values:
    """Read the values from the database; unset parameters have their defaults."""
    from coindex.winoflexi.models import Setting

    return Values(dict(Setting.objects.values_list("name", "value")))


def store(values: Mapping[str, Any]) -> None:
    """Store the values of parameters."""
    from coindex.winoflexi.models import Setting

    for name, value in values.items():
        Setting.objects.update_or_create(name=name, defaults={"value": value})
