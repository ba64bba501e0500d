"""The one reader of ASP terms as text: clingo reads everything else.

Terms are split a million times in a run; clingo needs ten times as long. The text is expected as clingo writes it.
"""

from __future__ import annotations

import re

STRING = r'"(?:[^"\\\n]|\\[\\n"])*"'
"""Pattern of a string."""
_CONTRARY = "contrary("
_MARKS = re.compile(rf"{STRING}|[(){{}}\[\],;]")
_MARKS_OF_TERMS = re.compile(rf"{STRING}|[(),]")


def split_at(text: str, mark: str) -> list[str]:
    """Split at commas or semicolons outside brackets and strings; an empty list if brackets do not match.

    >>> split_at('a(b,c), "d,e", f', ","), split_at("a);p(b", ";")
    (['a(b,c)', '"d,e"', 'f'], [])
    """
    parts, depth, begin = [], 0, 0
    for match in _MARKS.finditer(text):
        found = match[0]
        if found == mark and not depth:
            parts.append(text[begin : match.start()].strip())
            begin = match.end()
        elif found in "({[":
            depth += 1
        elif found in ")}]":
            depth -= 1
            if depth < 0:
                return []
    return [] if depth else [*parts, text[begin:].strip()]


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
    if " " in inner:
        return tuple(split_at(inner, ",")) or (inner,)
    if "(" not in inner and '"' not in inner:
        return tuple(inner.split(",")) if inner else ()
    parts: list[str] = []
    depth = begin = 0
    for match in _MARKS_OF_TERMS.finditer(inner):
        mark = inner[match.start()]
        if mark == ",":
            if not depth:
                parts.append(inner[begin : match.start()])
                begin = match.end()
        elif mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
    parts.append(inner[begin:])
    return tuple(parts)


def split_term(term: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and arguments of a term; for a constant or string, the whole text and no arguments.

    >>> split_term('arg(e1,obl("in, at"),x1)'), split_term('"a(b)"')
    (('arg', ('e1', 'obl("in, at")', 'x1')), ('"a(b)"', ()))
    """
    found = arguments(term)
    return (name_of(term), found) if found else (term, ())


def plain(term: str) -> str:
    """Return the situation of a term: itself, or the one whose contrary it is.

    >>> plain("contrary(e1)"), plain("e2")
    ('e1', 'e2')
    """
    return term[len(_CONTRARY) : -1] if is_contrary(term) else term


def is_contrary(term: str) -> bool:
    """Tell whether a term is the contrary of a situation.

    >>> is_contrary("contrary(but(e1))"), is_contrary("e1")
    (True, False)
    """
    return term.startswith(_CONTRARY)


def split_fact(fact: str) -> tuple[str, tuple[str, ...]]:
    """Return a ground atom's predicate, with its arity, and its arguments.

    >>> split_fact('alt(1,0,arg(e1,subj,"a,b"))'), split_fact("a")
    (('alt/3', ('1', '0', 'arg(e1,subj,"a,b")')), ('a/0', ()))
    """
    found = arguments(fact)
    return f"{name_of(fact)}/{len(found)}", found
