"""What ``kb find`` and ``kb conflicts`` print: knowledge by the words of its English; rows that say opposite things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from coindex.reasoner.asp.records import Row
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.counterfactuals.class_coverage import Coverage
from coindex.reasoner.knowledge.default_rules import (
    DEFAULT_PREDICATES,
    Sides,
    default_rule,
    sides_of,
)
from coindex.reasoner.knowledge.profiles import PREDICATE, Profile, profile_of
from coindex.reasoner.knowledge.sentences import PREDICATE as SENTENCE
from coindex.reasoner.knowledge.sentences import sentence_of
from kparse.asp import quote
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

MOST = 10
"""The most findings of a sort that are listed."""
_ALL = 10**9
_WIDE = 76  # characters before a place
_ENDING = "(?:s|es|d|ed|ing|er|ly|n|en|[a-z](?:ed|ing|er))?"
"""What a word may end in that is found by its dictionary form."""
Found = tuple[int, str, str]
"""A finding: its weight, its text, its place."""


def find(store: Store, query: str, *, everything: bool = False) -> str:
    """List sentences, axioms, default rules and profiles whose English has all words of a query.

    A word is found in its forms (*lift*: *lifted*). The weightiest come first.

    Raises:
        InputError: nothing is found.
    """
    patterns = _patterns(query)
    parts = {
        "sentences": _sentences(store, patterns),
        "axioms": _axioms(store, patterns),
        "default rules (rows)": _default_rules(store, patterns),
        "profiles": _profiles(store, query, patterns),
    }
    lines: list[str] = []
    for title, found in parts.items():
        ranked = sorted(found, key=lambda one: (-one[0], one[1], one[2]))
        if ranked:
            shown = ranked if everything else ranked[:MOST]
            lines += ["", f"{title}: {len(ranked)}", *map(_line, shown)]
            if len(shown) < len(ranked):
                lines.append(f"  and {len(ranked) - len(shown)} more (--all)")
    if not lines:
        raise InputError(
            f"nothing says `{query}`",
            hint="Give fewer or other words, in their dictionary form; `kb show WORD` has all about one.",
        )
    return "\n".join(lines[1:])


def _line(found: Found) -> str:
    weight, text, place = found
    return f"  {weight or ' '}  {text.ljust(_WIDE - 5)} {place}"


def _patterns(query: str) -> list[re.Pattern[str]]:
    words = query.lower().replace("_", " ").split()
    if not words:
        raise InputError("nothing to find", hint="Give a word or some words.")
    return [re.compile(rf"\b{re.escape(w.removesuffix('e'))}e?{_ENDING}\b") for w in words]


def _has(text: str, patterns: Iterable[re.Pattern[str]]) -> bool:
    return all(pattern.search(text) for pattern in patterns)


def _sentences(store: Store, patterns: Sequence[re.Pattern[str]]) -> Iterator[Found]:
    for row in store.rows_of(SENTENCE, limit=_ALL):
        sentence = sentence_of(row)
        if _has(sentence.text.lower(), patterns):
            yield sentence.weight, sentence.text, f"{row.file}:{row.line}"


def _axioms(store: Store, patterns: Sequence[re.Pattern[str]]) -> Iterator[Found]:
    for rule in store.rules():
        said = f"{rule.id} {rule.text}".lower().replace("_", " ")
        if rule.kind == "axiom" and _has(said, patterns):
            yield rule.weight, f"{rule.id}: {rule.text}", f"{rule.file}:{rule.line}"


def _default_rules(store: Store, patterns: Sequence[re.Pattern[str]]) -> Iterator[Found]:
    for row in store.every_row():
        if row.predicate in DEFAULT_PREDICATES:
            rule = default_rule(row)
            if _has(rule.text.lower(), patterns):
                yield rule.weight, rule.text, f"{row.file}:{row.line}"


def _profiles(
    store: Store, query: str, patterns: Sequence[re.Pattern[str]]
) -> Iterator[tuple[int, str, str]]:
    """Give the profiles of a frame, and those in which the query is among the most typical words."""
    joined = "_".join(query.lower().split())
    for profile in index(store):
        place = f"{profile.file}:{profile.line}"
        name = f"{profile.frame} {profile.role}"
        if _has(profile.frame.replace("_", " "), patterns):
            yield 9, f"{name}: {len(profile.words)} words", place
        else:
            lemmas = [word.lemma for word in profile.words]
            if joined in lemmas:
                number = lemmas.index(joined) + 1
                yield 0, f"{name}: word {number:2} of {len(lemmas)}", place


def index(store: Store) -> list[Profile]:
    """Give all profiles by frame, role and file: which file has which."""
    found = (profile_of(row) for row in store.rows_of(PREDICATE, limit=_ALL))
    return sorted(found, key=lambda one: (one.frame, one.role, one.file, one.line))


def index_lines(store: Store, prefix: str = "") -> Iterator[str]:
    """List the frames with profiles that begin so, with their roles and places."""
    for one in index(store):
        if one.frame.startswith(prefix):
            yield f"{one.frame} {one.role}".ljust(40) + f"{one.file}:{one.line}"


# -------------------------------------------------------------------------------------- conflicts


def conflicts(store: Store, word: str) -> str:
    """List the default rules about a word, its classes and what is above them that say opposite things.

    Two do if they say the same of two participants, or a property and its opposite or denial of one.

    Raises:
        InputError: nothing is known of the word.
    """
    happenings = _happenings(store, word)
    if not happenings:
        raise InputError(f"nothing is known about `{word}`", hint="Give a verb, class or property.")
    coverage = Coverage(store)
    rows = [
        (sides_of(row.fact), row)
        for happening in happenings
        for row in store.rows_for(happening.strip('"'))
        if row.predicate in DEFAULT_PREDICATES and arguments(row.fact)[0] == happening
    ]
    found = [
        (-min(one.weight, other.weight), _pair(one, first), _pair(other, second))
        for (one, first), (other, second) in combinations(dict.fromkeys(rows), 2)
        if coverage.opposed(one, other)
    ]
    if not found:
        return f"no rows about {', '.join(happenings)} say opposite things"
    lines = [f"{len(found)} pairs of rows about {', '.join(happenings)}"]
    for _, one, other in sorted(found):
        lines += [f"  {one}", "  against", f"  {other}", ""]
    return "\n".join(lines[:-1])


def _happenings(store: Store, word: str) -> list[str]:
    """Give a word in quotes, its classes and properties, and what is above them, if anything is known of them."""
    todo = [quote(word), word]
    rows = store.rows_for(word)
    todo += [arguments(r.fact)[1] for r in rows if r.predicate in ("verb", "adj")]
    found: dict[str, None] = {}
    for name in todo:  # the loop extends it
        here = store.rows_for(name.strip('"'))
        if name in found or not any(row.key == name for row in here):
            continue
        found[name] = None
        todo += [
            arguments(row.fact)[1]
            for row in here
            if row.predicate in ("isa", "prop_isa") and row.key == name
        ]
    return list(found)


def _pair(sides: Sides, row: Row) -> str:
    said = f"{sides.weight}  {sides.id}"
    return f"{said.ljust(_WIDE)} {row.file}:{row.line}"
