"""Fit the weights of salience to the tuned half of GAP's development part: ``python -m training.salience FILE``.

It parses the texts, takes the features of both names (``coindex/reasoner/evidence/salience.py``), and fits a logistic
model of the differences. It prints how often structure alone is right, by cross-validation on the tuned half and on the
held half, and writes ``knowledge/learned/statistics/salience.tsv``.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from spacy.language import Language

from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import write_text
from coindex.harness.questions.questions import Gold, read_questions
from coindex.reasoner.evidence.salience import SALIENCE, UNIT, Features, features_of
from kparse.errors import CoindexError
from kparse.input.pipeline import load_model
from kparse.mentions.candidates import find_questions
from kparse.semantics.build import parse_text
from training.fits import logistic

PRECISION = 3.0
"""Of the normal prior around 0 of each weight."""
FOLDS = 10
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
_HEADER = """\
# Salience: thousandths of log-odds that each feature gives a candidate (coindex/reasoner/evidence/salience.py).
# Written by `python -m training.salience` from GAP's development part (Webster et al. 2018; texts CC BY-SA 3.0): the
# half called tune, {items} questions. No text is kept.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print the figures, write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="GAP's development part, .tsv or .tsv.gz")
    parser.add_argument("--out", type=Path, default=KNOWLEDGE / SALIENCE)
    options = parser.parse_args(arguments)
    golds = [gold for gold in read_questions(options.file) if gold.answer is not None]
    nlp = load_model()
    found = [_difference(nlp, gold) for gold in golds]
    names = sorted({name for features in found for name in features})
    rows = np.array([[features.get(name, 0.0) for name in names] for features in found])
    first = np.array([float(gold.answer == 0) for gold in golds])
    tuned = np.array([gold.part() == "tune" for gold in golds])
    folds = np.array([_fold(gold.item.id) for gold in golds])
    odds = np.zeros(len(golds))
    for fold in range(FOLDS):
        train, test = tuned & (folds != fold), tuned & (folds == fold)
        odds[test] = rows[test] @ logistic.fit(rows[train], PRECISION, right=first[train])
    weights = logistic.fit(rows[tuned], PRECISION, right=first[tuned])
    odds[~tuned] = rows[~tuned] @ weights
    right = np.where(odds == 0, 0.5, (odds > 0) == (first > 0))
    print(f"cross-validation on tune: {right[tuned].mean():.1%} of {tuned.sum()}")
    print(f"held: {right[~tuned].mean():.1%} of {(~tuned).sum()}")
    write_weights(options.out, _HEADER.format(items=tuned.sum()), names, weights)


def write_weights(path: Path, header: str, names: Sequence[str], weights: Floats) -> None:
    """Write a file that :func:`coindex.reasoner.evidence.salience.read_salience` reads."""
    lines = [
        f"{name}\t{round(weight * UNIT)}\n" for name, weight in zip(names, weights, strict=True)
    ]
    write_text(path, header + "".join(lines))


def _difference(nlp: Language, gold: Gold) -> Features:
    """Return the features of the first name less those of the second; none if the question cannot be analysed."""
    item = gold.item
    try:
        graph = parse_text(nlp, item.text, asked=[item.pron_start])
        question = find_questions(graph, pronoun=item.pron_start, candidates=item.candidates)[0]
    except CoindexError:
        return {}
    one, two = features_of(graph, question)
    return {name: one.get(name, 0.0) - two.get(name, 0.0) for name in one | two}


def _fold(name: str) -> int:
    return hashlib.sha256(name.encode()).digest()[0] % FOLDS


if __name__ == "__main__":
    main()
