"""Fit the choice among entities in running text: ``python -m training.prose GUM GAP``.

GUM are documents with gold entities (``coindex/harness/questions/entity_documents.py``), GAP its development part, of
which the half called tune is used; own texts with marked mentions (``training/passages``) have what these lack:
speakers in turn, tales, instructions. Each text is read as by ``coindex.reasoner.discourse.texts.TextReader``, without
knowledge, so that pronouns before the one asked about are answered and count as mentions. It is read again with the
weights that were fitted, a few times. ``knowledge/learned/statistics/prose.tsv`` is written from all. With
``--figures`` a third of the documents and of the own texts is set aside in turn before, and counted.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coindex import Reasoner
from coindex.files.shipped import KNOWLEDGE
from coindex.harness.questions.entity_documents import Document, read_documents
from coindex.harness.questions.questions import read_questions
from coindex.reasoner.discourse.choosing import Choice
from coindex.reasoner.discourse.salient import WEIGHTS
from coindex.reasoner.discourse.signs import Features
from coindex.reasoner.discourse.texts import TextReader
from kparse.input.tokens import ParsedText
from kparse.semantics.build import analyse_long
from training.marked_texts import read_marked
from training.salience import Floats, write_weights

PASSAGES = Path(__file__).parent / "passages"
ROUNDS = 3
FOLDS = 3
PRECISION = 10.0
"""Of the normal prior around 0 of each weight."""
RARE = 30
"""A feature that fewer candidates have is left out."""
START = {
    **{f"{c} salience": 1.5 for c in ("p", "it", "they")},
    "p none": -3.0,
    "it none": -2.0,
    "they none": -2.0,
    "they singular": -3.0,
}
"""What the first reading begins with."""
_HEADER = """\
# Choice among entities of running text: thousandths of log-odds of each feature (coindex/reasoner/discourse/signs.py).
# Written by `python -m training.prose` from {documents} documents of GUM (Zeldes 2017; annotations CC BY 4.0) and
# {names} texts of GAP (Webster et al. 2018; texts CC BY-SA 3.0), half of its development part; no text of these is
# kept; and {own} own texts (training/passages).
"""


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A text, and which candidates of a pronoun are right; ``None``: it is not asked about."""

    parsed: ParsedText
    right: Callable[[TextReader, Choice], list[bool] | None]


