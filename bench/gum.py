"""How many pronouns of real documents are resolved rightly: ``python bench/gum.py FILE [--genre G] [--wrong N]``.

FILE is CoNLL-U with gold trees and entities (``coindex/harness/questions/entity_documents.py``). Asked are
the third-person pronouns whose entity has an earlier mention that is none. Right is an antecedent whose head is the
head of a mention of the entity. An answer for a pronoun without such a mention (weather, clefts) counts against
precision. The last columns say where the wrong ones are lost.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language

    from coindex import Reasoner
    from kparse.input.tokens import ParsedText

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Resolve, count, print."""
    from coindex import Reasoner
    from coindex.harness.questions.entity_documents import Document, read_documents
    from coindex.harness.scores.table import percent, table
    from coindex.reasoner.discourse.resolved import Resolved
    from coindex.reasoner.discourse.texts import TextReader

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--genre")
    parser.add_argument("--wrong", type=int, default=0, help="print so many wrong answers")
    parser.add_argument("--salience", action="store_true", help="do not ask knowledge")
    parser.add_argument("--model", metavar="NAME", help="parse with this installed spaCy pipeline")
    parser.add_argument(
        "--chains-from",
        choices=("fastcoref", "coreferee"),
        help="keep the links of this resolver, where it is installed",
    )
    parser.add_argument("--surest", type=float, default=0.5, help="share of the answers")
    options = parser.parse_args()
    missing = _missing(options)
    if missing is not None:
        print(f"{missing} is not installed: nothing is measured")
        return 0
    reasoner = Reasoner()
    pipeline = _pipeline(options)
    counts: dict[str, Counter[str]] = {}
    sure: list[tuple[float, bool]] = []
    deciders: Counter[tuple[str, bool]] = Counter()
    wrong: list[str] = []
    words = 0
    parsing = reading = 0.0

    def judge(document: Document) -> None:
        nonlocal words, parsing, reading
        found = counts.setdefault(document.genre, Counter())
        gold, others = document.pronouns(), document.others()
        started = time.process_time()
        parsed, given = _read(reasoner, pipeline, document.text, options.chains_from)
        parsing += time.process_time() - started
        started = time.process_time()
        reader = TextReader(
            reasoner,
            parsed,
            **given,
            reasoning=not options.salience,
            choices=[],
        )
        answers = {one.pronoun.start: one for one in reader.read() if isinstance(one, Resolved)}
        reading += time.process_time() - started
        words += len(document.words)
        able = {
            parsed.tokens[c.phrase.head].start: [
                parsed.tokens[p.first].start
                for e in c.candidates
                for p in (e.named_before(c.phrase.head),)
                if document.is_mention(
                    parsed.tokens[p.first].start,
                    parsed.tokens[p.last].end,
                    gold[parsed.tokens[c.phrase.head].start],
                    parsed.tokens[c.phrase.head].start,
                )
            ]
            for c in reader.choices or ()
            if parsed.tokens[c.phrase.head].start in gold
        }
        for offset, entity in gold.items():
            one = answers.get(offset)
            place = one.candidates[0] if one is not None else None
            right = place is not None and document.is_mention(
                place.start, place.end, entity, offset
            )
            found["asked"] += 1
            found["answered"] += place is not None
            found["right"] += right
            if one is not None:
                sure.append((one.confidence or 0.0, right))
                deciders[one.decided_by, right] += 1
            if right:
                continue
            if not able.get(offset):
                found["not a candidate"] += 1
            elif place is None:
                found["no answer"] += 1
            else:
                found["wrong choice"] += 1
            got = place.text if place is not None else "-"
            before = document.text[max(0, offset - 200) : offset].replace("\n", " / ")
            after = document.text[offset : offset + 40].replace("\n", " / ")
            wrong.append(f"{document.name}: {before}[[{after} | {got}")
        for offset in others & set(answers):
            found["answered where there is none"] += 1
            sure.append((answers[offset].confidence or 0.0, False))
            deciders[answers[offset].decided_by, False] += 1

    for document in read_documents(options.file):
        if options.genre in (None, document.genre):
            judge(document)
    total: Counter[str] = Counter()
    for one in counts.values():
        total.update(one)
    keys = ("asked", "answered", "right", "answered where there is none")
    lost = ("not a candidate", "no answer", "wrong choice")
    rows = [["genre", *keys, "recall", "precision", *lost]]
    for name, one in [*sorted(counts.items()), ("all", total)]:
        given = one["answered"] + one["answered where there is none"]
        shares = percent(one["right"] / max(1, one["asked"])), percent(one["right"] / max(1, given))
        rows.append([name, *(str(one[k]) for k in keys), *shares, *(str(one[k]) for k in lost)])
    print(table(rows))
    sure.sort(key=lambda pair: -pair[0])
    first = sure[: int(len(sure) * options.surest)]
    print(
        f"surest {len(first)} answers: {percent(sum(r for _, r in first) / max(1, len(first)))} right"
    )
    print(f"expected calibration error {_error(sure):.3f}, by chance {_chance(sure):.3f}")
    print(
        "decided by",
        *(f"{k} {'right' if r else 'wrong'} {n}" for (k, r), n in sorted(deciders.items())),
        sep="  ",
    )
    print(f"{words} words: parsing {parsing:.1f} s, reading {reading:.1f} s of CPU")
    for text in random.Random(1).sample(wrong, min(options.wrong, len(wrong))):
        print("---", text)
    return 0


def _missing(options: argparse.Namespace) -> str | None:
    """Give the package that an option needs and that is not installed."""
    for package in (options.model, options.chains_from):
        if package is not None and find_spec(package) is None and not Path(package).exists():
            return str(package)
    return None


def _pipeline(options: argparse.Namespace) -> Language | None:
    """Make the spaCy pipeline that the options name."""
    if not (options.model or options.chains_from):
        return None
    import spacy

    pipeline = spacy.load(options.model) if options.model else spacy.blank("en")
    if options.chains_from:
        if options.chains_from == "fastcoref":
            importlib.import_module("fastcoref.spacy_component")
        pipeline.add_pipe(options.chains_from)
    return pipeline


def _read(
    reasoner: Reasoner, pipeline: Language | None, text: str, resolver: str | None
) -> tuple[ParsedText, dict[str, Any]]:
    """Parse a text as ``resolve`` or, with a pipeline, as the component does; with what that gives besides."""
    from coindex.reasoner.documents.component import parse_of, sort_of
    from coindex.reasoner.documents.other_resolvers import links_of
    from kparse.semantics.build import analyse_long

    if pipeline is None:
        return analyse_long(reasoner.nlp, text), {}
    doc = pipeline(text)
    entities = [(e.start_char, e.end_char, s) for e in doc.ents if (s := sort_of(e))]
    links = links_of(doc, resolver) if resolver else {}
    return parse_of(reasoner.nlp, doc), {"entities": entities, "given": links}


def _error(sure: list[tuple[float, bool]]) -> float:
    """Give the expected calibration error over ten bins of equal width."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for one in sure:
        bins.setdefault(min(9, int(10 * one[0])), []).append(one)
    return sum(
        abs(sum(c for c, _ in some) - sum(r for _, r in some)) for some in bins.values()
    ) / max(1, len(sure))


def _chance(sure: list[tuple[float, bool]], times: int = 20) -> float:
    """Give the mean error if each answer were right with just the chance that it states."""
    coin = random.Random(0)
    draws = [_error([(c, coin.random() < c) for c, _ in sure]) for _ in range(times)]
    return sum(draws) / times


if __name__ == "__main__":
    sys.exit(main())
