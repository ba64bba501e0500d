"""The forms. They accept text of limited length without control characters."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from coindex.winoflexi.analysis import asking
from coindex.winoflexi.crowd.parameters import PARAMETERS, Values
from coindex.winoflexi.crowd.reviewing import QUESTIONS
from coindex.winoflexi.models import Half, Library, Person
from coindex.winoflexi.models.people import LONGEST_LABEL
from coindex.winoflexi.models.reviews import LONGEST_COMMENT
from coindex.winoflexi.models.schemas import LONGEST_SENTENCE, LONGEST_TARGET
from coindex.winoflexi.models.systems import LONGEST_NAME
from coindex.winoflexi.schemas.drafts import Draft
from kparse.errors import CoindexError

_LONGEST_PASSWORD = 128
_DAY = 24 * 3600


class Line(forms.CharField):
    """One line of printable text with single blanks."""

    def to_python(self, value: Any) -> str:
        """Normalise white space."""
        return " ".join(str(super().to_python(value) or "").split())

    def validate(self, value: str) -> None:
        """Refuse characters that cannot be printed."""
        super().validate(value)
        if not all(c.isprintable() for c in value):
            raise forms.ValidationError(_("There is an invisible character in it. Type it again."))


class Plain(forms.Form):
    """A form whose labels have no colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)


def _password(known: str = "new-password", **text: Any) -> forms.CharField:
    """A field for a password; ``known`` tells the browser whether it is the current one or a new one."""
    widget = forms.PasswordInput(attrs={"autocomplete": known})
    return forms.CharField(strip=False, max_length=_LONGEST_PASSWORD, widget=widget, **text)


class _Passwords(Plain):
    """A new password, twice."""

    password = _password(
        label=_("Password"), help_text=_("At least ten characters, and not a common password.")
    )
    again = _password(label=_("The same again"))

    def clean(self) -> dict[str, Any]:
        """Check that both passwords are equal and strong enough."""
        data = dict(super().clean() or {})
        first = data.get("password")
        if first and data.get("again") and first != data["again"]:
            self.add_error("again", _("The two passwords differ."))
        elif first:
            person = Person(name=data.get("name", ""), label=data.get("label", ""))
            try:
                validate_password(first, person)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


class NewPassword(_Passwords):
    """A new password, through a one-time link."""


class ChangePassword(_Passwords):
    """A new password, with the old one."""

    old = _password("current-password", label=_("Current password"))
    field_order = ("old", "password", "again")


class Register(_Passwords):
    """Registration."""

    label = Line(
        label=_("How the organiser knows you"),
        required=False,
        max_length=LONGEST_LABEL,
        help_text=_(
            "Your number on the crowd platform, or your name in class. Optional; only the organiser sees it."
        ),
    )
    code = Line(label=_("Registration code"), max_length=60, required=False)
    field_order = ("label", "code", "password", "again")


class Login(Plain):
    """Name and password."""

    name = Line(
        label=_("Name"),
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = _password("current-password", label=_("Password"))


class Label(Plain):
    """The label by which the organiser knows the person."""

    label = Line(label=_("How the organiser knows you"), required=False, max_length=LONGEST_LABEL)


_UNSURE = "unsure"


class Answer(Plain):
    """The answer to a question about a half."""

    chosen = forms.ChoiceField(label=_("Your answer"), widget=forms.RadioSelect)

    def __init__(
        self, half: Half, data: Mapping[str, Any] | None = None, *, unsure: bool = False
    ) -> None:
        super().__init__(data)
        field = self.fields["chosen"]
        assert isinstance(field, forms.ChoiceField)
        choices: list[tuple[str, Any]] = [(str(n), target) for n, target in enumerate(half.targets)]
        field.choices = [*choices, (_UNSURE, _("I cannot tell"))] if unsure else choices

    @property
    def target(self) -> int | None:
        """The number of the chosen target; ``None`` for *I cannot tell*."""
        text = self.cleaned_data["chosen"]
        return None if text == _UNSURE else int(text)


_AREA = {"rows": 2, "autocomplete": "off", "autocapitalize": "sentences"}


def _sentence() -> Line:
    return Line(
        label=_("Sentence"),
        required=False,
        max_length=LONGEST_SENTENCE,
        widget=forms.Textarea(attrs=_AREA),
    )


def _question() -> Line:
    return Line(label=_("Question"), required=False, max_length=LONGEST_SENTENCE)


def _right() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Right target"),
        required=False,
        choices=[("0", _("first target")), ("1", _("second target"))],
        widget=forms.RadioSelect,
    )


