"""The directory of a run: which shards are planned, which are done, and what they depend on.

``manifest.jsonl`` has one line of options, one line per file and one line per shard: file, first line, byte range,
sha256. It is written once, before the work begins. A shard is done when its tables exist and state that they were made
from this input with these options. So nothing must be written when a shard ends, and a run may be killed at any moment.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from coindex.files.corpora import DAMAGED, opened
from coindex.files.progress import Progress
from coindex.files.textfile import write_bytes, write_text
from coindex.mining.extracting.mapper import Piece
from coindex.mining.extracting.shards import Report, about, folders, sound
from coindex.mining.text.corpus import Reader, Source, cut
from kparse.errors import InputError

FORMAT = "coindex-mining 1"
MANIFEST = "manifest.jsonl"
_AGAIN = "Give --out another directory, or delete {} to start again."


@dataclass(frozen=True, slots=True)
class Options:
    """What the shards depend on, in addition to the text."""

    lines: int
    """Lines per shard."""
    model: str
    """Identifies the parser; empty if nothing is parsed."""
    extractor: str
    thorough: bool
    """Whether the graph of every sentence is built."""
    program: str
    """Identifies the version of the program that parses and extracts."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the corpus, in its state when the run began."""

    path: str
    name: str
    kind: str
    size: int
    time: int
    sha256: str
    """Hash of the uncompressed text."""
    lines: int
    damaged: str = ""
    """The error that ended reading, if any."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A piece of a file."""

    number: int
    file: int
    line: int
    lines: int
    start: int
    size: int
    sha256: str
    tail: bool = False

    @property
    def name(self) -> str:
        """The file name of its tables."""
        return f"{self.number:06d}.parquet"


@dataclass(frozen=True, slots=True)
class Manifest:
    """A run's directory and its contents."""

    folder: Path
    options: Options
    files: tuple[File, ...]
    shards: tuple[Shard, ...]

    def digest(self, shard: Shard) -> str:
        """Return a hash of everything that a shard depends on."""
        what = [FORMAT, asdict(self.options), self.files[shard.file].name, asdict(shard)]
        return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]

    def paths(self, shard: Shard) -> tuple[Path, ...]:
        """Return the paths of a shard's tables."""
        return tuple(self.folder / folder / shard.name for folder in folders())

    def report(self, shard: Shard) -> Report | None:
        """Return the report on a shard; ``None`` if it is not done."""
        found = [about(path) for path in self.paths(shard)]
        if any(one is None or one.get("shard") != self.digest(shard) for one in found):
            return None
        record = (found[0] or {})["report"]
        return Report(**{**record, "failed": tuple(record["failed"])})

    def sound(self, shard: Shard) -> bool:
        """Check that all of a shard's tables can be read: a disk may damage them."""
        return all(sound(number, path) for number, path in enumerate(self.paths(shard)))

    def keep(self, shard: Shard, tables: Sequence[bytes]) -> None:
        """Write a shard's tables.

        Raises:
            InputError: they cannot be written.
        """
        for path, table in zip(self.paths(shard), tables, strict=True):
            path.parent.mkdir(exist_ok=True)
            write_bytes(path, table, "Make room there; the same command goes on from here.")

    def where(self, shard: Shard) -> str:
        """Describe which lines a shard covers."""
        last = shard.line + max(0, shard.lines - 1)
        return f"{self.files[shard.file].name}, lines {shard.line}-{last}"

    def pieces(self, shards: Iterable[Shard], unread: dict[int, str]) -> Iterator[Piece]:
        """Read the text of shards, given in order; the numbers of unreadable ones go into ``unread``, with the reason.

        Raises:
            InputError: the text has changed since the run began.
        """
        for number, some in groupby(shards, key=lambda shard: shard.file):
            file = self.files[number]
            with ExitStack() as held:
                reader: Reader | None = None
                why = ""
                for shard in some:
                    try:
                        if not why:
                            reader = reader or held.enter_context(Reader(file.path))
                            data = reader.read(shard.start, shard.size)
                    except InputError as error:
                        why = error.message
                    if why:
                        unread[shard.number] = why
                        continue
                    if hashlib.sha256(data).hexdigest() != shard.sha256:
                        raise _changed(file.name, self.folder)
                    yield Piece(
                        shard.number,
                        "conllu" if file.kind == "conllu" else "text",
                        file.name,
                        shard.line,
                        shard.tail,
                        data,
                        self.digest(shard),
                    )


def _changed(what: str, folder: Path) -> InputError:
    return InputError(f"{what} has changed since {folder} was begun", hint=_AGAIN.format(folder))


