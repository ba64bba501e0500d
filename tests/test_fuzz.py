"""Random and mutated input of every kind: the only error allowed is a ``CoindexError``.

The tests try some hundreds; ``python -m tests.test_fuzz --n 10000`` tries more. Kind and number determine an input, so
``python -m tests.test_fuzz --only text:17`` repeats one.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from coindex.reasoner.jobs.batch import KEYS, answer_line
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.store.store import Store
from kparse.errors import CoindexError
from kparse.input.conllu import read_conllu
from kparse.notation.facts import facts_of
from kparse.notation.penman import decode_all, encode
from kparse.semantics.build import build
from tests.conftest import ROOT
from tests.reasoner.test_batch import SENTENCES

TEXTS = [line.split("|")[0].strip() for line in SENTENCES.strip().splitlines()]
TEXTS += [
    "Mia's jug, which she had filled, wasn't there; it'd been moved by Rex.",
    "“Give me that!” she said. He didn't. They're gone, and so is it (or was).",
    "The bolt is as long as the rod, but neither of them fits, so they were too short to use.",
    "Ned promised Kim to call her before he left, unless she had told him not to.",
]
GRAPHS = [
    '(d1 / text :snt1 (e1 / fit~4 :polarity - :subj (x1 / trophy~1) :obl.in (x2 / "odd~cup"~7)))',
    "# ::snt Mia slept.\n(d1 / text\n   :snt1 (e1 / sleep~1 :tense past :subj (x1 / Mia~0 :proper +) :link.so e1))\n",
    "(d1 / text :snt1 (s1 / big :degree too :subj (p1 / it~2 :kind pronoun :num sg)) :snt2 (e2 / go :subj p1))",
]
RULES = [
    *(  # whole statements: a file that is cut within one is never read
        (ROOT / "knowledge" / name).read_text(encoding="utf-8")[:1500].rpartition(".\n")[0] + ".\n"
        for name in ("axioms/space.lp", "rows/connectives.lp")
    ),
    'verb("lend",lend).\n% comment\nframe("lend",obl("to"),recipient).\nkind("jug",container).\n',
]
CONLLU = (
    "# newdoc\n1\tMia\tMia\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\t_\n"
    "2\tslept\tsleep\tVERB\tVBD\t_\t0\troot\t_\t_\n"
)

ODD = [
    *"()[]{}<>\"'`~:;/\\|%#@!?.,_-–—…’“”*&^$+=0179 \t\n\r\v\f\0\x07\x1b\x7f\x85\xa0",
    *"\u200b\u202e\u2028\ufeff\ufffd\U0001f642\U0001d518éßİﬁ中א",
    *("e\u0301", "[it]", "] [", "__", "'s", "n't", "..", "% @id x", "not ", ":-", "#", "&amp;"),
    *("her", "it", "they", "himself", "it it it", "because", "so that"),
    *("~", ":subj", "(x1 / ", "1..9", "\\u0000", "A" * 300),
]
ANY = "".join(
    chr(c)
    for c in (*range(0x250), *range(0x370, 0x400), *range(0x2000, 0x2070), *range(0x1F600, 0x1F640))
)


def noise(chance: random.Random) -> str:
    """Return random characters."""
    length = int(10 ** chance.uniform(0, 2.5))
    pool = chance.choice([ODD, ANY, "()[]", ".,;:!?-'\"", "it ", " \t\n", "\0\x01\x1b\x7f", "a"])
    return "".join(chance.choice(pool) for _ in range(length))


def mutated(chance: random.Random, text: str) -> str:
    """Return a text with random edits."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + int(10 ** chance.uniform(0, 1.5)))
        piece = text[start:end]
        with_what = chance.choice(
            [
                "",
                chance.choice(ODD),
                piece * 2,
                piece[::-1],
                piece.upper(),
                chance.choice(text.split() or [""]),
                " ",
            ]
        )
        text = text[:start] + with_what + text[end:]
    return text


def made(kind: str, number: int) -> str:
    """Return the input of a kind with a number."""
    chance = random.Random(f"{kind}:{number}")
    seeds = {"text": TEXTS, "notation": GRAPHS, "rules": RULES, "conllu": [CONLLU], "jsonl": TEXTS}[
        kind
    ]
    seed = chance.choice(seeds)
    if kind == "text" and chance.random() < 0.2:
        words = " ".join(TEXTS).split()
        seed = " ".join(chance.choice(words) for _ in range(chance.randint(1, 40)))
    if kind == "jsonl":
        return jsonl(chance, seed)
    return noise(chance) if chance.random() < 0.25 else mutated(chance, seed)


