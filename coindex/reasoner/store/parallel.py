"""Another process that reads knowledge files, from the last one on, while this one reads them from the first.

Both keep what they have read in the cache, and each leaves alone what is there, so that they meet in the middle.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from coindex.files.cache import Place
from coindex.reasoner.asp.records import Source
from coindex.reasoner.store.reading_files import is_kept, read

WORTH_TELLING = 20
"""Files that take so long to read that whoever waits is told."""
_WORTH_HELP = 1_000_000
"""Bytes to read for which it pays to start a process."""
_START = "from coindex.reasoner.store.parallel import main; main()"


def unread(files: Sequence[Source], data: Mapping[Path, bytes], cache: Place) -> list[Source]:
    """Give the files that nobody has read yet as they are now."""
    found = [source for source in files if source.path in data]
    return [source for source in found if not is_kept(source, data[source.path], cache)]


@contextmanager
def with_helper_process(
    files: Sequence[Source], data: Mapping[Path, bytes], cache: Place
) -> Iterator[None]:
    """Have another process read files from the last one on, if there is much to read and a core for it."""
    size = sum(len(data[source.path]) for source in files)
    program = sys.executable or ""
    if size < _WORTH_HELP or (os.cpu_count() or 1) < 2 or "python" not in Path(program).name:
        yield
        return
    task = {
        "cache": [str(cache.directory), cache.made_by],
        "files": [[str(source.path), source.name, source.role] for source in reversed(files)],
    }
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        helper = subprocess.Popen(
            [program, "-c", _START],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            if helper.stdin is not None:
                helper.stdin.write(json.dumps(task).encode())
                helper.stdin.close()
        yield
    finally:
        helper.kill()
        helper.wait()


def main() -> None:
    """Read the files that standard input names, up to one that is read already."""
    task = json.load(sys.stdin)
    directory, made_by = task["cache"]
    cache = Place(Path(directory), made_by)
    for path, name, role in task["files"]:
        source = Source(Path(path), name, role)
        with suppress(OSError):
            data = source.path.read_bytes()
            if is_kept(source, data, cache):
                return
            read([source], {source.path: data}, cache)
