"""Plain facts, annotations and the rest of a program's text, each with its line, found without clingo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from coindex.reasoner.asp.terms import STRING

_SCAN = re.compile(
    rf"(?P<block>%\*.*?\*%)|(?P<comment>%[^\n]*)|(?P<string>{STRING})"
    r"|(?P<script>\#script\b.*?\#end\s*\.)|(?P<range>\.\.)|(?P<stop>\.)",
    re.DOTALL,
)
_SIMPLE_FACT = re.compile(
    rf"\s*-?_*[a-z][\w']*\s*(?:\((?:{STRING}|(?<![\w'])_*[a-z][\w']*"
    r"|(?<![\w'])\d+|(?<=[(,])-\d+|[(),\s])*\))?\s*\Z"
)
_SPACE = re.compile(rf"({STRING})|\s+")
_ODD_PARENS = re.compile(r"[(,]\(|,\)")
_NOTE = re.compile(r"%\s*@(\w+)\s*(.*)")
_QUOTED = re.compile(STRING)
_WEIGHT = re.compile(r"\s*\[[^\[\]]*\]")
"""What follows the stop of a weak constraint."""


@dataclass(slots=True)
class Scan:
    """What a text holds."""

    facts: dict[str, int] = field(default_factory=dict)
    notes: dict[int, dict[str, str]] = field(default_factory=dict)
    """Annotations by the last line of the comments that hold them."""
    rest: list[str] = field(default_factory=list)
    """The text in pieces that end with statements; comments and facts are blank, but for their lines."""

    def statements(self) -> Iterator[tuple[int, str]]:
        """Give the statements besides facts, each with its first line; of weak constraints without what they cost."""
        line = 1
        for piece in self.rest:
            text = _WEIGHT.sub("", piece, count=1) if _WEIGHT.match(piece) else piece
            lead = len(text) - len(text.lstrip())
            skipped = piece.count("\n") - text.count("\n")
            if text.strip():
                yield line + skipped + text[:lead].count("\n"), text.strip()
            line += piece.count("\n")


def _blank(text: str) -> str:
    return "\n" * text.count("\n") or " "


def normal_fact(statement: str) -> str | None:
    r"""Write a plain ground fact (without its full stop) as clingo does; ``None`` for anything else.

    >>> normal_fact(' verb( "give up",\n lose )')
    'verb("give up",lose)'
    >>> normal_fact("p(1..3)") is normal_fact("p(a;b)") is normal_fact("p(X)") is None
    True
    """
    if not _SIMPLE_FACT.match(statement):
        return None
    atom = _SPACE.sub(lambda m: m[1] or "", statement)
    if not atom or atom == "not" or _ODD_PARENS.search(_QUOTED.sub('""', atom)):
        return None
    return atom


def scanned(text: str) -> Scan:
    r"""Scan a text.

    >>> found = scanned('p(a).\n% @id rule\nq(X) :-\n  p(X).')
    >>> found.facts, found.notes, list(found.statements())
    ({'p(a)': 1}, {2: {'id': 'rule'}}, [(3, 'q(X) :-\n  p(X).')])
    """
    return _Scanner(text).run()


class _Scanner:
    """Finds plain facts and annotations; leaves the rest, with its line numbers, for clingo."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.scan = Scan()
        self.line, self.done = 1, 0
        self.statement: list[str] = []
        self.notes: dict[str, str] = {}
        self.key = ""
        self.noted = -1

    def run(self) -> Scan:
        """Scan the text."""
        for match in _SCAN.finditer(self.text):
            kind = match.lastgroup
            if kind in ("comment", "block"):
                self._comment(match, kind == "comment")
            elif kind == "stop":
                self._stop(match.end())
            elif kind == "script":
                self._take(match.end())
        self._take(len(self.text))
        self.scan.rest.append("".join(self.statement))
        return self.scan

    def _take(self, upto: int) -> None:
        piece = self.text[self.done : upto]
        self.statement.append(piece)
        self.line += piece.count("\n")
        self.done = upto

    def _comment(self, match: re.Match[str], note: bool) -> None:
        self._take(match.start())
        alone = not self.text[self.text.rfind("\n", 0, self.done) + 1 : self.done].strip()
        if note and alone:
            if self.line != self.noted + 1:
                self.notes, self.key = {}, ""
            self.key = _read_note(match[0], self.notes, self.key)
            self.noted = self.line
            if self.notes:
                self.scan.notes.pop(self.line - 1, None)
                self.scan.notes[self.line] = self.notes
        self.statement.append(_blank(match[0]))
        self.line += match[0].count("\n")
        self.done = match.end()

    def _stop(self, upto: int) -> None:
        self._take(upto)
        written = "".join(self.statement)
        self.statement = []
        atom = normal_fact(written[:-1])
        if atom is not None:
            leading = written[: len(written) - len(written.lstrip())].count("\n")
            first = self.line - written.count("\n") + leading
            self.scan.facts.setdefault(atom, first)
        skip = atom is not None or written.lstrip().startswith("#include")
        self.scan.rest.append(_blank(written) if skip else written)


def _read_note(comment: str, notes: dict[str, str], key: str) -> str:
    match = _NOTE.match(comment)
    if match:
        notes[match[1]] = match[2].strip()
        return match[1]
    if key:
        notes[key] = f"{notes[key]} {comment.lstrip('%').strip()}".strip()
    return key
