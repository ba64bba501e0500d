"""Findings of `schema check` in the words of people who write schemas: no codes, rows, files or names of kinds.

A finding is stored as the check gives it: a code, ``rule: what``, and a hint. The organiser sees the code, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_SOURCE = re.compile(
    r"\s*\((?:[^()]|\([^()]*\))*(?:[\w/.-]+\.\w+:\d+|no row)(?:[^()]|\([^()]*\))*\)"
)
"""A row with its place, or several, in parentheses."""
_BARE_SOURCE = re.compile(r"(?:\w+\((?:[^()]|\([^()]*\))*\)\s+)?[\w/.-]+\.\w+:\d+(?:,\s*)?")
_DEMAND = re.compile(
    r"with “(?P<word>.+?)”, “(?P<clause>.+)” asks for .+?, and (?P<party>.+) is .+"
)


@dataclass(frozen=True, slots=True)
class _Say:
    """What is said of a finding; ``{what}``, or the groups of ``pattern``, are filled in."""

    text: str | Promise
    hint: str | Promise = ""
    pattern: re.Pattern[str] | None = None


_SAY: dict[str, _Say] = {
    "E201": _Say(_("Both targets name the same one: {what}."), _("Name two.")),
    "E202": _Say(
        _("The sentence does not mention a target: {what}."),
        _("Write the target as it is in the sentence."),
    ),
    "E204": _Say(
        _("One target is one, the other is several: {what}."),
        _("Make both singular or both plural, so that the pronoun fits either."),
    ),
    "E205": _Say(
        _("The pronoun fits only one target: {what}."),
        _("Take two women or two men, so that the pronoun fits either."),
    ),
    "E206": _Say(
        _("The targets are too different: {what}."),
        _("Take two persons, two animals, two things or two groups."),
    ),
    "W207": _Say(
        _("The two targets are of different kinds."),
        _("Much that can be said of the one cannot be said of the other, which gives the answer away."),
    ),
    "E301": _Say(
        _("What is in brackets is no pronoun: {what}."),
        _("Put brackets round he, she, it, they, or another form of these."),
    ),
    "E302": _Say(
        _("The pronoun does not fit a target: {what}."), _("It must be able to mean either target.")
    ),
    "W303": _Say(
        _("By grammar alone the pronoun seems unable to mean {party}."),
        _("Put the pronoun into a clause of its own."),
        re.compile(r"(?P<party>.+?) in: .*", re.DOTALL),
    ),
    "W304": _Say(
        _("The pronoun occurs again: {what}."), _("It must be clear which one you ask about.")
    ),
    "W305": _Say(
        _("A sentence could not be read completely, so not everything was checked."),
        _("A simpler sentence can be checked better."),
    ),
    "E401": _Say(_("The sentences differ in nothing but capitals or marks."), _("Change a word.")),
    "W402": _Say(
        _("The sentences differ in many words: {what}."), _("Say the same with a word or two.")
    ),
    "E403": _Say(
        _("The sentences have less than half of their words in common."),
        _("Change only a word or two."),
    ),
    "W405": _Say(_("There is no question."), _("Ask what the pronoun means.")),
    "E501": _Say(
        _("With “{word}” only one target is possible: “{clause}” cannot be said of {party}."),
        _("Choose a word that could be said of both."),
        _DEMAND,
    ),
    "W502": _Say(
        _("With “{word}” the target that you marked seems impossible: “{clause}” is not said of {party}."),
        _("Is the other target the right one?"),
        _DEMAND,
    ),
    "W503": _Say(
        _("The changed word goes together with one target much more often than with the other."),
        _("Whoever knows which words go together needs no thought. Choose another word."),
    ),
    "W504": _Say(
        _("Whatever else happens, this seems to fit one target only: {what}."),
        _("Choose a word that could be said of both."),
    ),
    "W505": _Say(
        _("In both halves the same target seems to be meant: {what}."),
        _("Ask two people who have not seen the other half."),
    ),
    "W506": _Say(
        _("The changed word may make no difference."),
        _("Ask two people who have not seen the other half."),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """A finding in plain words; ``code`` is for the organiser."""

    code: str
    text: str
    hint: str
    error: bool


def told(findings: Iterable[Mapping[str, Any]]) -> list[Told]:
    """Return findings in plain words, in their order, each once.

    Args:
        findings: with ``code``, ``message``, ``hint`` and ``error``, as an analysis has them.
    """
    return list(dict.fromkeys(map(_told, findings)))


def _told(found: Mapping[str, Any]) -> Told:
    code, error = str(found["code"]), bool(found["error"])
    message = plain(str(found["message"]))
    say = _SAY.get(code)
    _rule, colon, what = message.partition(": ")
    what = what if colon else message
    values: dict[str, str] | None = {"what": what.rstrip(".")}
    if say is not None and say.pattern is not None:
        match = say.pattern.fullmatch(what)
        values = match.groupdict() if match else None
    if say is None or values is None:  # a check that is newer than this table
        text = message[:1].upper() + message[1:].rstrip(".")
        return Told(code, f"{text}.", plain(str(found["hint"])), error)
    return Told(code, str(say.text).format(**values), str(say.hint), error)


def plain(text: str) -> str:
    """Leave out rows and their places.

    >>> plain('the shelf is a thing (kind("shelf",furniture) knowledge/rows/kinds.lp:12); Tom is a person')
    'the shelf is a thing; Tom is a person'
    >>> plain('kind("a",b) knowledge/rows/kinds.lp:3, disjoint(b,c) knowledge/rows/kinds.lp:9')
    ''
    """
    return _BARE_SOURCE.sub("", _SOURCE.sub("", text)).strip()
