"""The tables of the encodings' README and what each file says above its rules."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from kparse.notation import encoding_pages, vocabulary
from kparse.notation.uses import ROOT, Programs, read_programs

PROGRAMS = {
    "encodings/readings.lp": "arg(E,R,X) :- edge(E,R,X). inner(X) :- arg(X,_,_).",
    "encodings/roles.lp": "role(E,R,X) :- arg(E,R,X), frame(R), not unheard_of(E).",
    "encodings/display.lp": "#show role/3.",
}


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    """The uses in a few small programs."""
    for name, text in PROGRAMS.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_programs(tmp_path)


def test_a_header_says_what_is_read_and_written(programs: Programs) -> None:
    text = "% From relations to roles.\nrole(E,R,X) :- arg(E,R,X), frame(R), not unheard_of(E).\n"
    wanted = (
        "% From relations to roles.\n"
        "% reads: arg/3\n"
        "% writes: role/3\n"
        "#defined frame/1.  #defined unheard_of/1.\n"
        "role(E,R,X) :- arg(E,R,X), frame(R), not unheard_of(E).\n"
    )
    assert encoding_pages.headed(text, programs, "encodings/roles.lp") == wanted
    assert encoding_pages.headed(wanted, programs, "encodings/roles.lp") == wanted


def test_a_header_that_is_wrong_is_replaced(programs: Programs) -> None:
    text = (
        "% About.\n% reads: old/1 older/2\n%   oldest/3\n% writes: x/1\n"
        "% About the first rule.\na :- b.\n#defined b/0.  #defined c/1.\nc :- d.\n"
    )
    assert encoding_pages.headed(text, programs, "encodings/readings.lp") == (
        "% About.\n% writes: arg/3\n#defined edge/3.\n% About the first rule.\na :- b.\nc :- d.\n"
    )


def test_what_is_only_shown_is_not_listed_twice(programs: Programs) -> None:
    text = "% What leaves.\n#show role/3.\n"
    assert encoding_pages.headed(text, programs, "encodings/display.lp") == text


def test_long_lists_are_broken(programs: Programs) -> None:
    for number in range(30):
        programs.uses[f"some_predicate_{number:02}", 1].read.add("encodings/roles.lp")
    text = encoding_pages.headed("% About.\n", programs, "encodings/roles.lp")
    assert max(map(len, text.splitlines())) <= encoding_pages.WIDTH
    assert text.count("#defined some_predicate") == 30


def test_weak_constraints_are_read() -> None:
    text = (
        ":~ a(X). [10@3,X]  % each a\n#minimize { 0@2 : #true }.\n"
        ":~ b(X,W),\n    c(X). [-2*W@1,b,X]   % each b\n:~ d. [1@1]\n% not beside it\n"
    )
    assert list(encoding_pages.weak_constraints(text)) == [
        (1, "3", "10", "each a"),
        (3, "1", "-2*W", "each b"),
        (5, "1", "1", ""),
    ]


def test_a_level_needs_a_comment() -> None:
    with pytest.raises(ValueError, match=r"encodings/objective\.lp:2: say in a comment"):
        encoding_pages.levels('% levels\nlevel(1,"taste").\n')


@pytest.mark.parametrize(
    ("added", "message"),
    [
        (":~ binds(X,Y). [1@9,X]  % each", r"backoff\.lp:\d+: level 9 has no name"),
        (":~ binds(X,Y). [1@1,X]", r"backoff\.lp:\d+: say in a comment behind it"),
    ],
)
def test_a_weak_constraint_needs_a_named_level_and_a_comment(
    added: str, message: str, tmp_path: Path
) -> None:
    folder = tmp_path / "encodings"
    folder.mkdir()
    for path in (ROOT / "encodings").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    with (folder / "backoff.lp").open("a", encoding="utf-8") as file:
        file.write(f"{added}\n")
    with pytest.raises(ValueError, match=message):
        encoding_pages.pages(read_programs(tmp_path), tmp_path)


def test_an_encoding_outside_the_layers_is_named(tmp_path: Path) -> None:
    (tmp_path / "encodings").mkdir()
    for name in (*vocabulary.layers(), "new"):
        (tmp_path / f"encodings/{name}.lp").write_text("% About.\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"layers and encodings/\*\.lp differ: new"):
        encoding_pages.pages(read_programs(tmp_path), tmp_path)


def test_clingo_reads_the_encodings_without_a_word() -> None:
    said: list[str] = []
    control = clingo.Control(logger=lambda _, text: said.append(text))
    for path in sorted((ROOT / "encodings").glob("*.lp")):
        control.load(str(path))
    control.ground()
    assert said == []
