"""Derived rows: meanings that words without rows borrow from similar words, at a price (``docs/statistics.md``).

``python -m training.backoff`` writes them into ``learned/derived``. A row ``backed_off(WORD, PART, METHOD,
LIKE, PRICE)`` says how the other rows of the word were made. An authored row of the same word and part of speech
overrides all of them when the knowledge is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from coindex.reasoner.answer import Proof
from coindex.reasoner.asp.records import FileContent, Row
from coindex.reasoner.asp.terms import arguments, split_term

DERIVED = "derived"
"""Name of the directory of such rows."""
PART_OF = {
    **dict.fromkeys(("verb", "gives", "affect", "sel", "alternates"), "verb"),
    **dict.fromkeys(("adj", "adj_of", "frame_adj", "stimulus_gives"), "adj"),
    **dict.fromkeys(("kind", "trait", "deed", "having", "nominal", "noun_gives"), "noun"),
    "adverb": "adverb",
}
"""The part of speech of the word in a row, by predicate."""
MARK = "backed_off"
METHODS = {"wordnet": "WordNet", "vectors": "vectors", "both": "WordNet and vectors"}


def is_derived(file: str) -> bool:
    """Tell whether a file holds derived rows.

    >>> is_derived("knowledge/learned/derived/nouns.lp"), is_derived("knowledge/rows/food.lp")
    (True, False)
    """
    return DERIVED in file.split("/")[:-1]


def word_of(row: Row) -> tuple[str, str] | None:
    """Give the part of speech and the word, in quotes, that a row is about; ``None`` if it is about no word."""
    if not row.key.startswith('"'):
        return None
    if row.predicate == MARK:
        return arguments(row.fact)[1], row.key
    part = PART_OF.get(row.predicate)
    return None if part is None else (part, row.key)


def without_overridden(contents: Sequence[FileContent]) -> list[FileContent]:
    """Leave out derived rows of words that have authored ones."""
    if not any(is_derived(content.source.name) for content in contents):
        return list(contents)
    own: set[tuple[str, str]] = set()
    for content in contents:  # (all rows there are: no call for each)
        if not is_derived(content.source.name):
            for row in content.rows:
                if row.key[0] == '"' and (part := PART_OF.get(row.predicate)) is not None:
                    own.add((part, row.key))
    return [
        replace(content, rows=[row for row in content.rows if word_of(row) not in own])
        if is_derived(content.source.name)
        else content
        for content in contents
    ]


def backoff_steps(rows: Iterable[Row]) -> dict[str, Proof]:
    """Give for each backed-off word a proof step that says what it is taken for, and why."""
    labels: dict[tuple[str, str], list[str]] = {}
    marks: dict[tuple[str, str], Row] = {}
    for row in rows:
        if not is_derived(row.file) or (word := word_of(row)) is None:
            continue
        if row.predicate == MARK:
            marks[word] = row
        else:
            labels.setdefault(word, []).append(arguments(row.fact)[1])
    found: dict[str, Proof] = {}
    for word, row in marks.items():
        text = sentence(row, labels.get(word, ()))
        found[_where(word)] = Proof(text, row.fact, "row", file=row.file, line=row.line)
    return found


def _where(word: tuple[str, str]) -> str:
    return f"{word[0]} {word[1]}"


def with_backoff_steps(proof: Proof, taken: Mapping[str, Proof], words: Iterable[str]) -> Proof:
    """Add to a proof what its backed-off words are taken for: in place of their rows, otherwise at the end.

    Args:
        proof: the proof.
        taken: the steps by word, from :func:`backoff_steps`.
        words: the words that the proof is about, with part of speech (``verb "hit"``), whether or not it shows their
        rows.
    """
    if not taken:
        return proof
    shown: set[str] = set()
    result = _replaced(proof, taken, shown)
    about = set(words)
    rest = [step for name, step in taken.items() if name in about and name not in shown]
    return replace(result, because=(*result.because, *rest))


def _replaced(proof: Proof, taken: Mapping[str, Proof], shown: set[str]) -> Proof:
    predicate, args = split_term(proof.atom)
    part = PART_OF.get(predicate)
    if part is not None and args:
        name = _where((part, args[0]))
        if name in taken:
            shown.add(name)
            return taken[name]
    return replace(proof, because=tuple(_replaced(step, taken, shown) for step in proof.because))


def sentence(mark: Row, labels: Sequence[str]) -> str:
    """Say in a sentence what a word is taken for.

    >>> sentence(Row('backed_off("nab",verb,both,"seize, catch, grab",1)', "backed_off", '"nab"', "", 1), ["capture"])
    '“nab” has no row of its own; taken for ‘capture’, like seize, catch, grab (WordNet and vectors), at a price of 1'
    """
    from coindex.reasoner.english.classes import adjective

    word, _, method, like, price = arguments(mark.fact)
    kinds = (adjective(x) if x.startswith("dim(") else x.replace("_", " ") for x in labels)
    named = " and ".join(f"‘{kind}’" for kind in kinds) or "what its likes are"
    shown, alike = word.strip('"').replace("_", " "), like.strip('"')
    return (
        f"“{shown}” has no row of its own; taken for {named}{f', like {alike}' if alike else ''}"
        f" ({METHODS.get(method, method)}), at a price of {price}"
    )
