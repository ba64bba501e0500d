"""A question's program as a text that clingo alone can solve (``solve TEXT --format lp``).

Comments say which file each part comes from. ``clingo FILE`` prints the best reading with the same costs, and the
answer as ``answer(PRONOUN,CANDIDATE)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import clingo

from coindex.reasoner.asp.terms import arguments, name_of, split_fact
from coindex.reasoner.grounding.compiling import TABLE, Compiled
from coindex.reasoner.grounding.program import GroundProgram

_ANSWER = """answer(P,X) :- asked_about(P), binds(P,X).
#show answer/2.
% What spoke for the reading: take the sign of comment away.
% #show support/3.  #show hint/3.  #show clash/3.  #show profile_speaks/3.  #show mined/4.  #show prefer/3."""

_MESSAGES = 100_000
"""Messages of clingo that are read."""


def printed(
    program: GroundProgram, heading: Sequence[str], places: Mapping[str, tuple[str, int]]
) -> str:
    """Write a program.

    Args:
        program: what clingo was given.
        heading: lines about the question.
        places: file and line of facts of knowledge; the others are the text's.
    """
    lines = list(_lines(program, heading, places))
    missing = _without_heads("\n".join(lines))
    if missing:
        lines.append("\n% ==== what this question has none of")
        lines += (f"#defined {name}." for name in missing)
    return "\n".join((*lines, "\n% ==== the answer", _ANSWER, ""))


def _lines(
    program: GroundProgram, heading: Sequence[str], places: Mapping[str, tuple[str, int]]
) -> Iterator[str]:
    for line in heading:
        yield f"% {line}"
    yield "% `clingo FILE` gives the best reading. Its optimization: problems, evidence, preference, order."
    tables: dict[str, list[str]] = {}
    own: list[str] = []
    by_file: dict[str, list[tuple[int, str]]] = {}
    weights = {fact for one in program.statements for fact in one.facts}
    for fact in dict.fromkeys(program.facts):
        if name_of(fact) == TABLE:
            table, constant = arguments(fact)
            tables.setdefault(table, []).append(constant)
        elif fact in places:
            file, number = places[fact]
            by_file.setdefault(file, []).append((number, fact))
        elif fact in weights:
            continue
        elif fact in program.shared:
            by_file.setdefault("tables of the encodings", []).append((0, fact))
        else:
            own.append(fact)
    yield "\n% ==== the text, the question, and what was learnt about it"
    yield from _gathered(own)
    for file in sorted(by_file):
        yield f"\n% ==== {file}"
        for number, fact in sorted(by_file[file]):
            yield f"{fact}.  % {number}" if number else f"{fact}."
    yield from _statements(program.statements, tables)


def _gathered(facts: Iterable[str]) -> Iterator[str]:
    """Write facts, those of a predicate on one line as long as there is room."""
    line, last = "", ""
    for fact in facts:
        if line and (name_of(fact) != last or len(line) + len(fact) > 110):
            yield line
            line = ""
        line += f"{'  ' if line else ''}{fact}."
        last = name_of(fact)
    if line:
        yield line


def _statements(statements: Iterable[Compiled], tables: Mapping[str, list[str]]) -> Iterator[str]:
    file = ""
    for one in statements:
        if one.text.startswith("#show"):
            continue
        where, _, number = one.place.rpartition(":")
        if where != file:
            yield f"\n% ==== {where or 'given with the question'}"
            file = where
        if number:
            yield f"% line {number}"
        yield from (f"{fact}." for fact in one.facts)
        for table in dict.fromkeys(table for _, table, _ in one.tables):
            if table in tables:
                yield f"{TABLE}({table},({';'.join(tables[table])}))."
        yield one.text


def _without_heads(text: str) -> list[str]:
    """Give the predicates of which clingo says that an atom occurs in no rule head."""
    found: set[str] = {"binds/2", "asked_about/1"}

    def note(code: clingo.MessageCode, message: str) -> None:
        if code == clingo.MessageCode.AtomUndefined:
            found.add(split_fact(message.partition("\n")[2].strip())[0])

    control = clingo.Control([], note, message_limit=_MESSAGES)
    control.add(text)
    control.ground()
    return sorted(found)
