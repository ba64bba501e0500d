"""What is written about the encodings: the tables of their README, and what each says above its rules.

The sources are the programs themselves, ``vocabulary.toml`` (the order of the files, the meanings of predicates), the
first comment of each file, and the comments beside the levels and the weak constraints.
:mod:`kparse.notation.usage` compares and writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kparse.notation import vocabulary
from kparse.notation.uses import AXIOMS, Programs, Signature, Use
from kparse.notation.vocabulary import Predicate, table_row

FOLDER = "encodings"
README = f"{FOLDER}/README.md"
OBJECTIVE = f"{FOLDER}/objective.lp"
WIDTH = 118  # characters of a line
MANY = 8
"""Of more readers than this only the number is told."""

_DEFINED = re.compile(r"^(?:#defined [\w-]+/\d+\. *)+\n", re.M)
_WRITTEN = re.compile(r"^% (?:reads|writes):.*\n(?:%   .*\n)*", re.M)
_SENTENCE = re.compile(r"\.(?=\s+[A-Z(*]|$)")
_REGION = re.compile(r"(?P<begin><!-- begin (?P<name>\w+) -->\n).*?(?=<!-- end -->)", re.S)


def pages(found: Programs, root: Path) -> dict[str, str]:
    """Return the text of the README and of each encoding as it should be, by path.

    Raises:
        ValueError: a level, a weak constraint or a file lacks what the tables say of it.
    """
    names = vocabulary.layers()
    there = sorted(path.stem for path in (root / FOLDER).glob("*.lp"))
    if sorted(names) != there:
        odd = " ".join(sorted(set(names) ^ set(there)))
        raise ValueError(f"vocabulary.toml: [encodings] layers and {FOLDER}/*.lp differ: {odd}")
    texts = {name: (root / _file(name)).read_text("utf-8") for name in names}
    written = {_file(name): headed(text, found, _file(name)) for name, text in texts.items()}
    regions: dict[str, Callable[[], Iterable[str]]] = {
        "files": lambda: _files(texts),
        "inputs": lambda: _inputs(found),
        "predicates": lambda: _predicates(found),
        "levels": lambda: _levels(texts),
        "costs": lambda: _costs(written),
    }

    def region(match: re.Match[str]) -> str:
        return match["begin"] + "".join(f"{line}\n" for line in regions[match["name"]]())

    readme = (root / README).read_text("utf-8")
    return written | {README: _REGION.sub(region, readme)}


def _file(name: str) -> str:
    return f"{FOLDER}/{name}.lp"


def _layer(file: str) -> int:
    stem = Path(file).stem
    return vocabulary.layers().index(stem) if stem in vocabulary.layers() else -1


def _encodings(parts: Iterable[str]) -> list[str]:
    """Return those parts that are encodings, in the order of the layers."""
    return sorted((part for part in parts if part.startswith(f"{FOLDER}/")), key=_layer)


# ------------------------------------------------------------------------------ above the rules


def headed(text: str, found: Programs, file: str) -> str:
    """Return the text of an encoding with what it reads and writes above its rules.

    What other encodings write is listed in the order of the layers; of what it writes, only what others read. What
    comes from elsewhere (the text, the question, rows, axioms) is declared, so that clingo does not warn where there
    is none.
    """
    about = re.match(r"(?:%(?! (?:reads|writes):| ----).*\n)*", text)
    end = about.end() if about else 0
    rest = _DEFINED.sub("", _WRITTEN.sub("", text[end:]))
    reads, writes, inputs = _interface(found, file)
    lines = [*_listed("reads", reads), *_listed("writes", writes)]
    lines += _lines((f"#defined {name}." for name in inputs), joint="  ")
    return text[:end] + "".join(f"{line}\n" for line in lines) + rest


def _interface(found: Programs, file: str) -> tuple[list[str], list[str], list[str]]:
    """Return what a file reads of other encodings, what it writes for others, and what it reads from elsewhere."""
    reads: list[tuple[int, str]] = []
    writes: list[str] = []
    inputs: list[str] = []
    for signature, use in sorted(found.uses.items()):
        name = "{}/{}".format(*signature)
        writers = _encodings(use.written)
        if file in writers:
            if _readers(signature, use, writers=[file]):
                writes.append(name)
        elif file in use.read and file not in use.shown:
            if writers:
                reads.append((_layer(writers[0]), name))
            else:
                inputs.append(name)
    return [name for _, name in sorted(reads)], writes, inputs


def _readers(signature: Signature, use: Use, writers: Sequence[str]) -> list[str]:
    """Return who reads a predicate besides those who write it: encodings, axioms, modules."""
    modules = [
        part
        for entry in vocabulary.entries()
        if (entry.name, entry.arity) == signature and entry.group != "row"
        for part in entry.consumers
        if "/" not in part
    ]
    read = use.read - set(writers)
    return [*_encodings(read), *([AXIOMS] if AXIOMS in read else []), *modules]


def _listed(verb: str, names: Sequence[str]) -> list[str]:
    return _lines(names, f"% {verb}: ", "%   ") if names else []


def _lines(parts: Iterable[str], first: str = "", other: str = "", joint: str = " ") -> list[str]:
    """Put parts side by side, as long as a line has room."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(joint) + len(part) <= WIDTH:
            lines[-1] += joint + part
        else:
            lines.append((other if lines else first) + part)
    return lines


