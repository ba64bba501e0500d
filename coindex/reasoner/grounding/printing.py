"""A question's program as a text that clingo alone can solve (``solve TEXT --format lp``).

Comments say which file each part comes from. ``clingo FILE`` prints the best reading with the same costs, and the
answer as ``answer(PRONOUN,CANDIDATE)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.grounding.compiling import TABLE, Compiled, split_fact
from coindex.reasoner.grounding.program import GroundProgram

_ANSWER = """answer(P,X) :- asked_about(P), binds(P,X).
#show answer/2.
% What spoke for the reading: take the sign of comment away.
% #show support/3.  #show hint/3.  #show clash/3.  #show profile_speaks/3.  #show mined/4.  #show prefer/3."""


def printed(
    program: GroundProgram, heading: Sequence[str], places: Mapping[str, tuple[str, int]]
) -> str:
    """Write a program.

    Args:
        program: what clingo was given.
        heading: lines about the question.
        places: file and line of facts of knowledge; the others are the text's.
    """
    return "\n".join(_lines(program, heading, places)) + "\n"


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
    missing = _undefined(program)
    if missing:
        yield "\n% ==== what this question has none of"
        yield from (f"#defined {name}." for name in missing)
    yield "\n% ==== the answer"
    yield _ANSWER


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


def _undefined(program: GroundProgram) -> list[str]:
    """Give the predicates that statements mention and nothing gives."""
    given = {split_fact(fact)[0] for fact in program.facts}
    mentioned = {"binds/2", "asked_about/1"}
    for one in program.statements:
        given.update(asked.predicate for asked in one.gives)
        given |= one.chooses
        mentioned.update(asked.predicate for asked in one.asks)
        mentioned |= one.unsure
    return sorted(mentioned - given)
