"""Tables of records: the same records, the same bytes; and back again."""

from pathlib import Path

from coindex.mining.extracting.records import Fact, Pair
from coindex.mining.extracting.shards import Report, about, decode, encode, folders, sound, texts

PAIR = Pair("because", True, "thank", False, "help", True, "subj", ("subj", "obj"), 1)
FACT = Fact("obj", "bake", "bread")
ROWS = [(3, 0, 77, PAIR), (3, 1, -5, FACT), (9, 0, 2**62, PAIR), (9, 0, 2**62, FACT)]


def test_what_is_written_is_read() -> None:
    tables = encode(ROWS, {"shard": "x"})
    assert encode(ROWS, {"shard": "x"}) == tables
    assert folders()[:2] == ("pairs", "facts")
    assert list(decode(0, tables[0])) == [ROWS[0], ROWS[2]]
    assert list(decode(1, tables[1])) == [ROWS[1], ROWS[3]]


def test_any_engine_can_read_them(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    for name, table in zip(folders(), encode(ROWS, {"shard": "x"}), strict=True):
        (tmp_path / f"{name}.parquet").write_bytes(table)
    facts = pq.read_table(tmp_path / "facts.parquet").to_pylist()
    assert facts[0] == {
        "line": 3,
        "sentence": 1,
        "text": -5,
        "relation": "obj",
        "head": "bake",
        "filler": "bread",
    }
    assert about(tmp_path / "facts.parquet") == {"shard": "x"}
    paths = [tmp_path / "facts.parquet", tmp_path / "pairs.parquet"]
    assert texts(paths).tolist() == [-5, 77, 2**62]


def test_a_damaged_table_says_nothing_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    assert about(path) is None
    path.write_bytes(encode(ROWS, {})[0][:-20])
    assert about(path) is None


def test_a_table_with_a_flipped_bit_is_not_sound(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    many = [(n, 0, n * 7919, Fact("obj", f"verb{n % 50}", f"noun{n}")) for n in range(500)]
    whole = encode(many, {})[1]
    path.write_bytes(whole)
    assert sound(1, path)
    assert not sound(0, path)
    for place in range(4, len(whole), len(whole) // 60):
        data = bytearray(whole)
        data[place] ^= 4
        path.write_bytes(data)
        assert not sound(1, path) or list(decode(1, bytes(data))) == many


def test_an_empty_shard_is_a_shard() -> None:
    tables = encode([], {})
    assert not any(list(decode(n, table)) for n, table in enumerate(tables))


def test_reports_add_up() -> None:
    one = Report(3, 2, 1, 4, {"verse": 1}, ("x:1: bad",))
    assert one + Report(1, 1, 1, 1, {"duplicate": 2}) == Report(
        4, 3, 2, 5, {"duplicate": 2, "verse": 1}, ("x:1: bad",)
    )
