"""Reads CoNLL-U and converts its trees to spaCy documents."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spacy.tokens import Doc
from spacy.vocab import Vocab


@dataclass(frozen=True, slots=True)
class Token:
    """One syntactic word; ``head`` is the 1-based number of its head, 0 for the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    space_after: bool = True

    def row(self, number: int) -> str:
        """Return the ten tab-separated columns of this word."""
        misc = "_" if self.space_after else "SpaceAfter=No"
        columns = (
            str(number),
            self.form,
            self.lemma,
            self.upos,
            self.xpos,
            self.feats,
            str(self.head),
            self.deprel,
            "_",
            misc,
        )
        return "\t".join(columns)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A tree; ``group`` is the text that it belongs to, if that is known."""

    tokens: tuple[Token, ...]
    group: str = ""

    @property
    def text(self) -> str:
        """Return the surface string."""
        return "".join(t.form + " " * t.space_after for t in self.tokens).strip()

    def to_conllu(self, sent_id: str) -> str:
        """Return the CoNLL-U block, with its closing blank line."""
        head = [f"# sent_id = {sent_id}", f"# text = {self.text}"]
        rows = [token.row(number) for number, token in enumerate(self.tokens, 1)]
        return "\n".join([*head, *rows]) + "\n\n"


def _open_lines(path: Path) -> Iterator[str]:
    if path.suffix == ".gz":
        with gzip.open(path, "rt", encoding="utf-8") as handle:
            yield from handle
    else:
        with path.open(encoding="utf-8") as handle:
            yield from handle


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield (document id, rows) for every sentence."""
    group = ""
    rows: list[list[str]] = []
    for raw in lines:
        line = raw.rstrip("\n")
        if line.startswith("# newdoc"):
            group = line.partition("=")[2].strip()
        elif line.startswith("#"):
            continue
        elif line:
            rows.append(line.split("\t"))
        elif rows:
            yield group, rows
            rows = []
    if rows:
        yield group, rows


def _tokens(rows: list[list[str]]) -> Iterator[Token]:
    span_end, span_space = 0, True
    for row in rows:
        number, misc = row[0], row[9]
        space = "SpaceAfter=No" not in misc
        if "." in number:
            continue
        if "-" in number:
            span_end, span_space = int(number.split("-")[1]), space
            continue
        if int(number) < span_end:
            space = False
        elif int(number) == span_end:
            space = span_space
        feats = "" if row[5] == "_" else row[5]
        yield Token(row[1], row[2], row[3], row[4], feats, int(row[6]), row[7], space)


def read_sentences(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a CoNLL-U file, plain or gzipped."""
    for group, rows in _blocks(_open_lines(path)):
        yield Sentence(tuple(_tokens(rows)), group)


def to_doc(vocab: Vocab, sentences: Iterable[Sentence]) -> Doc:
    """Return one document holding ``sentences`` in order, fully annotated."""
    rows: list[
        tuple[Token, int, bool]
    ] = []  # with its head in the document, and whether it begins a sentence
    ends: set[int] = set()
    for sentence in sentences:
        base = len(rows)
        ends.add(base - 1)
        for index, token in enumerate(sentence.tokens):
            rows.append((token, base + (token.head - 1 if token.head else index), index == 0))
    tokens = [token for token, *_ in rows]
    return Doc(
        vocab,
        words=[token.form for token in tokens],
        spaces=[token.space_after or number in ends for number, token in enumerate(tokens)],
        tags=[token.xpos for token in tokens],
        pos=[token.upos for token in tokens],
        morphs=["" if token.feats == "_" else token.feats for token in tokens],
        lemmas=[token.lemma for token in tokens],
        heads=[head for _, head, _ in rows],
        deps=[token.deprel if token.head else "ROOT" for token in tokens],
        sent_starts=[begins for *_, begins in rows],
    )
