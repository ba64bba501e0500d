"""How many pronouns of real documents are resolved rightly: ``python bench/gum.py FILE [--genre G] [--wrong N]``.

FILE is CoNLL-U with gold trees and entities (``coindex/harness/questions/entity_documents.py``). Asked are
the third-person pronouns whose entity has an earlier mention that is none. Right is an antecedent whose head is the
head of a mention of the entity. An answer for a pronoun without such a mention (weather, clefts) counts against
precision. The last columns say where the wrong ones are lost: the antecedent is a clause, or no phrase was read there;
it was read with the wrong kind, number or sex; it was joined with another entity; grammar excluded it or it was too
far; none was preferred; another entity was preferred.
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

    from kparse.input.tokens import ParsedText

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from coindex import Reasoner  # noqa: E402
from coindex.harness.questions.entity_documents import Document, read_documents  # noqa: E402
from coindex.harness.scores.table import percent, table  # noqa: E402
from coindex.reasoner.discourse.choosing import Choice, fits  # noqa: E402
from coindex.reasoner.discourse.phrases import Phrase  # noqa: E402
from coindex.reasoner.discourse.resolved import Resolved  # noqa: E402
from coindex.reasoner.discourse.texts import TextReader  # noqa: E402
from kparse.semantics.build import analyse_long  # noqa: E402

LOST = ("clause", "no phrase", "kind", "joined", "excluded", "no answer", "choice")


def main() -> int:
    """Resolve, count, print."""
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
        reader = TextReader(reasoner, parsed, **given, reasoning=not options.salience, choices=[])
        answers = {one.pronoun.start: one for one in reader.read() if isinstance(one, Resolved)}
        reading += time.process_time() - started
        words += len(document.words)
        choices = {parsed.tokens[c.phrase.head].start: c for c in reader.choices or ()}
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
            found[_lost(document, reader, choices.get(offset), offset, place is not None)] += 1
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
    rows = [["genre", *keys, "recall", "precision", *LOST]]
    for name, one in [*sorted(counts.items()), ("all", total)]:
        given = one["answered"] + one["answered where there is none"]
        shares = percent(one["right"] / max(1, one["asked"])), percent(one["right"] / max(1, given))
        rows.append([name, *(str(one[k]) for k in keys), *shares, *(str(one[k]) for k in LOST)])
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


def _lost(
    document: Document, reader: TextReader, choice: Choice | None, offset: int, answered: bool
) -> str:
    """Say where the antecedent of a pronoun that is not answered rightly was lost."""
    entity, tokens = document.pronouns()[offset], reader.parsed.tokens
    if choice is None:
        return "no phrase"
    head = choice.phrase.head

    def is_right(phrase: Phrase) -> bool:
        return document.is_mention(
            tokens[phrase.first].start, tokens[phrase.last].end, entity, offset
        )

    if any(is_right(one.named_before(head)) for one in choice.candidates):
        return "choice" if answered else "no answer"
    meant = [
        one
        for one in reader.people.all
        if any(p.form != "pronoun" and p.head < head and is_right(p) for p in one.phrases)
    ]
    if not meant:
        heads = {document.words[m.head].upos for m in document.entities[entity]}
        return "no phrase" if heads & {"NOUN", "PROPN"} else "clause"
    if not is_right(meant[-1].named_before(head)):
        return "joined"
    return "excluded" if fits(choice.phrase.concept, meant[-1]) else "kind"


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
