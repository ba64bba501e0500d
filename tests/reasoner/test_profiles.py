"""Profiles: reading and writing them, and what the tools of the author do with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.commands import main as cli
from coindex.reasoner.authoring.profile_form import form, inserted
from coindex.reasoner.grounding.profile_facts import parts_of_id, profile_words
from coindex.reasoner.knowledge.profiles import Profile, Word, profile_of, row_of, word_of
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.showing.coverage import ProfileCount, holdings
from coindex.reasoner.showing.profiles import place_in_profile, side_by_side
from coindex.reasoner.showing.show import show
from coindex.reasoner.store.reading_files import FileContent, Source, read_file
from coindex.reasoner.store.store import Store
from kparse.errors import InputError

LINES = """\
# A comment.
jealous\tsubj\tenvy watch
jealous\tthan\ttrusting
rely on\tobl\tloyal strong hurt/obj
rely on\tsubj\tweak -ready
teach\tobj\tcurious beginner
teach\tsubj\tpatient know
"""
LEXICON = (
    'event_class(act). kind_class(toy). verb("teach",act). verb("rely",act). kind("zob",toy).\n'
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a knowledge directory with profiles."""
    directory = tmp_path / "kb"
    for name, text in (("rows/words.lp", LEXICON), ("profiles/a.tsv", LINES)):
        (directory / name).parent.mkdir(parents=True)
        (directory / name).write_text(text)
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    return directory


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    with Store.open(home) as opened:
        yield opened


def read_bytes(data: bytes) -> FileContent:
    return read_file(Source(Path("a.tsv"), "a.tsv", "profiles"), data)


# -- reading

LEMMAS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters='"\\/'), min_size=1
).filter(lambda text: word_of(text) == Word(text, "said"))
WORDS = st.builds(Word, LEMMAS, st.sampled_from(["said", "object", "denied"]))


@given(
    LEMMAS.filter(lambda head: head[0] not in "#\ufeff"),
    st.one_of(st.just(""), LEMMAS),
    st.lists(WORDS, min_size=1, max_size=5, unique_by=str),
)
def test_a_line_is_read_as_it_is_written(head: str, preposition: str, words: list[Word]) -> None:
    profile = Profile(head, preposition, "obl", tuple(words), "a.tsv", 1)
    line = f"{profile.frame}\tobl\t{' '.join(map(str, words))}\n"
    content = read_bytes(line.encode())
    assert content.problems == []
    assert [profile_of(row) for row in content.rows] == [profile]


def test_windows_line_ends_and_byte_order_mark() -> None:
    plain = read_bytes(LINES.encode())
    other = read_bytes(b"\xef\xbb\xbf" + LINES.replace("\n", "\r\n").encode())
    assert (other.rows, other.problems) == (plain.rows, [])
    assert len(plain.rows) == 6


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", ""),
        (b"\n# only comments\n", ""),
        (b"teach\tobj\tbeginner\nteach\tsubj\tknow \xff\n", "E102 2:1 this is not UTF-8 text"),
        ("teach\tobj\tbeginner".encode("utf-16"), "E102 1:1 this is not UTF-8 text"),
        (b"teach\tobj\t\n", "E606 1:11 this profile has no words"),
        (b"teach\tobj\tbe\0ginner\n", "E606 1:11 `be\0ginner` is no entry of a profile"),
        (b"teach\tobj\tok\tmore\n", "E601 1:1 a profile has three columns, this line has 4"),
        (b"look up to\tobj\tok\n", "E602 1:1 `look up to` is no head of a profile"),
        (b"a\tobj\tfine\na\tsubj\tgood  fine\n", "E605 2:14 `fine` stands under `subj`"),
        (b"teach\tobj\t" + b"x" * 2**20 + b"/\n", f"E606 1:11 `{'x' * 40}...` is no entry"),
        (b"X" * 2**20 + b"\tobj\tfine\n", f"E602 1:1 `{'X' * 40}...` is no head"),
        (b"a\tb" + b"X" * 2**20 + b"\tfine\n", f"E603 1:3 unknown role `b{'X' * 39}...`"),
        (b"fine " * 200_000, "E601 1:1 a profile has three columns, this line has 1"),
    ],
)
def test_odd_files(data: bytes, said: str) -> None:
    content = read_bytes(data)
    told = [f"{p.code} {p.location.line}:{p.location.column} {p.message}" for p in content.problems]
    assert "\n".join(told).startswith(said) if said else told == []


