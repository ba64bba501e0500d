"""A folder of one's own from Python: add a sentence, a profile, a row, a rule or an example, and see what it does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from coindex.files.atomic import make_room
from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import read_text, write_text
from coindex.reasoner.authoring.examples import ask, is_example, read_examples
from coindex.reasoner.authoring.profile_form import inserted
from coindex.reasoner.authoring.sentence_form import checked
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.rendering.render import candidate_index
from coindex.reasoner.store.folders import AXIOMS, EXAMPLES, ROWS, examples_of
from coindex.reasoner.store.store import Store
from kparse.errors import CoindexError, Diagnostic, InputError

if TYPE_CHECKING:
    from coindex.reasoner.answer import Answer
    from coindex.reasoner.running.engine import Reasoner

Form: TypeAlias = Literal["sentence", "profile", "row", "rule", "example"]
FILES: dict[Form, str] = {
    "sentence": "sentences/own.txt",
    "profile": "profiles/own.tsv",
    "row": f"{ROWS}/own.lp",
    "rule": f"{AXIOMS}/own.lp",
    "example": f"{EXAMPLES}.txt",
}
"""Where each form goes."""
_PROFILE = re.compile(
    r"(?P<frame>[a-z][\w' -]*?)\s+(?P<role>subj|obj|iobj|obl|than|self|poss)\s+(?P<words>\S.*)"
)
_SENTENCE = re.compile(r"[A-Z][^()=|\[\]]*\.")
_QUESTION = re.compile(r"(?s)[^|=]*\[[^\]]+\][^|=]*=[^|=]+\|.+")
_WAYS = (
    "Give a sentence, `FRAME ROLE WORDS`, a row, a rule, or `TEXT with [pronoun]. = right | other`."
)


@dataclass(frozen=True, slots=True)
class Added:
    """What was added, and what is doubtful about it."""

    form: Form
    file: Path
    said: str
    """How a sentence is read; else what was added."""
    warnings: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        """What a notebook shows."""
        return "\n".join(
            (f"{self.form} in {self.file}: {self.said}", *(f"  {one}" for one in self.warnings))
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer beside what it should be; true if it is right and decided by knowledge."""

    answer: Answer
    right: int
    """The index of the right candidate."""

    def __bool__(self) -> bool:
        """Whether knowledge gives the right answer."""
        return self.answer.answer == self.right and self.answer.decided_by == "knowledge"

    def __repr__(self) -> str:
        """What a notebook shows."""
        answer = self.answer
        is_right = answer.answer == self.right
        wanted = "" if is_right else f"; wanted: {answer.candidates[self.right]}"
        sure = f", {answer.confidence:.0%}" if answer.confidence else ""
        mark = "right" if self else "right, but not by knowledge" if is_right else "wrong"
        return f"{mark}: {answer.pronoun} = {answer.candidate} ({answer.decided_by}{sure}{wanted})"


@dataclass(frozen=True, slots=True)
class Report:
    """What came of the examples of a folder; true if all pass."""

    number: int
    findings: tuple[Diagnostic, ...]

    def __bool__(self) -> bool:
        """Whether every example passes."""
        return not self.findings

    def __repr__(self) -> str:
        """What a notebook shows."""
        passed = f"{self.number - len(self.findings)} of {self.number} examples pass"
        return "\n".join((*map(str, self.findings), passed))


