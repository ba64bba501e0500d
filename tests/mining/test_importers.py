"""Tables of other projects: small files of our own in their formats."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from coindex.commands.main import main
from coindex.mining.counting.importers import import_files
from coindex.reasoner.evidence.store import MinedStore
from kparse.errors import InputError

CONCEPTNET = """\
/a/1\t/r/UsedFor\t/c/en/ladle\t/c/en/pour_soup/v\t{"weight": 2.0}
/a/2\t/r/UsedFor\t/c/en/ladle\t/c/en/stir\t{}
/a/3\t/r/UsedFor\t/c/de/kelle\t/c/en/stir\t{"weight": 1.0}
"""
ATOMIC = """\
PersonX lends PersonY a coat\toReact\tgrateful
PersonX lends PersonY a coat\txWant\tto have it back.
PersonX lends PersonY a coat\toEffect\tnone
coat\tObjectUse\tkeep warm
"""
VERBNET = """\
<VNCLASS ID="lend-99.1">
  <MEMBERS><MEMBER name="lend"/><MEMBER name="loan"/></MEMBERS>
  <THEMROLES><THEMROLE type="Agent"/></THEMROLES>
  <SUBCLASSES><VNSUBCLASS ID="lend-99.1-1"><MEMBERS><MEMBER name="entrust"/></MEMBERS>
  <THEMROLES/></VNSUBCLASS></SUBCLASSES>
</VNCLASS>
"""


def facts(path: Path) -> list[tuple[object, ...]]:
    with MinedStore(path) as store:
        return [row for row in store.rows("fact") if row[2]]


def test_conceptnet(tmp_path: Path) -> None:
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(CONCEPTNET.encode()))
    import_files("conceptnet", [str(tmp_path / "a.csv.gz")], str(tmp_path / "s"))
    assert facts(tmp_path / "s") == [
        ("conceptnet.UsedFor", "ladle", "pour_soup", 2, "0:1"),
        ("conceptnet.UsedFor", "ladle", "stir", 1, "0:2"),
    ]
    with MinedStore(tmp_path / "s") as store:
        assert store.files[0][3].startswith("CC BY-SA 4.0")


def test_atomic(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(ATOMIC, encoding="utf-8")
    import_files("atomic", [str(tmp_path / "a.tsv")], str(tmp_path / "s"))
    assert facts(tmp_path / "s") == [
        ("atomic.oReact", "lend", "grateful", 1, "0:1"),
        ("atomic.xWant", "lend", "have it back", 1, "0:2"),
    ]


def test_verbnet(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(VERBNET, encoding="utf-8")
    import_files("verbnet", [str(tmp_path / "a.xml")], str(tmp_path / "s"))
    assert [row[:3] for row in facts(tmp_path / "s")] == [
        ("verbnet.class", "entrust", "lend-99.1-1"),
        ("verbnet.class", "lend", "lend-99.1"),
        ("verbnet.class", "loan", "lend-99.1"),
        ("verbnet.role", "lend-99.1", "agent"),
    ]


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("conceptnet", "a\tb\n", r"x:1: 2 columns, 5 expected"),
        ("conceptnet", "a\tb\tc\td\t{}\n", r"'b' is no relation"),
        ("conceptnet", "a\t/r/IsA\t/c/en/c\t/c/en/d\tnone\n", r"x:1: the last column is no JSON"),
        ("atomic", "coat\tObjectUse\tkeep warm\n", r"nothing to import"),
        ("verbnet", "<a/>", r"<a> instead of <VNCLASS>"),
    ],
)
def test_other_files(tmp_path: Path, kind: str, text: str, message: str) -> None:
    (tmp_path / "x").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        import_files(kind, [str(tmp_path / "x")], str(tmp_path / "s"))
    assert not (tmp_path / "s").exists()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.tsv").write_text(ATOMIC, encoding="utf-8")
    assert (
        main(["mine", "import", "atomic", str(tmp_path / "a.tsv"), "--out", str(tmp_path / "s")])
        == 0
    )
    assert "CC BY 4.0" in capsys.readouterr().err
    assert (
        main(["mine", "import", "atomic", str(tmp_path / "b.tsv"), "--out", str(tmp_path / "s")])
        == 2
    )
    assert "cannot read" in capsys.readouterr().err
