"""The vocabulary, and the pages and comments written from it, compared with the programs.

``python -m kparse.notation.usage --check`` reports where they differ. ``--update`` corrects

* ``vocabulary.toml``: the fields ``producer`` and ``consumer`` and the constants that composition introduces. It adds
  new shared predicates, whose meaning is left for you to fill in.
* ``docs/facts.md``, the reference page.
* the marked tables of ``encodings/README.md``, and what each encoding says above its rules that it reads and writes
  (:mod:`kparse.notation.encoding_pages`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kparse.caches import forget
from kparse.notation import encoding_pages, vocabulary
from kparse.notation.uses import ROOT, ROWS, Programs, Signature, Use, read_programs
from kparse.notation.vocabulary import Predicate

PAGE = "docs/facts.md"

# ------------------------------------------------------------------------------------- comparing


@dataclass(frozen=True, slots=True)
class Column:
    """The field ``producer`` or ``consumer`` of an entry: what the file says, and what was found."""

    entry: Predicate
    name: str
    listed: tuple[str, ...]
    found: tuple[str, ...]


def _is_program(name: str) -> bool:
    return "/" in name


def _columns(found: Programs) -> Iterator[Column]:
    """Yield the fields ``producer`` and ``consumer`` of all entries."""
    for entry in vocabulary.entries():
        use = found.uses.get((entry.name, entry.arity), Use())
        written = {name for name in use.written if (entry.group == "row") == (name == ROWS)}
        for name, listed, programs in (
            ("producer", entry.producers, written),
            ("consumer", entry.consumers, use.read),
        ):
            kept = [part for part in listed if not _is_program(part)]
            ordered = (
                (*kept, *sorted(programs)) if name == "producer" else (*sorted(programs), *kept)
            )
            yield Column(entry, name, listed, ordered)


def _missing(found: Programs) -> Iterator[Signature]:
    """Yield the shared predicates and the predicates of rows that are not in the vocabulary."""
    known = set(vocabulary.predicates())
    yield from (signature for signature in found.shared() if signature not in known)
    rows = set(vocabulary.predicates("row"))
    for signature, use in sorted(found.uses.items()):
        if ROWS in use.written and signature not in rows:
            yield signature


_BLOCKING = frozenset({"cancelled", "wrong_sense", "presupposed"})
"""Predicates that only prevent others from being derived."""

BY_AXIOM = "_by_axiom"
"""Ends the name of a predicate by which knowledge adds to one of the encodings."""


def introduced(found: Programs) -> set[str]:
    """Return the declared constants that heads of the encodings ascribe to a node or (``_prop``) a noun."""
    constants: set[str] = set()
    leading = {kind.name for kind in vocabulary.types().values() if kind.leads}
    known = vocabulary.predicates("derived")
    for (name, arity), arguments in found.heads:
        entry = known.get((name, arity))
        if name.removesuffix(BY_AXIOM) in _BLOCKING:
            continue
        if name.endswith("_prop"):
            constants.update(arguments)
        elif entry is not None and "node" in entry.types:
            constants.update(
                a for a, kind in zip(arguments, entry.types, strict=True) if kind in leading
            )
    return constants & found.declared


def _of_several_homes(found: Programs) -> Iterator[str]:
    """Report the helpers that several files of axioms derive though the vocabulary does not allow it.

    What an encoding derives is shared, and so are heads of axioms, of rows, and of what axioms add to the encodings'
    predicates (:data:`BY_AXIOM`): the theory adds to them on purpose. But two files that use the same name for a helper
    usually mean different things.
    """
    for entry in vocabulary.entries():
        use = found.uses.get((entry.name, entry.arity), Use())
        if entry.group != "derived" or entry.name.endswith(BY_AXIOM):
            continue
        if any(part.startswith("encodings") for part in use.written):
            continue
        homes = sorted(use.homes) if len(use.homes) > 1 else []
        name = f"{entry.name}/{entry.arity}"
        if homes == sorted(entry.homes):
            continue
        if homes:
            yield (
                f"{name} is derived in {' and '.join(homes)}: give it another name in one of them, "
                f"or, if they mean the same, add to its entry: homes = {_list(homes)}"
            )
        else:
            yield f"{name} is derived in one file of axioms: remove its homes"


def differences(found: Programs) -> list[str]:
    """Report where the vocabulary and the programs differ, one line for each difference."""
    lines = []
    for column in _columns(found):
        entry, one, other = column.entry, set(column.listed), set(column.found)
        where = f"{entry.name}/{entry.arity} ({entry.group}): {column.name}"
        lines += [f"{where} lacks {name}" for name in sorted(other - one)]
        lines += [f"{where} names {name}, which does not use it" for name in sorted(one - other)]
    lines += [
        f"{name}/{arity} is shared and not in the vocabulary" for name, arity in _missing(found)
    ]
    for entry in vocabulary.entries():
        use = found.uses.get((entry.name, entry.arity), Use())
        if not entry.meaning:
            lines.append(f"{entry.name}/{entry.arity} has no meaning")
        if not (entry.says or entry.hidden):
            lines.append(f"{entry.name}/{entry.arity} needs says or hidden: what proofs say of it")
        if entry.group == "derived" and not (use.written or entry.producers):
            lines.append(f"{entry.name}/{entry.arity} is written by no program")
        if entry.group == "row" and not entry.consumers:
            lines.append(f"rows {entry.name}/{entry.arity} are read by no program")
    lines += _of_several_homes(found)
    lines += encoding_pages.unknown_inputs(found)
    constants, composed = introduced(found), vocabulary.composed()
    lines += [f"composed lacks {constant}" for constant in sorted(constants - composed)]
    lines += [
        f"composed names {constant}, which is not introduced"
        for constant in sorted(composed - constants)
    ]
    return lines


# -------------------------------------------------------------------------------------- updating

_ENTRY = re.compile(r"^\[\[predicate\]\]\n(?:(?!\[).+\n)+", re.M)
_COMPOSED = re.compile(r"^\[composed\]\nconstants = \[.*?\]$", re.M | re.S)


def _list(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def updated(text: str, found: Programs) -> str:
    """Return the text of ``vocabulary.toml``, corrected according to the programs."""
    columns: Mapping[tuple[Signature, str, str], Column] = {
        ((c.entry.name, c.entry.arity), c.entry.group, c.name): c for c in _columns(found)
    }

    def rewrite(match: re.Match[str]) -> str:
        entry = match[0]
        values = dict(re.findall(r'^(\w+) = "?(.*?)"?$', entry, re.M))
        signature = values["name"], int(values["arity"])
        for name in ("producer", "consumer"):
            column = columns.get((signature, values["group"], name))
            if column is not None and set(column.listed) != set(column.found):
                line = f"{name} = {_list(column.found)}"
                entry = re.sub(rf"^{name} = .*$", line, entry, flags=re.M)
        return entry

    text = _ENTRY.sub(rewrite, text)
    constants = sorted(introduced(found))
    text = _COMPOSED.sub(lambda _: f"[composed]\nconstants = {_list(constants)}", text)
    return text + "".join(_new(found, *signature) for signature in dict.fromkeys(_missing(found)))


def _new(found: Programs, name: str, arity: int) -> str:
    """Return an entry whose arguments and meaning are still to be filled in."""
    use = found.uses[name, arity]
    group = "row" if ROWS in use.written else "derived"
    written = [ROWS] if group == "row" else sorted(use.written)
    args = [f"Argument{number}:term" for number in range(1, arity + 1)]
    return (
        f'\n[[predicate]]\nname = "{name}"\narity = {arity}\ngroup = "{group}"\n'
        f"args = {_list(args)}\nproducer = {_list(written)}\n"
        f'consumer = {_list(sorted(use.read))}\nmeaning = ""\nhidden = true\n'
    )


def pages(found: Programs, root: Path = ROOT) -> dict[str, str]:
    """Return what each written page and encoding should say, by its path from the root.

    Raises:
        ValueError: the programs lack something that a table tells; the message says where.
    """
    return {PAGE: vocabulary.markdown(), **encoding_pages.pages(found, root)}


def stale(found: Programs) -> list[str]:
    """Report the pages and encodings that do not say what the programs say, one line for each."""
    try:
        wanted = pages(found)
    except ValueError as exc:
        return str(exc).splitlines()
    return [
        f"{name} differs from the programs: run python -m kparse.notation.usage --update"
        for name, text in wanted.items()
        if (ROOT / name).read_text("utf-8") != text
    ]


def main(arguments: Sequence[str]) -> int:
    """Check or update; return 1 if anything (still) differs."""
    command = list(arguments)
    if command not in (["--check"], ["--update"]):
        sys.stderr.write("usage: python -m kparse.notation.usage [--check | --update]\n")
        return 2
    found = read_programs()
    if command == ["--update"]:
        text = vocabulary.FILE.read_text("utf-8")
        vocabulary.FILE.write_text(updated(text, found), "utf-8", newline="\n")
        forget()
        _write(found)
    lines = [*differences(found), *stale(found)]
    for line in lines:
        print(line)
    return int(bool(lines))


def _write(found: Programs) -> None:
    """Write what is stale, unless a table cannot be made; that is reported afterwards."""
    try:
        wanted = pages(found)
    except ValueError:
        return
    for name, text in wanted.items():
        path = ROOT / name
        if path.read_text("utf-8") != text:
            path.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
