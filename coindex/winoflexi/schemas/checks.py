"""Checks of a draft that need no parser. They run while somebody types, and again on saving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from coindex.harness.schemas.schema import Schema
from coindex.winoflexi.models.schemas import LONGEST_SENTENCE, LONGEST_TARGET
from coindex.winoflexi.schemas.drafts import Draft, DraftError, halves, marked, schema_of
from coindex.winoflexi.schemas.words import content, shared

HALVES: tuple[Promise, Promise] = (gettext_lazy("first half"), gettext_lazy("second half"))


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a check, with the reason if it is not met."""

    code: str
    met: bool
    label: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """The results of all checks, and the schema if all are met."""

    found: tuple[Found, ...]
    schema: Schema | None

    @property
    def problems(self) -> list[Found]:
        """The checks that are not met."""
        return [each for each in self.found if not each.met]

    @property
    def fine(self) -> list[Found]:
        """The checks that are met."""
        return [each for each in self.found if each.met]


def check(draft: Draft) -> Checked:
    """Check that a draft is complete, and that its parts and halves belong together."""
    found = [*_complete(draft), *_related(draft)]
    if any(not each.met for each in found):
        return Checked(tuple(found), None)
    label = _("The two halves belong together")
    try:
        schema = schema_of(draft)
    except DraftError as error:
        return Checked((*found, Found("halves", False, label, _reason(error))), None)
    return Checked((*found, Found("halves", True, label)), schema)


def problems_of(made: Schema) -> list[str]:
    """Check a schema of a file like a draft; return what is not met, with the reason.

    A file need not have questions.
    """
    one, other = halves(made)
    draft = Draft(
        (one["sentence"], other["sentence"]),
        (one["question"], other["question"]),
        made.answers,
        (one["right"], other["right"]),
    )
    found = check(draft).problems
    return [
        f"{each.label}: {each.reason}"
        for each in found
        if made.question or each.code not in ("question", "halves")
    ]


def _reason(error: DraftError) -> str:
    hint = _(error.hint) if error.hint else ""
    return f"{_(error.template).format(**error.values)} {hint}".strip()


def _complete(draft: Draft) -> Iterator[Found]:
    missing = []
    for number in (0, 1):
        if not draft.sentences[number]:
            missing.append(_("the sentence of the %s") % HALVES[number])
        if not draft.questions[number]:
            missing.append(_("the question of the %s") % HALVES[number])
        if not draft.targets[number]:
            missing.append((_("the first target"), _("the second target"))[number])
    label = _("Nothing is missing")
    yield Found(
        "parts", not missing, label, _("Missing: %s.") % ", ".join(missing) if missing else ""
    )
    long = any(len(t) > LONGEST_SENTENCE for t in (*draft.sentences, *draft.questions))
    if long or any(len(t) > LONGEST_TARGET for t in draft.targets):
        most = {"sentence": LONGEST_SENTENCE, "target": LONGEST_TARGET}
        reason = _("Sentences and questions may have %(sentence)d characters, targets %(target)d.")
        yield Found("length", False, _("Nothing is too long"), reason % most)
    if any(
        not c.isprintable() for t in (*draft.sentences, *draft.questions, *draft.targets) for c in t
    ):
        yield Found("characters", False, _("No character is invisible"), _("Type it again."))
    label = _("Each half has its own right target")
    if None in draft.right:
        yield Found("right", False, label, _("Choose the right target in both halves."))
    elif draft.right[0] == draft.right[1]:
        reason = _("The same target is marked in both halves, so the changed word decides nothing.")
        yield Found("right", False, label, reason)
    else:
        yield Found("right", True, label)


def _related(draft: Draft) -> Iterator[Found]:
    for number, sentence in enumerate(draft.sentences):
        if not sentence:
            continue
        label = _("The %s has one pronoun to ask about") % HALVES[number]
        try:
            marked(sentence)
        except DraftError as error:
            yield Found("pronoun", False, label, _reason(error))
        else:
            yield Found("pronoun", True, label)
        yield from _targets(draft, number)
        if question := draft.questions[number]:
            label = _("The question of the %s is about its sentence") % HALVES[number]
            met = shared(sentence, question)
            reason = _("They have no important word in common. Ask about what the sentence says.")
            yield Found("question", met, label, "" if met else reason)


def _targets(draft: Draft, number: int) -> Iterator[Found]:
    sentence = draft.sentences[number]
    here = {lemma for word in content(sentence) for lemma in word}
    targets = [target for target in draft.targets if target]
    absent = [t for t in targets if not any(word & here for word in content(t))]
    if targets:
        label = _("The %s contains both targets") % HALVES[number]
        reason = _("Not in the sentence: %s. Write the targets as they are in the sentence.")
        yield Found("targets", not absent, label, reason % ", ".join(absent) if absent else "")
    if len(targets) == 2 and number == 0 and targets[0].lower() == targets[1].lower():
        yield Found("same", False, _("There are two different targets"), _("Both are the same."))
