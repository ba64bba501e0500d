"""Fit the weights of salience in chains: ``python -m training.chains FILE``.

The file is GAP's development part; its tuned half is used. Each text is read sentence by sentence as
:class:`coindex.reasoner.discourse.texts.TextReader` does, without knowledge, so that pronouns before the one asked
about are answered and count as mentions. All candidates of the pronoun are weighed, not only the two names of the
item. It prints how often the best candidate is right and writes ``knowledge/learned/statistics/chains.tsv``. Run it
twice: the weights decide how the pronouns before are answered.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from coindex import Reasoner
from coindex.files.shipped import KNOWLEDGE
from coindex.harness.questions.questions import Gold, read_questions
from coindex.reasoner.discourse.texts import TextReader
from coindex.reasoner.evidence.salience import CHAINS, Features
from kparse.semantics.build import analyse
from training.salience import PRECISION, Floats, write_weights

Weighed = tuple[Sequence[Features], Floats]
"""The features of the candidates of a pronoun, and which of them are right."""
_HEADER = """\
# Salience in chains: thousandths of log-odds that each feature gives a candidate (coindex/reasoner/discourse/texts.py).
# Written by `python -m training.chains` from GAP's development part (Webster et al. 2018; texts CC BY-SA 3.0): the half
# called tune, {items} questions whose right name is a candidate. No text is kept.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print the figures, write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="GAP's development part, .tsv or .tsv.gz")
    parser.add_argument("--out", type=Path, default=KNOWLEDGE / CHAINS)
    options = parser.parse_args(arguments)
    golds = [gold for gold in read_questions(options.file) if gold.answer is not None]
    reasoner = Reasoner()
    found = {
        part: list(_weighed(reasoner, [g for g in golds if g.part() == part]))
        for part in ("tune", "held")
    }
    names = sorted({name for one, _ in found["tune"] for features in one for name in features})
    tables = {
        part: [
            (np.array([[f.get(name, 0.0) for name in names] for f in one]), right)
            for one, right in items
        ]
        for part, items in found.items()
    }
    weights = fit(tables["tune"], len(names))
    for part, items in tables.items():
        best = [bool(right[np.argmax(rows @ weights)]) for rows, right in items]
        print(f"{part}: {np.mean(best):.1%} of {len(best)}")
    write_weights(options.out, _HEADER.format(items=len(tables["tune"])), names, weights)


def fit(items: Sequence[tuple[Floats, Floats]], width: int) -> Floats:
    """Fit a logistic model of the choice among several candidates, by Newton's method."""
    found = np.zeros(width)
    for _ in range(50):
        pull, bend = -PRECISION * found, PRECISION * np.eye(width)
        for rows, right in items:
            chance = np.exp(rows @ found - (rows @ found).max())
            chance /= chance.sum()
            wanted = chance * right / (chance * right).sum()
            mean = rows.T @ chance
            pull += rows.T @ (wanted - chance)
            bend += (rows.T * chance) @ rows - np.outer(mean, mean)
        step = np.linalg.solve(bend, pull)
        found += step
        if np.abs(step).max() < 1e-6:
            break
    return found


def _weighed(reasoner: Reasoner, golds: Sequence[Gold]) -> Iterator[Weighed]:
    """Read the texts; give those questions that have a right candidate and a wrong one."""
    for gold in golds:
        item = gold.item
        reader = TextReader(reasoner, analyse(reasoner.nlp, item.text), reasoning=False)
        for _ in reader.read():
            pass
        name = item.candidates[gold.answer or 0]
        named = {
            reader.cast.referent_at(match.start(), match.end())
            for match in re.finditer(re.escape(name), item.text)
        } - {None}
        for one in reader.weighed:
            right = np.array([number in named for number in one.referents], dtype=float)
            if one.start == item.pron_start and 0 < right.sum() < len(right):
                yield one.features, right


if __name__ == "__main__":
    main()
