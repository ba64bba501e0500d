"""Files of schemas: what is read, what is refused and where, and that what is written is read again."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coindex.files.textfile import write_text
from coindex.harness.schemas import yamltree
from coindex.harness.schemas.files import LARGEST, LIBRARY, load, read, to_yaml
from coindex.harness.schemas.schema import LEVELS, Schema, SchemaError
from coindex.harness.schemas.template import Piece, fill, pieces, written
from kparse.errors import InputError

GOOD = """\
- id: sled-snow
  text: The sled did not move because [it] was too {special}.
  special: heavy
  alternate: deep
  answers: [the sled, the snow]
"""


def put(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_schema_is_two_questions(tmp_path: Path) -> None:
    schema = load([put(tmp_path, GOOD)]).schemas[0]
    special, alternate = schema.halves
    assert special.text == "The sled did not move because it was too heavy."
    assert (special.pronoun, special.start) == ("it", 30)
    assert (special.right, alternate.right) == (0, 1)
    assert alternate.text.endswith("too deep.")
    assert special.question == "What does “it” stand for?"
    assert special.item.candidates == ("the sled", "the snow")
    assert schema.excerpt(0).text == "it was too heavy"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (GOOD.replace("answers", "answer"), "6:3", "Did you mean `answers`?"),
        (GOOD.replace("  answers: [the sled, the snow]\n", "  pronoun: it\n"), "6:3", "brackets"),
        (GOOD.replace("  alternate: deep\n", ""), "2:3", "no `alternate`"),
        (GOOD.replace("deep", ""), "5:13", 'Write ""'),
        (GOOD.replace("deep", "heavy"), "5:3", "are the same"),
        (GOOD.replace("deep", "[deep, soft]"), "5:3", "1 special words and 2"),
        (GOOD.replace("the snow]", "the snow, we]"), "6:3", "3 answers, not two"),
        (GOOD.replace("[it]", "it"), "3:3", "no pronoun in brackets"),
        (GOOD.replace("[it]", "[]"), "3:3", "the brackets are empty"),
        (GOOD.replace("sled did", "[sled] did"), "3:3", "2 pronouns in brackets"),
        (GOOD.replace("{special}", "{spezial}"), "3:3", "Write {special}"),
        (GOOD.replace("{special}", "{special"), "3:3", "without its partner"),
        (GOOD.replace("too {special}", "too"), "3:3", "lacks the slot {special}"),
        (GOOD.replace("sled-snow", "Sled Snow"), "2:3", "cannot be an id"),
        (GOOD + "  level: eassy\n", "7:10", "Did you mean `easy`?"),
        (GOOD + "  domains: space\n", "7:12", "must be a list"),
        (GOOD + "  domains: [space, space]\n", "7:3", "twice"),
        (GOOD + "  source:\n    a: b\n", "8:5", "must be a text"),
        (GOOD + '  source: "\\u0007"\n', "7:3", "U+0007"),
        (GOOD + "  id: other\n", "7:3", "there twice"),
        (GOOD + GOOD, "7:3", "is taken by"),
        (GOOD + "- text\n", "7:3", "a list of keys"),
        (GOOD + "- [a\n", "8:1", "not YAML"),
        ("id: a\n", "1:1", "not a list of schemas"),
        ("- &a [*a, *a]\n", "1:3", "the anchor `&a` is not read"),
        ("- a: *b\n", "1:6", "the alias `*b` is not read"),
        ("- !!python/object:os.system {}\n", "1:3", "tag"),
        ("- " * 40 + "a\n", "1:17", "nested more than 8 deep"),
        ("[" * 50_000, "1:9", "nested more than 8 deep"),
        ("- ? [a]\n  : b\n", "1:5", "must be a word"),
        ("---\n- a\n---\n- b\n", "3:1", "second YAML document"),
        ("- a\n- \x07\n", "2:3", "U+0007"),
        (GOOD.replace("heavy", "h" * 20_001), "4:3", "20,001 characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, text: str, place: str, message: str
) -> None:
    path = put(tmp_path, text.replace("- id", "#\n- id", 1))
    with pytest.raises(InputError) as caught:
        load([path])
    assert str(caught.value).startswith(f"{path}:{place}: ")
    assert message in str(caught.value)


def test_a_bad_schema_does_not_hide_the_others(tmp_path: Path) -> None:
    other = GOOD.replace("sled-snow", "other").replace("[it]", "it")
    third = GOOD.replace("sled-snow", "third")
    contents = read([put(tmp_path, GOOD + other + third)])
    assert [schema.id for schema in contents.schemas] == ["sled-snow", "third"]
    assert [problem.code for problem in contents.problems] == ["E105"]


@pytest.mark.parametrize("text", ["", "# nothing\n", "[]", "~\n"])
def test_no_schema_at_all(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError):
        load([put(tmp_path, text)])


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        load([tmp_path / "none.yaml"])
    with pytest.raises(InputError, match=r"no \.yaml file"):
        load([tmp_path])
    odd = tmp_path / "a.txt"
    odd.write_text(GOOD)
    with pytest.raises(InputError, match="unknown kind"):
        load([odd])
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(GOOD.replace("sled did", "slé").encode("latin-1"))
    with pytest.raises(InputError, match=r"latin\.yaml:2:15: this is not UTF-8"):
        load([latin])
    big = tmp_path / "big.yaml"
    big.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(InputError, match="larger than 1 MB"):
        load([big])


def test_too_many_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamltree, "MOST", 30)
    assert load([put(tmp_path, GOOD)]).schemas
    with pytest.raises(InputError, match=r"x\.yaml:10:31: more than 30 parts"):
        load([put(tmp_path, GOOD + GOOD.replace("sled-snow", "b"))])


def test_a_directory_is_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text(GOOD)
    (tmp_path / "a.yaml").write_text(GOOD.replace("sled-snow", "later"))
    assert [s.id for s in load([tmp_path, tmp_path / "b.yaml"]).schemas] == ["later", "sled-snow"]


# ---------------------------------------------------------------------------------- round trips

WORDS = st.text(
    st.sampled_from(string.ascii_letters + string.digits + "éß’'-:#&*!|>%@`,?\"\\~ 中"), max_size=12
).map(lambda text: " ".join(text.split()))
NOT_EMPTY = WORDS.filter(bool)
PLAIN = st.text(st.sampled_from("ab {}[] .,:#'\""), max_size=10)


@st.composite
def templates(draw: st.DrawFn, slots: int) -> str:
    parts = [Piece(slot=n) for n in draw(st.permutations(range(slots)))]
    parts.insert(draw(st.integers(0, slots)), Piece(draw(NOT_EMPTY), is_pronoun=True))
    spaced = [Piece(draw(PLAIN))]
    for part in parts:
        spaced += [part, Piece(" " + draw(PLAIN))]
    return " ".join(written(spaced, slots).split())


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    slots = draw(st.integers(1, 3))
    words = st.tuples(*[WORDS] * slots)
    special = draw(words)
    return Schema(
        id=draw(st.from_regex(r"[a-z0-9][a-z0-9._-]{0,9}", fullmatch=True)),
        text=draw(templates(slots)),
        special=special,
        alternate=draw(words.filter(lambda found: found != special)),
        answers=(draw(NOT_EMPTY), draw(NOT_EMPTY)),
        question=draw(WORDS),
        quote=draw(st.just("") | templates(slots)),
        domains=tuple(sorted(draw(st.sets(st.sampled_from(["space", "time", "no", "1"]))))),
        level=draw(st.sampled_from(["", *LEVELS])),
        source=draw(WORDS),
    )


@settings(max_examples=80, deadline=None)
@given(found=st.lists(schemas(), min_size=1, max_size=3, unique_by=lambda schema: schema.id))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, found: list[Schema]
) -> None:
    path = tmp_path_factory.getbasetemp() / "round.yaml"
    write_text(path, to_yaml(found))
    assert load([path]).schemas == found
    assert to_yaml(load([path]).schemas) == path.read_text(encoding="utf-8")


@settings(max_examples=200, deadline=None)
@given(data=st.data(), slots=st.integers(1, 9))
def test_templates_are_taken_apart_and_put_together(data: st.DataObject, slots: int) -> None:
    template = data.draw(templates(slots))
    assert written(pieces(template, slots), slots) == template
    words = [f"word{n}" for n in range(slots)]
    filled = fill(template, words)
    assert filled.text[filled.start : filled.end] == filled.pronoun
    assert all(word in filled.text for word in words)


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.sampled_from("-:[]{}*&!#|>'\"% \n\tab0~?") | st.characters(), max_size=60))
@example(text="'\r")
@example(text="%0\u2028")
def test_any_text_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    with pytest.raises(InputError):
        load([path])


@pytest.mark.parametrize(
    ("template", "word", "text"),
    [
        ("You can see {special} [it].", "", "You can see it."),
        ("You can see [it] {special}.", "", "You can see it."),
        ("{special} [it] fell.", "", "it fell."),
        ("[it] fell {special}", "", "it fell"),
        ("[it] fell, {special}, then.", "again", "it fell, again, then."),
        ("[it] {{x}} [[y]] {special}", "z", "it {x} [y] z"),
    ],
)
def test_filling(template: str, word: str, text: str) -> None:
    filled = fill(template, [word])
    assert (filled.text, filled.pronoun) == (text, "it")


def test_a_schema_made_in_a_program_is_checked_as_well() -> None:
    with pytest.raises(SchemaError, match="blanks") as caught:
        Schema("a", "A  [it] {special}", ("x",), ("y",), ("b", "c"))
    assert caught.value.key == "text"


def test_writing_is_at_once(tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    path.write_text("old")
    path.chmod(0o600)
    write_text(path, "new\n")
    assert path.read_text() == "new\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["out.yaml"]
    with pytest.raises(InputError, match="cannot write"):
        write_text(tmp_path / "none" / "x", "")
    with pytest.raises(InputError, match="cannot write"):
        write_text(tmp_path, "")


def test_mutated_files_are_read_or_refused(tmp_path: Path) -> None:
    source = (LIBRARY / "time.yaml").read_text("utf-8")
    dice, path, refused = random.Random(1), tmp_path / "x.yaml", 0
    read_again = 0
    for _ in range(150):
        text = list(source)
        for _ in range(dice.randint(1, 2)):
            place = dice.randrange(len(text))
            length = dice.choice((1, 1, 2, 30, 400))
            text[place : place + length] = dice.choice(
                ("", "[", "{", "\t", ": ", "\n", "é", "'", "- ")
            )
        path.write_text("".join(text), encoding="utf-8")
        try:
            found = load([path]).schemas
        except InputError as error:
            refused += str(error).startswith(f"{path}:")
            continue
        read_again += 1
        write_text(path, to_yaml(found))
        assert load([path]).schemas == found
    assert refused > 20
    assert read_again > 5
    assert refused + read_again == 150
