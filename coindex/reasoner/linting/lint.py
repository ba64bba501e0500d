"""Checks of knowledge files.

====  ==========================================================
E101  syntax error
E102  the file cannot be read
E103  statement that knowledge files cannot have
E104  statement that gives no rows
W105  file that is not read
E201  unknown predicate
E202  wrong number of arguments
E203  undeclared class
E204  undeclared property
E205  undeclared kind
E206  undeclared dimension
E207  unknown role
E208  value that the argument cannot have
E209  undeclared scale
E210  knowledge that writes a fact of the graph or of the question
E211  variable for a node and for a word, kind or scale
E301  variable that the body does not bind
W302  variable used only once
E303  denied alternatives
E401  rule without @id
E402  @id and head differ
E403  id given to two rules
W404  rule without @text
E405  @text names a variable that the rule does not have
E406  weight out of range
W407  unknown annotation
W408  annotation given twice
W409  predicate with English in some of its rules only, or with neither English nor the mark `hidden`
W501  row written twice
W502  verb of no class
W503  rule that no word can reach
E504  inheritance cycle
W505  rows out of order
W506  row that switches nothing off
E506  one trigger with opposite conclusions
E507  a result as the reason of the deed that brings it about
E508  a property of persons said of things, or one of things said of persons
E509  one conclusion for both participants with one weight
E601  a profile without its three columns
E602  malformed head of a profile
E603  unknown role of a profile
E604  profile written twice
E605  one word twice in a profile, or under both participants
E606  malformed word of a profile
W607  too short a profile
W608  profiles out of order
W609  word in no frequency list
E610  unknown lemma
W611  profile without that of the other participant
W612  profile written in another file
E613  head that no text has in this form
E614  opposite words in one profile
E701  malformed name of a scene
E702  malformed line of a scene
E703  scene written twice
E704  one word twice in a line of a scene
E705  unknown scene
E706  scene written in another file
W707  scene that no word tells of
W708  scene that nothing links
W709  script out of order
W710  link that another line makes idle
E801  malformed sentence
E802  weight of a sentence out of range
E803  unknown annotation of a sentence
E804  sentence written twice
E805  sentence that cannot be a rule
W806  proper name in a sentence
W807  pronoun that could be two parties
W808  party in one half only
W809  sentence that no question finds
W810  restatement of the obvious
W811  sentence written in another file
W812  compiled readings that are not those of today's parser or sentences
====  ==========================================================

Letter E marks an error, W a warning. Codes 1xx are about reading, 2xx about the vocabulary, 3xx
about variables, 4xx about annotations, 5xx about the knowledge as a whole, 6xx about profiles, 7xx about
scripts, 8xx about sentences. 101 to 105, 301, 401 to 403, 406, 408, 601 to 606, 701 to 704 and 801 to 804 are
found while reading
(:mod:`coindex.reasoner.store.reading_files`), the others by one function each, whose docstring is the message.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Literal

from coindex.files.shipped import ENCODINGS, KNOWLEDGE
from coindex.reasoner.linting.checks import CHECKS, Check
from coindex.reasoner.linting.subject import Subject, encoding_signatures
from coindex.reasoner.store.folders import has_folders, is_whole, not_read
from coindex.reasoner.store.reading_files import Source, read, sources
from coindex.reasoner.store.store_file import cache_place
from kparse.cachedir import cache_directory
from kparse.errors import Diagnostic, Location
from kparse.loading import collector_paused

__all__ = ["CHECKS", "json_report", "lint", "report", "status", "text_report"]


def lint(
    paths: Iterable[Path | str] = (),
    *,
    context: Iterable[Path | str] | None = None,
    select: Iterable[str] = (),
    encodings: Path = ENCODINGS,
    over: Callable[[Sequence[Source]], Iterable[Source]] = iter,
    instead: Mapping[Path, bytes] | None = None,
) -> list[Diagnostic]:
    """Check knowledge files and directories; the shipped knowledge if none is given.

    Args:
        paths: what to check.
        context: further files whose declarations count. By default the knowledge directory of a
            checked file, or the shipped one.
        select: codes or prefixes of codes (``E``, ``W5``); all by default.
        encodings: directory of the programs whose predicates rules may use.
        over: shows how many of the files have been read.
        instead: what checked files are taken to hold, by their absolute paths, instead of what they do.

    Raises:
        KnowledgeError: if a path does not exist.
    """
    with collector_paused():
        return _found(paths, context, tuple(select) or ("",), encodings, over, instead or {})


def _found(
    paths: Iterable[Path | str],
    context: Iterable[Path | str] | None,
    wanted: tuple[str, ...],
    encodings: Path,
    over: Callable[[Sequence[Source]], Iterable[Source]],
    instead: Mapping[Path, bytes],
) -> list[Diagnostic]:
    given = [Path(path) for path in paths] or [KNOWLEDGE]
    own = sources(given)
    around = sources(_surroundings(given) if context is None else context) if given else ()
    names = {source.path for source in own}
    others = [source for source in around if source.path not in names]
    data: dict[Path, bytes] = {}
    for source in others:
        with contextlib.suppress(OSError):  # reported when the file is read
            data[source.path] = source.path.read_bytes()
    data.update(instead)
    cache = cache_place(cache_directory())
    contents = read(chain(others, over(own)), data, cache)
    defined = encoding_signatures(encodings, cache)
    subject = Subject(contents[len(others) :], contents[: len(others)], defined)
    found = [p for content in subject.checked for p in content.problems]
    found += [
        Diagnostic(code, _message(check, what), Location(file, line, column), hint)
        for code, check in CHECKS.items()
        for file, line, column, what, hint in check(subject)
    ]
    found += [
        Diagnostic("W105", "this file is not read", Location(str(path)), why)
        for directory in given
        for path, why in not_read(directory)
    ]
    order = {content.source.name: number for number, content in enumerate(subject.checked)}
    return sorted((d for d in dict.fromkeys(found) if d.code.startswith(wanted)), key=_rank(order))


def _message(check: Check, what: str) -> str:
    rule = (check.__doc__ or "").strip().rstrip(".")
    return f"{rule[:1].lower()}{rule[1:]}: {what}"


def _rank(order: Mapping[str, int]) -> Callable[[Diagnostic], tuple[int, int, int, str, str]]:
    def rank(found: Diagnostic) -> tuple[int, int, int, str, str]:
        place = found.location
        number = order.get(place.file or "", len(order))
        return number, place.line or 0, place.column or 0, found.code, found.message

    return rank


def _surroundings(paths: Sequence[Path]) -> list[Path]:
    """Return the knowledge directories that contain the paths, and the shipped one where those do not stand alone."""
    found: dict[Path, None] = {}
    for path in paths:
        absolute = path.resolve()
        home = next((p for p in (absolute, *absolute.parents) if has_folders(p)), KNOWLEDGE)
        found[home] = None
        if not is_whole(home):
            found[KNOWLEDGE] = None
    return [home for home in found if home.is_dir()]


def status(found: Iterable[Diagnostic]) -> int:
    """Return the exit status: 1 if any finding is an error."""
    return int(any(diagnostic.is_error for diagnostic in found))


def report(found: Sequence[Diagnostic], form: Literal["text", "json"] = "text") -> str:
    """Write findings as text or JSON; without findings, the text or list is empty."""
    return json_report(found) if form == "json" else text_report(found)


def text_report(found: Sequence[Diagnostic]) -> str:
    """Write findings, one per line, and their number."""
    errors = sum(diagnostic.is_error for diagnostic in found)
    warnings = len(found) - errors
    lines = [str(diagnostic) for diagnostic in found]
    if found:
        lines.append(
            f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"
        )
    return "\n".join(lines)


def json_report(found: Sequence[Diagnostic]) -> str:
    """Write findings as a JSON list of objects."""
    return json.dumps(
        [
            {
                "code": diagnostic.code,
                "message": diagnostic.message,
                "file": diagnostic.location.file,
                "line": diagnostic.location.line,
                "column": diagnostic.location.column,
                "hint": diagnostic.hint,
            }
            for diagnostic in found
        ],
        ensure_ascii=False,
        indent=2,
    )
