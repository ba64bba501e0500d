"""Finds and splits the plain facts of a knowledge file without clingo.

Lines with only plain facts become rows directly, in clingo's canonical text; the rest of a file is
left for clingo.
"""

from __future__ import annotations

import re

from coindex.reasoner.asp.pools import DEFAULT_PREDICATES, rows_in
from coindex.reasoner.asp.records import FileContent, Row
from coindex.reasoner.asp.terms import STRING

_CONSTANT = r"(?!not(?![A-Za-z0-9_']))_*[a-z][A-Za-z0-9_']*"
_NUMBER = r"(?:0|-?[1-9][0-9]{0,8})(?![0-9])"
_SIMPLE = rf"(?:{STRING}|{_CONSTANT}|{_NUMBER})"
_TERM = rf"(?:{STRING}|{_CONSTANT}(?:\( ?{_SIMPLE}(?:, ?{_SIMPLE})*\))?|{_NUMBER})"
_FACT = rf"(?:{_CONSTANT})\({_TERM}(?:, ?{_TERM})*\)"
_FACTS = re.compile(rf"((?:[ \t]*{_FACT}[ \t]*\.(?!\.))*)[ \t\r]*(%.*)?", re.DOTALL)
_ONE_FACT = re.compile(rf"(({_CONSTANT})\(({_TERM})(?:, ?{_TERM})*\))[ \t]*\.")
_SPACE = re.compile(rf"({STRING})|[ \t]+")
CODE = re.compile(rf"(?:{STRING}|[^\"%])*")
"""Pattern of the code before a comment."""


def _tight(text: str) -> str:
    return _SPACE.sub(lambda match: match[1] or "", text) if " " in text or "\t" in text else text


def take_rows(content: FileContent) -> str:
    """Extract the plain facts; return the rest for clingo, with the same line numbers.

    From a file of axioms only rows of default rules are taken: any other fact there may be a rule.
    """
    axioms = content.source.role == "axioms"
    name, rows, columns, lines = content.source.name, content.rows, content.columns, content.lines
    rest: list[str] = []
    started = False  # a statement continues from the previous line
    left = False  # something other than a comment is left
    while (number := len(rest)) < len(lines):
        line = lines[number]
        match = None if started else _FACTS.fullmatch(line)
        if match is None or (axioms and match[1]):
            pooled = (
                None
                if started
                else rows_in(lines, number, name, DEFAULT_PREDICATES if axioms else ())
            )
            if pooled is not None:
                rows += [row for row, _ in pooled[0]]
                columns += [column for _, column in pooled[0]]
                rest += [""] * pooled[1]
                continue
            rest.append(line)
            left = True
            code = CODE.match(line)
            tail = code[0].rstrip() if code else ""
            if tail:
                started = not tail.endswith(".") or tail.endswith("..")
            continue
        rest.append("" if match[1] else line)  # comments can be annotations
        if match[1]:
            for fact in _ONE_FACT.finditer(match[1]):
                rows.append(Row(_tight(fact[1]), fact[2], _tight(fact[3]), name, number + 1))
                columns.append(fact.start(1) + 1)
    return "\n".join(rest) if left else ""
