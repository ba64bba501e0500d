"""Statements that stand for rows, pools and rules among rows, grounded; and the safety of rules."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from coindex.reasoner.asp.records import FileContent, Row, Rule, Statement
from coindex.reasoner.asp.syntax import MESSAGE, plain_message
from coindex.reasoner.asp.terms import STRING
from coindex.reasoner.knowledge.rules import atom_of, head_of
from kparse.programs import variables

_MOST_ROWS = 10_000  # rows of one default rule
_UNSAFE = re.compile(r"note: '([A-Z_][^']*)' is unsafe")
_UNSAFE_HINT = "a capitalised name is a variable; a constant begins with a small letter"


def expand(contents: Sequence[FileContent]) -> None:
    """Turn the patterns of all files into rows, each with the place of its statement."""
    everything = contents
    contents = [content for content in contents if not content.expanded]
    patterns: list[tuple[FileContent, Statement]] = [
        (content, statement) for content in contents for statement in content.patterns
    ]
    usable = [pair for pair in patterns if _expandable(*pair, [s for _, s in patterns])]
    if not usable:
        return
    program = [f"_row({n},{s.ast.head}){_body(s)}" for n, (_, s) in enumerate(usable)]
    needed = {name for _, s in usable for name in _body_names(s)}
    todo = list(needed)
    while todo:  # what the bodies rest on
        name = todo.pop()
        for _, s in usable:
            head = head_of(s.ast)
            if head and head[0] == name:
                more = {n for n in _body_names(s) if n not in needed}
                needed |= more
                todo.extend(more)
    base = [str(s.ast) for _, s in usable if (h := head_of(s.ast)) and h[0] in needed]
    base += [f"{r.fact}." for c in everything for r in c.rows if r.predicate in needed]
    for number, fact, predicate, key in _ground(usable, program, base):
        content, statement = usable[number]
        content.rows.append(Row(fact, predicate, key, content.source.name, statement.line))
        content.columns.append(statement.column)
    for content in contents:
        if content.patterns:
            order = sorted(
                range(len(content.rows)), key=lambda i: (content.rows[i].line, content.columns[i])
            )
            content.rows = [content.rows[i] for i in order]
            content.columns = [content.columns[i] for i in order]


def read_by_patterns(contents: Sequence[FileContent]) -> set[str]:
    """Give the predicates of rows from which patterns make others: a row of theirs in a further file would add some."""
    return {
        name
        for content in contents
        for statement in content.patterns
        if statement.ast.body
        for name in _body_names(statement)
    }


def _body(statement: Statement) -> str:
    body = "; ".join(str(literal) for literal in statement.ast.body)
    return f" :- {body}." if body else "."


def _body_names(statement: Statement) -> set[str]:
    atoms = [atom_of(literal) for literal in statement.ast.body]
    return {atom[0] for atom in atoms if atom}


def _expandable(content: FileContent, statement: Statement, patterns: Sequence[Statement]) -> bool:
    """Tell whether a pattern has finitely many, and not too many, rows; note a problem if not."""
    reason = _endless(statement, patterns)
    if reason:
        content.problem("E104", reason, statement.line, statement.column)
    return not reason


def _endless(statement: Statement, patterns: Sequence[Statement]) -> str:
    text = str(statement.ast)
    head = head_of(statement.ast)
    if any(atom_of(literal, positive=True) is None for literal in statement.ast.body):
        return (
            "the body of a rule among rows may only have rows in it, not denied ones or comparisons"
        )
    plain = re.sub(r"(?<=[(,; ])-(?=\d)", "", re.sub(STRING, "", text.replace(":-", "")))
    if re.search(r"[-+*/\\&^?~@|]", plain) or not head:
        return "rows may not calculate"
    for low, high in re.findall(r"\((-?\w+)\.\.(-?\w+)\)", text):
        if not (low.isdigit() and high.isdigit() and int(high) - int(low) < 1000):
            return f"the interval {low}..{high} is not one of a few numbers"
    if text.count("..") > 3 or _pooled(text) > _MOST_ROWS:
        return "this stands for too many rows"
    nested = any(variables(a) and "(" in str(a) for a in head[1])
    return "this rule among rows never ends" if nested and _recursive(head[0], patterns) else ""


def _pooled(text: str) -> int:
    """Count the rows that the pools of a statement stand for: choices add up, what stands together multiplies.

    >>> _pooled('gives("a",(b;f(c);f(d;e)))')
    4
    """
    stack = [(0, 1)]  # of each open bracket: choices done, and those of the one being read
    for mark in re.findall(r"[();]", re.sub(STRING, "", text)):
        done, here = stack.pop()
        if mark == ";":
            stack.append((done + here, 1))
        elif mark == "(":
            stack += [(done, here), (0, 1)]
        elif stack:
            before, beside = stack.pop()
            stack.append((before, beside * (done + here)))
        else:
            stack.append((done, here))
    return math.prod(done + here for done, here in stack)


def _unsafe(message: str) -> str:
    """Name the variables that one of clingo's messages calls unsafe, if it does."""
    return ", ".join(f"`{name}`" for name in sorted(set(_UNSAFE.findall(message)) - {"_"}))


