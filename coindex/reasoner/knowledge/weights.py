"""Weights that were fitted to questions with known answers, laid over those that authors gave.

A knowledge directory may hold a file ``weights.toml``, written by ``python cli.py kb fit``. It has a line for each rule
whose weight the fit has changed, and a factor for each group of rules, by which the weights of the rules without a line
of their own are multiplied. A rule of weight 0 is silent. ``docs/fitting.md`` says how the numbers come about.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coindex.reasoner.asp.records import Rule, Source
from kparse.errors import Diagnostic, KnowledgeError, Location

NAME = "weights.toml"
"""How the file is called in a knowledge directory."""
HEAVIEST = 9
"""The largest weight; the smallest is 0, silence."""
STEEPEST = 3.0
"""No factor is larger."""
_HINT = "`python cli.py kb fit` writes the file anew."
_LAW = re.compile(r"(reason|effect)\((.*)\)", re.DOTALL)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True)
class Fitted:
    """What one file says."""

    weights: Mapping[str, int] = field(default_factory=dict)
    """Fitted weights by the rules' ids."""
    factors: Mapping[str, float] = field(default_factory=dict)
    """By what the weights of a group's other rules are multiplied."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """In which line a rule's weight stands."""

    def weight(self, rule: Rule) -> int:
        """Give a rule's weight: its own line's, or the authored one times its group's factor.

        >>> rule = Rule("envy", "cons(envy,E,S) :- a(E,S).", "", 5, "authored", "a.lp", 1, frozenset(), "axiom")
        >>> Fitted().weight(rule), Fitted({"envy": 0}).weight(rule), Fitted(factors={"cons": 0.7}).weight(rule)
        (5, 0, 4)
        """
        own = self.weights.get(rule.id)
        if own is not None:
            return own
        return scaled(rule.weight, self.factors.get(group_of(rule), 1.0))


@dataclass(frozen=True, slots=True)
class Overlay:
    """The files of several knowledge directories: lines speak of any rule, factors of the directory's own rules."""

    files: tuple[tuple[Fitted, frozenset[str]], ...] = ()
    """What a file says, with the names of the knowledge files of its directory; later ones win."""

    def weight(self, rule: Rule) -> int:
        """Give a rule's weight; one without an id has none to change."""
        if not rule.id:
            return rule.weight
        for fitted, own in reversed(self.files):
            if rule.id in fitted.weights or (rule.file in own and fitted.factors):
                return fitted.weight(rule)
        return rule.weight

    def to_json(self) -> list[Any]:
        """Give it as plain lists and dictionaries, for the store."""
        return [[dict(f.weights), dict(f.factors), sorted(own)] for f, own in self.files]

    @classmethod
    def from_json(cls, given: Iterable[Any]) -> Overlay:
        """Make it of what :meth:`to_json` gave."""
        return cls(tuple((Fitted(w, f), frozenset(own)) for w, f, own in given))


# ----------------------------------------------------------------------------------------- groups


def group_of(rule: Rule) -> str:
    """Name the group of rules whose weights are scaled together: by head, sign, and where they come from.

    >>> law = "expl(reason(neg(help),actor,afraid),E,S) :- class(E,neg(help)), actor(E,X), prop(S,X,afraid)."
    >>> group_of(Rule("reason(neg(help),actor,afraid)", law, "", 5, "authored", "", 1, frozenset(), "axiom"))
    'reason of a denied event'
    """
    law = _LAW.fullmatch(rule.id)
    if law:
        name = law[1]
        if law[2].startswith('"') or law[2].startswith('neg("'):
            name += " of a word"
        elif law[2].startswith("neg("):
            name += " of a denied event"
        if re.search(r",(?:(?:does|gets)\()", _QUOTED.sub('""', law[2])):
            name += ", a deed"
    else:
        name = rule.program.partition("(")[0].strip()
    return name if rule.source == "authored" else f"{name}, {rule.source}"


def scaled(weight: int, factor: float) -> int:
    """Multiply a weight by a factor; what spoke before does not fall silent by it.

    >>> [scaled(weight, 0.5) for weight in (1, 4, 5, 9)], scaled(8, 1.5)
    ([1, 2, 3, 5], 9)
    """
    if weight == 0:
        return 0
    return max(1, min(HEAVIEST, math.floor(weight * factor + 0.5)))


# ---------------------------------------------------------------------------------------- reading


def weight_sources(paths: Iterable[Path | str]) -> tuple[Source, ...]:
    """Give the files of weights of knowledge directories, as far as there are any."""
    found: dict[Path, Source] = {}
    for given in map(Path, paths):
        path = (given / NAME).resolve()
        if path.is_file():
            home = given.resolve().name if given.is_absolute() else given.as_posix()
            found.setdefault(path, Source(path, f"{home}/{NAME}", "any"))
    return tuple(found.values())


def overlay_of(files: Sequence[Source], data: Mapping[Path, bytes]) -> Overlay:
    """Read the files of weights among the files of knowledge directories.

    Args:
        files: all of them.
        data: what is in them, as far as it could be read.

    Raises:
        KnowledgeError: see :func:`read_weights`.
    """
    found = []
    for source in files:
        if source.path.name == NAME:
            home = source.path.parent
            own = frozenset(f.name for f in files if home in f.path.parents and f is not source)
            found.append((read_weights(source.path, source.name, data.get(source.path)), own))
    return Overlay(tuple(found))


