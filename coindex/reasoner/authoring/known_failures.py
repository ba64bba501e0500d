"""Examples that are known to fail, in one list for ``kb test`` and the tests: file, reason and line.

>>> from pathlib import Path
>>> known_failures(Path("there is none"))
{}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import read_text, write_text
from coindex.reasoner.authoring.examples import Example, Judged
from coindex.reasoner.store.folders import EXAMPLES
from kparse.errors import Diagnostic, InputError, Location

KNOWN_FAILURES = KNOWLEDGE / EXAMPLES / "known_failures.tsv"
"""The list for the examples that ship."""
_CODE = ("E7",)
"""How a reason begins that a program wrote."""
Key = tuple[str, str]
"""The name of a file, and a line of it."""


def known_as(example: Example) -> Key:
    """Give the key of an example in the list."""
    return Path(example.location.file or "").name, example.line


def known_failures(path: Path) -> dict[Key, str]:
    """Read the list: reasons by file and line; nothing if there is no list.

    Raises:
        InputError: a line has not three columns.
    """
    found: dict[Key, str] = {}
    if not path.is_file():
        return found
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 3:
            raise InputError(
                "not a known failure",
                location=Location(str(path), number, 1),
                source_line=line,
                hint="Write: file, reason and line of the example, with a tab between them.",
            )
        file, reason, example = columns
        found[file, example] = reason
    return found


def write_known(path: Path, those: Iterable[Judged]) -> int:
    """Write the list anew: what fails, each with its reason; reasons that a person wrote stay. Give their number."""
    known = known_failures(path)
    head = [line for line in read_text(path).splitlines() if line.startswith("#")] if known else []
    lines = []
    for one in those:
        if one.finding is not None:
            key = known_as(one.example)
            written = known.get(key, _CODE[0])
            said = one.finding.message.removesuffix(f": {one.example.item.text}")
            reason = f"{one.finding.code} {said}" if written.startswith(_CODE) else written
            lines.append("\t".join((key[0], " ".join(reason.split()), key[1])))
    write_text(path, "".join(f"{line}\n" for line in (*head, *sorted(lines))))
    return len(lines)


def new_failures(
    those: Iterable[Judged], known: Mapping[Key, str], now_wrong: Collection[Example]
) -> list[Diagnostic]:
    """Give what is wrong and not listed: first what was right in the last run, then the others, each in file order."""
    found = [
        (one.example, one.finding)
        for one in those
        if one.finding is not None and known_as(one.example) not in known
    ]
    first = [finding for example, finding in found if example in now_wrong]
    return [*first, *(finding for example, finding in found if example not in now_wrong)]