# -------------------------------------------------------------------------------------- tables


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield table_row(*head)
    yield "|" + "---|" * len(head)
    yield from (table_row(*row) for row in rows)


def _files(texts: dict[str, str]) -> Iterator[str]:
    """Say what each file is for: the first sentence of its first comment."""
    rows = []
    for name, text in texts.items():
        about = []
        for line in text.splitlines():
            if not line.startswith("% ") or re.match(r"% (?:reads|writes):|% ----", line):
                break
            about.append(line[2:].strip())
        if not about:
            raise ValueError(
                f"{_file(name)}:1: begin with a comment that says what the file is for"
            )
        rows.append((f"`{name}.lp`", _SENTENCE.split(" ".join(about))[0]))
    return _table(("file", "what it is for"), rows)


def _entries(*groups: str) -> Iterator[tuple[Signature, Predicate]]:
    for entry in vocabulary.entries():
        if entry.group in groups:
            yield (entry.name, entry.arity), entry


def _inputs(found: Programs) -> Iterator[str]:
    """Say what encodings read that none of them writes alone: who gives it, and what it means."""
    rows: list[tuple[str, str, str]] = []
    for signature, entry in _entries("graph", "question"):
        if _encodings(found.uses.get(signature, Use()).read):
            givers = ", ".join(f"`{part}`" for part in entry.producers if "/" not in part)
            rows.append((givers, f"`{entry}`", entry.meaning))
    known = {signature for signature, _ in _entries("row")}
    of_rows: list[str] = []
    of_axioms: list[str] = []
    for (name, arity), use in sorted(found.uses.items()):
        if not _encodings(use.read):
            continue
        if (name, arity) in known:
            of_rows.append(f"`{name}/{arity}`")
        elif use.written and not _encodings(use.written):
            of_axioms.append(f"`{name}/{arity}`")
    rows.append(("[rows](../docs/facts.md#rows)", " ".join(of_rows), ""))
    rows.append(("[axioms](../docs/facts.md#heads-of-axioms)", " ".join(of_axioms), ""))
    return _table(("from", "predicates", "meaning"), rows)


def unknown_inputs(found: Programs) -> list[str]:
    """Report what an encoding reads and nothing gives: no program, and nothing that the vocabulary knows of."""
    known = vocabulary.predicates("graph", "question", "row")
    return [
        f"{name}/{arity} is read by {' and '.join(_encodings(use.read))}, but no program writes it: correct it, "
        "or say in vocabulary.toml who gives it"
        for (name, arity), use in sorted(found.uses.items())
        if _encodings(use.read) and not use.written and (name, arity) not in known
    ]


