"""The XML of the Winograd Schema Collection and of the 2016 contest: the one reader of that format.

A problem is a ``schema`` element: ``text`` (``txt1``, ``pron``, ``txt2``), an excerpt ``quote`` (``quote1``, ``pron``,
``quote2``), ``answers`` and, where the file is not a contest's input, ``correctAnswer`` and ``humanSubjects``.
Irregularities are repaired where there is one way to repair them: stray dots and blanks, line breaks, a comma inside
``pron``, missing parts of the excerpt. A problem that cannot be repaired is returned with its ``fault``: the caller
decides whether to stop or to guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from coindex.files.xmlfile import Element, parse_xml, read_bytes
from coindex.harness.questions.passage import Passage, find_pronoun, join, squeeze, word_places
from kparse.errors import InputError, Location

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters of answers."""

_ABBREVIATION = re.compile(r"(?:\w\.)+|(?:Jr|Sr|Dr|Mr|Mrs|Ms|St|Inc|Ltd|Co|Corp|Bros|Esq|etc)\.")
_SUBJECTS = re.compile(r"(\d{1,6})\s*(?:out\s+of|of|/)\s*(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as it is in the file."""

    number: int
    """Its place in the file, from 1."""
    line: int
    """Where its element begins."""
    text: str
    start: int
    end: int
    """The pronoun's place in the text, in code points; both 0 if it has none."""
    excerpt: str
    answers: tuple[str, ...]
    """In the file's order, so that letters keep their meaning; an empty answer is an empty text."""
    gold: int | None = None
    """Index of the right answer, if the file has it."""
    human: tuple[int, int] | None = None
    """How many human subjects gave the right answer, and how many there were."""
    same_text: bool = False
    """Whether it asks about another pronoun of the previous text."""
    variant: bool = False
    """Whether its text is a variant of the previous text."""
    fault: str = ""
    """Why it cannot be asked."""
    gold_fault: str = ""
    """Why its right answer cannot be read."""

    @property
    def pronoun(self) -> str:
        """The pronoun as it stands in the text."""
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Collection:
    """The problems of a file, and a remark on its encoding."""

    name: str
    problems: tuple[Problem, ...]
    remark: str = ""

    def location(self, problem: Problem) -> Location:
        """Return the place of a problem."""
        return Location(self.name, problem.line, 1)


def read_collection(path: str | Path) -> Collection:
    """Read a collection or a contest's input.

    Raises:
        InputError: the file cannot be read, is not XML, or has no problem in it (with line and column).
    """
    return parse_collection(read_bytes(path), str(path))


def parse_collection(data: bytes, name: str) -> Collection:
    """Read the bytes of a collection; ``name`` is its name in messages.

    Raises:
        InputError: see :func:`read_collection`.
    """
    document = parse_xml(data, name)
    problems: list[Problem] = []
    for number, schema in enumerate(document.root.iter("schema"), 1):
        problems.append(_problem(schema, number, problems[-1] if problems else None))
    if not problems:
        raise InputError(
            f"there is no problem in the file, but a <{document.root.tag[:40]}>",
            location=Location(name, document.root.line, document.root.column),
            hint="Each problem is a <schema> with <text> and <answers>.",
        )
    return Collection(name, tuple(problems), document.remark)


def _problem(schema: Element, number: int, before: Problem | None) -> Problem:
    same, variant = schema.find("sameText"), schema.find("variantText")
    quote = Passage.of(schema.find("quote"))
    passage = _text_of(schema, same, variant)
    text, start, end = passage.placed()
    if before is not None and same is not None and not _says(passage.before + passage.after):
        # The text is not repeated; its pronoun is where the excerpt has it.
        text = before.text
        start, end = find_pronoun(text, quote.placed(), passage.word or quote.word)
    elif _says(text) and start == end:
        start, end = find_pronoun(text, quote.placed(), quote.word)
    answers = tuple(answer_text(a.text) for a in schema.iter("answer"))
    gold, gold_fault = _gold(schema.find("correctAnswer"), answers)
    return Problem(
        number=number,
        line=schema.line,
        text=text,
        start=start,
        end=end,
        excerpt=_excerpt(quote, text[start:end]),
        answers=answers,
        gold=gold,
        human=_human(schema.find("humanSubjects")),
        same_text=same is not None and before is not None,
        variant=variant is not None and before is not None,
        fault=_fault(text, start == end, answers),
        gold_fault=gold_fault,
    )


def _text_of(schema: Element, same: Element | None, variant: Element | None) -> Passage:
    """The text: in ``text``, or inside the element that says what text it is."""
    passages = [Passage.of(e) for e in (schema.find("text"), same, variant)]
    return next((p for p in passages if _says(p.before + p.after)), passages[0])


def _says(text: str) -> bool:
    return any(c.isalnum() for c in text)


def _excerpt(quote: Passage, pronoun: str) -> str:
    """The excerpt; where its pronoun is left out, with the pronoun of the text."""
    whole, start, end = quote.placed()
    if start != end or not pronoun:
        return whole
    if word_places(whole, pronoun):
        return whole
    return join(squeeze(quote.before), pronoun, squeeze(quote.after))[0]


def _fault(text: str, has_no_pronoun: bool, answers: tuple[str, ...]) -> str:
    if not _says(text):
        return "there is no text"
    if has_no_pronoun:
        return "there is no pronoun, or its place in the text is not given"
    if len(answers) > len(LETTERS):
        return f"there are {len(answers)} answers, and {len(LETTERS)} letters"
    if sum(map(bool, answers)) < 2:
        count = sum(map(bool, answers))
        return "there is one answer only" if count else "there are no answers"
    return ""


def answer_text(text: str) -> str:
    """Take stray dots, commas and blanks off an answer, and leave abbreviations as they are.

    >>> [answer_text(t) for t in (" the lamp. ", "Lotte ,", "the U.S.", "Karl Boehm Jr.")]
    ['the lamp', 'Lotte', 'the U.S.', 'Karl Boehm Jr.']
    """
    text = squeeze(text).lstrip(" .,;:")
    bare = text.rstrip(" .,;:")
    dotted = text[: len(bare) + 1]
    return dotted if _ABBREVIATION.fullmatch(dotted.rsplit(" ", 1)[-1]) else bare


def _gold(element: Element | None, answers: tuple[str, ...]) -> tuple[int | None, str]:
    """The right answer: a letter, with stray dots and blanks, or the answer itself."""
    given = squeeze(element.text).strip(" .,;:()") if element else ""
    if not given:
        return None, ""
    if len(given) == 1 and given.upper() in LETTERS[: len(answers)]:
        return LETTERS.index(given.upper()), ""
    same = [i for i, a in enumerate(answers) if a.lower() == answer_text(given).lower()]
    if len(same) == 1:
        return same[0], ""
    return None, f"the correct answer {given[:40]!r} is none of its {len(answers)} answers"


def _human(element: Element | None) -> tuple[int, int] | None:
    match = _SUBJECTS.search(element.text) if element else None
    if not match:
        return None
    right, all_of_them = int(match[1]), int(match[2])
    return (right, all_of_them) if 0 < all_of_them >= right else None
