"""Directories for what is kept between runs, such as compiled knowledge and parse tables."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path


def cache_directory() -> Path:
    """Return the directory for caches: ``COINDEX_CACHE``, or the platform's usual place."""
    if given := os.environ.get("COINDEX_CACHE"):
        return Path(given)
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else home / "AppData" / "Local") / "coindex" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "coindex"
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(xdg) if os.path.isabs(xdg) else home / ".cache") / "coindex"


def temporary_directory() -> Path:
    """Return the user's own directory among the temporary files, or a new one if somebody else has that name."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    path = Path(tempfile.gettempdir()) / f"coindex-{user}"
    with contextlib.suppress(OSError):
        path.mkdir(mode=0o700, exist_ok=True)
        status = path.lstat()
        mine = not hasattr(os, "getuid") or (status.st_uid == user and not status.st_mode & 0o022)
        if mine and path.is_dir() and not path.is_symlink() and os.access(path, os.W_OK):
            return path
    return Path(tempfile.mkdtemp(prefix="coindex-"))


def writable(path: Path) -> bool:
    """Create a directory if it is missing, and tell whether files can be created in it."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False


def private(path: Path) -> bool:
    """Tell whether a directory or file can be trusted: it is the user's, and nobody else can write to it."""
    if not hasattr(os, "getuid"):
        return path.exists()
    try:
        status = path.lstat()
    except OSError:
        return False
    regular = stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)
    return regular and status.st_uid == os.getuid() and not status.st_mode & 0o022