def _recursive(name: str, patterns: Sequence[Statement]) -> bool:
    seen: set[str] = set()
    todo = [name]
    while todo:
        current = todo.pop()
        for statement in patterns:
            head = head_of(statement.ast)
            if head and head[0] == current:
                names = _body_names(statement)
                if name in names:
                    return True
                todo.extend(names - seen)
                seen |= names
    return False


def _ground(
    patterns: Sequence[tuple[FileContent, Statement]], program: Sequence[str], base: Sequence[str]
) -> Iterator[tuple[int, str, str, str]]:
    """Ground the patterns: number of the pattern, fact, predicate, key."""
    from clingo import Control

    messages: list[str] = []
    control = Control(logger=lambda _code, message: messages.append(message))
    try:
        control.add("base", [], "\n".join([*program, *base]))
        control.ground([("base", [])])
    except RuntimeError:
        for message in messages or ["<block>:1:1: error: this cannot be read"]:
            match = MESSAGE.match(message)
            if match and match[3] == "error":
                content, statement = patterns[min(int(match[1]), len(patterns)) - 1]
                names = _unsafe(match[4])
                text = f"nothing says what {names} can be" if names else plain_message(match[4])
                hint = _UNSAFE_HINT if names else ""
                content.problem("E104", text, statement.line, statement.column, hint)
        return
    atoms = [atom.symbol.arguments for atom in control.symbolic_atoms.by_signature("_row", 2)]
    for number, fact in sorted(atoms, key=lambda pair: pair[0].number):
        if fact.arguments:
            yield number.number, str(fact), fact.name, str(fact.arguments[0])
        else:
            content, statement = patterns[number.number]
            content.problem("E104", "a row needs an argument", statement.line, statement.column)


def check_safety(contents: Sequence[FileContent]) -> None:
    """Note the rules whose variables are not bound by their bodies."""
    rules = [(content, rule) for content in contents for rule in content.rules]
    if not rules:
        return
    from clingo import Control

    messages: list[str] = []
    control = Control(logger=lambda _code, message: messages.append(message), message_limit=10_000)
    try:
        control.add("checked", [], "\n".join(rule.program for _, rule in rules))
        control.ground([("base", [])])
    except RuntimeError:
        for message in messages:
            match = MESSAGE.match(message)
            if match and match[3] == "error":
                content, rule = rules[min(int(match[1]), len(rules)) - 1]
                _note_unsafe(content, rule, match[4])


def _note_unsafe(content: FileContent, rule: Rule, message: str) -> None:
    names = _unsafe(message)
    if names:
        text = f"no positive literal of the body says what {names} can be"
        content.problem("E301", text, rule.line, hint=_UNSAFE_HINT)
    else:
        content.problem("E301", plain_message(message), rule.line)
