"""Reading knowledge files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import clingo
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.store.reading_files import (
    Knowledge,
    Row,
    Rule,
    Source,
    expand,
    load,
    read_file,
    sources,
)
from kparse.asp import quote
from kparse.errors import KnowledgeError


def load_text(tmp_path: Path, text: str, name: str = "x.lp") -> Knowledge:
    """Load one file with that text."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return load([path])


def facts(tmp_path: Path, text: str) -> list[str]:
    return [row.fact for row in load_text(tmp_path, text).rows]


def error(tmp_path: Path, text: str, name: str = "x.lp") -> str:
    with pytest.raises(KnowledgeError) as caught:
        load_text(tmp_path, text, name)
    return str(caught.value).replace(f"{tmp_path.as_posix()}/", "")


# -- rows


def test_row_has_key_and_place(tmp_path: Path) -> None:
    path = (tmp_path / "x.lp").as_posix()
    rows = load_text(tmp_path, '% rows\nverb("rob",rob). frame("rob", obl("of"), theme).\n').rows
    assert rows == (
        Row('verb("rob",rob)', "verb", '"rob"', path, 2),
        Row('frame("rob",obl("of"),theme)', "frame", '"rob"', path, 2),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('kind("cup",(container;thing)).', ['kind("cup",container)', 'kind("cup",thing)']),
        ("tone(a;b,pos).", None),
        ('size("cup",2..3).', ['size("cup",2)', 'size("cup",3)']),
        ("property(good;\n  bad).", ["property(bad)", "property(good)"]),
        ('part ( "wheel" ,"car" ) .', ['part("wheel","car")']),
        ('verb("a\\"b. %c",x).% z(y).', ['verb("a\\"b. %c",x)']),
        ('verb("a",b).%* verb("c",d).\n verb("e",f). *% verb("g",h).', None),
        ('adj("x",f(g(h("i"),j))).', ['adj("x",f(g(h("i"),j)))']),
        ('adj("a",b).\r\nadj("c",d).\r\n', ['adj("a",b)', 'adj("c",d)']),
        ("\ufeffadj(a,b).", ["adj(a,b)"]),
        ("", []),
        ("% nothing", []),
    ],
)
def test_rows_are_those_of_clingo(tmp_path: Path, text: str, expected: list[str] | None) -> None:
    control = clingo.Control()
    control.add("base", [], text.lstrip("\ufeff"))
    control.ground([("base", [])])
    found = facts(tmp_path, text)
    assert sorted(found) == sorted(str(atom.symbol) for atom in control.symbolic_atoms)
    assert expected is None or sorted(found) == sorted(expected)


def test_rule_among_rows_is_expanded_with_its_place(tmp_path: Path) -> None:
    text = "dimension(size;age).\nopposite(dim(D,hi),dim(D,lo)) :- dimension(D).\n"
    rows = load_text(tmp_path, text).rows
    assert [(row.fact, row.key, row.line) for row in rows[2:]] == [
        ("opposite(dim(size,hi),dim(size,lo))", "dim(size,hi)", 2),
        ("opposite(dim(age,hi),dim(age,lo))", "dim(age,hi)", 2),
    ]


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
TERMS = st.one_of(
    WORDS.map(quote),
    st.sampled_from(
        ["a", "not_x", "nota", "x'", "_y", "0", "-7", "123456", 'f(a,"b")', "dim(s,hi)"]
    ),
)
POOLS = st.lists(TERMS, min_size=1, max_size=3).map(lambda terms: f"({' ; '.join(terms)})")
FACTS = st.tuples(
    st.lists(st.one_of(TERMS, POOLS), min_size=1, max_size=3), st.sampled_from([", ", ",\n  "])
).map(lambda parts: f"adj({parts[1].join(parts[0])}).")


@settings(max_examples=200, deadline=None)
@example([('adj("%*", -7).', "\n")])
@given(st.lists(st.tuples(FACTS, st.sampled_from(["\n", " ", "\t", " % c\n", "\r\n"]))))
def test_fast_way_reads_as_clingo_does(parts: list[tuple[str, str]]) -> None:
    text = "".join(fact + after for fact, after in parts)
    content = read_file(Source(Path("x"), "x", "any"), text.encode())
    expand([content])
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    assert {row.fact for row in content.rows} == {str(a.symbol) for a in control.symbolic_atoms}
    assert content.problems == []
    for row in content.rows:
        assert row.key == arguments(row.fact)[0]


