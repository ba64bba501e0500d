"""Which files of a knowledge directory are read, and as what: the folders, their suffixes, and their former names.

>>> role_of(Path("knowledge/rows/food.lp")), role_of(Path("knowledge/axioms/space.lp"))
('rows', 'axioms')
>>> role_of(Path("my/theory/own.lp")), role_of(Path("my/kitchen.script")), role_of(Path("own.lp"))
('axioms', 'scripts', 'any')
>>> role_of(Path("my/sentences/help.txt"))
'sentences'
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from coindex.reasoner.asp.records import Role, Source
from coindex.reasoner.knowledge.profiles import PROFILES
from coindex.reasoner.knowledge.profiles import SUFFIX as PROFILE
from coindex.reasoner.knowledge.scripts import FORMER_SUFFIX, SCRIPTS
from coindex.reasoner.knowledge.scripts import SUFFIX as SCRIPT
from coindex.reasoner.knowledge.sentences import SENTENCES
from coindex.reasoner.knowledge.sentences import SUFFIX as SENTENCE
from kparse.caches import cache
from kparse.errors import KnowledgeError

logger = logging.getLogger(__name__)

ROWS, LEARNED, AXIOMS = "rows", "learned", "axioms"
"""The folders of facts, of what programs write, and of rules."""
FORMER = {
    "lexicon": ROWS,
    "derived": f"{LEARNED}/derived",
    "theory": AXIOMS,
    "frames": AXIOMS,
}
"""Former names of folders, which are still read, with their names of today."""
_PARTS: tuple[tuple[str, str], ...] = (
    (ROWS, ".lp"),
    ("lexicon", ".lp"),
    (LEARNED, ".lp"),
    ("derived", ".lp"),
    (PROFILES, PROFILE),
    (SCRIPTS, SCRIPT),
    (SCRIPTS, FORMER_SUFFIX),
    (SENTENCES, SENTENCE),
    (AXIOMS, ".lp"),
    ("theory", ".lp"),
    ("frames", ".lp"),
)
"""The folders in the order in which they are read, each with the suffix of its files."""
_LOOSE = (".lp", PROFILE, SCRIPT)
"""The suffixes of files in a directory without such folders."""
_NOT_READ = frozenset({"examples", "statistics", "frequency", "unseen"})
"""Folders of a knowledge directory that are there for other programs."""
_HINT = (
    f"give a directory with {ROWS}/, {AXIOMS}/, {PROFILES}/, {SCRIPTS}/ or {SENTENCES}/,"
    f" or a {', '.join(_LOOSE[:-1])} or {SCRIPT} file"
)


def is_whole(directory: Path) -> bool:
    """Tell whether a directory is a whole knowledge, not only files that go with the shipped one."""
    return any((directory / part).is_dir() for part in (ROWS, AXIOMS, "lexicon", "theory"))


def role_of(path: Path) -> Role:
    """Tell what a file may hold: by its suffix, or by the folder that it is in."""
    if path.suffix == PROFILE:
        return "profiles"
    if path.suffix == SENTENCE and path.resolve().parent.name == SENTENCES:
        return "sentences"
    if path.suffix in (SCRIPT, FORMER_SUFFIX):
        return "scripts"
    for parent in path.resolve().parents:
        folder = FORMER.get(parent.name, parent.name)
        if folder == ROWS or folder.startswith(LEARNED):
            return "rows"
        if folder == AXIOMS:
            return "axioms"
    return "any"


def sources(paths: Iterable[Path | str]) -> tuple[Source, ...]:
    """List the files under the paths: knowledge directories, other directories, single files.

    Of a knowledge directory ``rows``, ``learned``, ``profiles``, ``scripts``, ``sentences`` and ``axioms`` are read.
    A warning names what has a former name, and what has nothing in it.

    Raises:
        KnowledgeError: if a path does not exist or a directory holds no file that is read.
    """
    found: dict[Path, Source] = {}
    names: set[str] = set()
    for given in map(Path, paths):
        files = _files(given)
        if all(map(_is_blank, files)):
            _tell(f"{given} has nothing but comments: there is no row or rule to read in it")
        for path in files:
            absolute = path.resolve()
            if absolute not in found:
                name = _name(given, path, names)
                names.add(name)
                found[absolute] = Source(absolute, name, role_of(path))
    return tuple(found.values())


def _files(given: Path) -> list[Path]:
    if given.is_file():
        if given.suffix == FORMER_SUFFIX and role_of(given) != "sentences":
            _tell_suffix(given)
        return [given]
    folders = [part for part in dict(_PARTS) if (given / part).is_dir()]
    if folders:
        files = _of_folders(given)
        _tell_unread(given)
    else:
        files = sorted(path for path in given.glob("**/*") if path.suffix in _LOOSE)
        if given.name == SENTENCES:
            files += sorted(given.glob(f"*{SENTENCE}"))
        if given.name == SCRIPTS:
            files += sorted(given.glob(f"**/*{FORMER_SUFFIX}"))
            if files and files[-1].suffix == FORMER_SUFFIX:
                _tell_suffix(given)
    if not files:
        known = (
            f"has no {', '.join(_LOOSE[:-1])} or {SCRIPT} file"
            if given.is_dir()
            else "does not exist"
        )
        raise KnowledgeError(f"knowledge {known}: {given}", hint=_HINT)
    return files


def _of_folders(given: Path) -> list[Path]:
    """List the files in the folders of a knowledge directory."""
    files: list[Path] = []
    for part, suffix in _PARTS:
        here = sorted((given / part).glob(f"**/*{suffix}"))
        if here and part in FORMER:
            _tell(f"{given / part} is read; the name of such a folder is now {FORMER[part]}/")
        elif here and part == SCRIPTS and suffix == FORMER_SUFFIX:
            _tell_suffix(given / part)
        files += here
    return files


def _tell_suffix(path: Path) -> None:
    _tell(f"{path} is read; the suffix of scripts is now {SCRIPT}, not {FORMER_SUFFIX}")


def _tell_unread(given: Path) -> None:
    """Name the files and folders beside those of a knowledge directory that look like knowledge and are not read."""
    known = {*dict(_PARTS), *_NOT_READ}
    for path in sorted(given.iterdir()):
        if path.name in known:
            continue
        found = path.glob("**/*") if path.is_dir() else [path]
        if any(one.suffix in _LOOSE for one in found):
            _tell(f"{path} is not read: beside folders such as {ROWS}/ only these are; {_HINT}")


@cache
def _tell(message: str) -> None:
    """Warn, once."""
    logger.warning("%s", message)


def _is_blank(path: Path) -> bool:
    """Tell whether a file has nothing but comments."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):  # reported when the file is read
        return False
    mark = "#" if role_of(path) in ("profiles", "scripts") else "%"
    return all(line.lstrip()[:1] in ("", mark) for line in text.splitlines())


def _name(given: Path, path: Path, taken: set[str]) -> str:
    if given.is_file() or not (given.is_absolute() or given == Path()):
        name = path.as_posix()
    else:
        name = f"{given.resolve().name}/{path.relative_to(given).as_posix()}"
    return name if name not in taken else path.as_posix()
