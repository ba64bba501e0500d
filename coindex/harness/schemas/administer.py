"""A test made from schemas: drawn at random, given at a terminal or on a sheet, and graded.

One half of each schema is drawn, and the order of its two answers. Whoever has seen one half can infer the other, so
a schema is never asked twice in a test. What is drawn depends on the seed and on the schema's id alone: the same seed
gives the same halves, whatever else is in the files.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Generic, Protocol, TypeVar

from coindex.harness.schemas.schema import Half, Schema
from coindex.harness.statistics.shares import above_chance, wilson
from kparse.errors import InputError, Location

LETTERS = "AB"
_WIDTH = 88  # characters of a line
_ANSWER = re.compile(r"answer ?(\d{1,6})(?!\d) ?[:.)]? ?(.*)", re.IGNORECASE)
_PLAIN = re.compile(r"(\d{1,6}) ?[.:)]? ?\(?([ABab])\)? ?\.?")
_CODE = re.compile(r"\btest ([0-9a-f]{8})\b")
_KEY = re.compile(r"(\d{1,6}) ([AB]) (\S+)")


class Askable(Protocol):
    """What a test asks: a half of a schema, or another question with two answers."""

    @property
    def id(self) -> str:
        """A name, which who takes the test does not see."""

    @property
    def text(self) -> str:
        """The text."""

    @property
    def question(self) -> str:
        """The question about it."""

    @property
    def answers(self) -> tuple[str, str]:
        """Both answers."""

    @property
    def right(self) -> int:
        """The index of the right one."""


Question = TypeVar("Question", bound=Askable, covariant=True)


@dataclass(frozen=True, slots=True)
class Asked(Generic[Question]):
    """A question of a test. ``order`` gives the answer for each letter."""

    number: int
    half: Question
    order: tuple[int, int]

    @property
    def right(self) -> str:
        """The right letter."""
        return LETTERS[self.order.index(self.half.right)]

    @property
    def choices(self) -> tuple[str, str]:
        """Return the answers in the order of the letters."""
        first, second = self.order
        return self.half.answers[first], self.half.answers[second]

    @property
    def lettered(self) -> list[tuple[str, str]]:
        """Return letters and answers."""
        return list(zip(LETTERS, self.choices, strict=True))

    def lines(self) -> list[str]:
        """Text, question and answers as people read them."""
        width, indent = _WIDTH, " " * (len(str(self.number)) + 2)
        text = f"{self.number}. {self.half.text}"
        return [
            *textwrap.wrap(text, width, subsequent_indent=indent),
            *textwrap.wrap(
                self.half.question, width, initial_indent=indent, subsequent_indent=indent
            ),
            *(f"{indent}{letter}: {choice}" for letter, choice in self.lettered),
        ]


@dataclass(frozen=True, slots=True)
class Grade:
    """A graded answer; ``given`` is ``None`` without an answer."""

    number: int
    id: str
    given: str | None
    right: str
    seconds: float | None = None
    """From showing the question to the answer, at a terminal."""


def draw(schemas: Sequence[Schema], seed: str, n: int | None = None) -> list[Asked[Half]]:
    """Draw a test.

    Args:
        schemas: what to draw from.
        seed: any text.
        n: how many questions; one for each schema by default.

    Raises:
        InputError: there are fewer schemas than questions wanted.
    """
    if n is not None and n > len(schemas):
        raise InputError(f"there are {len(schemas)} schemas for {n} questions", hint="Take fewer.")
    # bytes of the command line that are not UTF-8 become lone surrogates
    digests = {
        s.id: hashlib.sha256(f"{seed}:{s.id}".encode(errors="surrogatepass")).digest()
        for s in schemas
    }
    test = []
    for number, schema in enumerate(sorted(schemas, key=lambda s: digests[s.id])[:n], 1):
        bits = digests[schema.id][-1]
        order = (1, 0) if bits & 2 else (0, 1)
        test.append(Asked(number, schema.half(1 if bits & 1 else 0), order))
    return test


def code(test: Sequence[Asked[Askable]]) -> str:
    """Eight hexadecimal digits that identify a test."""
    text = "\n".join("\n".join(asked.lines()) for asked in test)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


# ------------------------------------------------------------------------------------------ sheets


def sheet(test: Sequence[Asked[Askable]]) -> str:
    """The test on paper."""
    lines = [
        f"{len(test)} questions, test {code(test)}",
        "Read each text and answer the question below it: write A or B behind `Answer`.",
    ]
    for asked in test:
        lines += ["", *asked.lines(), f"   Answer {asked.number}: ____"]
    return "\n".join(lines) + "\n"


def page(test: Sequence[Asked[Askable]], *, answers: bool = False, command: str = "") -> str:
    """The test, or its answers, as an HTML page to be printed.

    Args:
        test: the test.
        answers: whether it is the page of answers.
        command: what grades typed answers, for that page.
    """
    from coindex.files.templates import environment  # Jinja2 is slow to import

    template = environment("coindex.harness.schemas").get_template("paper.html.j2")
    return template.render(test=test, code=code(test), answers=answers, command=command) + "\n"


def key(test: Sequence[Asked[Askable]]) -> str:
    """What is right, to be kept apart from the sheet."""
    lines = [f"key of test {code(test)}"]
    lines += [f"{asked.number} {asked.right} {asked.half.id}" for asked in test]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Key:
    """The right letter and the half's id by number, and the test's code."""

    code: str
    rows: dict[int, tuple[str, str]]


def key_of(test: Sequence[Asked[Askable]]) -> Key:
    """The key of a test that was drawn again."""
    return Key(code(test), {asked.number: (asked.right, asked.half.id) for asked in test})


def code_in(text: str) -> str | None:
    """Return the code of the test that a sheet or key is of, if it has one."""
    found = _CODE.search(text)
    return found[1] if found else None


def read_key(text: str, name: str) -> Key:
    """Read what :func:`key` writes.

    Raises:
        InputError: it is something else, with the line.
    """
    lines = text.splitlines()
    found = _CODE.search(lines[0]) if lines else None
    if not found:
        raise InputError(
            "this is no key of a test",
            location=Location(name, 1, 1),
            hint="`schema administer --sheet SHEET` writes SHEET.key.",
        )
    rows = {}
    for number, line in enumerate(lines[1:], 2):
        match = _KEY.fullmatch(line.strip())
        if line.strip() and not match:
            raise InputError("not `NUMBER LETTER ID`", location=Location(name, number, 1))
        if match:
            if int(match[1]) in rows:
                message = f"question {int(match[1])} is there twice"
                raise InputError(message, location=Location(name, number, 1))
            rows[int(match[1])] = (match[2], match[3])
    return Key(found[1], rows)


def grade(answers: str, right: Key, name: str) -> list[Grade]:
    """Grade a filled sheet, or plain lines `1 A`.

    Args:
        answers: the text.
        right: the test's key.
        name: what messages call the text.

    Raises:
        InputError: the sheet is of another test; a line is no answer; a number is unknown or answered twice.
    """
    stated = _CODE.search(answers)
    if stated and stated[1] != right.code:
        raise InputError(
            f"these are answers to test {stated[1]}, and the key is of test {right.code}",
            location=Location(name, answers.count("\n", 0, stated.start()) + 1),
            hint="Give the FILE, --seed, --domain, --level and --n of the sheet, or its --key.",
        )
    given: dict[int, str] = {}
    for line, number, letter in _given(answers, name, is_sheet=stated is not None):
        place = Location(name, line, 1)
        if number not in right.rows:
            raise InputError(f"there is no question {number}", location=place)
        if number in given:
            raise InputError(f"question {number} is answered twice", location=place)
        given[number] = letter
    if not given:
        raise InputError(
            f"{name}: there are no answers", hint="Write `1 A`, one a line, or fill a sheet."
        )
    return [
        Grade(number, half, given.get(number) or None, letter)
        for number, (letter, half) in sorted(right.rows.items())
    ]


def _given(answers: str, name: str, *, is_sheet: bool) -> Iterator[tuple[int, int, str]]:
    """Line, number and letter (or nothing) of each answer."""
    for line, raw in enumerate(answers.splitlines(), 1):
        answer = " ".join(raw.split())
        match = (_ANSWER if is_sheet else _PLAIN).fullmatch(answer)
        letter = re.sub(r"[_. ()]", "", match[2]).upper() if match else ""
        if letter not in ("", *LETTERS) or (answer and not match and not is_sheet):
            raise InputError(
                f"no answer: {answer[:60]}",
                location=Location(name, line, 1),
                hint="Write `Answer 1: A` on a sheet, or `1 A`, one a line.",
            )
        if match:
            yield line, int(match[1]), letter


# ---------------------------------------------------------------------------------------- terminal


def ask(
    test: Sequence[Asked[Askable]],
    read: Callable[[], str],
    tell: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> list[Grade]:
    """Ask the questions one by one, until the input ends or is interrupted (Ctrl-C).

    Args:
        test: what is asked.
        read: gives a line of input; an empty string at its end.
        tell: shows a text without ending the line.
        clock: gives the time in seconds.

    Returns:
        What was answered.
    """
    done: list[Grade] = []
    for asked in test:
        tell("\n".join(asked.lines()) + "\n")
        shown = clock()
        while True:
            tell("   A or B? ")
            try:
                line = read()
            except KeyboardInterrupt:
                line = ""
            if not line:
                tell("\n")
                return done
            letter = _meant(line, asked)
            if letter:
                break
            tell("   Please write A or B; Ctrl-D ends the test.\n")
        tell("\n")
        done.append(Grade(asked.number, asked.half.id, letter, asked.right, clock() - shown))
    return done


def _meant(line: str, asked: Asked[Askable]) -> str:
    """The letter of what was typed: a letter, or one of the answers; empty if it is neither."""
    answer = line.strip().rstrip(".").casefold()
    for letter, choice in asked.lettered:
        if answer in (letter.casefold(), choice.casefold()):
            return letter
    return ""


def result(grades: Sequence[Grade], asked: int) -> str:
    """Write what was wrong, the score with its interval and a test against guessing, and the time that was taken.

    The interval is :func:`coindex.harness.statistics.shares.wilson`, the test
    :func:`coindex.harness.statistics.shares.above_chance`. Questions without an answer count as not right; those that
    were never asked do not count.
    """
    lines = []
    for one in grades:
        if one.given != one.right:
            given = one.given or "no answer"
            lines.append(f"{one.number:4}  {given}, right is {one.right}  {one.id}")
    if not grades:
        return "nothing was answered"
    right = sum(one.given == one.right for one in grades)
    share, low, high = (100 * x for x in (right / len(grades), *wilson(right, len(grades))))
    interval = f"95 % interval {low:.1f} to {high:.1f} %"
    lines.append(f"{right} of {len(grades)} right: {share:.1f} %, {interval}")
    p = above_chance(right, len(grades))
    lines.append(f"who guesses gets {right} or more with probability {p:.3g}")
    empty = sum(one.given is None for one in grades)
    if empty:
        lines.append(f"{empty} without an answer")
    if len(grades) < asked:
        lines.append(f"{asked - len(grades)} not asked")
    lines += _times(grades)
    return "\n".join(lines)


def _times(grades: Sequence[Grade]) -> Iterator[str]:
    """Write how long the questions took, if that was measured."""
    times = [(one.seconds, one) for one in grades if one.seconds is not None]
    if not times:
        return
    seconds = [second for second, _ in times]
    longest, slowest = max(times, key=lambda pair: pair[0])
    yield (
        f"{sum(seconds):.0f} s for {len(times)} questions: median {median(seconds):.1f} s,"
        f" longest {longest:.1f} s (question {slowest.number}, {slowest.id})"
    )
    for name, right in (("right", True), ("wrong", False)):
        some = [second for second, one in times if (one.given == one.right) == right]
        if some:
            yield f"  {name} answers: median {median(some):.1f} s ({len(some)})"
