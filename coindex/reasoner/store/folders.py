"""Which files of a knowledge directory are read, and as what: the folders, their suffixes, and their former names.

A file is read by what it is: ``.lp``, ``.tsv`` and ``.script`` by their suffix, in whatever folder they lie; ``.txt``
by its folder, or by its lines. What is not read is named (:func:`not_read`).

>>> role_of(Path("knowledge/rows/food.lp")), role_of(Path("knowledge/axioms/space.lp"))
('rows', 'axioms')
>>> role_of(Path("my/theory/own.lp")), role_of(Path("my/kitchen.script")), role_of(Path("own.lp"))
('axioms', 'scripts', 'any')
>>> role_of(Path("my/sentences/help.txt"))
'sentences'
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from coindex.reasoner.asp.records import Role, Source
from coindex.reasoner.knowledge.profiles import PROFILES
from coindex.reasoner.knowledge.profiles import SUFFIX as PROFILE
from coindex.reasoner.knowledge.scripts import FORMER_SUFFIX, SCRIPTS
from coindex.reasoner.knowledge.scripts import SUFFIX as SCRIPT
from coindex.reasoner.knowledge.sentences import SENTENCES
from coindex.reasoner.knowledge.sentences import SUFFIX as SENTENCE
from coindex.reasoner.store.sentence_files import COMPILED
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
"""The suffixes of files that are read wherever they lie."""
EXAMPLES = "examples"
"""The folder of examples, which ``kb test`` and ``kb watch`` ask."""
_QUESTIONS = frozenset({EXAMPLES, "unseen"})
"""Folders of questions: their text files are there for other commands."""
_FOR_PROGRAMS = frozenset({"statistics", "frequency"})
"""Folders of tables that programs write and read."""
_QUIET = (".md", ".rst", "~")
"""How the names of files end that nobody takes for knowledge."""
_ENGLISH = "english.toml"
"""The English of classes and properties, beside the rows that declare them."""
_EXAMPLE_LINE = re.compile(r"[a-z]\w*(?:\([^:]*\))?:\s*\S.*=[^=|]+\|.*")
_SENTENCE_LINE = re.compile(r"[A-Z][^%#=|:]*\.\s*(?:%.*)?")
_SCENE_LINE = re.compile(r"\s+(?:if|not|class|state|then|maybe) .*")
_NAMED = 5
"""Files that are not read and are named one by one."""
_HINT = (
    f"give a directory with {ROWS}/, {AXIOMS}/, {PROFILES}/, {SCRIPTS}/ or {SENTENCES}/,"
    f" or a {', '.join(_LOOSE[:-1])} or {SCRIPT} file"
)


def is_whole(directory: Path) -> bool:
    """Tell whether a directory is a whole knowledge, which declares classes, not only files that go with what ships."""
    folders = [directory / part for part in (ROWS, "lexicon") if (directory / part).is_dir()]
    files = [file for folder in folders for file in sorted(folder.glob("**/*.lp"))]
    files.sort(key=lambda file: file.name != "classes.lp")  # where they are declared as a rule
    return any(map(_declares_classes, files))


def has_folders(directory: Path) -> bool:
    """Tell whether a directory has folders of knowledge, whole or not."""
    folders = (ROWS, AXIOMS, PROFILES, SENTENCES, "lexicon", "theory")
    return any((directory / folder).is_dir() for folder in folders)


def _declares_classes(path: Path) -> bool:
    with suppress(OSError):
        return b"event_class(" in path.read_bytes()
    return False


def role_of(path: Path) -> Role:
    """Tell what a file may hold: by its suffix, by the folder that it is in, or a text by its lines."""
    if path.suffix == PROFILE:
        return "profiles"
    if path.suffix == SENTENCE:
        folder = path.resolve().parent.name
        if folder == SENTENCES or (folder != SCRIPTS and text_kind(path) == "sentences"):
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


def text_kind(path: Path) -> Literal["examples", "sentences", "scripts", ""]:
    """Tell by its lines what a text file outside the folders for texts has; empty if it is nothing of these."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):  # reported where it is read
        return ""
    said = [line.rstrip() for line in lines if line.strip() and line.lstrip()[0] not in "%#"]
    if any(_EXAMPLE_LINE.fullmatch(line) for line in said):
        return "examples"
    if any(_SCENE_LINE.fullmatch(line) for line in said):
        return "scripts"
    return "sentences" if said and all(map(_SENTENCE_LINE.fullmatch, said)) else ""


def examples_of(directory: Path) -> list[Path]:
    """Give where the examples of a knowledge directory are: in ``examples``, or beside its files."""
    if (directory / EXAMPLES).is_dir():
        return [directory / EXAMPLES]
    if not directory.is_dir():
        return []
    return [path for path in sorted(directory.glob("*.txt")) if text_kind(path) == "examples"]


