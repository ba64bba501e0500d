"""The one reader of ASP text without clingo: splits programs into statements, and terms and bodies into their parts.

It expects well-formed text; clingo reports malformed text. Values are read and written by
:mod:`kparse.asp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

STRING = r'"(?:[^"\\\n]|\\[\\n"])*"'
"""Pattern of a string."""
TOKEN = re.compile(rf"{STRING}|\.\.|:-|:~|[(){{}}\[\].,;:|]")
"""Pattern of strings, brackets and separators."""
_CAREFUL = re.compile(r"[\[\]{}\\]")
_MARKS = re.compile("[(),]")
_OPEN, _CLOSE = frozenset("({["), frozenset(")}]")


def split_at(text: str, mark: str) -> list[str]:
    """Split at separators outside brackets and strings; an empty list if brackets do not match.

    >>> split_at('a(b,c), "d,e", f', ","), split_at("a);p(b", ";")
    (['a(b,c)', '"d,e"', 'f'], [])
    """
    if "(" not in text and '"' not in text and "{" not in text:
        return [part.strip() for part in text.split(mark)] if ")" not in text else []
    parts, depth, begin = [], 0, 0
    for match in TOKEN.finditer(text):
        token = match[0]
        if token in _OPEN:
            depth += 1
        elif token in _CLOSE:
            depth -= 1
            if depth < 0:
                return []
        elif token == mark and not depth:
            parts.append(text[begin : match.start()].strip())
            begin = match.end()
    parts.append(text[begin:].strip())
    return parts


def name_of(term: str) -> str:
    """Return the name of a term or atom, with an atom's sign.

    >>> name_of("-role(e1,agent,x2)"), name_of("b")
    ('-role', 'b')
    """
    return term.partition("(")[0]


def arguments(term: str) -> tuple[str, ...]:
    """Return the arguments of a term or atom; none for a constant or string.

    >>> arguments('frame("rob(",obl("of"),theme)'), arguments("-p")
    (('"rob("', 'obl("of")', 'theme'), ())
    """
    start = term.find("(") + 1
    if not start or term[0] == '"' or term[-1] != ")":
        return ()
    inner = term[start:-1]
    if "(" in inner or '"' in inner or " " in inner:
        return tuple(_split_simple(inner) or split_at(inner, ",")) or (inner,)
    return tuple(inner.split(",")) if inner else ()


def first_argument(term: str) -> str:
    """Return the first argument of a term or atom that has one.

    >>> first_argument('effect(dim(size,hi),actor,cry,4)'), first_argument('p("a,b",c)'), first_argument("p(a)")
    ('dim(size,hi)', '"a,b"', 'a')
    """
    head = term[term.find("(") + 1 : term.find(",")]
    if "," in term and head.count("(") == head.count(")") and not head.count('"') % 2:
        return head
    return arguments(term)[0]


def _split_simple(text: str) -> list[str]:
    """Split at commas as :func:`split_at` does, but faster; an empty list if the text needs more care.

    >>> _split_simple('"rob",obl("of"),p(a,b)'), _split_simple('"a,b",c'), _split_simple("a)")
    (['"rob"', 'obl("of")', 'p(a,b)'], [], [])
    """
    if _CAREFUL.search(text) or _MARKS.search("".join(text.split('"')[1::2])):
        return []
    parts: list[str] = []
    depth = begin = end = 0
    for part in text.split(","):
        end += len(part)
        if "(" in part or ")" in part:
            depth += part.count("(") - part.count(")")
            if depth < 0:
                return []
        if not depth:
            parts.append(text[begin:end].strip())
            begin = end + 1
        end += 1
    return [] if depth else parts


def split_term(term: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and arguments of a term; for a constant or string, the whole text and no arguments.

    >>> split_term('arg(e1,obl("in, at"),x1)'), split_term('"a(b)"')
    (('arg', ('e1', 'obl("in, at")', 'x1')), ('"a(b)"', ()))
    """
    found = arguments(term)
    return (name_of(term), found) if found else (term, ())


def split_statements(text: str) -> Iterator[str]:
    """Split a program without comments into statements.

    >>> list(split_statements('a(1..2). b :- a(X), X != "1.". :~ b. [1@2]'))
    ['a(1..2).', 'b :- a(X), X != "1.".', ':~ b. [1@2]']
    """
    if text and text.find(".") == len(text) - 1:
        yield text
        return
    depth = begin = 0
    for match in TOKEN.finditer(text):
        token = match[0]
        if token in _OPEN:
            depth += 1
        elif token in _CLOSE:
            depth -= 1
            if token == "]" and not depth and text.startswith(":~", begin):
                yield text[begin : match.end()]
                begin = _next(text, match.end())
        elif token == "." and not depth and not text.startswith(":~", begin):
            yield text[begin : match.end()]
            begin = _next(text, match.end())
        elif token == ":~" and not depth:
            begin = match.start()
    if text[begin:].strip():
        yield text[begin:]


def _next(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def split_rule(text: str) -> tuple[str, str]:
    """Return a rule's head and body; either may be empty.

    >>> split_rule('a("x :- y") :- b, c.')
    ('a("x :- y")', 'b, c')
    """
    text = text.strip().removesuffix(".")
    if '"' not in text:
        head, _, body = text.partition(":-")
        return head.strip(), body.strip()
    for match in TOKEN.finditer(text):
        if match[0] == ":-":
            return text[: match.start()].strip(), text[match.end() :].strip()
    return text, ""
