"""What is done with whole stores: merge, prune, count."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from coindex.files.atomic import check_not_read
from coindex.reasoner.evidence.store import FileRow, MinedStore, write_store
from coindex.reasoner.evidence.tables import COUNTED, TABLES, Line, added, place
from kparse.errors import InputError

_MIB = 1 << 20


def merge(paths: Sequence[str], out: str) -> int:
    """Add up stores of different text; give the number of rows.

    Raises:
        InputError: two hold the same text, one would be overwritten, or ``out`` cannot be written.
        KnowledgeError: one cannot be read.
    """
    with ExitStack() as held:
        stores = [held.enter_context(_readable(path, out)) for path in paths]
        files: list[FileRow] = []
        of: dict[str, str] = {}
        streams: list[Iterator[Line]] = []
        for store in stores:
            for name, sha256, _, _ in store.files:
                if sha256 in of:
                    raise InputError(
                        f"{of[sha256]} and {store.path} hold the same text ({name}):"
                        " it would be counted twice",
                        hint="Leave one of them out, or mine their text in one run.",
                    )
            of.update((sha256, store.path) for _, sha256, _, _ in store.files)
            streams.append(_moved(store.lines(), len(files)))
            files += store.files
        rows = _Counted(added(heapq.merge(*streams, key=place)))
        write_store(out, rows, files, _joined([store.meta for store in stores]))
        return rows.number


class _Counted:
    """Rows that are counted as they pass."""

    def __init__(self, rows: Iterable[Line]) -> None:
        self._rows, self.number = rows, 0

    def __iter__(self) -> Iterator[Line]:
        for row in self._rows:
            self.number += 1
            yield row


def _readable(path: str, out: str) -> MinedStore:
    check_not_read(out, [path])
    return MinedStore(path)


def _moved(rows: Iterable[Line], by: int) -> Iterator[Line]:
    for name, keys, counts, refs in rows:
        yield name, keys, counts, tuple((file + by, line) for file, line in refs)


def _joined(metas: Sequence[dict[str, Any]]) -> dict[str, Any]:
    names = ("lines", "sentences", "graphs", "records", "repeated")
    meta: dict[str, Any] = {name: sum(m.get(name, 0) for m in metas) for name in names}
    meta["dropped"] = dict(sum((Counter(m.get("dropped", {})) for m in metas), Counter()))
    meta["lost"] = [one for m in metas for one in m.get("lost", [])]
    meta["min_count"] = max(m.get("min_count", 1) for m in metas)
    if any(COUNTED in m for m in metas):
        meta[COUNTED] = _counted([m.get(COUNTED, {}) for m in metas])
    return meta


def _counted(some: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Add up what is known of counts of words."""
    if any(one.get(key) != some[0].get(key) for one in some for key in ("windows", "unit")):
        raise InputError(
            "the words of these stores were not counted in the same windows",
            hint="Count them again with the same --window and --unit.",
        )
    return {
        **some[0],
        "words": sum(one["words"] for one in some),
        "slots": [sum(each) for each in zip(*(one["slots"] for one in some), strict=True)],
        "at_least": max(one["at_least"] for one in some),
        "limited": any(one["limited"] for one in some),
        "sources": [source for one in some for source in one["sources"]],
    }


def prune(path: str, out: str, *, min_count: int | None = None, max_mb: float | None = None) -> int:
    """Leave out rows that were seen less often, or as many as a size asks for; give the least count that is kept.

    Raises:
        InputError: no count makes the store so small, or ``out`` cannot be written.
        KnowledgeError: the store cannot be read.
    """
    with _readable(path, out) as store:
        if max_mb is None:
            least = min_count or 1
            _write_pruned(store, out, least)
            return least
        counts = sorted({sum(row[2]) for row in store.lines()} | {min_count or 1})
        counts = counts[counts.index(min_count or 1) :]
        # (the higher the count, the smaller the store)
        place = bisect_left(
            counts, True, key=lambda least: _write_pruned(store, out, least, max_mb * _MIB)
        )
        if place < len(counts):
            _write_pruned(store, out, counts[place])
            return counts[place]
    raise InputError(
        f"even the most frequent rows of {path} take more than {max_mb:g} MB",
        hint="Give a larger --max-mb.",
    )


def _write_pruned(store: MinedStore, out: str, least: int, most: float | None = None) -> bool:
    rows = (row for row in store.lines() if sum(row[2]) >= least)
    before = store.meta.get("min_count", 1)
    meta = {**store.meta, "min_count": max(before, least)}
    return write_store(out, rows, store.files, meta, most=most)


def stats(path: str) -> dict[str, Any]:
    """Count what is in a store.

    Raises:
        KnowledgeError: it cannot be read.
    """
    with MinedStore(path) as store:
        files = [
            {"name": name, "lines": lines, "licence": licence, "sha256": sha256}
            for name, sha256, lines, licence in store.files
        ]
        return {"size": Path(path).stat().st_size, "files": files, **store.meta}


def stats_lines(found: dict[str, Any]) -> list[str]:
    """Say what is in a store, a line each."""
    from coindex.mining.text.filters import REASONS

    lines = [f"{found['size'] / _MIB:.1f} MB"]
    for table in TABLES:
        lines.append(f"{table.name:8}{found['rows'].get(table.name, 0):12,}  rows: {table.what}")
    if words := found.get(COUNTED):
        windows = ", ".join(map(str, words["windows"]))
        lines.append(f"of {words['words']:,} words, in windows of {windows}")
    else:
        lines.append(
            f"of {found['records']:,} records of {found['sentences']:,} sentences of {found['lines']:,} lines"
        )
    dropped = found.get("dropped", {})
    lines += [f"dropped {dropped[r]:,}: {what}" for r, what in REASONS.items() if r in dropped]
    if found.get("repeated"):
        lines.append(f"left out {found['repeated']:,}: sentences that several shards have")
    if found.get("min_count", 1) > 1:
        lines.append(f"pruned: rows seen less than {found['min_count']} times are left out")
    lines += [f"lost: {one}" for one in found.get("lost", [])]
    lines.append("sources:")
    for file in found["files"]:
        number = f"{file['lines']:,} lines, " if file["lines"] else ""
        lines.append(f"  {file['name']}: {number}{file['licence'] or 'no licence given'}")
    return lines
