"""What ``kb show`` prints: a word, a constant, a row or a rule, with the place of each item."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.english.scene_names import PREFIX
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, inner, sides_of
from coindex.reasoner.knowledge.near_names import by_meaning, meanings_by
from coindex.reasoner.knowledge.overrides import OFF
from coindex.reasoner.knowledge.profiles import PREDICATE
from coindex.reasoner.showing.listings import scene_parts, sentence_parts
from coindex.reasoner.showing.mined import counted_sentences
from coindex.reasoner.showing.profiles import profile_parts, profiles_with
from coindex.reasoner.showing.reliability import reliability_lines
from coindex.reasoner.showing.rows import (
    by_participant,
    conclusions_with,
    default_rows_among,
    default_rule_lines,
    inherited,
)
from coindex.reasoner.store.reading_files import Row, Rule
from kparse.asp import quote
from kparse.errors import InputError
from kparse.notation import vocabulary

if TYPE_CHECKING:
    from coindex.reasoner.evidence.store import MinedStore
    from coindex.reasoner.store.store import Store

_PLACE = 64  # characters before the place of a row
_ALL = 10**9
_EXAMPLES = 12  # words named
_LONG = 40
"""Lines that are shown whole."""
_FIRST = 10
"""Lines below the first one of each part of a longer description."""
_IS = {"class": "isa", "property": "prop_isa", "kind": "kind_isa"}
_DECLARED = {"class": "event_class", "property": "property", "kind": "kind_class"}
_OF = {
    "class": {"isa", "frame", "gives", "affect", "sel"},
    "property": {"prop_isa", "opposite", "prop_sel"},
    "kind": {"kind_isa", "disjoint"},
}
_SIGNS = {"pos": "better off", "neg": "worse off"}


# ------------------------------------------------------------------------------------------ show


def show(store: Store, query: str, mined: MinedStore | None = None) -> str:
    """Describe a word, a frame (``rely on``), a scene, a class, property, kind or dimension, a row, or a rule.

    Arguments of a row may be ``_``: ``verb(_,lend)``. The last arguments of a default rule's row may be omitted:
    ``reason(harm,actor)``. With mined counts, what was counted of the word follows.

    Raises:
        InputError: if nothing is found; the hint suggests similar names.
    """
    asked = inner(" ".join(query.split()).strip(".").strip(), "neg")
    word = asked.strip('" ')
    if not word:
        raise InputError("nothing to show", hint="Give a word, a row, a rule's id, or a class.")
    parts: list[list[str]] = []
    if not asked.startswith('"'):
        parts.extend(scene_parts(store, word))
        if not word.startswith(PREFIX):
            parts.extend(_constant_parts(store, word.replace(" ", "")))
    profiles = list(profile_parts(store, asked if "(" in asked else word))
    if not parts and not profiles and re.match(r"_*[a-z]\w*\(", asked):
        return _show_rows(store, asked)
    rule = store.rule(word)
    if rule is not None:
        parts.append(_rule_lines(rule))
    lemma = word.replace(" ", "_")
    for name in dict.fromkeys((lemma, lemma.lower(), lemma.capitalize())):
        found = list(_word_parts(store, name, shown=asked if parts else ""))
        parts.extend(found)
        if found:
            break
    if any(name == word for name, _ in _rows()) and not parts:
        parts.append(_predicate_lines(store, word))
    parts.extend(profiles)
    if "(" not in asked:
        parts.extend(sentence_parts(store, word))
    parts.extend(_switched_off(store, word))
    if mined is not None and (counted := counted_sentences(mined, word)):
        parts.append(["counted in texts:", *(f"  {one}" for one in counted)])
    if not parts:
        raise InputError(f"nothing is known about `{word}`", hint=_near(store, lemma))
    return "\n\n".join("\n".join(part) for part in parts)


def summary(text: str) -> str:
    """Give the first lines of each part of a long description, and say what the rest is about.

    >>> summary("short")
    'short'
    """
    if text.count("\n") < _LONG:
        return text
    parts = []
    for part in text.split("\n\n"):
        lines = part.split("\n")
        rest = lines[_FIRST + 1 :]
        if len(rest) > 1:
            titles = [one.strip(" :") for one in rest if re.fullmatch(r"  \S.*:", one)]
            about = f": {', '.join(titles)}" if titles else ""
            lines = [*lines[: _FIRST + 1], f"  and {len(rest)} more lines (--all){about}"]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _rows() -> Mapping[tuple[str, int], vocabulary.Predicate]:
    """Return the predicates of rows."""
    return vocabulary.predicates("row")


def _near(store: Store, word: str) -> str:
    """Suggest names: of what is near in meaning, or else in spelling."""
    near = list(dict.fromkeys(by_meaning(word, meanings_by(store.rows_for))))
    names = [name for name in near if store.rows_for(name)][:3]
    if names:
        return f"near it in meaning: {', '.join(names)} (kb show {names[0]}); `kb show classes` lists all"
    known = [key.strip('"') for key in (*store.keys(f'"{word[:1]}'), *store.keys(word[:1]))]
    known += [rule.id for rule in store.rules() if rule.id]
    close = [name for name in known if abs(len(name) - len(word)) < 4]
    found = difflib.get_close_matches(word, sorted(set(close)), n=3, cutoff=0.7)
    if found:
        return f"did you mean {' or '.join(found)}?"
    return f'add a row such as verb("{word}",CLASS). to a file in rows/'


def _placed(text: str, file: str, line: int) -> str:
    return f"  {text.ljust(_PLACE - 3)} {file}:{line}"


def _row_lines(rows: Iterable[Row]) -> list[str]:
    return [_placed(f"{row.fact}.", row.file, row.line) for row in rows]


# -- rows


def _show_rows(store: Store, asked: str) -> str:
    """List the rows that match a pattern."""
    pattern = re.sub(r"\s*([(),])\s*", r"\1", asked)
    name, wanted = name_of(pattern), arguments(_filled(pattern))
    fixed = [argument for argument in wanted if argument != "any__"]
    if name in DEFAULT_PREDICATES:
        wanted = (*wanted, *["any__"] * (4 - len(wanted)))
        rows = store.rows_about(fixed[0], limit=_ALL) if fixed else store.rows_of(name, limit=_ALL)
    else:
        rows = store.rows_about(fixed[0]) if fixed else store.rows_of(name)
    found = [row for row in rows if row.predicate == name and _matches(row, wanted)]
    if not found:
        known = {predicate for predicate, _ in _rows()}
        near = difflib.get_close_matches(name, sorted(known), n=1) if name not in known else []
        raise InputError(
            f"there is no row `{asked}`", hint=f"did you mean {near[0]}(...)?" if near else ""
        )
    if name in DEFAULT_PREDICATES and len({sides_of(row.fact).id for row in found}) == 1:
        name = sides_of(found[0].fact).id
        parts = [[*default_rule_lines(row), *reliability_lines(name)] for row in found]
        return "\n\n".join(map("\n".join, parts))
    return "\n".join(_row_lines(found))


def _filled(pattern: str) -> str:
    """Replace the open arguments of a pattern by names."""
    closed = pattern if pattern.endswith(")") else f"{pattern})"
    return re.sub(r"(?<=[(,])_?(?=[,)])", "any__", closed)


def _matches(row: Row, wanted: Sequence[str]) -> bool:
    args = arguments(row.fact)
    return len(args) == len(wanted) and all(
        one in ("any__", other) for one, other in zip(wanted, args, strict=True)
    )


def _predicate_lines(store: Store, name: str) -> list[str]:
    """Describe a predicate."""
    count = store.stats()["predicates"].get(name, 0)
    rows = store.rows_of(name, limit=_EXAMPLES)
    heads = [f"{n}({', '.join(p.types)})" for (n, _), p in _rows().items() if n == name]
    return [f"predicate {' '.join(heads)}: {count} rows, such as", *_row_lines(rows)]


def _switched_off(store: Store, word: str) -> Iterator[list[str]]:
    """List the rows that switch off what is known of a word, class or rule."""
    rows = [row for row in store.rows_for(word.replace(" ", "_")) if row.predicate == OFF]
    if rows:
        yield [f"switched off of {word}", *_row_lines(rows)]


# -- rules


def _rule_lines(rule: Rule) -> list[str]:
    """Describe a rule with its annotation."""
    guards = [" or ".join(sorted(guard)) for guard in rule.guards]
    lines = [
        _placed(f"rule {rule.id}", rule.file, rule.line)[2:],
        f"  text    {rule.text or '-'}",
        f"  weight  {rule.weight}   source  {rule.source}   kind  {rule.kind}",
        f"  needs   {'; '.join(sorted(guards)) or 'no particular constant'}",
        *reliability_lines(rule.id),
    ]
    return [*lines, f"  {rule.program}"] if rule.program else lines


def _rules_line(store: Store, constant: str) -> list[str]:
    rules = [rule for rule in store.rules() if any(constant in guard for guard in rule.guards)]
    names = [f"    {rule.id or rule.program} ({rule.file}:{rule.line})" for rule in rules]
    return ["  rules that need it:", *names] if names else []


# -- words


def _word_parts(store: Store, lemma: str, shown: str) -> Iterator[list[str]]:
    """Describe a word: its rows, then its classes."""
    key = quote(lemma)
    rows = [row for row in store.rows_for(lemma) if row.predicate in _keyed_by_word()]
    rows = [row for row in rows if row.predicate != PREDICATE and key in arguments(row.fact)]
    others = [row for row in store.rows_about(key, limit=_EXAMPLES) if row not in rows]
    others = [row for row in others if row.predicate != PREDICATE]
    if not rows and not others:
        return
    lines = [f"word {lemma}", *_row_lines([*rows, *others]), *profiles_with(store, lemma)]
    classes = [arguments(row.fact)[1] for row in rows if row.predicate in ("verb", "deed")]
    yield lines
    for name in dict.fromkeys(name for name in classes if name != shown):
        yield from _constant_parts(store, name, brief=True)


def _keyed_by_word() -> frozenset[str]:
    """Return the predicates of rows whose key is a word."""
    words = ("lemma", "name", "verb")
    return frozenset(name for (name, _), p in _rows().items() if p.types[0] in words)


# -- constants


def _constant_parts(store: Store, constant: str, brief: bool = False) -> Iterator[list[str]]:
    """Describe a constant in each sort that it is declared as."""
    rows = [row for row in store.rows_for(constant) if row.key == constant or constant in row.fact]
    declared = {row.predicate: row for row in rows if row.fact == f"{row.predicate}({constant})"}
    for kind, predicate in _DECLARED.items():
        row = declared.get(predicate)
        if row is None:
            continue
        view = View.of(store, constant, kind)
        lines = [_placed(f"{kind} {constant}", row.file, row.line)[2:]]
        if view.above:
            lines.append(f"  is      {', '.join(view.above)}")
        lines.extend(_class_lines(view) if kind == "class" else _own_lines(view))
        if not brief:
            lines.extend(_default_rule_lines(store, constant, view))
            lines.extend(_words_line(store, constant, kind))
            lines.extend(_rules_line(store, constant))
        yield lines
    if (row := declared.get("dimension")) is not None:
        poles = [f"dim({constant},hi)", f"dim({constant},lo)"]
        lines = [_placed(f"dimension {constant}", row.file, row.line)[2:]]
        good = _row_lines(r for r in rows if r.predicate == "good_pole")
        yield [*lines, f"  poles   {', '.join(poles)}", *good]


@dataclass(frozen=True, slots=True)
class View:
    """A constant with its rows and those of its ancestors, nearest first."""

    constant: str
    above: tuple[str, ...]
    rows: Mapping[str, tuple[Row, ...]]

    @classmethod
    def of(cls, store: Store, constant: str, kind: str) -> View:
        """Take a constant that is a ``class``, ``property`` or ``kind``."""
        found: dict[str, tuple[Row, ...]] = {}
        todo = [constant]
        for name in todo:  # the loop extends it
            if name in found:
                continue
            found[name] = tuple(row for row in store.rows_for(name) if row.predicate in _OF[kind])
            for row in found[name]:
                if row.predicate == _IS[kind] and row.key == name:
                    todo.append(arguments(row.fact)[1])
        return cls(constant, tuple(name for name in found if name != constant), found)

    def of_predicate(self, predicate: str) -> Iterator[tuple[str, tuple[str, ...], Row]]:
        """Yield owner, arguments and row for all rows of a predicate, own rows first."""
        for owner, rows in self.rows.items():
            for row in rows:
                if row.predicate == predicate and row.key == owner:
                    yield owner, arguments(row.fact), row


def _default_rule_lines(store: Store, constant: str, view: View) -> Iterator[str]:
    """List rows of default rules: own, inherited (counts only), and those that assert the constant of a participant."""
    yield from by_participant(default_rows_among(store.rows_for(constant)))
    yield from inherited((name, default_rows_among(store.rows_for(name))) for name in view.above)
    yield from conclusions_with(
        constant, default_rows_among(store.rows_about(constant, limit=_ALL))
    )


def _class_lines(view: View) -> list[str]:
    """Describe what a class says about its roles, inherited or own."""
    relations: dict[str, str] = {}
    for owner, args, row in view.of_predicate("frame"):
        line = _line(f"{args[1]}: {args[2]}", owner, view, row)
        relations.setdefault(args[1], line)
    effects = [
        _line(f"{args[1]}: {_SIGNS.get(args[2], args[2])}", owner, view, row)
        for predicate in ("gives", "affect")
        for owner, args, row in view.of_predicate(predicate)
    ]
    asks = [
        _line(f"{args[1]} must be {args[2]}", owner, view, row)
        for owner, args, row in view.of_predicate("sel")
    ]
    titled = (("relations and roles", [*relations.values()]), ("says", effects), ("asks", asks))
    return [line for title, lines in titled if lines for line in (f"  {title}:", *lines)]


def _line(text: str, owner: str, view: View, row: Row) -> str:
    inherited = "" if owner == view.constant else f" (as {owner})"
    return _placed(f"  {text}{inherited}", row.file, row.line)


def _own_lines(view: View) -> list[str]:
    """List the rows of a property or kind, and what it inherits."""
    lines = []
    for owner, rows in view.rows.items():
        for row in rows:
            if owner == view.constant or row.predicate not in _IS.values():
                inherited = "" if owner == view.constant else f"  (as {owner})"
                lines.append(_placed(f"{row.fact}.{inherited}", row.file, row.line))
    return list(dict.fromkeys(lines))


def _words_line(store: Store, constant: str, kind: str) -> list[str]:
    """List the words that have the constant."""
    predicates = {"class": {"verb"}, "kind": {"kind"}, "property": {"adj", "trait", "having"}}[kind]
    rows = [row for row in store.rows_about(constant) if row.predicate in predicates]
    words = list(dict.fromkeys(row.key.strip('"') for row in rows if row.key.startswith('"')))
    if not words:
        return []
    more = f" and {len(words) - _EXAMPLES} more" if len(words) > _EXAMPLES else ""
    return [f"  words   {', '.join(words[:_EXAMPLES])}{more}"]
