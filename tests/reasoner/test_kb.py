"""What `kb show` prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.reasoner.linting.lint import lint, report, status
from coindex.reasoner.showing.show import show
from coindex.reasoner.store.store import Store
from kparse.errors import Diagnostic, InputError, Location

LEXICON = """\
event_class(act). event_class(harm). isa(harm,act). frame(act,subj,agent). gives(act,agent,awake).
event_class(rob). isa(rob,harm). frame(rob,obj,patient). frame(rob,obl("of"),theme).
gives(harm,agent,wrong). affect(harm,patient,neg). sel(harm,agent,person).
property(wrong;awake;bad;innocent). prop_isa(wrong,bad). opposite(wrong,innocent). prop_sel(bad,person).
kind_class(person;thing). kind_isa(person,thing). kind("man",person).
dimension(size). property(dim(D,hi;D,lo)) :- dimension(D). good_pole(size,hi). adj("big",dim(size,hi)).
verb("rob",rob). gives("rob",agent,awake). nominal("robbery","rob"). name("Rob",masc).
verb("give_up",act). adj("guilty",wrong). trait("thief",wrong).
"""
THEORY = """\
% @id provocation
% @text {Y} had done wrong
% @weight 6
expl(provocation,E,S) :- class(E,harm), role(E,patient,Y), prop(S,X,(wrong;awake)), coref(X,Y).
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    home = tmp_path_factory.mktemp("files") / "kb"
    for part, text in (("rows", LEXICON), ("axioms", THEORY)):
        (home / part).mkdir(parents=True)
        (home / part / "x.lp").write_text(text)
    with Store.open(home, home.parent / "cache") as opened:
        yield opened


def squeezed(text: str) -> list[str]:
    """Give the lines with single blanks."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_word_and_class(store: Store) -> None:
    assert squeezed(show(store, "rob")) == [
        "class rob kb/rows/x.lp:2",
        "is harm, act",
        "relations and roles:",
        "obj: patient kb/rows/x.lp:2",
        'obl("of"): theme kb/rows/x.lp:2',
        "subj: agent (as act) kb/rows/x.lp:1",
        "says:",
        "agent: wrong (as harm) kb/rows/x.lp:3",
        "agent: awake (as act) kb/rows/x.lp:1",
        "patient: worse off (as harm) kb/rows/x.lp:3",
        "asks:",
        "agent must be person (as harm) kb/rows/x.lp:3",
        "words rob",
        "",
        "word rob",
        'verb("rob",rob). kb/rows/x.lp:7',
        'gives("rob",agent,awake). kb/rows/x.lp:7',
        'nominal("robbery","rob"). kb/rows/x.lp:7',
    ]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"rob"', "word rob"),
        ("Rob", 'name("Rob",masc).'),
        ("give up", 'verb("give_up",act).'),
        ("thief", 'trait("thief",wrong).'),
        ("harm", "rules that need it:"),
        ("wrong", "opposite(wrong,innocent)."),
        ("wrong", "prop_sel(bad,person). (as bad)"),
        ("wrong", "words guilty, thief"),
        ("person", "kind_isa(person,thing)."),
        ("size", "poles dim(size,hi), dim(size,lo)"),
        ("dim(size, hi)", "words big"),
        ("nominal", "predicate nominal(lemma, lemma): 1 rows, such as"),
        ('verb( "rob", rob ).', 'verb("rob",rob). kb/rows/x.lp:7'),
        ("gives(_,agent,_)", "gives(act,agent,awake). kb/rows/x.lp:1"),
        ("gives(,,wrong", "gives(harm,agent,wrong). kb/rows/x.lp:3"),
        ("provocation", "rule provocation kb/axioms/x.lp:4"),
        ("provocation", "text {Y} had done wrong"),
        ("provocation", "weight 6 source authored kind axiom"),
        ("provocation", "needs awake or wrong; harm"),
    ],
)
def test_show(store: Store, query: str, expected: str) -> None:
    assert any(line.startswith(expected) for line in squeezed(show(store, query)))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", "nothing to show"),
        (' "" ', "nothing to show"),
        ("robery", "did you mean robbery?"),
        ("provokation", "did you mean provocation?"),
        ("xyzzy", 'add a row such as verb("xyzzy",CLASS).'),
        ("vreb(a,b)", "did you mean verb(...)?"),
        ('verb("nothing",_)', "there is no row"),
        ("verb()", "there is no row"),
        ("verb(", "there is no row"),
        ("gives((((", "there is no row"),
        ("%_'; DROP", "nothing is known"),
    ],
)
def test_unknown(store: Store, query: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        show(store, query)
    assert expected in str(caught.value)


def test_lint_and_report(tmp_path: Path) -> None:
    path = tmp_path / "x.lp"
    path.write_text('adj("peckish",hngry).\n')
    found = lint([path])
    assert found == [
        Diagnostic(
            "E204",
            "undeclared property: hngry in adj",
            Location(path.as_posix(), 1, 1),
            "did you mean hungry or angry?",
        )
    ]
    assert status(found) == 1
    assert report(found).endswith("1 error, 0 warnings")
    assert '"code": "E204"' in report(found, "json")
    assert lint([path], select=["W"]) == []
