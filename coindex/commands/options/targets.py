"""Checks of the files that a command writes, before its long work begins."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from coindex.files.atomic import check_not_read, ensure_writable
from kparse.errors import InputError


def check_targets(
    options: argparse.Namespace,
    names: Sequence[str],
    read: Iterable[str | Path | None],
    *,
    folders: Sequence[str] = (),
) -> None:
    """Check that outputs can be written, and overwrite neither what is read nor each other.

    Args:
        options: of the command.
        names: the options that name outputs.
        read: what is read.
        folders: those options that name a folder.

    Raises:
        InputError: something is wrong with an output.
    """
    sources = [each for each in read if each]
    given: dict[str, str] = {}
    for name in names:
        target = getattr(options, name)
        if not target:
            continue
        place = os.path.realpath(target)
        check_not_read(target, sources, name)
        if place in given:
            raise InputError(
                f"--{given[place]} and --{name} name the same file", hint="Name two files."
            )
        given[place] = name
        if name not in folders:
            ensure_writable(target)
        elif Path(target).is_file() or not Path(target).absolute().parent.is_dir():
            raise InputError(f"cannot write to {target}: not a directory in one that exists")
