r"""The one place that writes and reads ASP terms and strings.

A value is an ``int``, a ``str`` (an ASP string) or a :class:`Term` (constant, function, tuple)::

    "fit"                  <->  "fit"
    3                      <->  3
    Term("obl", ("in",))   <->  obl("in")

clingo's strings have the escapes ``\\``, ``\n`` and ``\"``. The few characters that they cannot hold (NUL, lone
surrogates) are written as SUB (U+001A) and four hexadecimal digits, and so is SUB itself; thus :func:`quote` is
one-to-one. :func:`plain` undoes this in strings that come from ``clingo.Symbol.string``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Term:
    """A constant (no arguments), a function, or a tuple (empty name)."""

    name: str
    args: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return write(self)


Value: TypeAlias = "int | str | Term"

_INT_LIMIT = 2**31
_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_']*")
_SPECIAL = re.compile('["\\\\\n\x00\x1a\ud800-\udfff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
_STRING = re.compile(r'"((?:[^"\\\n]|\\["\\n])*)"')
_ESCAPED = re.compile(r'\\(["\\n])')
_STAND_IN = re.compile("\x1a([0-9a-f]{4})")
_TOKEN = re.compile(
    r"""\s*(?:(?P<int>-?[0-9]+)|(?P<string>"(?:[^"\\\n]|\\["\\n])*")"""
    r"""|(?P<name>_*[a-z][A-Za-z0-9_']*|\#(?:inf|sup))|(?P<mark>[(),]))"""
)


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _ESCAPES.get(char) or f"\x1a{ord(char):04x}"


def quote(text: str) -> str:
    r"""Write an ASP string.

    >>> print(quote('a "b" \\ c'))
    "a \"b\" \\ c"
    """
    if _SPECIAL.search(text) is None:
        return f'"{text}"'
    return '"' + _SPECIAL.sub(_escape, text) + '"'


def unquote(literal: str) -> str:
    r"""Read an ASP string in the form that it has in a program.

    >>> unquote('"C++"')
    'C++'

    Raises:
        ValueError: if ``literal`` is not an ASP string.
    """
    match = _STRING.fullmatch(literal)
    if match is None:
        raise ValueError(f"not an ASP string: {literal}")
    return plain(_ESCAPED.sub(lambda m: "\n" if m[1] == "n" else m[1], match[1]))


def plain(payload: str) -> str:
    """Return the text that a string from clingo (``Symbol.string``) stands for."""
    if "\x1a" not in payload:
        return payload
    return _STAND_IN.sub(lambda m: chr(int(m[1], 16)), payload)


def is_constant(name: str) -> bool:
    """Tell whether a name can be an ASP constant or predicate.

    >>> is_constant("obl"), is_constant("Obl"), is_constant("not")
    (True, False, False)
    """
    return name != "not" and _CONSTANT.fullmatch(name) is not None


def write(value: Value) -> str:
    """Write a value.

    >>> write(Term("arg", (Term("e1"), Term("obl", ("in",)), Term("x2"))))
    'arg(e1,obl("in"),x2)'

    Raises:
        ValueError: if a name is not an ASP constant, or a number does not fit into 32 bits.
    """
    if isinstance(value, Term):
        return _write_term(value)
    if isinstance(value, str):
        return quote(value)
    if not -_INT_LIMIT <= value < _INT_LIMIT:
        raise ValueError(f"clingo's numbers have 32 bits: {value}")
    return str(int(value))


def _write_term(term: Term) -> str:
    if not term.name:
        inner = ",".join(map(write, term.args))
        return f"({inner},)" if len(term.args) == 1 else f"({inner})"
    if not is_constant(term.name) and not (term.name in ("#inf", "#sup") and not term.args):
        raise ValueError(f"not an ASP constant: {term.name!r}")
    return f"{term.name}({','.join(map(write, term.args))})" if term.args else term.name


def atom(name: str, *args: Value) -> str:
    """Write an atom. Strings become ASP strings; a constant is given as a :class:`Term`.

    >>> atom("concept", Term("e1"), "fit")
    'concept(e1,"fit")'

    Raises:
        ValueError: if a name is not an ASP constant, or a number does not fit into 32 bits.
    """
    return write(Term(name, args))


def fact(name: str, *args: Value) -> str:
    """Write a fact: an atom and a full stop.

    >>> fact("order", Term("e1"), 3)
    'order(e1,3).'

    Raises:
        ValueError: as :func:`atom` does.
    """
    return atom(name, *args) + "."


def read(text: str) -> Value:
    """Read one ground term or fact (the full stop at its end is optional).

    >>> read('link(e1,"because",s1).')
    Term(name='link', args=(Term(name='e1', args=()), 'because', Term(name='s1', args=())))

    Raises:
        ValueError: if the text is not a ground term.
    """
    body = text.rstrip().removesuffix(".")
    value, end = _read_value(body, 0)
    if body[end:].strip():
        raise ValueError(f"not a ground ASP term: {text}")
    return value


def _next(text: str, at: int) -> re.Match[str]:
    match = _TOKEN.match(text, at)
    if match is None:
        raise ValueError(f"not a ground ASP term: {text}")
    return match


def _read_value(text: str, at: int) -> tuple[Value, int]:
    token = _next(text, at)
    if token["int"]:
        return int(token["int"]), token.end()
    if token["string"]:
        return unquote(token["string"]), token.end()
    if token["mark"] == "(":
        return _read_arguments("", text, token.end())
    if token["mark"] or token["name"] == "not":
        raise ValueError(f"not a ground ASP term: {text}")
    if text.startswith("(", token.end()):
        return _read_arguments(token["name"], text, token.end() + 1)
    return Term(token["name"]), token.end()


def _read_arguments(name: str, text: str, at: int) -> tuple[Value, int]:
    args: list[Value] = []
    comma = False
    while _next(text, at)["mark"] != ")" or (name and comma):
        value, at = _read_value(text, at)
        args.append(value)
        comma = _next(text, at)["mark"] == ","
        if not comma:
            break
        at = _next(text, at).end()
    closing = _next(text, at)
    if closing["mark"] != ")":
        raise ValueError(f"not a ground ASP term: {text}")
    if not name and len(args) == 1 and not comma:
        return args[0], closing.end()
    return Term(name, tuple(args)), closing.end()


def from_symbol(symbol: Any) -> Value:
    """Convert a ``clingo.Symbol`` to a value, without importing clingo.

    Raises:
        ValueError: if the symbol is classically negated.
    """
    kind = symbol.type.name
    if kind == "Number":
        return int(symbol.number)
    if kind == "String":
        return plain(symbol.string)
    if kind == "Function":
        if symbol.negative:
            raise ValueError(f"classical negation is not used here: {symbol}")
        return Term(symbol.name, tuple(from_symbol(a) for a in symbol.arguments))
    return Term("#inf" if kind == "Infimum" else "#sup")
