"""ASP strings: clingo reads what was written."""

from __future__ import annotations

import clingo
from hypothesis import given, settings
from hypothesis import strategies as st

from kparse import asp

TEXT = st.text(st.characters(exclude_categories=())) | st.text('ab"\\\nnu0\x00\x1a\ud800 ')


@given(TEXT)
@settings(deadline=None)
def test_clingo_reads_what_was_quoted(text: str) -> None:
    literal = asp.quote(text)
    assert "\n" not in literal
    assert asp.plain(clingo.parse_term(literal).string) == text
    control = clingo.Control()
    control.add("base", [], f"p({literal}).")
    control.ground([("base", [])])
    (atom,) = control.symbolic_atoms
    assert asp.plain(atom.symbol.arguments[0].string) == text


def test_control_characters_that_clingo_takes_stay() -> None:
    assert asp.quote("a\tb\rc") == '"a\tb\rc"'
    assert asp.quote("a\0b") == '"a\x1a0000b"'
