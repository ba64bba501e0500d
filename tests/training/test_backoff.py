"""Back-off: rows are derived from similar words, authored rows win, conclusions from derived rows weigh less."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import numpy as np
import pytest

from coindex.reasoner.store.reading_files import Row, load
from kparse.errors import InputError
from training.backoff.authored import Authored, authored_of
from training.backoff.guess import Guesser
from training.backoff.rows import (
    adverb_guess,
    fact,
    mark,
    price_of,
    proven,
    wanted,
    worth_keeping,
    write,
)
from training.backoff.trust import Guess, Tried, fit, precision, trial
from training.backoff.vectors import Vectors, reduced, train
from training.backoff.wordnet import Sense, Wordnet, read_wordnet

WORDS = {"01-v": ("grab", "nab", "snatch"), "02-v": ("seize", "bag"), "03-v": ("mend", "patch")}
ENTRIES = """\
grab:
  v:
    form:
    - grabbed
    sense:
    - id: 'grab%2::'
      synset: 01-v
nab:
  v:
    sense:
    - id: 'nab%2::'
      synset: 01-v
gladly:
  r:
    sense:
    - id: 'gladly%4::'
      pertainym:
      - 'glad%3::'
      synset: 09-r
glad:
  a:
    sense:
    - id: 'glad%3::'
      synset: 08-a
Zoe:
  n:
    sense:
    - id: 'zoe%1::'
      synset: 07-n
"""
SYNSETS = """\
01-v:
  hypernym:
  - 02-v
  members:
  - grab
  - nab
  partOfSpeech: v
02-v:
  members:
  - seize
  partOfSpeech: v