def sources(paths: Iterable[Path | str]) -> tuple[Source, ...]:
    """List the files under the paths: knowledge directories, other directories, single files.

    A directory is read whole: first ``rows``, ``learned``, ``profiles``, ``scripts``, ``sentences`` and ``axioms``,
    then what lies beside them. A warning names what has a former name, what has nothing in it, and what is not read.

    Raises:
        KnowledgeError: if a path does not exist or a directory holds no file that is read.
    """
    found: dict[Path, Source] = {}
    names: set[str] = set()
    for given in map(Path, paths):
        files = _files(given)
        if all(map(_is_blank, files)):
            tell(f"{given} has nothing but comments: there is no row or rule to read in it")
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
            if text_kind(given) == "examples":
                raise KnowledgeError(
                    f"{given} has examples, no knowledge",
                    hint="Ask them with `kb test FILE --knowledge ...`.",
                )
            _tell_suffix(given)
        return [given]
    files, left = _sorted_out(given)
    if not files:
        known = (
            f"has no {', '.join(_LOOSE[:-1])} or {SCRIPT} file"
            if given.is_dir()
            else "does not exist"
        )
        raise KnowledgeError(f"knowledge {known}: {given}", hint=_HINT)
    for part in FORMER:
        if any(file.is_relative_to(given / part) for file in files):
            tell(f"{given / part} is read; the name of such a folder is now {FORMER[part]}/")
    for folder in (given / SCRIPTS, given):
        if any(f.parent == folder and _is_former_script(f) for f in files):
            _tell_suffix(folder)
    for path, why in left[:_NAMED]:
        tell(f"{path} is not read: {why}")
    if len(left) > _NAMED:
        tell(f"{given}: {len(left) - _NAMED} more files are not read (`kb lint` names them)")
    return files


def _is_former_script(path: Path) -> bool:
    return path.suffix == FORMER_SUFFIX and role_of(path) == "scripts"


def not_read(given: Path) -> list[tuple[Path, str]]:
    """Give the files of a directory that are not read, each with the reason, sorted.

    Files for other programs (examples, tables), descriptions and hidden files are left out.
    """
    return _sorted_out(given)[1] if given.is_dir() else []


def _sorted_out(given: Path) -> tuple[list[Path], list[tuple[Path, str]]]:
    """Give the files of a directory that are read, in the order in which they are, and those that are not."""
    files: list[Path] = []
    left: list[tuple[Path, str]] = []
    whole = is_whole(given)
    for path in sorted(given.glob("**/*")):
        inside = path.relative_to(given)
        if not path.is_file() or any(p[0] == "." or p == "__pycache__" for p in inside.parts):
            continue
        folders = set(inside.parts[:-1])
        if not folders.isdisjoint(_QUESTIONS | _FOR_PROGRAMS) or path.name.endswith(_QUIET):
            reason: str | None = (
                "" if path.suffix != ".lp" else f"no knowledge is read from {inside.parts[0]}/"
            )
        elif LEARNED in folders and path.suffix != ".lp":
            reason = ""
        elif (reason := _reason(given, path, whole)) is None:
            files.append(path)
            continue
        if reason:
            left.append((path, reason))
    return sorted(files, key=lambda file: (_place(file.relative_to(given)), file)), left


def _reason(given: Path, path: Path, whole: bool) -> str | None:
    """Say why a file is not read; ``None`` if it is; empty if nobody expects it."""
    if path.suffix in _LOOSE:
        return None
    folder = path.resolve().parent.name
    if path.suffix == SENTENCE:
        kind = folder if folder in (SENTENCES, SCRIPTS) else text_kind(path)
        if kind == "examples":
            return ""
        return (
            None
            if kind
            else "its lines are neither sentences (each begins with a capital and ends with a full stop)"
            " nor examples (rule: text with [pronoun]. = right | other)"
        )
    if path.name == COMPILED or (whole and path.name == _ENGLISH):
        return ""
    suffixes = ", ".join(_LOOSE[:-1])
    return f"knowledge is in files that end in {suffixes}, {SCRIPT}, or {SENTENCE} (sentences)"


def _place(inside: Path) -> int:
    """Give the place of a file in the order of the folders; what is in none of them comes last."""
    for number, (part, suffix) in enumerate(_PARTS):
        if len(inside.parts) > 1 and inside.parts[0] == part and inside.suffix == suffix:
            return number
    return len(_PARTS)


def _tell_suffix(path: Path) -> None:
    tell(f"{path} is read; the suffix of scripts is now {SCRIPT}, not {FORMER_SUFFIX}")


@cache
def tell(message: str) -> None:
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