def open_run(folder: Path, sources: Sequence[Source], options: Options, *, show: bool) -> Manifest:
    """Start or resume a run.

    Raises:
        InputError: the directory belongs to a run over other text or with other options, or holds something else; a
            file cannot be read.
    """
    path = folder / MANIFEST
    if not path.exists():
        if any(
            not p.name.startswith(".") and p.name not in ("lock", "stdin.txt")
            for p in folder.iterdir()
        ):
            raise InputError(
                f"{folder}: there are other things in this directory",
                hint="Give --out a new directory, or one of an earlier run.",
            )
        manifest = _planned(folder, sources, options, show)
        _write(manifest)
        return manifest
    manifest = read_manifest(folder)
    if manifest.options != options and not any(folder.glob("*/*.parquet")):
        path.unlink()  # no shard was made
        return open_run(folder, sources, options, show=show)
    if manifest.options != options:
        raise InputError(_differs(manifest.options, options, folder), hint=_AGAIN.format(folder))
    if [f.name for f in manifest.files] != [s.name for s in sources]:
        raise InputError(
            f"{folder} was begun with other files: {_names(f.name for f in manifest.files)}",
            hint=_AGAIN.format(folder),
        )
    stamps = [_stamp(source.path) for source in sources]
    if [(f.path, f.size, f.time) for f in manifest.files] == [
        (s.path, *stamp) for s, stamp in zip(sources, stamps, strict=True)
    ]:
        return manifest
    # The text may still be the same: copied, touched, or compressed differently.
    planned = _planned(folder, sources, options, show)
    if planned.shards != manifest.shards:
        for old, new in zip(manifest.files, planned.files, strict=True):
            if (old.sha256, old.damaged) != (new.sha256, new.damaged):
                raise _changed(new.name, folder)
    _write(planned)
    return planned


def _differs(old: Options, new: Options, folder: Path) -> str:
    words = {
        "lines": "--shard-lines {}",
        "model": "another parser",
        "extractor": "--extractor {}",
        "program": "another version of the program",
    }
    before = asdict(old)
    now = asdict(new)
    options = [words[k].format(before[k]) for k in words if before[k] != now[k]]
    if old.thorough != new.thorough:
        options.append("--thorough" if old.thorough else "no --thorough")
    return f"{folder} was begun with {', '.join(options)}"


def _names(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - 5} more" if len(listed) > 5 else ""
    return ", ".join(listed[:5]) + more


def _stamp(path: str) -> tuple[int, int]:
    try:
        status = os.stat(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    return status.st_size, status.st_mtime_ns


def _planned(folder: Path, sources: Sequence[Source], options: Options, show: bool) -> Manifest:
    """Read all text once, and plan the shards."""
    files: list[File] = []
    shards: list[Shard] = []
    stamps = [_stamp(source.path) for source in sources]
    with Progress(sum(size for size, _ in stamps) >> 20 or None, show=show) as progress:
        before = 0
        for number, (source, (size, time)) in enumerate(zip(sources, stamps, strict=True)):
            whole = hashlib.sha256()
            lines, damaged = 0, ""
            try:
                with opened(source.path) as (raw, stream):
                    for piece in progress.over(cut(stream, source.kind, options.lines)):
                        digest = hashlib.sha256(piece.data)
                        whole.update(piece.data)
                        shards.append(
                            Shard(
                                len(shards),
                                number,
                                piece.line,
                                piece.lines,
                                piece.start,
                                len(piece.data),
                                digest.hexdigest(),
                                piece.tail,
                            )
                        )
                        lines = piece.line + piece.lines - 1
                        read = raw.tell() if raw.seekable() else 0
                        progress.done = max(0, (before + read >> 20) - 1)
            except DAMAGED as error:
                damaged = f"damaged or cut off: {error}"
            except OSError as error:
                damaged = f"cannot be read: {error.strerror or error}"
                if not lines:
                    raise InputError(f"{source.path}: {damaged}") from error
            before += size
            files.append(
                File(
                    source.path,
                    source.name,
                    source.kind,
                    size,
                    time,
                    whole.hexdigest(),
                    lines,
                    damaged,
                )
            )
    if not shards:
        raise InputError(f"there is no text in {_names(s.name for s in sources)}")
    return Manifest(folder, options, tuple(files), tuple(shards))


def _write(manifest: Manifest) -> None:
    head = {"format": FORMAT, **asdict(manifest.options)}
    lines: list[dict[str, Any]] = [head]
    lines += [{"type": "file", **asdict(file)} for file in manifest.files]
    lines += [{"type": "shard", **asdict(shard)} for shard in manifest.shards]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    write_text(manifest.folder / MANIFEST, text)


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run.

    Raises:
        InputError: the manifest is missing, damaged or of another version.
    """
    path = folder / MANIFEST
    try:
        head, *rest = (json.loads(line) for line in path.read_bytes().splitlines())
        if head.pop("format") != FORMAT:
            raise InputError(f"{path}: of another version", hint=_AGAIN.format(folder))
        kinds = [line.pop("type") for line in rest]
        files = [File(**line) for kind, line in zip(kinds, rest, strict=True) if kind == "file"]
        shards = [Shard(**line) for kind, line in zip(kinds, rest, strict=True) if kind == "shard"]
        return Manifest(folder, Options(**head), tuple(files), tuple(shards))
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}", hint="Give the --out directory of a run."
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: damaged", hint=_AGAIN.format(folder)) from error