# -- rules

PROVOCATION = """\
% About wrongs.

% @id provocation
% @text {Y} had done wrong,
%   and that provokes
% @weight 6
% @source authored, with care
expl(provocation,E,S) :- class(E,harm), role(E,patient,Y), % the victim
    prop(S,X,(wrong;annoying)), coref(X,Y).
% after the rule
class(E,done) :- class(E,neg(harm)), not kind_of(E,thing).
"""


def test_rule_with_its_annotation(tmp_path: Path) -> None:
    first, second = load_text(tmp_path, PROVOCATION, "axioms/x.lp").rules
    assert first == Rule(
        id="provocation",
        program="expl(provocation,E,S) :- class(E,harm); role(E,patient,Y);"
        " prop(S,X,(wrong;annoying)); coref(X,Y).",
        text="{Y} had done wrong, and that provokes",
        weight=6,
        source="authored, with care",
        file=(tmp_path / "axioms/x.lp").as_posix(),
        line=8,
        guards=frozenset({frozenset({"harm"}), frozenset({"wrong", "annoying"})}),
        kind="axiom",
    )
    assert (second.id, second.kind, second.weight, second.line) == ("", "helper", 4, 11)
    assert second.guards == {frozenset({"harm"})}
    assert second.introduces == {"done"}


@pytest.mark.parametrize(
    ("body", "guards"),
    [
        ("class(E,C), prop(S,_,P)", []),
        ("class(E,harm), class(S,harm)", [["harm"]]),
        ("class(E,neg(harm))", [["harm"]]),
        ("class(E,(harm;help))", [["harm", "help"]]),
        ("class(E,harm;S,help)", [["harm", "help"]]),
        ("class(E,(harm;C)), isa(C,_)", []),
        ("prop(S,X,dim(size,hi))", [["dim(size,hi)"]]),
        ("prop(S,X,dim(size,P))", [["dim(size,hi)", "dim(size,lo)"]]),
        ("prop(S,X,dim(size,(hi;lo)))", [["dim(size,hi)", "dim(size,lo)"]]),
        ("prop(S,X,dim(D,hi))", []),
        ("more(S,X,Y,size,hi)", [["size"]]),
        ("kind_of(X,person), trait_of(X,sly)", [["person"], ["sly"]]),
        ("not class(E,harm), not not prop(S,X,bad)", []),
        ("isa(C,harm), prop_sel(bad,V)", [["bad"], ["harm"]]),
        ('role(E,agent,X), concept(X,"man"), 1 { prop(S,X,good) }', []),
    ],
)
def test_guards(tmp_path: Path, body: str, guards: list[list[str]]) -> None:
    text = f"% @id r\nexpl(r,E,S) :- e(E;S;C;X;Y;P;D;V), {body}, e(E), e(S)."
    text = text.replace("e(E;S;C;X;Y;P;D;V)", "e(E), e(S), e(C), e(X), e(Y), e(P), e(D), e(V)")
    (rule,) = load_text(tmp_path, text, "axioms/x.lp").rules
    assert sorted(sorted(guard) for guard in rule.guards) == guards


def test_rows_in_theory_and_rules_beside_rows(tmp_path: Path) -> None:
    text = "opposite(good,bad).\ngrade(good).\n"
    knowledge = load_text(tmp_path, text, "axioms/x.lp")
    assert [row.fact for row in knowledge.rows] == ["opposite(good,bad)"]
    assert [rule.program for rule in knowledge.rules] == ["grade(good)."]
    knowledge = load_text(tmp_path, text + "p(X) :- grade(X).", "rows/x.lp")
    assert [row.fact for row in knowledge.rows] == ["opposite(good,bad)", "grade(good)"]
    assert [rule.program for rule in knowledge.rules] == ["p(X) :- grade(X)."]


