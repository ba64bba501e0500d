"""Which findings of the linter are new since the last commit, so that an edit is not drowned in old ones."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from coindex.reasoner.linting.lint import lint
from coindex.reasoner.store.folders import sources
from kparse.errors import Diagnostic, InputError


def committed(paths: Iterable[Path]) -> dict[Path, bytes] | None:
    """Give the files that differ from the last commit, as they are there; empty for what is new.

    Returns:
        ``None`` if one of the files is in no working tree of git, or git is not there.
    """
    found: dict[Path, bytes] = {}
    by_folder: dict[Path, list[Path]] = {}
    for path in paths:
        by_folder.setdefault(path.parent, []).append(path)
    for folder, files in sorted(by_folder.items()):
        names = [path.name for path in files]
        listed = _git(folder, "status", "--porcelain", "-z", "--no-renames", "--", *names)
        if listed is None:
            return None
        changed = {Path(one[3:].decode()).name for one in listed.split(b"\0") if len(one) > 3}
        for path in files:
            if path.name in changed:
                found[path] = _git(folder, "show", f"HEAD:./{path.name}") or b""
    return found


def _git(folder: Path, *arguments: str) -> bytes | None:
    """Give what git writes; ``None`` if it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def new_findings(
    paths: Sequence[Path], found: Sequence[Diagnostic], *, wanted: bool
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Part findings into those that the last commit does not have, and those that it has, too.

    A finding is the same if code, file and message are: its line may have moved. Where there is no commit to compare,
    all are old.

    Args:
        paths: what was checked.
        found: the findings of now.
        wanted: whether the comparison was asked for.

    Raises:
        InputError: it was, and there is no commit to compare with.
    """
    before = committed(source.path for source in sources(paths))
    if before is None:
        if wanted:
            raise InputError(
                "there is no commit to compare with",
                hint="--new works where the files are in a git repository.",
            )
        return [], list(found)
    if not before:
        return [], list(found)
    names = {source.name: source.path for source in sources(paths)}
    old = set(_keys(lint(sorted(before), instead=before), {}))
    new = [one for one, key in zip(found, _keys(found, names), strict=True) if key not in old]
    changed = set(before)
    new = [one for one in new if _path(one, names) in changed]
    return new, [one for one in found if one not in new]


def _path(found: Diagnostic, names: Mapping[str, Path]) -> Path:
    file = found.location.file or ""
    return names.get(file, Path(file).resolve())


def _keys(found: Iterable[Diagnostic], names: Mapping[str, Path]) -> Iterator[tuple[str, str, str]]:
    for one in found:
        yield one.code, one.message, _path(one, names).name
