"""What ``kb find`` and ``kb conflicts`` print, and the summary of ``kb show``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.reasoner.showing.find import conflicts, find, index_lines
from coindex.reasoner.showing.show import summary
from coindex.reasoner.store.store import Store
from kparse.errors import InputError

ROWS = """event_class(act). event_class(lift). isa(lift,act). property(heavy). property(light). property(weak).
opposite(heavy,light). verb("hoist",lift).
reason(neg(lift),other,heavy,6). reason(lift,other,light,5). reason("hoist",other,heavy,4).
reason(lift,actor,weak,3). effect(lift,actor,does(lift),4). effect(lift,actor,does(neg(lift)),4).
effect(act,other,weak,2). effect(act,actor,weak,2).
"""
RULE = "% @id heavy_stays\n% @text What is too heavy is not lifted.\n"
RULE += "clash(heavy_stays,X,Y) :- trait_of(X,heavy), coref(X,Y).\n"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    home = tmp_path_factory.mktemp("kb")
    files = {
        "rows/a.lp": ROWS,
        "axioms/a.lp": RULE,
        "profiles/a.tsv": "fuse\tself\tblow lift\nhoist\tobj\theavy\n",
        "sentences/a.txt": "Person1 lifts thing1 because thing1 is light.\n",
    }
    for name, text in files.items():
        path = Path(home) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    with Store.open(home, Path(home) / "cache") as opened:
        yield opened


def test_knowledge_is_found_by_the_words_of_its_english(store: Store) -> None:
    found = find(store, "lift")
    assert "Person1 lifts thing1 because thing1 is light." in found
    assert "heavy_stays: What is too heavy is not lifted." in found
    assert "fuse self: word  2 of 2" in found
    assert "heavy_stays" in find(store, "heavy lift")
    both = find(store, "heavy lift", everything=True)
    assert "default rules (rows): 1" in both  # the denied one, too
    with pytest.raises(InputError, match="nothing says `zebra`"):
        find(store, "zebra")


def test_there_is_one_index_of_profiles(store: Store) -> None:
    assert [line.split()[:2] for line in index_lines(store)] == [["fuse", "self"], ["hoist", "obj"]]
    (one,) = index_lines(store, "fus")
    assert one.endswith("profiles/a.tsv:1")


def test_opposed_rows_are_found(store: Store) -> None:
    text = conflicts(store, "hoist")
    assert text.startswith('3 pairs of rows about "hoist", lift, act')
    assert "reason(lift,other,light)" in text
    assert 'reason("hoist",other,heavy)' in text
    assert "effect(lift,actor,does(neg(lift)))" in text
    assert "effect(act,other,weak)" in text
    with pytest.raises(InputError, match="nothing is known about `zib`"):
        conflicts(store, "zib")


def test_a_long_description_is_cut() -> None:
    part = "\n".join(["class a", *(f"    line {n}" for n in range(50)), "  says:", "    more"])
    lines = summary(f"{part}\n\nprofiles of a\n  x").split("\n")
    assert lines[10:13] == ["    line 9", "  and 42 more lines (--all): says", ""]
    assert lines[13:] == ["profiles of a", "  x"]
