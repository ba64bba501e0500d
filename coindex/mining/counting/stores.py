"""What is done with whole stores: merge, prune, count."""

from __future__ import annotations

import heapq
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from coindex.mining.extracting.shards import Report
from coindex.reasoner.evidence.store import FileRow, MinedStore, write_store
from coindex.reasoner.evidence.tables import TABLES, Line, added, place
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
    if os.path.realpath(path) == os.path.realpath(out):
        raise InputError(
            f"{out}: this would overwrite what is read", hint="Give --out another name."
        )
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
    return meta


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
        seen, most = _sizes(store), max_mb * _MIB
        for least in _tried(seen, Path(path).stat().st_size, most, min_count or 1):
            if _write_pruned(store, out, least, most):
                return least
    raise InputError(
        f"even the most frequent rows of {path} take more than {max_mb:g} MB",
        hint="Give a larger --max-mb.",
    )


def _write_pruned(store: MinedStore, out: str, least: int, most: float | None = None) -> bool:
    rows = (row for row in store.lines() if sum(row[2]) >= least)
    before = store.meta.get("min_count", 1)
    meta = {**store.meta, "min_count": max(before, least)}
    return write_store(out, rows, store.files, meta, most=most)


def _sizes(store: MinedStore) -> Counter[int]:
    """How much room, roughly, the rows of each count take."""
    sizes: Counter[int] = Counter()
    for _, keys, counts, refs in store.lines():
        sizes[sum(counts)] += 8 + sum(len(key) + 1 for key in keys) + 7 * len(refs)
    return sizes


def _tried(sizes: Counter[int], size: int, most: float, least: int) -> Iterator[int]:
    """Give least counts to be tried, from one that is rather too low."""
    scale = size / max(1, sum(sizes.values()))
    kept = float(size)
    for count in sorted(sizes):
        if kept <= most * 1.05 and count >= least:
            yield count
        kept -= sizes[count] * scale


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
    report = Report(found["lines"], found["sentences"], found["graphs"], found["records"])
    lines.append(
        f"of {report.records:,} records of {report.sentences:,} sentences of {report.lines:,} lines"
    )
    lines += [
        f"dropped {found['dropped'][r]:,}: {w}" for r, w in REASONS.items() if r in found["dropped"]
    ]
    if found.get("repeated"):
        lines.append(f"left out {found['repeated']:,}: sentences that several shards have")
    if found.get("min_count", 1) > 1:
        lines.append(f"pruned: rows seen less than {found['min_count']} times are left out")
    lines += [f"lost: {one}" for one in found["lost"]]
    lines.append("sources:")
    for file in found["files"]:
        lines.append(
            f"  {file['name']}: {file['lines']:,} lines, {file['licence'] or 'no licence given'}"
        )
    return lines
