"""Reads the stored sentences that no parser has read yet, once: later processes find the readings in the cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from coindex.files.progress import Progress
from coindex.reasoner.english_rules.stored import reading_of
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.running.parses import made_by
from coindex.reasoner.store.sentence_files import KeptReadings

if TYPE_CHECKING:
    from spacy.language import Language

    from coindex.reasoner.running.engine import Reasoner

WORTH_TELLING = 200
"""Sentences whose reading takes long enough to say so."""
_TOGETHER = 256
"""Readings that are kept together: so many are lost by an interruption."""


def read_unread(reasoner: Reasoner) -> None:
    """Give the store of a reasoner the readings that it lacks: kept ones, or new ones."""
    store = reasoner.store
    waiting = store.unread
    if not waiting:
        return
    kept = KeptReadings(made_by(reasoner.model))
    found = kept.find(waiting)
    new = [sentence for sentence in waiting if sentence not in found]
    with Progress(len(new), show=len(new) >= WORTH_TELLING) as progress:
        if len(new) >= WORTH_TELLING:
            progress.note(f"{len(new)} sentences of knowledge are read, once")
        batch: dict[str, SentenceReading] = {}
        for one in progress.over(readings(reasoner, new)):
            found[one.sentence] = batch[one.sentence] = one
            if len(batch) >= _TOGETHER:
                kept.keep(batch)
                batch = {}
        kept.keep(batch)
    store.take_readings(found)


def readings(reasoner: Reasoner, sentences: Iterable[str]) -> Iterator[SentenceReading]:
    """Read sentences, in their order."""
    nlp: Language = reasoner.nlp
    for sentence in sentences:
        yield reading_of(sentence, nlp, reasoner.store)
