"""The contest's output file: text, excerpt and answer of each problem, then the list that is graded.

Only the list is graded; the rest is for people. The reader reports where the two disagree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coindex.files.decoding import decode
from coindex.files.xmlfile import read_bytes
from coindex.harness.questions.collection import LETTERS, Problem
from kparse.errors import InputError, Location

SUFFIX = "-output.txt"
"""What follows the team's name in the name of the file."""
OMITTED = ""
"""What stands for an answer that was left out of the list."""
_OMITTED = frozenset(("", "-", "?"))
"""How a list leaves an answer out."""
_ANSWER = re.compile(r"\s*Answer\s+(\d{1,6})\s*\.\s*([A-Za-z])\b")


def block(problem: Problem, letter: str) -> str:
    r"""Write one problem: its text, the excerpt, the answer, each on a line of its own.

    >>> problem = Problem(7, 1, "Ada fed the cat; it ate.", 17, 19, "it ate", ("Ada", "the cat"))
    >>> block(problem, "B")
    'Ada fed the cat; it ate.\nit ate\nAnswer 7.B the cat\n'
    """
    index = LETTERS.index(letter)
    answer = problem.answers[index] if index < len(problem.answers) else ""
    lines = [
        problem.text or "(no text)",
        problem.excerpt or "(no excerpt)",
        f"Answer {problem.number}.{letter} {answer}".rstrip(),
    ]
    return "".join(f"{line}\n" for line in lines)


def output_text(problems: Iterable[Problem], letters: Sequence[str]) -> str:
    """Write the whole file: a block for each problem, blank lines between, the list of letters.

    Raises:
        ValueError: there are not as many letters as problems.
    """
    blocks = [block(p, letter) + "\n" for p, letter in zip(problems, letters, strict=True)]
    return "".join(blocks) + ", ".join(letters) + "\n"


@dataclass(frozen=True, slots=True)
class Output:
    """The output that a team submitted."""

    name: str
    team: str
    letters: tuple[str, ...]
    """The final list; :data:`OMITTED` where an answer is left out."""
    line: int
    """The place of the final list."""
    written: tuple[tuple[int, int, str], ...] = ()
    """Line, problem and letter of each ``Answer`` line before the list."""

    def fitted(self, problems: Sequence[Problem]) -> Output:
        """Give the output with a letter, or an omission, for each problem.

        A list that is too short leaves answers out. If the ``Answer`` lines are as many as its letters and agree
        with them, their numbers say which; else the last ones are left out.

        Raises:
            InputError: the list cannot belong to these problems, with the line and the first thing that is wrong.
        """
        place = Location(self.name, self.line, 1)
        letters = list(self.letters)
        while len(letters) > len(problems) and letters[-1] == OMITTED:
            letters.pop()
        if len(letters) > len(problems):
            raise InputError(
                f"the final list has {len(letters)} answers, and there are {len(problems)} problems",
                location=place,
                hint="Is it the output for this input?",
            )
        if len(letters) < len(problems):
            letters = self._spread(letters, len(problems))
        for letter, problem in zip(letters, problems, strict=True):
            last = LETTERS[: max(len(problem.answers), 1)][-1]
            if letter > last:
                raise InputError(
                    f"answer {problem.number} of the final list is {letter}, "
                    f"but that problem's answers end with {last}",
                    location=place,
                    hint="Is it the output for this input?",
                )
        return replace(self, letters=tuple(letters))

    def _spread(self, letters: Sequence[str], problems: int) -> list[str]:
        """Put the letters of a short list where they belong, with omissions between or after them."""
        numbers = [number for _, number, _ in self.written]
        named = [letter for _, _, letter in self.written]
        ascending = numbers == sorted(set(numbers)) and all(1 <= n <= problems for n in numbers)
        if named == list(letters) and ascending:
            places = dict(zip(numbers, letters, strict=True))
            return [places.get(number, OMITTED) for number in range(1, problems + 1)]
        return [*letters, *[OMITTED] * (problems - len(letters))]

    @property
    def omitted(self) -> list[int]:
        """The numbers of the problems whose answers are left out."""
        return [n for n, letter in enumerate(self.letters, 1) if letter == OMITTED]

    def disagreements(self) -> list[str]:
        """Report what the final list, which alone counts, leaves out, and where an ``Answer`` line differs from it."""
        found = []
        if left := self.omitted:
            found.append(
                f"{self.name}:{self.line}: no answer in the final list to {listed(left)}; "
                "an omitted answer is wrong"
            )
        for line, number, letter in self.written:
            graded = self.letters[number - 1] if 0 < number <= len(self.letters) else OMITTED
            graded = graded or "no answer"
            if graded != letter:
                found.append(
                    f"{self.name}:{line}: Answer {number}.{letter}, but the final list has {graded}"
                )
        missing = sorted(
            set(range(1, len(self.letters) + 1)) - {n for _, n, _ in self.written} - set(left)
        )
        if missing and self.written:
            found.append(f"{self.name}: no Answer line for {listed(missing)}")
        return found


def listed(numbers: Sequence[int], most: int = 10) -> str:
    """Name some numbers.

    >>> listed([3, 5, 8], most=2)
    '3, 5 and 1 more'
    """
    shown = ", ".join(map(str, numbers[:most]))
    return f"{shown} and {len(numbers) - most} more" if len(numbers) > most else shown


def read_output(path: str | Path) -> Output:
    """Read an output file; the team is what its name begins with.

    Raises:
        InputError: it cannot be read, or does not end with a list of letters (with the line).
    """
    path = Path(path)
    return parse_output(read_bytes(path), str(path))


def parse_output(data: bytes, name: str) -> Output:
    """Read the bytes of an output file; ``name`` is its path.

    Raises:
        InputError: see :func:`read_output`.
    """
    lines = decode(data, name)[0].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    last = max((n for n, line in enumerate(lines) if line.strip()), default=0)
    place = Location(name, last + 1, 1)
    pieces = [piece.strip().upper() for piece in lines[last].split(",")]
    letters = [OMITTED if piece in _OMITTED else piece for piece in pieces]
    for number, letter in enumerate(letters, 1):
        if letter != OMITTED and (letter not in LETTERS or len(letter) != 1):
            raise InputError(
                f"the last line is no list of answers: entry {number} is {letter[:40]!r}",
                location=place,
                hint="The file ends with the letters of all answers: A, B, A",
            )
    written = []
    for number, line in enumerate(lines[:last], 1):
        if match := _ANSWER.match(line):
            written.append((number, int(match[1]), match[2].upper()))
    team = Path(name).name.removesuffix(SUFFIX)
    return Output(name, team, tuple(letters), last + 1, tuple(written))
