"""Which program writes and reads which predicate, compared with the vocabulary.

``python -m kparse.notation.usage > docs/facts.md`` writes the reference page. ``--check`` reports where
``vocabulary.toml`` and the programs differ. ``--update`` corrects the fields ``producer`` and ``consumer`` and the
constants that composition introduces, and adds new shared predicates, whose meaning is left for you to fill in.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kparse.notation import vocabulary
from kparse.notation.vocabulary import Predicate
from kparse.programs import atoms

if TYPE_CHECKING:
    from clingo.ast import AST

ROOT = Path(__file__).resolve().parents[2]
"""The directory that contains ``encodings`` and ``knowledge``."""

ROWS, AXIOMS = "knowledge/rows", "knowledge/axioms"
"""The directories of rows and of rules."""
NAMES = "knowledge/learned/names.lp"
"""Rows that a program writes and that have a predicate of their own; the vocabulary counts them among the rows."""

Signature = tuple[str, int]


@dataclass(slots=True)
class Use:
    """Which parts write and read a predicate (a directory of knowledge is one part), and in which files."""

    written: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    homes: set[str] = field(default_factory=set)
    """The files of axioms that write it."""


@dataclass(slots=True)
class Programs:
    """What was found in the programs: uses of predicates, and heads with their arguments."""

    uses: defaultdict[Signature, Use] = field(default_factory=lambda: defaultdict(Use))
    heads: set[tuple[Signature, tuple[str, ...]]] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    """The classes, properties and kinds that rows declare."""

    def shared(self) -> Iterator[Signature]:
        """Yield the predicates that more than one encoding or file of axioms uses."""
        for signature, use in sorted(self.uses.items()):
            if len([file for file in use.files if not file.startswith(ROWS)]) > 1:
                yield signature


# --------------------------------------------------------------------------------------- reading


def _head(head: AST) -> tuple[list[Any], list[Any]]:
    """Split a rule's head into what it writes and what it reads."""
    from clingo.ast import ASTType

    if head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
        return [e.literal for e in head.elements], [e.condition for e in head.elements]
    return [head], []


def _read_statement(found: Programs, statement: AST, part: str, file: str) -> None:
    from clingo.ast import ASTType

    writes: list[Any] = []
    reads: list[Any] = []
    if statement.ast_type == ASTType.Rule:
        writes, reads = _head(statement.head)
        reads.append(statement.body)
    elif statement.ast_type == ASTType.Minimize:
        reads.append(statement.body)
    elif statement.ast_type == ASTType.ShowSignature:
        use = found.uses[statement.name, statement.arity]
        use.read.add(part)
        use.files.add(file)
    for items, place in ((writes, "written"), (reads, "read")):
        for item in items:
            for name, arguments, _ in atoms(item):
                signature = name, len(arguments)
                use = found.uses[signature]
                getattr(use, place).add(part)
                use.files.add(file)
                if place == "written" and part == AXIOMS:
                    use.homes.add(Path(file).name)
                if place == "written":
                    found.heads.add((signature, tuple(map(str, arguments))))


def read_programs(root: Path = ROOT) -> Programs:
    """Read all encodings, axioms and rows."""
    from clingo.ast import parse_string

    found = Programs()
    for directory in ("encodings", AXIOMS):
        for path in sorted((root / directory).glob("**/*.lp")):
            file = path.relative_to(root).as_posix()
            part = file if directory == "encodings" else AXIOMS
            statements: list[AST] = []
            parse_string(path.read_text("utf-8"), statements.append)
            for statement in statements:
                _read_statement(found, statement, part, file)
    _read_rows(found, root)
    return found


def _read_rows(found: Programs, root: Path) -> None:
    """Add the predicates of rows and the constants that rows declare."""
    from clingo.ast import parse_files

    declaring = {p.name for p in vocabulary.entries() if p.declares}
    rows = Programs()
    seen: set[str] = set()

    def listen(statement: AST) -> None:
        name = re.match(r"\w+", str(statement))
        if name and (name[0] not in seen or name[0] in declaring):
            seen.add(name[0])
            _read_statement(rows, statement, ROWS, ROWS)

    files = [*(root / ROWS).glob("**/*.lp"), *root.glob(NAMES)]
    parse_files(sorted(map(str, files)), listen)
    for signature, use in rows.uses.items():
        if use.written:
            found.uses[signature].written.add(ROWS)
            found.uses[signature].files.add(ROWS)
    for (name, arity), arguments in rows.heads:
        if name in declaring and arity == 1:
            found.declared.add(arguments[0])


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
        if entry.group == "derived" and not (use.written or use.read):
            lines.append(f"{entry.name}/{entry.arity} is in no program")
    lines += _of_several_homes(found)
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


def main(arguments: Sequence[str]) -> int:
    """Print the reference page, check or update; return 1 if vocabulary and programs (still) differ."""
    command = list(arguments)
    if command not in ([], ["--check"], ["--update"]):
        sys.stderr.write("usage: python -m kparse.notation.usage [--check | --update]\n")
        return 2
    if not command:
        sys.stdout.write(vocabulary.markdown())
        return 0
    found = read_programs()
    lines = differences(found)
    if command == ["--update"] and lines:
        text = vocabulary.FILE.read_text("utf-8")
        vocabulary.FILE.write_text(updated(text, found), "utf-8", newline="\n")
        vocabulary.forget()
        lines = differences(found)
    for line in lines:
        print(line)
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
