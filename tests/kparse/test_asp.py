"""ASP terms: clingo and :func:`kparse.asp.read` read what was written."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kparse import asp
from kparse.asp import Term

TEXT = st.text(st.characters(exclude_categories=())) | st.text('ab"\\\nnu0\x00\x1a\ud800 ')
NAMES = st.from_regex(r"_{0,2}[a-z][A-Za-z0-9_']{0,5}", fullmatch=True).filter(asp.is_constant)
VALUES = st.recursive(
    TEXT | st.integers(-(2**31), 2**31 - 1),
    lambda inner: st.builds(Term, NAMES | st.just(""), st.lists(inner, max_size=3).map(tuple)),
    max_leaves=8,
)


def through_clingo(program: str) -> asp.Value:
    """Ground a program of one fact and return the fact's only argument."""
    control = clingo.Control()
    control.add("base", [], program)
    control.ground([("base", [])])
    (atom,) = control.symbolic_atoms
    return asp.from_symbol(atom.symbol.arguments[0])


@given(VALUES)
@settings(deadline=None)
def test_clingo_reads_what_was_written(value: asp.Value) -> None:
    assert through_clingo(asp.fact("p", value)) == value


@given(VALUES)
@settings(deadline=None)
def test_read_inverts_write(value: asp.Value) -> None:
    assert asp.read(asp.write(value)) == value


@given(VALUES)
@settings(deadline=None)
def test_read_understands_clingo(value: asp.Value) -> None:
    symbol = clingo.parse_term(asp.write(value))
    assert asp.read(str(symbol)) == value


@given(TEXT)
@settings(deadline=None)
def test_unquote_inverts_quote(text: str) -> None:
    literal = asp.quote(text)
    assert asp.unquote(literal) == text
    assert "\n" not in literal
    assert asp.plain(clingo.parse_term(literal).string) == text


def test_control_characters_that_clingo_takes_stay() -> None:
    assert asp.quote("a\tb\rc") == '"a\tb\rc"'
    assert asp.quote("a\0b") == '"a\x1a0000b"'


@pytest.mark.parametrize("literal", ["", "a", '"', '"a', '"a"b"', '"\\t"', '"a\nb"'])
def test_unquote_refuses(literal: str) -> None:
    with pytest.raises(ValueError, match="not an ASP string"):
        asp.unquote(literal)


@pytest.mark.parametrize("name", ["", "Arg", "1", "not", "a-b", "_", "é", "a b", "p(x)"])
def test_is_constant_refuses(name: str) -> None:
    assert not asp.is_constant(name)


@pytest.mark.parametrize("name", ["Arg", "not", "a b"])
def test_atom_refuses_bad_names(name: str) -> None:
    with pytest.raises(ValueError, match="not an ASP constant"):
        asp.atom(name, 1)


def test_write_refuses_long_numbers() -> None:
    with pytest.raises(ValueError, match="32 bits"):
        asp.write(2**31)


def test_write_terms() -> None:
    assert asp.fact("alt", 1, 0, Term("link", (Term("e1"), "because", Term("s2")))) == (
        'alt(1,0,link(e1,"because",s2)).'
    )
    assert asp.atom("holds") == "holds"
    assert asp.write(Term("", (1,))) == "(1,)"
    assert str(Term("", (1, Term("a")))) == "(1,a)"
    assert asp.write(Term("#inf")) == "#inf"


def test_read_terms() -> None:
    assert asp.read(" p( 1 , (2), (3,), () ) . ") == Term("p", (1, 2, Term("", (3,)), Term("")))
    assert asp.read("#sup") == Term("#sup")


@pytest.mark.parametrize(
    "text", ["", "X", "p(", "p(1", "p(1,)", "p(,1)", "p(1))", "p(1) q", "not", "1+2", "p(X)", ")"]
)
def test_read_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="not a ground ASP term"):
        asp.read(text)


def test_from_symbol_refuses_negation() -> None:
    with pytest.raises(ValueError, match="classical negation"):
        asp.from_symbol(clingo.Function("p", [], positive=False))


def test_from_symbol_reads_extremes() -> None:
    assert asp.from_symbol(clingo.Infimum) == Term("#inf")
    assert asp.from_symbol(clingo.Supremum) == Term("#sup")
