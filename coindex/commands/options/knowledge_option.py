"""Values of ``--knowledge``: files of rows and axioms, or English sentences that become rules for the question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import say

if TYPE_CHECKING:
    from coindex.reasoner import Answer

HELP = (
    'further knowledge: a directory or file, or an English sentence for this question, "If somebody is tired, they'
    ' sleep." (may be given several times)'
)
"""What the option does where sentences are taken."""


def split(values: Sequence[str]) -> tuple[list[str], list[str]]:
    """Tell files from sentences: a sentence has blanks, is no file and does not look like one.

    >>> split(["mine.lp", "If somebody is tired, they sleep.", "my rows/"])
    (['mine.lp', 'my rows/'], ['If somebody is tired, they sleep.'])
    """
    paths: list[str] = []
    sentences: list[str] = []
    for value in values:
        is_file = value.endswith((".lp", "/")) or not _has_blanks(value) or _exists(value)
        (paths if is_file else sentences).append(value)
    return paths, sentences


def point_out(answers: Iterable[Answer]) -> None:
    """Say on standard error which sentences were not used for any of the answers, and why."""
    why: dict[str, str] = {}
    used: set[str] = set()
    for answer in answers:
        for sentence in answer.said:
            why.setdefault(sentence.sentence, sentence.why)
            used |= {sentence.sentence} if sentence.used else set()
    for text, reason in why.items():
        if text not in used:
            say(f"the knowledge “{text}” was not used: {reason}")


def _has_blanks(value: str) -> bool:
    return len(value.split()) > 1


def _exists(value: str) -> bool:
    try:
        return Path(value).exists()
    except (OSError, ValueError):  # too long for a name, or a character that no name has
        return False
