"""A small knowledge directory with examples, compiled in a moment."""

from __future__ import annotations

from pathlib import Path

import pytest

LEXICON = """\
event_class(act). event_class(harm). isa(harm,act). frame(act,subj,agent). frame(harm,obj,patient).
event_class(praise). isa(praise,act). frame(praise,obj,theme).
property(angry;calm;wrong;kind). opposite(angry,calm).
kind_class(person;agentive). kind_isa(person,agentive).
verb("hit",harm). verb("shove",harm). verb("praise",praise).
adj("furious",angry). adj("calm",calm). adj("rude",wrong). adj("kind",kind).
connective("because",cause).
name("Max",masc). name("Leo",masc).
"""
THEORY = """\
% @id angry_hits
% @text {Y} was angry, and the angry hit
% @weight 6
% @source authored
expl(angry_hits,E,S) :- class(E,harm), actor(E,Y), prop(S,X,angry), coref(X,Y).

% @id unused
% @text {Y} is kind
% @weight 4
% @source authored
expl(unused,E,S) :- class(E,praise), actor(E,Y), prop(S,X,(kind;calm)), not prop(S,X,wrong), coref(X,Y).

reason(harm,other,(wrong;does(harm)),5).
reason(neg(harm),actor,kind,5).
"""
EXAMPLES = """\
angry_hits: Max hit Leo because [he] was furious. = Max | Leo
angry_hits: ! Max hit Leo because [he] was rude. = Leo | Max
reason(harm,other): Max shoved Leo because [he] was rude. = Leo | Max
knowledge: ! Max praised Leo because [he] was rude. = Leo | Max
"""


@pytest.fixture
def home(parser_loaded_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the directory; its compiled form goes beside it."""
    directory = tmp_path / "kb"
    files = {"rows/words.lp": LEXICON, "axioms/harm.lp": THEORY, "examples/harm.txt": EXAMPLES}
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    return directory


def edit(path: Path, old: str, new: str) -> None:
    """Replace a passage of a file; it must be there once."""
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


PROFILES = "visit\tobj\tlonely\nvisit\tsubj\tkind\n"
OF_PROFILES = """\
profile(visit,obj,lonely): Max visited Leo because [he] was lonely. = Leo | Max
profile(visit): Max visited Leo because [he] was kind. = Max | Leo
profile(visit,obj): ! Max visited Leo because [he] was kind. = Max | Leo
profile: ! Max hit Leo because [he] was furious. = Max | Leo
"""


@pytest.fixture
def profiled(home: Path) -> Path:
    """Give the directory with profiles and examples of them."""
    (home / "profiles").mkdir()
    (home / "profiles" / "a.tsv").write_text(PROFILES)
    (home / "examples" / "harm.txt").write_text(OF_PROFILES)
    return home
