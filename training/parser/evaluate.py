"""Score a pipeline, one number per component.

python -m training.parser.evaluate kparse/model --test ewt-test.spacy gum-open-test.spacy
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Token
from spacy.training import Example

SPLITS = Path(__file__).with_name("eval_splits.txt")
ARCS = Path(__file__).with_name("eval_arcs.tsv")
MEASURES = ("tag_acc", "pos_acc", "morph_acc", "lemma_acc", "dep_uas", "dep_las", "sents_f")


@dataclass(frozen=True, slots=True)
class Arc:
    """An expected arc; relation and head may each list alternatives."""

    dependent: str
    relations: tuple[str, ...]
    heads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence with its key arcs; ``part`` is ``tuning`` or ``held out``."""

    part: str
    text: str
    arcs: tuple[Arc, ...]


def read_arcs(path: Path = ARCS) -> Iterator[Case]:
    """Yield the cases of an arc file."""
    part = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            part = line.strip("[]")
            continue
        text, specs = line.split("\t")
        arcs = []
        for spec in specs.split():
            dependent, relations, heads = spec.split("/")
            arcs.append(Arc(dependent, tuple(relations.split("|")), tuple(heads.split("|"))))
        yield Case(part, text, tuple(arcs))


def read_splits(path: Path = SPLITS) -> Iterator[list[str]]:
    """Yield texts as lists of their sentences."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split(" || ")


def score_splits(nlp: Language, verbose: bool) -> tuple[int, int]:
    """Return (texts split right, texts)."""
    right = total = 0
    for expected in read_splits():
        found = [sent.text for sent in nlp(" ".join(expected)).sents]
        total += 1
        right += found == expected
        if found != expected and verbose:
            sys.stdout.write(f"split: {' || '.join(found)}\n")
    return right, total


def locate(doc: Doc, name: str) -> Token | None:
    """Return the token a name such as ``she#2`` stands for."""
    form, _, rank = name.partition("#")
    found = [token for token in doc if token.text == form]
    index = int(rank or 1) - 1
    return found[index] if index < len(found) else None


def holds(doc: Doc, arc: Arc) -> bool:
    """Whether the parse has the arc."""
    token = locate(doc, arc.dependent)
    if token is None:
        return False
    relation = "root" if token.dep_.lower() == "root" else token.dep_
    if relation not in arc.relations:
        return False
    if arc.heads == ("ROOT",):
        return token.head == token
    return any(token.head == locate(doc, head) for head in arc.heads)


def score_arcs(nlp: Language, cases: list[Case], verbose: bool) -> tuple[int, int, int]:
    """Return (sentences right, arcs right, arcs)."""
    right = good = total = 0
    for case in cases:
        doc = nlp(case.text)
        missed = [arc for arc in case.arcs if not holds(doc, arc)]
        right += not missed
        total += len(case.arcs)
        good += len(case.arcs) - len(missed)
        if missed and verbose:
            sys.stdout.write(f"{case.text}\n")
            for arc in missed:
                token = locate(doc, arc.dependent)
                got = f"{token.dep_}({token.head.text})" if token is not None else "missing"
                sys.stdout.write(f"    {arc.dependent}: {arc.relations} {arc.heads} got {got}\n")
    return right, good, total


def score_file(nlp: Language, path: Path) -> dict[str, float]:
    """Return the scores on a file of documents, parsed from raw text."""
    examples = [
        Example(nlp.make_doc(doc.text), doc) for doc in DocBin().from_disk(path).get_docs(nlp.vocab)
    ]
    scores = nlp.evaluate(examples)
    return {name: 100 * float(scores[name] or 0) for name in MEASURES}


def speed(nlp: Language, cases: list[Case], rounds: int = 5) -> float:
    """Return the median milliseconds for one sentence of about twenty words."""
    texts = [f"{a.text[:-1]}, and {b.text}" for a, b in itertools.pairwise(cases)]
    texts = [text for text in texts if 18 <= len(text.split()) <= 22]
    times = []
    for text in texts * rounds:
        start = time.process_time()
        nlp(text)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def main() -> None:
    """Print all scores."""
    parser = argparse.ArgumentParser(
        prog="python -m training.parser.evaluate", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("model", type=Path)
    parser.add_argument("--test", type=Path, nargs="*", default=[])
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    start = time.process_time()
    nlp = spacy.load(args.model)
    load = time.process_time() - start
    size = sum(path.stat().st_size for path in args.model.rglob("*") if path.is_file())
    cases = list(read_arcs())
    nlp(cases[0].text)
    lines = [
        f"size {size / 1e6:.1f} MB, load {load:.2f} s CPU, {speed(nlp, cases):.1f} ms a sentence"
    ]
    for name in dict.fromkeys(case.part for case in cases):
        part = [case for case in cases if case.part == name]
        right, good, total = score_arcs(nlp, part, args.verbose and name == "tuning")
        lines.append(f"own sentences, {name}: {right}/{len(part)} all right, arcs {good}/{total}")
    right, total = score_splits(nlp, args.verbose)
    lines.append(f"own texts split right: {right}/{total}")
    for path in args.test:
        scores = score_file(nlp, path)
        lines.append(path.stem + ": " + ", ".join(f"{k} {v:.1f}" for k, v in scores.items()))
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