class Writing(Plain):
    """A draft. No field is required here: the checks list everything that is missing."""

    target_1 = Line(label=_("First target"), required=False, max_length=LONGEST_TARGET)
    target_2 = Line(label=_("Second target"), required=False, max_length=LONGEST_TARGET)
    sentence_1, question_1, right_1 = _sentence(), _question(), _right()
    sentence_2, question_2, right_2 = _sentence(), _question(), _right()
    token = forms.UUIDField(widget=forms.HiddenInput, required=False)
    since = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @classmethod
    def fresh(cls, draft: Draft | None = None) -> Writing:
        """Return a form with a new token, empty or filled with a draft."""
        initial: dict[str, Any] = {"token": uuid.uuid4(), "since": int(time.time())}
        if draft is not None:
            for n in (0, 1):
                initial |= {
                    f"target_{n + 1}": draft.targets[n],
                    f"sentence_{n + 1}": draft.sentences[n],
                    f"question_{n + 1}": draft.questions[n],
                    f"right_{n + 1}": draft.right[n],
                }
        return cls(initial=initial)

    def clean_token(self) -> uuid.UUID:
        """Return the token, or a new one if there is none."""
        return self.cleaned_data.get("token") or uuid.uuid4()

    @property
    def draft(self) -> Draft:
        """The contents of the form."""
        data = self.cleaned_data

        def pair(name: str) -> tuple[str, str]:
            return data.get(f"{name}_1") or "", data.get(f"{name}_2") or ""

        right = [{"0": 0, "1": 1}.get(text) for text in pair("right")]
        return Draft(pair("sentence"), pair("question"), pair("target"), (right[0], right[1]))

    @property
    def seconds(self) -> int | None:
        """How long the form was open, if plausible."""
        return taken(self.cleaned_data.get("since"))


def taken(since: int | None) -> int | None:
    """Return the seconds since a form was opened; ``None`` if unknown or implausible."""
    seconds = int(time.time()) - since if since is not None else -1
    return seconds if 0 <= seconds < _DAY else None


class Reviewing(Plain):
    """The questions to an evaluator."""

    since = forms.IntegerField(widget=forms.HiddenInput, required=False)
    comment = forms.CharField(
        label=_("Comment for the writer"),
        required=False,
        max_length=LONGEST_COMMENT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Needed if you refuse the schema: say what could be better."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"since": int(time.time())})
        for name, label in QUESTIONS.items():
            self.fields[name] = forms.ChoiceField(
                label=str(label),
                choices=[("yes", _("yes")), ("no", _("no"))],
                widget=forms.RadioSelect,
            )
        self.order_fields([*QUESTIONS, "comment", "since"])

    @property
    def answers(self) -> dict[str, bool]:
        """The answers by the names of the questions."""
        return {name: self.cleaned_data[name] == "yes" for name in QUESTIONS}


class Text(Plain):
    """A sentence for the similarity tool."""

    text = Line(label=_("Sentence"), max_length=LONGEST_SENTENCE)


class Setup(Plain):
    """All parameters."""

    def __init__(self, values: Values, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        for p in PARAMETERS:
            text = {"label": p.label, "help_text": p.help, "initial": values[p.name]}
            field: forms.Field
            if p.kind == "yes":
                field = forms.BooleanField(required=False, **text)
            elif p.kind == "choice":
                field = forms.ChoiceField(choices=p.choices, **text)
            elif p.kind == "text":
                field = Line(required=False, max_length=int(p.high), **text)
            elif p.kind == "amount":
                text["initial"] = Decimal(values[p.name]).scaleb(-2)
                low, high = int(p.low) // 100, int(p.high) // 100
                field = forms.DecimalField(
                    min_value=low,
                    max_value=high,
                    decimal_places=2,
                    step_size=Decimal("0.01"),
                    **text,
                )
            elif p.kind == "whole":
                field = forms.IntegerField(min_value=int(p.low), max_value=int(p.high), **text)
            else:
                field = forms.FloatField(min_value=0.0, max_value=1.0, step_size=0.01, **text)
            self.fields[p.name] = field

    def clean_ask(self) -> str:
        """Check whom to ask."""
        if name := str(self.cleaned_data["ask"]):
            try:
                asking.check(name)
            except CoindexError as error:
                raise forms.ValidationError(f"{error.message}. {error.hint}") from error
        return name

    @property
    def values(self) -> dict[str, Any]:
        """The values to store, amounts in cents."""
        data = self.cleaned_data
        amounts = {p.name: int(data[p.name] * 100) for p in PARAMETERS if p.kind == "amount"}
        return data | amounts

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields by heading."""
        found: dict[str, list[forms.BoundField]] = {}
        for p in PARAMETERS:
            found.setdefault(str(p.group), []).append(self[p.name])
        return list(found.items())


class Note(Plain):
    """The reason for an action on an account."""

    note = Line(label=_("Reason"), max_length=200)


class Points(Note):
    """Points added or removed by hand."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "points_%s")  # the page has another form with a note
        super().__init__(*args, **kwargs)

    points = forms.IntegerField(label=_("Points"), min_value=-1000, max_value=1000)
    field_order = ("points", "note")


class Upload(Plain):
    """A file of schemas."""

    library = forms.ChoiceField(label=_("Library"), choices=Library.choices)
    file = forms.FileField(label=_("File (.yaml or .xml)"), allow_empty_file=False)


class Answers(Plain):
    """A file of a system's answers."""

    name = Line(label=_("Name of the system"), max_length=LONGEST_NAME)
    file = forms.FileField(label=_("File of answers (.jsonl)"), allow_empty_file=False)


class CodeText(Plain):
    """A payment code."""

    code = Line(label=_("Code"), max_length=100)
