"""The hardness of all questions of a file: read from schemas or a collection, and listed, the hardest first."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.harness.hardness.sentences import harder
from coindex.harness.hardness.single import Hardness
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.questions.questions import Gold

SCHEMAS = (".yaml", ".yml")
COLLECTIONS = (".xml", ".jsonl", ".txt", ".tsv", ".tsv.gz")
_KINDS = (*SCHEMAS, *COLLECTIONS)
_NAMED = re.compile(rf"\S+(?:{'|'.join(map(re.escape, _KINDS))})")
_WIDTH = 100  # characters of a line
_PRESUMED = (
    "Presumed: the file has no right answer there, and the reasoner's answer is taken to be right."
)


def is_file(argument: str) -> bool:
    """Tell whether an argument names a file, or a directory of schemas, and is not a text.

    >>> is_file("schemas.yaml"), is_file("The cat saw the dog, so [it] ran away.")
    (True, False)
    """
    if _NAMED.fullmatch(argument):
        return True
    try:
        return Path(argument).exists()
    except (OSError, ValueError):  # longer than a name may be, or no name at all
        return False


def read_golds(path: str) -> list[Gold]:
    """Read the questions of a file: schemas in YAML (two questions each), or what `evaluate` reads.

    Raises:
        InputError: the file cannot be used, or has no question about a pronoun.
    """
    from coindex.harness.questions.questions import Gold, read_questions
    from coindex.harness.questions.sources import is_copa

    if Path(path).is_dir() or path.lower().endswith(SCHEMAS):
        from coindex.harness.schemas.files import load

        return [
            Gold(half.item, half.right, schema.id)
            for schema in load([path]).schemas
            for half in schema.halves
        ]
    if is_copa(Path(path)):
        raise InputError(
            f"{path}: these are questions about causes and effects",
            hint="Hardness is estimated for questions about pronouns only.",
        )
    if not path.lower().endswith(_KINDS):
        raise InputError(
            f"{path}: unknown kind of file",
            hint=f"Give {', '.join(SCHEMAS)} (schemas), or {', '.join(COLLECTIONS)} (docs/evaluation.md).",
        )
    golds = read_questions(path)
    if not golds:
        raise InputError(f"{path}: the file has no questions")
    return golds


def listed(golds: Sequence[Gold], found: Sequence[Hardness]) -> list[str]:
    """Return lines of text: of 100 people how many would err, the question, and what makes it hard."""
    lines = ["Of 100 people would err:"]
    for gold, one in sorted(zip(golds, found, strict=True), key=lambda pair: -pair[1].index):
        made, item = one.measured, gold.item
        at, end = item.pron_start, item.pron_end
        text = f"{item.text[:at]}[{item.text[at:end]}]{item.text[end:]}"
        right = "" if made.answer is None else f" = {made.candidates[made.answer]}"
        presumed = " (presumed)" if one.presumed else ""
        head = f"{100 * one.index:6.0f}  {made.id}: {text}{right}{presumed}"
        lines += ["", *_wrapped(head)]
        if made.error:
            lines += _wrapped(f"        The reasoner could not read it: {made.error}")
        reasons = harder(made, one.details)
        lines += _wrapped(f"        {' '.join(reasons) or 'Nothing in it is harder than usual.'}")
    if any(one.presumed for one in found):
        lines += ["", *_wrapped(_PRESUMED)]
    return [*lines, "", summary(found)]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDTH, subsequent_indent=" " * 8, drop_whitespace=True)


def summary(found: Sequence[Hardness]) -> str:
    """Return the mean and the extremes."""
    indexes = sorted(100 * one.index for one in found)
    mean = sum(indexes) / len(indexes)
    if len(found) == 1:
        return "1 question. The estimate is rough (docs/hardness.md)."
    return (
        f"{len(found)} questions: on average {mean:.0f} people in 100 would err, from {indexes[0]:.0f} to"
        f" {indexes[-1]:.0f}. The estimate is rough (docs/hardness.md)."
    )