# -- errors


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'verb("a",b)\nverb("c",d).',
            'x.lp:2:1: did not expect a name here\n    verb("c",d).\n    ^\n'
            "  is the full stop missing at the end of line 1?",
        ),
        (
            'adj("a",b).\nAdj("c",d).',
            'x.lp:2:4: did not expect `(` here\n    Adj("c",d).\n       ^\n'
            "  a capitalised name is a variable: predicates and constants begin with a small letter",
        ),
        (
            'adj("a",f(b).',
            'x.lp:1:13: did not expect `.` here, but `)` or `;`\n    adj("a",f(b).\n'
            "                ^\n  is a `)` missing before this place?",
        ),
        (
            "adj(a,b)).",
            "x.lp:1:9: did not expect `)` here\n    adj(a,b)).\n            ^\n  this `)`",
        ),
        ("adj(a,b)", "x.lp:1:9: did not expect the end of the file here\n    adj(a,b)\n"),
        ('adj("a,b).', "this string is not closed"),
        ("adj(é,b).", "x.lp:1:5: unexpected character `é`"),
        ('adj("é", ö).', "x.lp:1:10: unexpected character `ö`"),
        ("adj(a,b). %* open", "a block comment"),
        ("p(X) :- q(not(X)).", "`not` is a keyword"),
        ("adj(a,\0b).", "x.lp:1:1: there is a NUL character"),
        ('#include "/etc/hostname".', "x.lp:1:1: #include has no place"),
        ("#script (python) print(1) #end.", "#script has no place"),
        ("adj(a,@f(1)).", "x.lp:1:1: rows may not calculate"),
        ("size(a,1..1000000).", "the interval 1..1000000"),
        ("adj(a,b).\nadj(c,Good).", "x.lp:2:1: nothing says what `Good` can be"),
        (f"adj(a,({';'.join('b' * 999)}),({';'.join('b' * 999)})).", "too many rows"),
        ("isa(a,f(X)) :- isa(a,X). isa(a,b).", "x.lp:1:1: this rule among rows never ends"),
        ("expl(r,E,S) :- class(E,S).", "x.lp:1:1: this rule has no @id"),
        (
            "% @id q\nexpl(r,E,S) :- class(E,S).",
            "the head's first argument is `r`, but @id says `q`",
        ),
        ("% @id r\n% @weight ten\nexpl(r,E,S) :- class(E,S).", "x.lp:2:1: a weight is a number"),
        ("% @id r\n\nexpl(r,E,S) :- class(E,S).", "x.lp:3:1: this rule has no @id"),
        ("% @id r\nexpl(r,E,Good) :- class(E,S).", "says what `Good` can be"),
    ],
)
def test_errors_say_where_what_and_how(tmp_path: Path, text: str, expected: str) -> None:
    assert expected in error(tmp_path, text)


def test_not_utf8_and_missing(tmp_path: Path) -> None:
    path = tmp_path / "x.lp"
    path.write_bytes(b"adj(a,b).\n% caf\xe9\n")
    with pytest.raises(KnowledgeError, match=r"x\.lp:2:1: this is not UTF-8 text"):
        load([path])
    with pytest.raises(KnowledgeError, match="does not exist"):
        load([tmp_path / "none"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(KnowledgeError, match=r"has no \.lp, \.tsv or \.script file"):
        load([tmp_path / "empty"])


def test_ids_are_unique_over_files(tmp_path: Path) -> None:
    for name in ("a.lp", "b.lp"):
        (tmp_path / name).write_text("% @id r\nexpl(r,E,S) :- class(E,S).\n")
    with pytest.raises(KnowledgeError, match=r"b\.lp:2:1: .*`r` is taken by .*a\.lp:2"):
        load([tmp_path])


# -- places


def test_sources_are_named_by_directory_in_fixed_order(tmp_path: Path) -> None:
    home = tmp_path / "kb"
    for name in ("axioms/z.lp", "rows/b.lp", "rows/a.lp", "examples/e.lp"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("% nothing\n")
    found = sources([home, home / "rows" / "a.lp"])
    assert [(source.name, source.role) for source in found] == [
        ("kb/rows/a.lp", "rows"),
        ("kb/rows/b.lp", "rows"),
        ("kb/axioms/z.lp", "axioms"),
    ]


def test_shipped_knowledge_loads() -> None:
    knowledge = load([KNOWLEDGE])
    assert len(knowledge.rows) > 1000
    assert all(rule.text for rule in knowledge.rules if rule.kind == "axiom")
    assert all(row.file.startswith("knowledge/") for row in knowledge.rows)


def test_clingo_is_not_imported_for_plain_facts(tmp_path: Path) -> None:
    (tmp_path / "x.lp").write_text('adj("a",b).\n% a comment\n')
    code = (
        "import sys; from coindex.reasoner.store.reading_files import load;"
        f"load([{str(tmp_path)!r}]); sys.exit('clingo' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=KNOWLEDGE.parent).returncode == 0