def test_a_line_of_a_megabyte() -> None:
    words = " ".join(f"w{n}" for n in range(150_000))
    content = read_bytes(f"teach\tobj\t{words}\n".encode())
    assert content.problems == []
    assert len(profile_of(content.rows[0]).words) == 150_000


def test_a_store_names_file_line_and_column(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = home / "profiles" / "a.tsv"
    file.write_text(LINES + "teach\tiobj\tWrong\n")
    Store.open(home).close()
    assert re.search(r"kb/profiles/a\.tsv:8:12: left out.*`Wrong`", caplog.text)
    assert [d.code for d in lint([file], select=["E606"])] == ["E606"]


def test_the_reading_cache_gives_the_same(home: Path) -> None:
    with Store.open(home) as opened:
        before = opened.rows_of("profile")
    (home / "rows" / "words.lp").write_text(LEXICON + 'verb("hire",act).\n')
    with Store.open(home) as opened:  # the profiles come from the cache
        assert opened.rows_of("profile") == before
    (home / "profiles" / "a.tsv").write_text(LINES + "write\tsubj\tink\n")
    with Store.open(home) as opened:
        assert len(opened.rows_of("profile")) == len(before) + 1
    (home / "profiles" / "a.tsv").unlink()
    with Store.open(home) as opened:
        assert opened.rows_of("profile") == ()


# -- facts and ids


def test_ids_name_frame_role_and_entry() -> None:
    profile = profile_of(row_of("rely on", "obl", "loyal hurt/obj -ready", "a.tsv", 1))
    found = list(profile_words([profile], {"loyal", "hurt", "ready"}))
    parts = [parts_of_id(one.id) for one in found]
    assert parts == [("rely on", "obl", word) for word in ("loyal", "hurt/obj", "-ready")]
    assert parts_of_id("reason(harm,actor,angry)") is None
    assert parts_of_id("word(x)") is None


# -- kb show


def test_show_puts_participants_side_by_side(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = show(store, "rely on").splitlines()
    assert lines == [
        "profiles of rely on",
        f"  {'subj: 2 words':<37}   obl: 3 words",
        f"  {'kb/profiles/a.tsv:5':<37}   kb/profiles/a.tsv:4",
        f"  {'weak -ready':<37}   loyal strong hurt/obj",
    ]
    monkeypatch.setenv("COLUMNS", "40")
    assert "  weak -ready" in show(store, "rely on").splitlines()


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("teach", '  verb("teach",act).'),
        ("teach", "profiles of teach"),
        ("rely", "profiles of rely on"),
        ('word("rely","on",obl,"loyal",said)', "profiles of rely on"),
        ("jealous", "profiles of jealous"),
    ],
)
def test_show_finds_profiles(store: Store, query: str, line: str) -> None:
    assert any(one.startswith(line) for one in show(store, query).splitlines())
    assert "profile(" not in show(store, query)


def test_show_says_which_profiles_have_a_word(home: Path) -> None:
    (home / "rows" / "words.lp").write_text(LEXICON + 'verb("know",act).\n')
    with Store.open(home) as opened:
        assert "  in profiles (1): teach subj" in show(opened, "know").splitlines()
        assert place_in_profile(opened, 'word("teach","",subj,"know",said)') == (
            1,
            "kb/profiles/a.tsv:7",
        )
        assert place_in_profile(opened, 'word("teach","",subj,"swim",said)') is None


@given(st.integers(1, 200), st.lists(WORDS, min_size=1, max_size=60, unique_by=str))
def test_no_word_is_lost_in_columns(width: int, words: list[Word]) -> None:
    those = [[Profile("teach", "", role, tuple(words), "a.tsv", 1)] for role in ("subj", "obj")]
    text = "".join(side_by_side(those, width))
    joined = text.replace(" ", "")
    assert all(joined.count(str(word)) >= 2 or len(str(word)) > 15 for word in words)


# -- kb new --profile


