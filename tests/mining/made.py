"""A small corpus of made-up sentences, analysed, and runs over it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from coindex.mining.counting.run import Job
from coindex.reasoner.jobs.executor import Place

NAMES = "cook clerk nurse farmer pilot baker singer guard miner tailor".split()
VERBS = "thanked blamed helped called followed scolded praised visited ignored paid".split()
STATES = "late tired angry ill proud hungry sorry shy".split()
DOUBLE = "tests.mining.double"


def sentences(number: int, seed: int = 1) -> list[str]:
    """Sentences of one shape; some come twice."""
    draw = random.Random(seed)
    found: list[str] = []
    for _ in range(number):
        if found and draw.random() < 0.1:
            found.append(draw.choice(found))
            continue
        one, two = draw.sample(NAMES, 2)
        verb, state = draw.choice(VERBS), draw.choice(STATES)
        found.append(f"The {one} {verb} the {two} because he was {state}.")
    return found


def analysed(lines: Iterable[str]) -> str:
    """The CoNLL-U of such sentences."""
    return "".join(map(_block, lines))


def _block(sentence: str) -> str:
    words = sentence.replace(".", " .").split()
    the, one, verb, _, two, because, he, was, state, dot = words
    lemma = verb.removesuffix("d").removesuffix("e") if verb.endswith("led") else verb[:-2]
    rows = [
        (the, "the", "DET", 2, "det", "Definite=Def"),
        (one, one, "NOUN", 3, "nsubj", "Number=Sing"),
        (verb, lemma, "VERB", 0, "root", "Tense=Past|VerbForm=Fin"),
        (the.lower(), "the", "DET", 5, "det", "Definite=Def"),
        (two, two, "NOUN", 3, "obj", "Number=Sing"),
        (because, because, "SCONJ", 9, "mark", "_"),
        (he, "he", "PRON", 9, "nsubj", "Gender=Masc|Number=Sing|Person=3"),
        (was, "be", "AUX", 9, "cop", "Tense=Past|VerbForm=Fin"),
        (state, state, "ADJ", 3, "advcl", "_"),
        (dot, dot, "PUNCT", 3, "punct", "_"),
    ]
    lines = (
        f"{n}\t{form}\t{lemma}\t{tag}\t_\t{feats}\t{head}\t{label}\t_\t_"
        for n, (form, lemma, tag, head, label, feats) in enumerate(rows, 1)
    )
    return "\n".join(lines) + "\n\n"


def job(corpus: Path | str, out: Path, **more: Any) -> Job:
    """A run with the small extractor and the small counter."""
    workers = more.pop("workers", 1)
    store = more.pop("store", str(out) + ".sqlite")
    return Job(
        (str(corpus),),
        str(out),
        store=store,
        workers=workers,
        lines=more.pop("lines", 25),
        extractor=DOUBLE,
        counter=DOUBLE,
        **more,
    )


def inline(
    tasks: Iterable[Any], work: Any, settings: Any, workers: Place
) -> Iterator[tuple[int, Any]]:
    """Do the work in this process, for tests that are not about workers."""
    ready = settings.reasoner()
    for task in tasks:
        yield task.number, work(ready, task)


def content(folder: Path) -> dict[str, bytes]:
    """All tables of a run."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.glob("*/*.parquet"))}