class Knowledge:
    """A folder of knowledge of one's own, which is used beside what ships.

    >>> from coindex import Knowledge
    >>> my = Knowledge("my")  # doctest: +SKIP
    >>> my.add("Person1 blicks person2 because person2 is rude.")  # doctest: +SKIP
    sentence in my/sentences/own.txt: read as blick(person1, person2) – rude(person2)
    >>> my.test("The nurse blicked the guard because [he] was rude.", "the guard")  # doctest: +SKIP
    right: he = the guard (knowledge, 83 %)

    Args:
        folder: the folder; it is made when something is added.
        knowledge: what it is used beside; the shipped knowledge by default.

    Raises:
        InputError: a file has the folder's name.
    """

    def __init__(
        self, folder: str | Path, *, knowledge: Sequence[str | Path] = (KNOWLEDGE,)
    ) -> None:
        self.folder = Path(folder)
        if self.folder.exists() and not self.folder.is_dir():
            raise InputError(
                f"{folder} is no folder", hint="Give a folder of your own, such as my."
            )
        self._beside = tuple(map(Path, knowledge))
        self._is_read = True

    @cached_property
    def _made(self) -> Reasoner:
        from coindex.reasoner.running.engine import Reasoner

        reasoner = Reasoner()
        self._is_read = False
        return reasoner

    @property
    def reasoner(self) -> Reasoner:
        """Answers with what ships and what the folder has now."""
        reasoner = self._made
        if not self._is_read:
            own = [self.folder] if any(self.folder.glob("**/*.*")) else []
            reasoner.use(Store.open([*self._beside, *own]))
            self._is_read = True
        return reasoner

    def reload(self) -> None:
        """Read the folder again, after one of its files has been edited."""
        self._is_read = False

    def add(self, text: str) -> Added:
        """Add a sentence, a line of a profile, rows, rules or an example to the folder, by what it is.

        Raises:
            InputError: it is nothing of these, it stands there already, or the linter finds an error in it. The folder
                is then as before.
        """
        given = text.strip()
        form = _form_of(given)
        path = self.folder / FILES[form]
        if form == "example" and (self.folder / EXAMPLES).is_dir():
            path = self.folder / EXAMPLES / "own.txt"
        make_room(path)
        before = read_text(path) if path.exists() else None
        if form == "example" and not is_example(given):
            given = f"knowledge: {given}"
        said, doubts = _understood(given) if form == "sentence" else (given, ())
        write_text(path, _with(before or "", given, form))
        warnings = self._accepted(path, before, form)
        self.reload()
        return Added(form, path, said, doubts or warnings)

    def test(self, text: str = "", right: str = "", *others: str) -> Verdict | Report:
        """Ask one question, or without a text all examples of the folder.

        Args:
            text: a text; brackets mark the pronoun, if there is more than one.
            right: the right answer.
            others: the other candidates; found in the text if none is given.

        Raises:
            InputError: as :meth:`~coindex.Reasoner.solve` does; the answer is no candidate; or there are no examples.
        """
        if text:
            if not right:
                raise InputError("what is the right answer?", hint='k.test("TEXT", "the guard")')
            candidates = [right, *others] if others else None
            answer = self.reasoner.solve(text, candidates=candidates)
            return Verdict(answer, candidate_index(answer, right))
        examples = read_examples(examples_of(self.folder))
        if not examples:
            raise InputError(
                f"{self.folder}: there are no examples",
                hint='Add one: k.add("TEXT with [pronoun]. = right answer | other answer")',
            )
        findings = [one.finding for one in ask(self.reasoner, examples)]
        return Report(len(examples), tuple(one for one in findings if one is not None))

    def lint(self) -> list[Diagnostic]:
        """Check all files of the folder."""
        return lint([self.folder])

    def _accepted(self, path: Path, before: str | None, form: Form) -> tuple[Diagnostic, ...]:
        """Give what is doubtful about a file that was added to; take back what was added if it has an error."""
        try:
            if form == "example":
                read_examples([path])
                return ()
            found = [] if form == "sentence" else lint([path])
            wrong = next((one for one in found if one.is_error), None)
            if wrong is None:
                old = (before or "").splitlines()
                lines = enumerate(read_text(path).splitlines(), 1)
                new = {number for number, line in lines if line not in old}
                return tuple(one for one in found if one.location.line in new)
            raise InputError(wrong.message, location=wrong.location, hint=wrong.hint)
        except CoindexError:
            if before is None:
                path.unlink()
            else:
                write_text(path, before)
            raise


def _form_of(given: str) -> Form:
    """Tell what a text is."""
    if is_example(given) or _QUESTION.fullmatch(given):
        return "example"
    if _PROFILE.fullmatch(given):
        return "profile"
    if _SENTENCE.fullmatch(given):
        return "sentence"
    if re.search(r"^[a-z]\w*\(", given, re.MULTILINE) and given.endswith("."):
        return "rule" if ":-" in given else "row"
    raise InputError("it is not clear what this is", hint=_WAYS)


def _understood(given: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Give how a sentence is read, and what is doubtful about it, before it is added."""
    said, found = checked(given)
    refused = [one for one in found if one.is_error or one.code == "W809"]
    if refused:
        raise InputError(f"no rule can be made of it: {refused[0].message}", hint=refused[0].hint)
    return f"read as {said}", tuple(found)


def _with(before: str, given: str, form: Form) -> str:
    """Give the text of a file with something added to it."""
    if form == "profile":
        return _with_profile(before, given)
    if given in before.splitlines():
        raise InputError(f"it stands there already: {given}")
    end = "\n" * (not before.endswith("\n")) if before else ""
    return f"{before}{end}{given}\n"


def _with_profile(before: str, given: str) -> str:
    """Add words to the line of a participant, or the line itself in its place."""
    found = _PROFILE.fullmatch(given)
    assert found is not None
    key = f"{' '.join(found['frame'].split())}\t{found['role']}\t"
    words = found["words"].split()
    lines = before.splitlines()
    for place, line in enumerate(lines):
        if line.startswith(key):
            there = line.removeprefix(key).split()
            lines[place] = key + " ".join(dict.fromkeys((*there, *words)))
            return "\n".join(lines) + "\n"
    return inserted(before, [key + " ".join(words)])[0]
