"""What sentences do for a run: answers without them and with them, side by side, and the sentences that misled.

The sentences are those that were asked for (``--ask``), and those of ``--knowledge`` tables. *Misled* is: one of them
was used, and the answer is wrong. Where rules were checked (``--ask-check``), *alone* is without that, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coindex.files.textfile import write_text
from coindex.harness.questions.questions import PARTS
from coindex.harness.scores.run import Cell, RunItem
from coindex.harness.scores.table import table
from coindex.harness.scores.tally import cell

_HEAD = (
    "set, part, items, right alone, right with the rules, a rule used, right of these, misled, "
    "right alone only"
)


@dataclass(frozen=True, slots=True)
class Assistance:
    """Counts over some items with a right answer."""

    alone: Cell
    """Answers without the sentences."""
    assisted: Cell
    """Answers with them."""
    used: Cell
    """Items in which a sentence was used, with the answers that were given."""
    lost: int
    """Items that are right alone and wrong with the sentences."""

    @property
    def misled(self) -> int:
        """Items in which a sentence was used and the answer is wrong."""
        return self.used.items - self.used.right


@dataclass(frozen=True, slots=True)
class SentenceRecord:
    """What became of a sentence in all items in which it was used."""

    sentence: str
    source: str
    """Who stated it, if it was asked for."""
    used: int
    right: int
    misled: tuple[dict[str, Any], ...]
    """The items that are wrong: their set, id, text, candidates, and the indices of the right answer, of the one that
    was given, and of the one without the sentences."""


def is_assisted(items: Iterable[RunItem]) -> bool:
    """Tell whether there were any sentences."""
    return any(item.sentences for item in items)


def assistance(items: Iterable[RunItem]) -> Assistance:
    """Count items; those without a right answer are left out."""
    scored = [item for item in items if item.right is not None]
    alone = [_alone(item) == item.gold for item in scored]
    return Assistance(
        alone=Cell(len(scored), sum(alone)),
        assisted=cell(scored),
        used=cell(item for item in scored if _used(item)),
        lost=sum(ok and not item.right for ok, item in zip(alone, scored, strict=True)),
    )


def by_part(items: Sequence[RunItem]) -> dict[str, dict[str, Assistance]]:
    """Count by set and part (``all`` last); a set without sentences, and a part without an item, is left out."""
    sets = [name for name in dict.fromkeys(i.set for i in items) if is_assisted(_of(items, name))]
    groups = {name: _of(items, name) for name in sets}
    groups |= {"all": list(items)} if len(dict.fromkeys(i.set for i in items)) > 1 else {}
    found = {}
    for name, group in groups.items():
        parts = {part: [i for i in group if i.part == part] for part in PARTS} | {"all": group}
        counted = {part: assistance(held) for part, held in parts.items()}
        found[name] = {part: one for part, one in counted.items() if one.assisted.items}
    return found


def summary(items: Sequence[RunItem]) -> str:
    """Return the table of both columns, by set and part."""
    rows: list[Sequence[object]] = [_HEAD.split(", ")]
    for name, parts in by_part(items).items():
        for part, one in parts.items():
            whole = one.assisted.items
            used = Cell(whole, one.used.items)
            cells = (one.alone, one.assisted, used, one.used)
            rows.append([name, part, whole, *cells, one.misled, one.lost])
    return table(rows)


def sentences(items: Iterable[RunItem]) -> list[SentenceRecord]:
    """Give the sentences that misled, those that did so most often first."""
    uses: dict[tuple[str, str], list[RunItem]] = {}
    for item in items:
        if item.right is not None:
            for one in item.sentences:
                if one.used:
                    uses.setdefault((one.sentence, one.source), []).append(item)
    found = [
        SentenceRecord(
            sentence,
            source,
            used=len(those),
            right=sum(bool(item.right) for item in those),
            misled=tuple(_described(item) for item in those if not item.right),
        )
        for (sentence, source), those in uses.items()
    ]
    misled = [one for one in found if one.misled]
    return sorted(misled, key=lambda one: (-len(one.misled), one.used, one.sentence, one.source))


def write_misled(items: Iterable[RunItem], path: str | Path) -> None:
    """Write the sentences that misled, one JSON object a line, atomically.

    Raises:
        InputError: the file cannot be written.
    """
    write_text(path, "".join(f"{line}\n" for line in _lines(items)))


def as_record(items: Sequence[RunItem]) -> dict[str, Any]:
    """Return the counts as JSON-ready data."""
    return {
        name: {part: {**asdict(one), "misled": one.misled} for part, one in parts.items()}
        for name, parts in by_part(items).items()
    }


def _lines(items: Iterable[RunItem]) -> Iterator[str]:
    for one in sentences(items):
        yield json.dumps(asdict(one), ensure_ascii=False)


def _described(item: RunItem) -> dict[str, Any]:
    keys = ("set", "id", "text", "start", "end", "candidates", "gold", "answer")
    return {**{key: getattr(item, key) for key in keys}, "alone": _alone(item)}


def _alone(item: RunItem) -> int | None:
    """Give the answer without sentences; where there were none, it is the answer."""
    return item.alone if item.sentences else item.answer


def _used(item: RunItem) -> bool:
    return any(one.used for one in item.sentences)


def _of(items: Iterable[RunItem], name: str) -> list[RunItem]:
    return [item for item in items if item.set == name]
