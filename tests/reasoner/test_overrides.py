"""What is read later overrides what was read before: profile lines, rows, rules; beside a compiled store or with it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from coindex.reasoner.grounding.profile_facts import profile_words
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.showing.show import show
from coindex.reasoner.store import store as compiled
from coindex.reasoner.store.store import Store
from coindex.reasoner.store.store_file import build

ROWS = """event_class(help). event_class(harm). property(kind). property(rude).
verb("aid",help). verb("aid",harm). verb("hit",harm). adj("nice",kind).
reason(harm,other,rude,5). effect(help,actor,kind,4).
"""
RULES = """% @id helped
% @text t
expl(helped,E,S) :- class(E,help), actor(E,Y), prop(S,X,kind), coref(X,Y).
% @id hurt
% @text t
expl(hurt,E,S) :- class(E,harm), actor(E,Y), prop(S,X,rude), coref(X,Y).
"""
PROFILES = (
    "aid\\tobj\\tweak ill poor -strong\\naid\\tself\\tgift ill\\naid\\tsubj\\tkind rich\\n".replace(
        "\\t", "\t"
    )
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return written(
        tmp_path / "kb",
        {
            "rows/a.lp": ROWS,
            "axioms/a.lp": RULES.replace("\\n", "\n"),
            "profiles/a.tsv": PROFILES.replace("\\n", "\n"),
        },
    )


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


OWN = {
    "words.lp": 'verb("zib",help). off("verb","aid",harm). off("reason",harm,other,rude).\n'
    'off("rule",hurt). % bad\n',
    "aid.tsv": "aid\tobj\tlonely rich -ill strong\n",
    "rules.lp": "% @id own\n% @text t\nexpl(own,E,S) :- class(E,help), prop(S,X,kind), actor(E,X).\n",
}


def tables(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """What is in a store, without the numbers that only keep the order."""
    found = {}
    for name, columns in {
        "entry": "key, fact, predicate, own, file, line, leads",
        "rule": "id, program, text, weight, source, file, line, kind",
        "file": "id, name",
    }.items():
        order = "id" if name == "file" else "seq"
        found[name] = store.connection.execute(
            f"SELECT {columns} FROM {name} ORDER BY {order}"
        ).fetchall()
    return found


def test_beside_a_compiled_store_or_compiled_with_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = written(tmp_path / "my", OWN)
    beside = Store.open([home, own], tmp_path / "cache")
    build(tmp_path / "whole.sqlite", beside.files)
    whole = Store(
        compiled.connect(tmp_path / "whole.sqlite"), tmp_path / "whole.sqlite", beside.files
    )
    assert tables(beside) == tables(whole)
    assert beside.rules() == whole.rules()
    assert beside.stats() == whole.stats()
    monkeypatch.setattr(compiled, "build", None)  # an edit of one's own files does not compile all
    written(own, {"words.lp": 'verb("zob",help).\n'})
    began = time.monotonic()
    again = Store.open([home, own], tmp_path / "cache")
    assert again.known("zob")
    assert time.monotonic() - began < 1
    assert again.classes("aid") == {"help", "harm"}


def test_rows_and_rules_are_switched_off(home: Path, tmp_path: Path) -> None:
    store = Store.open([home, written(tmp_path / "my", OWN)], tmp_path / "cache")
    assert store.classes("aid") == {"help"}
    assert store.classes("hit") == {"harm"}
    assert store.rule("reason(harm,other,rude)") is None
    assert store.rule("hurt") is None
    assert store.rule("own") is not None
    assert 'off("verb","aid",harm).' in show(store, "aid")
    assert 'off("rule",hurt).' in show(store, "hurt")
    assert not [row for row in store.fetch(["aid", "verb", "hit"]).rows if row.predicate == "off"]


def test_lines_of_profiles_are_merged(home: Path, tmp_path: Path) -> None:
    store = Store.open([home, written(tmp_path / "my", OWN)], tmp_path / "cache")
    told = {
        (one.profile.role, str(one.word), Path(one.profile.file).name)
        for one in profile_words(
            store.fetch(["aid"]).profiles, ["ill", "weak", "lonely", "rich", "strong", "kind"]
        )
    }
    assert told == {
        ("obj", "weak", "a.tsv"),
        ("obj", "lonely", "aid.tsv"),
        ("obj", "rich", "aid.tsv"),  # and no longer of the subject
        ("obj", "strong", "aid.tsv"),  # and no longer denied
        ("subj", "kind", "a.tsv"),
        ("self", "ill", "a.tsv"),  # the noun has lines of its own
    }
    text = show(store, "aid")
    assert "obj: 5 words" in text
    assert "takes away: ill" in text
    assert f"{tmp_path.name}/my" not in text  # a folder is named, not its place
    assert "my/aid.tsv:1" in text


def test_a_bad_line_is_left_out_and_said_whenever_it_is_missed(
    home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = written(
        tmp_path / "bad",
        {
            "a.lp": 'verb("zib",help).\nverb("zob" help).\nverb("zub",help).\n',
            "b.lp": RULES.replace("helped", "helps").replace("prop(S,X,rude)", "prop(S,Z,rude), P"),
            "d.lp": "% @id helped\n% @text t\nexpl(helped,E,S) :- class(E,help), class(S,help).\n"
            "% @id loose\n% @text t\nexpl(loose,E,S) :- class(S,help).\n",
            "c.tsv": "aid\tobj\tBig lonely\nzib\tobj\tbad\nzib subj good\n",
        },
    )
    for _ in range(2):
        store = Store.open([home, own], tmp_path / "cache")
        assert [store.known(word) for word in ("zib", "zob", "zub")] == [True, False, True]
        assert store.rule("helps") is not None
        assert store.rule("loose") is None
        assert store.rule("hurt").file == "kb/axioms/a.lp"  # type: ignore[union-attr]
        store.close()
    told = [one.partition(": left out: ")[0] for one in caplog.messages]
    assert told[:3] == ["bad/a.lp:2:12", "bad/b.lp:6:63", "bad/c.tsv:1:9"]
    assert told[3:] == ["bad/c.tsv:3:1", "bad/d.lp:3:1", "bad/d.lp:6:1"]


def test_homographs_have_their_own_words(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text("cover\tobj\tremove/obj bare\ncover\tself\tremove/obj lid\n", "utf-8")
    assert lint([file], select=["E"]) == []
    file.write_text("cover\tobj\tremove/obj bare\ncover\tsubj\tremove/obj lid\n", "utf-8")
    assert [one.code for one in lint([file], select=["E"])] == ["E605"]


def test_own_lines_for_a_frame_that_ships_may_be_short(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text("teach\tobj\tdrowsy\n", "utf-8")
    assert lint([file]) == []
