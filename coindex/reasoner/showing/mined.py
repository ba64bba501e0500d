"""What was counted of a word in raw text, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from coindex.reasoner.english.classes import english, readable
from coindex.reasoner.evidence.keys import ANY
from coindex.reasoner.evidence.weigh import slot_words

if TYPE_CHECKING:
    from coindex.reasoner.evidence.store import MinedStore

LEAST = 2
"""What was seen less often is not told."""


def counted_sentences(store: MinedStore, word: str, other: str = "") -> list[str]:
    """Tell what was counted of a word, what was seen most often first, with places in the text.

    Args:
        store: the counts.
        word: a lemma.
        other: another one; only what is about both is told then.
    """
    found = [*_effects(store, word, other), *_fillers(store, word, other)]
    found.sort(key=lambda one: (-one[0], one[1]))
    return [f"{text}  [{store.where(refs)}]" for number, text, refs in found if number >= LEAST]


def _effects(store: MinedStore, word: str, other: str) -> Iterator[tuple[int, str, str]]:
    names: tuple[str, ...] = (word, f"{word}-", f"can {word}-")
    if other:
        names = tuple(
            f"{a} {b}{sign}" for a, b in ((word, other), (other, word)) for sign in ("", "-")
        )
    for name in names:
        for _, key, side, place, relation, actor, rest, refs in store.rows("effect", "word", name):
            usual = store.rows("effect", "all", ANY, ANY, place, relation)
            every = usual[0][5] + usual[0][6] if usual else 0
            share = f" (usual: {round(100 * usual[0][5] / every)} of 100)" if every else ""
            text = (
                f"{_where(key, side, place, relation)} was the one who acted before in {actor} of"
                f" {actor + rest} cases{share}"
            )
            yield actor + rest, text[:1].upper() + text[1:], refs


def _where(key: str, side: str, place: str, relation: str) -> str:
    """Say whom a row of effects is about."""
    verb = f"“{'not ' * key.endswith('-')}{readable(key.rstrip('-'))}”"
    if relation:
        joint = english()["relations"].get(relation.lstrip("~"), "in what follows")
        joint = joint.replace("after ", "before ", 1) if relation.startswith("~") else joint
    else:
        joint = "whatever the connective"
    said = verb if side == "second" else f"what follows {verb}"
    return f"{joint}, {english()['places'][place].format(verb=said)}"


def _fillers(store: MinedStore, word: str, other: str) -> Iterator[tuple[int, str, str]]:
    words = (word, other) if other else (word,)
    rows = dict.fromkeys(
        row
        for column in ("head", "filler")
        for row in store.like("fact", column, (word,))
        if ANY not in row[:3] and set(words) <= set(row[1:3])
    )
    for relation, head, filler, n, refs in rows:
        times = "once" if n == 1 else f"{n} times"
        if relation.startswith("than."):
            text = f"“{readable(head)}” was more “{relation[5:]}” than “{readable(filler)}” {times}"
        elif relation.startswith("nmod."):
            text = f"“{readable(filler)}” stood with “{relation[5:]}” at “{readable(head)}” {times}"
        else:
            text = f"“{readable(filler)}” was {slot_words(relation, readable(head))} {times}"
        yield n, text, refs
