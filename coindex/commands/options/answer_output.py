"""How answers are printed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner import Answer, Reasoner

FULL = "--explain-full"
"""What `--explain full` becomes before options are read: an option with an optional value would swallow the text."""


def with_full(argv: Sequence[str]) -> list[str]:
    """Write ``--explain full`` as one option.

    >>> with_full(["solve", "--explain", "full", "It rained."]), with_full(["solve", "--explain", "It rained."])
    (['solve', '--explain-full', 'It rained.'], ['solve', '--explain', 'It rained.'])
    """
    found: list[str] = []
    for word in argv:
        if word == "full" and found[-1:] == ["--explain"]:
            found[-1] = FULL
        else:
            found.append(FULL if word == "--explain=full" else word)
    return found


def add_explain_option(parser: argparse._ActionsContainer) -> None:
    """Declare ``--explain [full]``."""
    parser.add_argument(
        "--explain",
        action="store_true",
        help="say in a few lines why; `--explain full`: all rules that spoke, and what each rests on",
    )
    parser.add_argument(
        FULL, action="store_const", const="full", dest="explain", help=argparse.SUPPRESS
    )


def needs_proofs(options: argparse.Namespace) -> bool:
    """Tell whether the rules that spoke have to be traced."""
    shown = options.format in ("dot", "svg", "html")
    return shown or options.explain == "full" or (options.explain and options.format == "json")


def format_answers(
    reasoner: Reasoner,
    answers: list[Answer],
    form: str,
    *,
    explain: bool | Literal["full"] = False,
    why_not: str | None = None,
    least: float | None = None,
) -> Iterator[str]:
    """Yield the text of each answer in the chosen format; one less sure than ``least`` is called undecided as text.

    Raises:
        InputError: the format shows a single answer, and there are several.
    """
    from coindex.reasoner.rendering import render

    if form in ("svg", "html") and len(answers) != 1:
        raise InputError(
            f"--format {form} shows one answer, and {len(answers)} pronouns are asked about",
            hint="Name one with --pronoun, or put it in brackets: [it].",
        )
    ascii_only = not _can_encode_trees(sys.stdout.encoding)
    for answer in answers:
        if form == "json":
            yield render.to_json(answer)
        elif form == "dot":
            yield render.to_dot(answer)
        elif form in ("svg", "html"):
            from kparse.notation.draw import to_svg
            from kparse.notation.penman import decode

            write = render.to_svg if form == "svg" else render.to_html
            yield write(answer, picture=to_svg(decode(answer.graph)))
        elif why_not is not None:
            near = reasoner.near_misses(answer, render.candidate_index(answer, why_not))
            yield render.why_not(answer, why_not, near, ascii_only=ascii_only)
        elif answer.is_undecided(least):
            yield _undecided(answer, least or 0.0)
        elif explain:
            full = explain == "full"
            yield render.to_text(answer, full=full, ascii_only=ascii_only, colour=_colours()) + "\n"
        else:
            yield _one_line(answer)


def _one_line(answer: Answer) -> str:
    """Format an answer as one line.

    >>> from coindex.reasoner.answer import Answer
    >>> _one_line(Answer("It slept.", "It", 0, 2, ("the cat", "the dog"), 1, "knowledge", 0.875))
    'It = the dog  (knowledge, 88 %)'
    >>> _one_line(Answer("It slept.", "It", 0, 2, ("the cat", "the dog"), 0, "tie", 0.5))
    'It = the cat  (a guess, as likely as the dog, 50 %)'
    >>> _one_line(Answer("It hid.", "the cause", 0, 0, ("It rained.", "It hailed."), 0, "tie", 0.5))
    'the cause = It rained.  (a guess, as likely as another, 50 %)'
    """
    return f"{answer.pronoun} = {answer.candidate or '?'}  ({_how(answer)})"


def _how(answer: Answer) -> str:
    """Say how an answer was decided, and how sure it is."""
    from coindex.reasoner.english.classes import english

    words = english()["decided"].get(answer.decided_by, answer.decided_by)
    rivals = [c for i, c in enumerate(answer.candidates) if i != answer.answer]
    if answer.decided_by == "tie" and rivals and answer.start < answer.end:
        words = f"{english()['decided']['preference']}, as likely as {' or '.join(rivals)}"
    return f"{words}, {_percent(answer.confidence)}" if answer.answer is not None else str(words)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _undecided(answer: Answer, least: float) -> str:
    """Format an answer that is less sure than asked for.

    >>> from coindex.reasoner.answer import Answer
    >>> _undecided(Answer("It slept.", "It", 0, 2, ("the cat", "the dog"), 1, "mined", 0.625), 0.7)
    'It: undecided  (best guess: the dog; counted or learnt, not known, 62 %, below 70 %)'
    """
    how = f"{_how(answer)}, below {_percent(least)}"
    return f"{answer.pronoun}: undecided  (best guess: {answer.candidate or '?'}; {how})"


def _colours() -> bool:
    """Tell whether standard output shows colours and they are wanted (https://no-color.org)."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def _can_encode_trees(encoding: str | None) -> bool:
    try:
        "├─“”".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