"""


def row(fact: str) -> Row:
    name, _, rest = fact.partition("(")
    return Row(fact, name, rest.split(",")[0].rstrip(")"), "knowledge/rows/a.lp", 1)


def authored() -> Authored:
    facts = [
        'verb("grab",capture)', 'verb("snatch",capture)', 'verb("seize",capture)', 'verb("bag",capture)',
        'verb("hook",capture)', 'verb("mend",repair)', 'isa(capture,act)', 'adj("glad",happy)',
        *(f'adverb("{w}",happy)' for w in ("merrily", "gaily", "cheerily", "joyfully", "gleefully")),
    ]  # fmt: skip
    return authored_of([row(fact) for fact in facts])


def wordnet() -> Wordnet:
    found = Wordnet()
    for synset, members in WORDS.items():
        found.members[synset] = members
        found.relations[synset] = {"hypernym": ("02-v",)} if synset == "01-v" else {}
        for word in members:
            found.senses.setdefault(("verb", word), []).append(Sense(f"{word}%", synset, {}))
    found.children = {"02-v": ["01-v"]}
    return found


def vectors() -> Vectors:
    words = (("verb", "grab"), ("verb", "nab"), ("verb", "mend"))
    matrix = np.array([[1, 0], [0.8, 0.6], [0, 1]], dtype=np.float32)
    return Vectors(
        words, matrix, {("verb", "nab"): 9.0, ("verb", "grab"): 5.0, ("noun", "she"): 99.0}
    )


def archive(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w:xz") as tar:
        for name, text in files.items():
            info = tarfile.TarInfo(f"./src/yaml/{name}")
            info.size = len(text.encode())
            tar.addfile(info, io.BytesIO(text.encode()))
    return path


# ---------------------------------------------------------------------------------------- reading


def test_wordnet_is_read(tmp_path: Path) -> None:
    found = read_wordnet(
        archive(tmp_path / "w.tar.xz", {"entries-g.yaml": ENTRIES, "verb.contact.yaml": SYNSETS})
    )
    assert found.synsets("verb", "nab") == ["01-v"]
    assert not found.has("noun", "zoe")
    assert found.lemmas_of("grabbed") == found.lemmas_of("grabbing") == {("verb", "grab")}
    assert list(found.above("01-v")) == [("01-v", 0), ("02-v", 1)]
    assert found.children == {"02-v": ["01-v"]}


@pytest.mark.parametrize("files", [{}, {"readme.txt": "nothing"}])
def test_an_archive_without_words_is_refused(tmp_path: Path, files: dict[str, str]) -> None:
    with pytest.raises(InputError, match="holds no words"):
        read_wordnet(archive(tmp_path / "w.tar.xz", files))


def test_a_missing_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_wordnet(tmp_path / "none.tar.xz")


def test_labels_include_each_other() -> None:
    found = authored()
    assert found.included("verb", ["capture"]) == {"capture", "act"}
    assert found.usable["verb"] == {"capture"}, "five words or it is not given to others"
    assert ("verb", "mend") in found.taken


# ---------------------------------------------------------------------------------------- vectors


def test_the_svd_finds_what_there_is() -> None:
    matrix = np.array([[2, 0, 0], [4, 0, 0], [0, 3, 3]], dtype=np.float32)
    small = reduced(matrix, 2)
    near = small @ small.T
    assert near[0, 1] == pytest.approx(1, abs=1e-4)
    assert near[0, 2] == pytest.approx(0, abs=1e-4)


def test_words_in_the_same_company_are_near(tmp_path: Path) -> None:
    (tmp_path / "books").mkdir()
    lines = []
    for n in range(60):
        verb = ("grabbed", "snatched")[n % 2]
        lines.append(f"the hawk {verb} a mouse near the barn")
        lines.append("the tailor mended a torn coat with thread")
    with gzip.open(tmp_path / "books" / "a.txt.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(lines))
    found = train(tmp_path, wordnet(), share=1.0, log=io.StringIO())
    place = found.index
    near = found.matrix @ found.matrix[place["verb", "grab"]]
    assert near[place["verb", "snatch"]] > 0.9 > near[place["verb", "mend"]]
    again = train(tmp_path, wordnet(), share=1.0, log=io.StringIO())
    assert np.array_equal(found.matrix, again.matrix)
    found.save(tmp_path / "v.npz")
    kept = Vectors.load(tmp_path / "v.npz")
    assert kept.words == found.words
    assert kept.frequency == found.frequency


# ---------------------------------------------------------------------------------------- guessing


def test_synonyms_vote() -> None:
    guesser = Guesser(authored(), wordnet(), vectors(), {})
    candidates, sources = guesser.candidates(("verb", "nab"))
    assert [c.label for c in candidates] == ["capture"]
    assert sources["wordnet"].shares["capture"] == pytest.approx(1)
    assert guesser.like(("verb", "nab"), "capture", sources)[:2] == ["grab", "snatch"]


def test_a_word_does_not_vote_for_itself() -> None:
    guesser = Guesser(authored(), wordnet(), vectors(), {})
    assert "grab" not in guesser.by_wordnet(("verb", "grab")).voters
    assert "grab" not in guesser.by_vectors(("verb", "grab")).voters


def test_known_words_are_tried_without_their_rows() -> None:
    guesser = Guesser(authored(), wordnet(), vectors(), {})
    found = trial(guesser, "verb")
    tried = {t.guess.word[1]: t for t in found.tried(guesser, 0.2)}
    assert tried["grab"].sound
    assert tried["grab"].exact
    assert "hook" not in tried, "WordNet does not have it"


def test_the_fit_follows_what_is_right() -> None:
    features = np.array([[1.0, n % 2] for n in range(40)])
    right = features[:, 1]
    weights = fit(features, right)
    assert weights[1] > 2


def test_an_adverb_says_what_its_adjective_says() -> None:
    found = Wordnet()
    found.senses["adv", "gladly"] = [Sense("gladly%4::", "09-r", {"pertainym": ("glad%3::",)})]
    found.owner["glad%3::"] = ("adj", "glad")
    assert [g.label for g in adverb_guess(authored(), found, "gladly")] == ["happy"]
    assert adverb_guess(authored(), found, "sadly") == []


def test_common_words_without_rows_are_wanted() -> None:
    assert wanted(authored(), wordnet(), vectors().frequency) == [("verb", "nab")]


# ---------------------------------------------------------------------------------------- rows


def guess(trust: float, method: str = "both", word: str = "nab") -> Guess:
    return Guess(("verb", word), "capture", trust, method, ("grab", "look_for"))


def test_trust_is_paid_for() -> None:
    assert [price_of(guess(t)) for t in (0.95, 0.8, 0.6)] == [1, 1, 2]


def test_methods_have_to_prove_themselves() -> None:
    good = [Tried(guess(0.9), True, True)] * 40
    bad = [Tried(guess(0.6), False, n < 10) for n in range(40)]
    rare = [Tried(guess(0.9, "vectors"), True, True)] * 3
    assert proven([*good, *bad, *rare]) == good
    kept = worth_keeping([guess(0.9), guess(0.6), guess(0.9, "vectors")], [*good, *bad, *rare])
    assert kept == [guess(0.9)]
    assert precision([*good, *bad]) == (80, 50 / 80, 40 / 80)


def test_rows_are_written_and_read_again(tmp_path: Path) -> None:
    assert fact(guess(0.9)) == 'verb("nab",capture).'
    assert mark(guess(0.9)) == 'backed_off("nab",verb,both,"grab, look for",1).'
    path = write(tmp_path, "verb", [guess(0.9), guess(0.7, word="filch")], [])
    rows = load([path]).rows
    assert [r.fact for r in rows][:2] == [
        'verb("filch",capture)',
        'backed_off("filch",verb,both,"grab, look for",2)',
    ]