def read_weights(path: Path, name: str | None = None, data: bytes | None = None) -> Fitted:
    """Read a file of weights.

    Args:
        path: where it is.
        name: how messages call it.
        data: what is in it, if that has been read.

    Raises:
        KnowledgeError: it cannot be read, or a line says something else than a weight or a factor (with line and
            column).
    """
    name = name or str(path)
    try:
        text = (path.read_bytes() if data is None else data).decode("utf-8-sig")
    except OSError as error:
        raise KnowledgeError(f"cannot read {name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise KnowledgeError("not UTF-8", location=Location(name, line, 1), hint=_HINT) from error
    tables = _tables(text.replace("\r\n", "\n"), name)
    places = _Places(text)
    for key in tables:
        if key not in ("fit", "factor", "weight", "unused"):
            raise places.error(
                name, "", key, f"`{key}` is no table of weights", "Known: fit, factor, weight."
            )
    weights = {
        rule: _weight(value, places, name, rule)
        for rule, value in _pairs(tables, "weight", places, name)
    }
    factors = {
        group: _factor(value, places, name, group)
        for group, value in _pairs(tables, "factor", places, name)
    }
    lines = {rule: places.of("weight", rule)[0] for rule in weights}
    return Fitted(weights, factors, lines)


def _tables(text: str, name: str) -> dict[str, Any]:
    import tomllib  # not needed where a compiled store is only asked

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).removesuffix(")").partition(" (at ")
        found = re.fullmatch(r"line (\d+), column (\d+)", place)
        lines = text.split("\n")
        line, column = map(int, found.groups()) if found else (len(lines), len(lines[-1]) + 1)
        raise KnowledgeError(
            f"not TOML: {message}",
            location=Location(name, line, column),
            source_line=lines[line - 1] if line <= len(lines) else None,
            hint=_HINT,
        ) from error


def _pairs(
    tables: Mapping[str, Any], table: str, places: _Places, name: str
) -> Iterator[tuple[str, Any]]:
    found = tables.get(table, {})
    if not isinstance(found, dict):
        raise places.error(name, "", table, f"`{table}` is not a table", f"Write [{table}].")
    yield from found.items()


def _weight(value: Any, places: _Places, name: str, rule: str) -> int:
    if type(value) is not int or not 0 <= value <= HEAVIEST:
        said = f"the weight of `{rule}` is not a whole number from 0 to {HEAVIEST}"
        raise places.error(name, "weight", rule, said, "Quote the rule's id: 'reason(a,b,c)' = 5")
    return value


def _factor(value: Any, places: _Places, name: str, group: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= STEEPEST:
        said = f"the factor of `{group}` is not a number above 0 and up to {STEEPEST:g}"
        raise places.error(name, "factor", group, said, _HINT)
    return float(value)


class _Places:
    """Where keys stand in a file, found when somebody asks."""

    _HEADER = re.compile(r"\s*\[([^\[\]]*)\]\s*(?:#.*)?")
    _KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*[=.]""")

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._found: dict[tuple[str, str], tuple[int, int]] | None = None

    def of(self, table: str, key: str) -> tuple[int, int]:
        """Give line and column of a key of a table, or of a table itself (under the empty name)."""
        if self._found is None:
            self._found = dict(self._scan())
        return self._found.get((table, key)) or self._found.get(("", table)) or (1, 1)

    def _scan(self) -> Iterator[tuple[tuple[str, str], tuple[int, int]]]:
        import tomllib

        table = ""
        for number, line in enumerate(self._lines, 1):
            if header := self._HEADER.fullmatch(line):
                table = header[1].strip()
                yield ("", table), (number, line.index("[") + 1)
            elif key := self._KEY.match(line):
                name = tomllib.loads(f"x = {key[1]}")["x"] if key[1][0] in "\"'" else key[1]
                yield (table, str(name)), (number, key.start(1) + 1)

    def error(self, name: str, table: str, key: str, message: str, hint: str) -> KnowledgeError:
        """Make the error about a key."""
        line, column = self.of(table, key)
        return KnowledgeError(
            message,
            location=Location(name, line, column),
            source_line=self._lines[line - 1],
            hint=hint,
        )


# ------------------------------------------------------------------------------------------- lint


def stray(path: Path, known: Iterable[str], name: str | None = None) -> list[Diagnostic]:
    """Give a warning for each rule that a file weighs and that there is not, or the error that it cannot be read.

    Args:
        path: the file.
        known: the ids of all rules, rows included.
        name: how messages call it.
    """
    name = name or str(path)
    try:
        fitted = read_weights(path, name)
    except KnowledgeError as error:
        place = error.location or Location(name, 1, 1)
        return [Diagnostic("E601", error.message, place, error.hint)]
    ids = set(known)
    return [
        Diagnostic(
            "W602", f"a weight for a rule that there is not: {rule}", Location(name, line, 1), _HINT
        )
        for rule, line in sorted(fitted.lines.items(), key=lambda pair: pair[1])
        if rule not in ids
    ]