@pytest.mark.parametrize(
    ("frame", "lines"),
    [
        ("hire", ["#hire\tobj\t", "#hire\tsubj\t"]),
        ("rely  upon", ["#rely upon\tobl\t", "#rely upon\tsubj\t"]),
        ("proud", ["#proud\tsubj\t", "#proud\tthan\t"]),
        ("kettle", ["#kettle\tposs\t", "#kettle\tself\t"]),
        ("zib", ["#zib\tobj\t", "#zib\tsubj\t"]),
        ("zob", ["#zob\tposs\t", "#zob\tself\t"]),  # its rows say that it is a noun
        ("gullible", ["#gullible\tsubj\t", "#gullible\tthan\t"]),
    ],
)
def test_form(store: Store, frame: str, lines: list[str]) -> None:
    assert form(store, frame)[1] == lines


def test_form_says_what_is_written(home: Path) -> None:
    (home / "profiles" / "a.tsv").write_text("teach\tsubj\tknow\nteach from\tobl\tbook\n")
    with Store.open(home) as opened:
        notes, lines = form(opened, "teach")
        assert notes == [
            "# There is already: subj kb/profiles/a.tsv:1",
            "# Other frames with profiles: teach from",
        ]
        assert lines == ["#teach\tobj\t"]


@pytest.mark.parametrize(
    ("frame", "message"),
    [("teach", r"are written: obj kb/profiles/a\.tsv:6"), ("Teach", "cannot have a profile")],
)
def test_form_refuses(store: Store, frame: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        form(store, frame)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_put_where_they_belong(end: str) -> None:
    text = LINES.replace("\n", end)
    new, places = inserted(text, ["#rely\tsubj\t", "#rely\tobj\t"])
    found = new.split(end)
    assert (found[3:5], places) == (["#rely\tobj\t", "#rely\tsubj\t"], [4, 5])
    assert [line for line in found if "#rely" not in line] == text.split(end)
    assert read_bytes(new.encode()).problems == []
    with pytest.raises(InputError, match="stands in line 4 already"):
        inserted(new, ["#rely\tobj\t"])


@given(st.lists(st.sampled_from(["a", "b on", "b_on", "c", "teach", "z"]), unique=True))
def test_a_sorted_file_stays_sorted(frames: list[str]) -> None:
    text = "# A header.\n"
    for frame in frames:
        text, _ = inserted(text, [f"{frame}\t{role}\tword{role}" for role in ("subj", "obj")])
    content = read_bytes(text.encode())
    keys = [(p.frame, p.role) for p in map(profile_of, content.rows)]
    assert keys == sorted(keys)
    assert len(keys) == 2 * len(frames)
    assert text.startswith("# A header.\n")


def test_the_command_new(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = home / "profiles" / "a.tsv"
    assert cli.main(["kb", "new", "--profile", "zib", "--to", str(file)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# Write lemmas")
    assert "fill in lines 8 and 9" in err
    assert file.read_text() == LINES + "#zib\tobj\t\n#zib\tsubj\t\n"
    assert lint([file], select=["E", "W608"]) == []
    assert cli.main(["kb", "new", "--profile", "zib", "--to", str(file)]) == 2
    assert "`zib obj` stands in line 8 already" in capsys.readouterr().err
    (tmp_path / "a.tsv").write_text("")
    for to in ("a.lp", "a.tsv/b.tsv"):
        assert cli.main(["kb", "new", "--profile", "zib", "--to", str(tmp_path / to)]) == 2
    assert cli.main(["kb", "new", "--profile", "zib", "--says", "angry"]) == 2
    assert cli.main(["kb", "new", "--profile", "zib"]) == 0
    assert capsys.readouterr().out.endswith("#zib\tobj\t\n#zib\tsubj\t\n")


def test_the_command_new_refuses_what_is_not_text(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / "profiles" / "a.tsv"
    file.write_bytes(b"teach\xff\tobj\tword\n")
    assert cli.main(["kb", "new", "--profile", "zib", "--to", str(file)]) == 2
    assert "not UTF-8 (byte 6)" in capsys.readouterr().err
    assert file.read_bytes() == b"teach\xff\tobj\tword\n"


# -- kb stats


def test_stats_count_profiles(store: Store) -> None:
    assert holdings(store).profiles == ProfileCount(6, 3, 12)