Example = tuple[Sequence[Features], Floats]
"""The features of the candidates of a pronoun and of none, and which of them are right."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print the figures, write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gum", type=Path, help="documents with entities, .conllu or .conllu.gz")
    parser.add_argument("gap", type=Path, help="GAP's development part, .tsv or .tsv.gz")
    parser.add_argument("--out", type=Path, default=KNOWLEDGE / WEIGHTS)
    parser.add_argument("--figures", action="store_true", help="count texts that are set aside")
    options = parser.parse_args(arguments)
    reasoner = Reasoner()
    documents = [_document(reasoner, one) for one in read_documents(options.gum)]
    names = [
        _names(reasoner, gold.item.text, gold.item.pron_start, gold.item.candidates[gold.answer])
        for gold in read_questions(options.gap)
        if gold.answer is not None and gold.part() == "tune" and gold.item.pron_start is not None
    ]
    own = [
        Text(analyse_long(reasoner.nlp, one.text), one.right)
        for path in sorted(PASSAGES.glob("*.txt"))
        for one in read_marked(path)
    ]
    if options.figures:
        for fold in range(FOLDS):
            aside = [*documents[fold::FOLDS], *own[fold::FOLDS]]
            weights = fitted(reasoner, [t for t in (*documents, *own, *names) if t not in aside])
            for title, some in (("GUM", documents), ("own texts", own)):
                figures: Counter[str] = Counter()
                for one in some[fold::FOLDS]:
                    figures.update(counted(reasoner, one, weights))
                print(
                    title, *(f"{key} {number}" for key, number in sorted(figures.items())), sep=", "
                )
    weights = fitted(reasoner, [*documents, *own, *names])
    kept = sorted(weights)
    header = _HEADER.format(documents=len(documents), names=len(names), own=len(own))
    write_weights(options.out, header, kept, np.array([weights[name] for name in kept]))


def _document(reasoner: Reasoner, document: Document) -> Text:
    gold, several = document.pronouns(), document.pronouns_for_several()

    def right(reader: TextReader, choice: Choice) -> list[bool] | None:
        tokens = reader.parsed.tokens
        head = choice.phrase.head
        offset = tokens[head].start
        entity = gold.get(offset)
        if offset in several:
            return None
        if entity is None:
            return [*(False for _ in choice.candidates), True]
        phrases = [one.named_before(head) for one in choice.candidates]
        return [
            *(
                document.is_mention(tokens[p.first].start, tokens[p.last].end, entity, offset)
                for p in phrases
            ),
            False,
        ]

    return Text(analyse_long(reasoner.nlp, document.text), right)


def _names(reasoner: Reasoner, text: str, start: int, name: str) -> Text:
    def right(reader: TextReader, choice: Choice) -> list[bool] | None:
        if reader.parsed.tokens[choice.phrase.head].start != start:
            return None
        places = [match.span() for match in re.finditer(re.escape(name), text)]
        named = {reader.number_at(*place) for place in places} - {None}
        return [*(one.number in named for one in choice.candidates), False]

    return Text(analyse_long(reasoner.nlp, text), right)


def fitted(reasoner: Reasoner, texts: Sequence[Text]) -> dict[str, float]:
    """Read the texts and fit, some times."""
    weights = dict(START)
    for _ in range(ROUNDS):
        weights = fit([one for text in texts for one in examples(reasoner, text, weights)])
    return weights


def _read(reasoner: Reasoner, text: Text, weights: dict[str, float]) -> TextReader:
    reader = TextReader(reasoner, text.parsed, reasoning=False, weights=weights, choices=[])
    for _ in reader.read():
        pass
    return reader


def examples(reasoner: Reasoner, text: Text, weights: dict[str, float]) -> Iterable[Example]:
    """Yield the pronouns that have something right to choose."""
    reader = _read(reasoner, text, weights)
    for choice in reader.choices or ():
        right = text.right(reader, choice)
        if right is not None and any(right):
            yield choice.features, np.array(right, dtype=float)


def counted(reasoner: Reasoner, text: Text, weights: dict[str, float]) -> Counter[str]:
    """Count how the pronouns of a text that was not fitted to are answered."""
    found: Counter[str] = Counter()
    reader = _read(reasoner, text, weights)
    for choice in reader.choices or ():
        right = text.right(reader, choice)
        if right is None:
            continue
        entity = choice.entity
        if right[-1]:
            found["answered where there is none"] += entity is not None
            continue
        found["asked"] += 1
        found["among the candidates"] += any(right)
        found["answered"] += entity is not None
        found["right"] += entity is not None and right[choice.candidates.index(entity)]
    return found


def fit(items: Sequence[Example]) -> dict[str, float]:
    """Fit a log-linear model of the choice among candidates, any of several right ones."""
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix

    seen = Counter(name for rows, _ in items for row in rows for name in row)
    names = sorted(name for name, number in seen.items() if number >= RARE)
    place = {name: i for i, name in enumerate(names)}
    cells = [
        (n, place[name], value)
        for n, row in enumerate(row for rows, _ in items for row in rows)
        for name, value in row.items()
        if name in place
    ]
    number = sum(len(rows) for rows, _ in items)
    table = csr_matrix(
        ([v for *_, v in cells], ([n for n, *_ in cells], [c for _, c, _ in cells])),
        shape=(number, len(names)),
    )
    right = np.concatenate([one for _, one in items])
    sizes = np.array([len(one) for _, one in items])
    begins = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    group = np.repeat(np.arange(len(items)), sizes)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        powers = np.exp(scores - np.maximum.reduceat(scores, begins)[group])
        whole, good = np.add.reduceat(powers, begins), np.add.reduceat(powers * right, begins)
        pull = powers / whole[group] - powers * right / good[group]
        value = -np.log(good / whole).sum() + PRECISION / 2 * weights @ weights
        return float(value), table.T @ pull + PRECISION * weights

    found = minimize(
        loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 300}
    )
    return dict(zip(names, (float(one) for one in found.x), strict=True))


if __name__ == "__main__":
    main()
