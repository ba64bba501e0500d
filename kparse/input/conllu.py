"""Reader of CoNLL-U: analyses by another parser, or by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from kparse.errors import InputError, Location
from kparse.input.lemmas import lemma_of
from kparse.input.tokens import ParsedText, Token

Unit = Literal["sentence", "paragraph", "document"]


@dataclass(slots=True)
class _Row:
    line: int
    columns: list[str]
    space: bool = True
    surface: str = ""
    """The form in the text; empty for the later words of a multi-word token (``n't`` of *don't*)."""


@dataclass(slots=True)
class _Sentence:
    rows: list[_Row] = field(default_factory=list)
    text: str | None = None
    starts: set[str] = field(default_factory=set)


def read_conllu(
    source: str | Path, filename: str | None = None, *, unit: Unit = "document"
) -> Iterator[ParsedText]:
    """Read CoNLL-U from a path or from a string with its content; one text per document, paragraph or sentence.

    Documents and paragraphs begin at ``# newdoc`` and ``# newpar``; without such comments all sentences are one text.
    Multi-word tokens give the text their form, empty nodes are skipped, enhanced dependencies are ignored.
    """
    if isinstance(source, Path) or ("\t" not in source and "\n" not in source):
        filename = filename or str(source)
        try:
            content = Path(source).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(
                f"cannot read the CoNLL-U file: {error}",
                location=Location(filename),
                hint="Give the path of a UTF-8 text file in CoNLL-U format.",
            ) from error
    else:
        content = source
    batch: list[_Sentence] = []
    for sentence in _sentences(content, filename):
        new = (
            unit == "sentence"
            or "doc" in sentence.starts
            or (unit == "paragraph" and "par" in sentence.starts)
        )
        if batch and new:
            yield _assemble(batch)
            batch = []
        batch.append(sentence)
    if batch:
        yield _assemble(batch)


def _fail(
    message: str, filename: str | None, line: int, column: int, source_line: str, hint: str
) -> InputError:
    return InputError(
        message, location=Location(filename, line, column), source_line=source_line, hint=hint
    )


def _sentences(content: str, filename: str | None) -> Iterator[_Sentence]:
    sentence, pending = _Sentence(), ""
    until = 0  # last word of the current multi-word token
    for number, line in enumerate(content.split("\n"), 1):
        line = line.rstrip("\r")
        if not line.strip():
            if sentence.rows:
                _check(sentence, filename)
                yield sentence
            if sentence.rows or not sentence.starts:
                sentence = _Sentence()
            until = 0
            continue
        if line.startswith("#"):
            key, _, value = line[1:].partition("=")
            key = key.strip()
            if key == "text" and not sentence.rows:
                sentence.text = value.strip()
            elif key.startswith(("newdoc", "newpar")):
                sentence.starts.add(key[3:6])
            continue
        columns = line.split("\t")
        if len(columns) != 10:
            hint = "Each word line has 10 columns separated by tabs; write _ in an empty column."
            raise _fail(f"{len(columns)} columns, 10 expected", filename, number, 1, line, hint)
        ident = columns[0]
        space = "SpaceAfter=No" not in columns[9].split("|")
        if ident.count(".") == 1 and ident.replace(".", "").isdigit():
            continue
        if ident.count("-") == 1 and ident.replace("-", "").isdigit():
            until = int(ident.split("-")[1])
            pending = columns[1]
            mwt_space = space
            continue
        if not ident.isdigit() or int(ident) != len(sentence.rows) + 1:
            expected = len(sentence.rows) + 1
            hint = f"Words are numbered from 1; a blank line ends a sentence. {expected} is expected here."
            raise _fail(f"word number {ident!r} out of order", filename, number, 1, line, hint)
        if not columns[6].isdigit():
            column = sum(len(c) + 1 for c in columns[:6]) + 1
            hint = "HEAD is the number of the word governed by, or 0 for the root."
            raise _fail(
                f"HEAD is not a number: {columns[6]!r}", filename, number, column, line, hint
            )
        row = _Row(number, columns, space, columns[1])
        if int(ident) <= until:
            row.surface, pending = pending, ""
            row.space = mwt_space if int(ident) == until else False
        sentence.rows.append(row)
    if sentence.rows:
        _check(sentence, filename)
        yield sentence


def _check(sentence: _Sentence, filename: str | None) -> None:
    for row in sentence.rows:
        if int(row.columns[6]) > len(sentence.rows):
            column = sum(len(c) + 1 for c in row.columns[:6]) + 1
            raise _fail(
                f"HEAD {row.columns[6]} is beyond the sentence's last word ({len(sentence.rows)})",
                filename,
                row.line,
                column,
                "\t".join(row.columns),
                "Use the number of a word of the same sentence.",
            )


def _offsets(sentence: _Sentence) -> tuple[str, list[tuple[int, int]]]:
    """The text of a sentence and the spans of its words; ``# text`` is used only if it contains the words."""
    text = sentence.text
    if text is not None:
        spans = _locate(sentence, text)
        if spans is not None:
            return text, spans
    text = "".join(r.surface + (" " if r.space else "") for r in sentence.rows).strip()
    return text, _locate(sentence, text) or [(0, len(text))] * len(sentence.rows)


def _locate(sentence: _Sentence, text: str) -> list[tuple[int, int]] | None:
    spans: list[tuple[int, int]] = []
    cursor, end = 0, 0
    for row in sentence.rows:
        form = row.columns[1]
        if row.surface:
            start = text.find(row.surface, cursor)
            if start < 0:
                return None
            cursor, end = start, start + len(row.surface)
        # "do" and "n't" divide "don't" between them; words that differ from the surface ("wanna") share the rest.
        if text.startswith(form, cursor) and cursor + len(form) <= end:
            spans.append((cursor, cursor + len(form)))
            cursor += len(form)
        else:
            spans.append((min(cursor, end), end))
        if row.space:
            cursor = end
    return spans


def _assemble(batch: list[_Sentence]) -> ParsedText:
    tokens: list[Token] = []
    text = ""
    for number, sentence in enumerate(batch):
        own, spans = _offsets(sentence)
        if text:
            text += "\n\n" if "par" in sentence.starts else " "
        shift, base = len(text), len(tokens)
        text += own
        for row, (start, end) in zip(sentence.rows, spans, strict=True):
            c = row.columns
            head = int(c[6])
            feats = dict(f.split("=", 1) for f in c[5].split("|") if "=" in f)
            lemma = c[2] if c[2] != "_" or c[1] == "_" else ""
            index = base + int(c[0]) - 1
            tokens.append(
                Token(
                    index=index,
                    form=c[1],
                    lemma=lemma_of(c[1], c[3], lemma),
                    upos=c[3] if c[3] != "_" else "X",
                    xpos="" if c[4] == "_" else c[4],
                    feats=feats,
                    head=-1 if head in (0, int(c[0])) else base + head - 1,
                    deprel="dep" if c[7] == "_" else c[7],
                    start=shift + start,
                    end=shift + end,
                    sentence=number,
                )
            )
    return ParsedText(text, tuple(tokens))
