"""Measures what back-off gains on the examples of the knowledge, with the rows of some words hidden.

    python -m training.backoff.hiding DATA --vectors FILE

Some verbs and adjectives of the examples are drawn at random, and all their rows are left out. The examples in which
they occur are answered three times: with all rows, without those, and with rows derived for the hidden words from those
of all others.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import write_text
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES
from coindex.reasoner.knowledge.derived_rows import DERIVED, is_derived, word_of
from coindex.reasoner.store.folders import AXIOMS, LEARNED, ROWS
from coindex.reasoner.store.reading_files import Row, load
from kparse.errors import CoindexError
from training.backoff.__main__ import read_opinions
from training.backoff.authored import Authored, authored_of
from training.backoff.guess import Guesser
from training.backoff.rows import FILES, THRESHOLD, guesses, proven, worth_keeping, write
from training.backoff.trust import trial
from training.backoff.vectors import Vectors, Word
from training.backoff.wordnet import Wordnet, read_wordnet

if TYPE_CHECKING:
    from coindex.reasoner.authoring.prepared import Prepared

PARTS = ("verb", "adj")
SEED = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many questions were right and decided by knowledge, wrong and decided by it, or not decided by it."""

    right: int
    wrong: int
    open: int


def hides(row: Row, hidden: Collection[Word]) -> bool:
    """Return whether a row belongs to a hidden word."""
    if row.predicate in DEFAULT_PREDICATES:
        lemma = row.key.removeprefix("neg(").rstrip(")").strip('"')
        return '"' in row.key and any((part, lemma) in hidden for part in PARTS)
    word = word_of(row)
    return word is not None and (word[0], word[1].strip('"')) in hidden


def knowledge_without(rows: Sequence[Row], hidden: Collection[Word], home: Path, to: Path) -> None:
    """Write a knowledge directory without the rows of some words; axioms stay."""
    kept = [r for r in rows if f"/{AXIOMS}/" not in r.file and not hides(r, hidden)]
    (to / ROWS).mkdir(parents=True)
    write_text(to / ROWS / "rows.lp", "\n".join(f"{row.fact}." for row in kept) + "\n")
    shutil.copytree(home / AXIOMS, to / AXIOMS)


def words_of(questions: Sequence[Prepared], authored: Authored) -> list[list[Word]]:
    """List the verbs and adjectives with rows in each question."""
    found = []
    for question in questions:
        nodes = question.graph.nodes.values() if question.graph is not None else ()
        here = {
            (part, node.concept)
            for node in nodes
            for part, kinds in (("verb", ("event",)), ("adj", ("state", "property")))
            if node.kind in kinds and (part, node.concept) in authored.labels
        }
        found.append(sorted(here))
    return found


def outcome(questions: Sequence[Prepared], knowledge: Path) -> Outcome:
    """Answer questions with a knowledge directory.

    Raises:
        KnowledgeError: something is wrong in it.
    """
    from coindex.reasoner.running.engine import Reasoner

    reasoner = Reasoner(knowledge=[knowledge])
    right = wrong = 0
    for question in questions:
        if question.graph is None:
            continue
        answer = reasoner.answer_item(question.item, question.graph)
        if answer.decided_by == "knowledge":
            right += answer.answer == 0
            wrong += answer.answer != 0
    return Outcome(right, wrong, len(questions) - right - wrong)


def experiment(
    home: Path, wordnet: Wordnet, vectors: Vectors, opinions: dict[str, int], count: int
) -> list[str]:
    """Hide words, answer the examples, and return the results as lines.

    Raises:
        CoindexError: something is wrong in the knowledge or its examples.
    """
    from coindex.reasoner.authoring.examples import read_examples
    from coindex.reasoner.authoring.prepared import prepare
    from coindex.reasoner.running.engine import Reasoner

    rows = [row for row in load([home]).rows if not is_derived(row.file)]
    authored = authored_of(rows)
    items = [e.item for e in read_examples([home / "examples"]) if e.fires]
    questions = list(prepare(Reasoner(knowledge=[home]), items))
    of_each = words_of(questions, authored)
    at_hand = sorted({word for words in of_each for word in words if "_" not in word[1]})
    hidden = set(random.Random(SEED).sample(at_hand, min(count, len(at_hand))))
    asked = [q for q, words in zip(questions, of_each, strict=True) if not hidden.isdisjoint(words)]
    kept = authored_of([row for row in rows if not hides(row, hidden)])
    guesser = Guesser(kept, wordnet, vectors, opinions)
    with tempfile.TemporaryDirectory() as folder:
        whole, without, backed = (Path(folder) / n for n in ("whole", "without", "backed"))
        knowledge_without(rows, set(), home, whole)
        for to in (without, backed):
            knowledge_without(rows, hidden, home, to)
        (backed / LEARNED / DERIVED).mkdir(parents=True)
        derived = 0
        for part in PARTS:
            tried = trial(guesser, part)
            mine = [w for w in sorted(hidden) if w[0] == part]
            shown = tried.tried(guesser, THRESHOLD[part])
            found = worth_keeping(guesses(guesser, {part: tried}, mine), shown)
            derived += len(found)
            write(backed / LEARNED / DERIVED, part, found, proven(shown))
        results = [outcome(asked, path) for path in (whole, without, backed)]
    lines = [
        f"{len(hidden)} of {len(at_hand)} {' and '.join(FILES[p] for p in PARTS)} hidden, {derived} guessed; "
        f"they occur in {len(asked)} of {len(questions)} examples"
    ]
    for name, one in zip(("all rows", "hidden", "backed off"), results, strict=True):
        lines.append(
            f"{name:<11} right {one.right:>4}  wrong {one.wrong:>4}  not decided {one.open:>4}"
        )
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    """Run the experiment; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.backoff.hiding", description=__doc__)
    parser.add_argument("data", type=Path, help="directory with kb/")
    parser.add_argument(
        "--vectors", type=Path, required=True, help="kept by python -m training.backoff"
    )
    parser.add_argument("--knowledge", type=Path, default=KNOWLEDGE)
    parser.add_argument("--count", type=int, default=200, help="words hidden")
    options = parser.parse_args(argv)
    try:
        wordnet = read_wordnet(options.data / "kb" / "open-english-wordnet.tar.xz")
        opinions = read_opinions(options.data / "kb" / "opinion_lexicon")
        vectors = Vectors.load(options.vectors)
        print("\n".join(experiment(options.knowledge, wordnet, vectors, opinions, options.count)))
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
