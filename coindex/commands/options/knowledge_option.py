"""Values of ``--knowledge``: files of rows and axioms, or English sentences that become rules for the question."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import add_knowledge_options, print_message

if TYPE_CHECKING:
    from coindex.reasoner import Answer


def add_knowledge_or_sentences(parser: argparse._ActionsContainer) -> None:
    """Add ``--model`` and ``--knowledge``, which takes sentences, too."""
    what = (
        "knowledge to use in addition to what ships: a directory or file, or an English sentence for this question,"
        ' such as "If somebody is tired, they sleep." (may be given several times)'
    )
    add_knowledge_options(parser, what, "PATH|SENTENCE")


def split_values(values: Sequence[str]) -> tuple[list[str], list[str]]:
    """Separate paths from sentences. A sentence contains blanks, is no existing file and does not look like a path.

    >>> split_values(["mine.lp", "If somebody is tired, they sleep.", "my rows/"])
    (['mine.lp', 'my rows/'], ['If somebody is tired, they sleep.'])
    """
    paths: list[str] = []
    sentences: list[str] = []
    for value in values:
        is_path = value.endswith((".lp", "/")) or not _has_blanks(value) or _exists(value)
        (paths if is_path else sentences).append(value)
    return paths, sentences


def report_unused(answers: Iterable[Answer]) -> None:
    """Print a message for each sentence of the user that no answer used, with the reason."""
    reasons: dict[str, str] = {}
    used: set[str] = set()
    for answer in answers:
        for sentence in (use for use in answer.sentence_uses if not use.source):
            reasons.setdefault(sentence.sentence, sentence.why)
            used |= {sentence.sentence} if sentence.used else set()
    for text, reason in reasons.items():
        if text not in used:
            print_message(f"the knowledge “{text}” was not used: {reason}")


def _has_blanks(value: str) -> bool:
    return len(value.split()) > 1


def _exists(value: str) -> bool:
    try:
        return Path(value).exists()
    except (
        OSError,
        ValueError,
    ):  # the name is too long, or has a character that no file name may have
        return False