def _predicates(found: Programs) -> Iterator[str]:
    """Say who writes and reads what leaves the file of an encoding."""
    rows = []
    meanings = vocabulary.predicates("graph", "question", "derived", "axiom", "result")
    for signature, use in sorted(found.uses.items()):
        writers = _encodings(use.written)
        readers = _readers(signature, use, writers)
        if not writers or not (readers or len(writers) > 1):
            continue
        entry = meanings.get(signature)
        others = [AXIOMS] if AXIOMS in use.written else []
        name = "`{}/{}`".format(*signature)
        row = (name, _who([*writers, *others]), _who(readers), entry.meaning if entry else "")
        rows.append((_layer(writers[0]), row))
    head = ("predicate", "written by", "read by", "meaning")
    return _table(head, (row for _, row in sorted(rows)))


def _who(parts: Sequence[str]) -> str:
    stems = [Path(part).stem for part in parts if part.startswith(f"{FOLDER}/")]
    rest = ["axioms" if part == AXIOMS else part for part in parts if not _encodings([part])]
    rest = [f"`{part}`" if "." in part else part for part in rest]
    if len(stems) > MANY:
        stems = [f"{len(stems)} files"]
    return ", ".join([*stems, *rest]) or "–"


# -------------------------------------------------------------------------------------- levels


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the objective."""

    number: int
    name: str
    meaning: str


def levels(text: str) -> list[Level]:
    """Read the levels from the text of ``objective.lp``, the highest first.

    >>> levels('level(1,"taste").  % what one likes')
    [Level(number=1, name='taste', meaning='what one likes')]

    Raises:
        ValueError: nothing beside a level says what it is.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for level, name, rest in re.findall(r'^level\((\d+),"(\w+)"\)\.(.*)$', line):
            meaning = _comment(rest)
            if not meaning:
                raise ValueError(
                    f"{OBJECTIVE}:{number}: say in a comment beside it what counts there"
                )
            found.append(Level(int(level), name, meaning))
    return sorted(found, key=lambda level: -level.number)


def _comment(rest: str) -> str:
    match = re.match(r"\s*%\s*(\S.*)", rest)
    return match[1].strip() if match else ""


def _levels(texts: dict[str, str]) -> Iterator[str]:
    rows = [
        (str(level.number), f"`{level.name}`", level.meaning)
        for level in levels(texts["objective"])
    ]
    return _table(("level", "name", "counts"), rows)


def _costs(texts: dict[str, str]) -> Iterator[str]:
    """Say what each weak constraint costs: its formula, and the comment beside it."""
    names = {str(level.number): level.name for level in levels(texts[OBJECTIVE])}
    wrong: list[str] = []
    rows: list[tuple[int, tuple[str, str, str, str]]] = []
    for file, text in texts.items():
        for number, level, weight, comment in weak_constraints(text):
            if level not in names:
                wrong.append(f"{file}:{number}: level {level} has no name in {OBJECTIVE}")
            elif not comment:
                wrong.append(f"{file}:{number}: say in a comment behind it what this counts")
            else:
                row = (f"`{names[level]}`", Path(file).stem, f"`{weight}`", comment)
                rows.append((-int(level), row))
    if wrong:
        raise ValueError("\n".join(wrong))
    rows.sort(key=lambda pair: (pair[0], pair[1][1] != "objective"))
    return _table(("level", "file", "cost", "for"), (row for _, row in rows))


def weak_constraints(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield the line, the level, the cost and the comment behind each weak constraint that costs anything.

    >>> list(weak_constraints(":~ p(X,W). [-2*W@1,X]  % each X, by W"))
    [(1, '1', '-2*W', 'each X, by W')]
    """
    from clingo.ast import AST, ASTType, parse_string

    statements: list[AST] = []
    parse_string(text, statements.append)
    lines = text.encode().splitlines()  # (columns count bytes)
    for one in statements:
        if one.ast_type != ASTType.Minimize or str(one.weight) == "0":
            continue
        end = one.location.end
        comment = _comment(lines[end.line - 1][end.column - 1 :].decode())
        weight = re.sub(r"^\((.*)\)$", r"\1", str(one.weight))
        yield one.location.begin.line, str(one.priority), weight, comment