def jsonl(chance: random.Random, text: str) -> str:
    """Return a question, usually with wrong offsets, types or JSON."""
    odd = [
        None,
        True,
        -1,
        0,
        7,
        1e400,
        10**30,
        "",
        "x",
        "\ud800",
        [],
        ["a"],
        ["the cat", "the dog"],
        {},
        [None],
        ["", " "],
    ]
    if chance.random() < 0.5:
        text = mutated(chance, text)
    places = [m.span() for m in re.finditer(r"\b(s?he|it|they|him|her)\b", text)]
    start = chance.randint(-2, len(text) + 2)
    start, end = (
        chance.choice(places)
        if places and chance.random() < 0.8
        else (start, start + chance.randint(0, 4))
    )
    record: dict[str, object] = {
        "id": chance.choice(["a", 7, "\u2028"]),
        "text": text,
        "pron_start": start,
        "pron_end": end,
        "candidates": [
            chance.choice(text.split() or ["x"])
            for _ in range(chance.choice([2, 2, 2, 2, 3, 0, 1]))
        ],
    }
    for key in list(record):
        if chance.random() < 0.04:
            record[key] = chance.choice(odd)
        elif chance.random() < 0.01:
            del record[key]
    line = json.dumps(record)
    return mutated(chance, line) if chance.random() < 0.25 else line


class Fuzz:
    """Runs inputs of each kind."""

    def __init__(self, reasoner: Reasoner, directory: Path) -> None:
        self.reasoner, self.directory = reasoner, directory
        self.kinds: dict[str, Callable[[str], None]] = {
            "text": self.text,
            "notation": self.notation,
            "rules": self.rules,
            "conllu": self.conllu,
            "jsonl": self.jsonl,
        }

    def once(self, kind: str, number: int) -> str:
        """Try one input; return the outcome."""
        try:
            self.kinds[kind](made(kind, number))
        except CoindexError as error:
            return "refused" if str(error).strip() else "refused without a message"
        return "read"

    def text(self, given: str) -> None:
        """Answer a text."""
        for answer in self.reasoner.solve_all(given):
            assert answer.candidates

    def notation(self, given: str) -> None:
        """Read notation, write it, and read it again."""
        graphs = decode_all(given)
        again = decode_all("\n".join(map(encode, graphs)))
        assert [*map(facts_of, again)] == [*map(facts_of, graphs)]

    def rules(self, given: str) -> None:
        """Check a rule file and compile it."""
        file = self.directory / "fuzz.lp"
        file.write_bytes(given.encode("utf-8", "surrogatepass"))
        for finding in lint([file], context=[]):
            assert str(finding)
        Store.open([file], self.directory / "cache").close()

    def conllu(self, given: str) -> None:
        """Build graphs from CoNLL-U."""
        for parsed in read_conllu(given + "\n"):
            assert encode(build(parsed))

    def jsonl(self, given: str) -> None:
        """Answer a line."""
        record = json.loads(answer_line(self.reasoner, given.encode(), 1))
        assert tuple(record) == KEYS
        assert "internal error" not in (record["error"] or "")


SHARES = {"text": 30, "notation": 30, "rules": 8, "conllu": 12, "jsonl": 20}
"""Shares of the kinds, in per cent."""


@pytest.mark.parametrize("kind", SHARES)
def test_random_input_is_read_or_refused(kind: str, reasoner: Reasoner, tmp_path: Path) -> None:
    fuzz = Fuzz(reasoner, tmp_path)
    seen = Counter(fuzz.once(kind, number) for number in range(2 * SHARES[kind]))
    assert seen["read"] > 0
    assert seen["refused"] > 0 or kind in (
        "jsonl",
        "rules",
    )  # bad lines and statements are left out
    assert set(seen) <= {"read", "refused"}


def main(argv: list[str] | None = None) -> int:
    """Try many inputs; print each failure, and the counts of outcomes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=10_000, help="number of inputs (default: 10000)")
    parser.add_argument("--only", metavar="KIND[:NUMBER]", help="one kind, or one input")
    options = parser.parse_args(argv)
    kind, _, number = (options.only or "").partition(":")
    failures = 0
    with tempfile.TemporaryDirectory() as directory:
        fuzz = Fuzz(Reasoner(), Path(directory))
        if number:
            print(repr(made(kind, int(number))))
        for name, share in SHARES.items():
            numbers = (
                [int(number)] if number else range(options.n if kind else options.n * share // 100)
            )
            seen: Counter[str] = Counter()
            started, slowest = time.monotonic(), (0.0, 0)
            for one in numbers if name in (kind or name) else ():
                began = time.monotonic()
                try:
                    seen[fuzz.once(name, one)] += 1
                except Exception:
                    failures += 1
                    print(f"--- {name}:{one}\n{traceback.format_exc(limit=-4)}", flush=True)
                slowest = max(slowest, (time.monotonic() - began, one))
            took = time.monotonic() - started
            if took > 0.001:
                print(
                    f"{name}: {dict(seen)} in {took:.0f} s; slowest {name}:{slowest[1]}, {slowest[0]:.2f} s",
                    flush=True,
                )
    print(f"{failures} failures")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
