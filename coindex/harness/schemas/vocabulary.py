"""The vocabulary of a test: all words that it may use, so that it can be announced before the test."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.harness.schemas.schema import Schema
from kparse.input.tokens import from_doc

if TYPE_CHECKING:
    from spacy.language import Language


@dataclass(frozen=True, slots=True)
class Entry:
    """A lemma, its frequency, and its forms."""

    lemma: str
    count: int
    forms: tuple[tuple[str, int], ...]


def vocabulary(schemas: Iterable[Schema], nlp: Language) -> list[Entry]:
    """Collect the words of both halves of schemas, from text, question and answers.

    A word that both halves share is
    counted twice. Lemmas are the parser's; names keep their capital. The result is sorted by lemma.
    """
    found: dict[str, Counter[str]] = defaultdict(Counter)
    texts = [text for schema in schemas for text in _texts(schema)]
    for doc in nlp.pipe(texts):
        for token in from_doc(doc).tokens:
            if any(map(str.isalnum, token.form)) or token.upos in ("PART", "AUX"):
                form = token.form if token.upos == "PROPN" else token.form.lower()
                found[token.lemma][form] += 1
    return [
        Entry(lemma, forms.total(), tuple(sorted(forms.items())))
        for lemma, forms in sorted(found.items(), key=lambda item: (item[0].casefold(), item[0]))
    ]


def _texts(schema: Schema) -> Iterator[str]:
    for half in schema.halves:
        yield half.text
        yield half.question
        yield from half.answers


def table(entries: Sequence[Entry]) -> str:
    """Write a line for each lemma: count, lemma, forms with their counts where they are not the lemma itself."""
    lines = []
    for entry in entries:
        forms = " ".join(f"{form} {count}" for form, count in entry.forms)
        alone = len(entry.forms) == 1 and entry.forms[0][0] == entry.lemma
        lines.append(f"{entry.count:6}  {entry.lemma}" + ("" if alone else f"  ({forms})"))
    all_forms = sum(len(entry.forms) for entry in entries)
    lines.append(
        f"{len(entries)} lemmas in {all_forms} forms, {sum(e.count for e in entries)} words"
    )
    return "\n".join(lines)


def to_json(entries: Sequence[Entry]) -> str:
    """Write the same for programs."""
    records = [{"lemma": e.lemma, "count": e.count, "forms": dict(e.forms)} for e in entries]
    return json.dumps(records, ensure_ascii=False, indent=2)
