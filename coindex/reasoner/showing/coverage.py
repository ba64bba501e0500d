"""How much of common English the knowledge has rows for, and where its rows and rules are.

The commonest verbs, adjectives and nouns are lists under ``knowledge/learned/frequency``. A word
is covered if its own rows say what it means. Without own rows, a participle or a verb joined with a particle or noun
(``give_up``, ``make_decision``) is covered if its verb is, because it is then looked up as that verb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, sides_of
from coindex.reasoner.knowledge.derived_rows import is_derived
from coindex.reasoner.knowledge.frequencies import FREQUENCIES, ListName, Word, read_list
from coindex.reasoner.knowledge.profiles import PREDICATE, profile_of

if TYPE_CHECKING:
    from coindex.reasoner.store.reading_files import Row
    from coindex.reasoner.store.store import Store

WANTED: Mapping[ListName, int] = {"verbs": 3000, "adjectives": 2000, "nouns": 5000}
"""The lists, and how many of the commonest words of each should have rows."""
SAYING: Mapping[ListName, frozenset[str]] = {
    "verbs": frozenset({"verb", "gives", "affect"}),
    "adjectives": frozenset({"adj", "adj_of", "stimulus_gives"}),
    "nouns": frozenset(("kind", "trait", "having", "deed", "nominal", "noun_gives")),
}
"""Predicates whose rows say what a word means."""
_ALL = 10**9


@dataclass(frozen=True, slots=True)
class Coverage:
    """The commonest words of a list, grouped by how they are covered."""

    name: ListName
    own: tuple[Word, ...]
    """Words with rows of their own."""
    by_verb: tuple[Word, ...]
    """Participles and joined verbs whose verb has rows."""
    missing: tuple[Word, ...]
    """Words without rows, the commonest first."""

    @property
    def words(self) -> int:
        """The number of words that were checked."""
        return len(self.own) + len(self.by_verb) + len(self.missing)

    @property
    def text_share(self) -> float:
        """The share of these words' occurrences in running text that is covered."""
        covered = sum(word.frequency for word in (*self.own, *self.by_verb))
        return covered / max(covered + sum(word.frequency for word in self.missing), 1e-9)


@dataclass(frozen=True, slots=True)
class ProfileCount:
    """The number of profiles, of frames that have some, and of words in profiles."""

    profiles: int
    frames: int
    words: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """Rows by predicate and by file, rules by file."""

    predicates: Mapping[str, int]
    files: Mapping[str, tuple[int, int]]
    """The number of rows and of rules in each file."""
    profiles: ProfileCount


class Unused(NamedTuple):
    """Axioms and rows of default rules that fired in no question of a run: id, file and line of each."""

    axioms: list[tuple[str, str, int]]
    all_axioms: int
    rows: list[tuple[str, str, int]]
    all_rows: int


def coverage(
    store: Store, name: ListName, *, first: int | None = None, directory: Path = FREQUENCIES
) -> Coverage:
    """Find which of the ``first`` commonest words of a list have rows (default: as many as should have rows).

    Raises:
        InputError: the list cannot be read.
    """
    with_rows = _words_with_rows(store, SAYING[name])
    verbs = _words_with_rows(store, SAYING["verbs"])
    words = read_list(name, directory)[: WANTED[name] if first is None else first]
    own = tuple(word for word in words if word.lemma in with_rows)
    left = [word for word in words if word.lemma not in with_rows]
    by_verb = tuple(word for word in left if word.base in verbs)
    return Coverage(name, own, by_verb, tuple(word for word in left if word.base not in verbs))


def _words_with_rows(store: Store, predicates: Iterable[str]) -> frozenset[str]:
    """Return the words that have rows of these predicates."""
    rows = (row for name in sorted(predicates) for row in store.rows_of(name, limit=_ALL))
    keys = (row.key for row in rows if not is_derived(row.file))
    return frozenset(key.strip('"') for key in keys if key.startswith('"'))


def holdings(store: Store) -> Holdings:
    """Count rows by predicate and by file, and rules by file."""
    predicates: dict[str, int] = dict(sorted(store.stats()["predicates"].items()))
    rows: Counter[str] = Counter()
    for name in predicates:
        if name not in DEFAULT_PREDICATES:
            rows.update(row.file for row in store.rows_of(name, limit=_ALL))
    rows.update(row.file for row in all_default_rows(store))
    rules = Counter(rule.file for rule in store.rules())
    files = {f: (rows[f], rules[f]) for f in sorted({*rows, *rules})}
    return Holdings(predicates, files, count_profiles(store))


def count_profiles(store: Store) -> ProfileCount:
    """Count profiles and their words."""
    found = [profile_of(row) for row in store.rows_of(PREDICATE, limit=_ALL)]
    frames = {profile.frame for profile in found}
    return ProfileCount(len(found), len(frames), sum(len(one.words) for one in found))


def all_default_rows(store: Store) -> list[Row]:
    """Return all rows of default rules, sorted by their text."""
    found = [row for name in DEFAULT_PREDICATES for row in store.rows_of(name, limit=_ALL)]
    for key in store.keys(""):  # rows about negated events are stored under the event
        if not key.startswith('"'):
            rows = (row for row in store.rows_for(key) if row.predicate in DEFAULT_PREDICATES)
            found += [row for row in rows if row.key.startswith("neg(")]
    return sorted(dict.fromkeys(found), key=lambda row: (row.fact, row.file, row.line))


def with_two_weights(store: Store) -> list[tuple[str, tuple[Row, ...]]]:
    """Find rows of one default rule with different weights; only the highest weight counts."""
    several: dict[str, list[Row]] = {}
    for row in all_default_rows(store):
        several.setdefault(sides_of(row.fact).id, []).append(row)
    weights = {name: {sides_of(row.fact).weight for row in rows} for name, rows in several.items()}
    return [(name, tuple(rows)) for name, rows in several.items() if len(weights[name]) > 1]


def two_weights_report(found: Sequence[tuple[str, Sequence[Row]]]) -> str:
    """List rows with different weights and their places, one per line."""
    lines = [f"rows that are written with different weights: {len(found)}"]
    for name, rows in found:
        places = (f"{sides_of(row.fact).weight} {row.file}:{row.line}" for row in rows)
        lines.append(f"  {name}  {', '.join(places)}")
    return "\n".join(lines)


def unused(store: Store, fired: Iterable[str]) -> Unused:
    """Find the rules that did not fire."""
    used = frozenset(fired)
    axioms = [(r.id, r.file, r.line) for r in store.rules() if r.kind == "axiom" and r.id]
    rows = [(sides_of(r.fact).id, r.file, r.line) for r in all_default_rows(store)]
    idle = ([one for one in several if one[0] not in used] for several in (axioms, rows))
    return Unused(next(idle), len(axioms), next(idle), len(rows))


# ----------------------------------------------------------------------------------------- report


def report(found: Sequence[Coverage], held: Holdings) -> str:
    """Write coverage and holdings as tables."""
    told = held.profiles
    return "\n".join(
        [
            "words        commonest  with rows  by verb  without  of their occurrences",
            *(
                f"{one.name:<12}{one.words:>10,}{len(one.own):>11,}{len(one.by_verb):>9,}"
                f"{len(one.missing):>9,}{one.text_share:>16.1%}"
                for one in found
            ),
            "",
            f"profiles     {told.profiles:,} of {told.frames:,} frames, {told.words:,} words"
            f" ({told.words / max(told.profiles, 1):.0f} a profile)",
            "",
            f"rows         {sum(held.predicates.values()):,}",
            *_columns([f"{name} {count:,}" for name, count in held.predicates.items()]),
            "",
            "rows    rules   file",
            *(f"{rows:>6,}  {n:>6,}   {file}" for file, (rows, n) in held.files.items()),
        ]
    )


def _columns(entries: Sequence[str], width: int = 100) -> list[str]:
    """Arrange short entries in columns."""
    wide = max(map(len, entries), default=0) + 2
    several = max(1, width // wide)
    return [
        "  " + "".join(entry.ljust(wide) for entry in entries[i : i + several]).rstrip()
        for i in range(0, len(entries), several)
    ]


def missing_report(found: Sequence[Coverage], count: int) -> str:
    """Write the commonest words without rows."""
    lines = []
    for one in found:
        shown = min(count, len(one.missing))
        lines.append(f"{one.name} without rows ({shown} of {len(one.missing)})")
        lines += _columns([f"{word.rank} {word.lemma}" for word in one.missing[:count]])
    return "\n".join(lines)


def unused_report(found: Unused, *, rows: bool = False) -> str:
    """List the rules that did not fire; rows of default rules are only counted by file, unless ``rows`` is true."""
    lines = [f"axioms that fired in no question: {len(found.axioms)} of {found.all_axioms}"]
    lines += [f"  {name:<32} {file}:{line}" for name, file, line in found.axioms]
    lines.append(
        f"rows reason/4 and effect/4 that fired in none: {len(found.rows)} of {found.all_rows}"
    )
    if rows:
        lines += [f"  {name:<48} {file}:{line}" for name, file, line in found.rows]
    else:
        counts = Counter(file for _, file, _ in found.rows)
        lines += [f"  {count:>6,}  {file}" for file, count in sorted(counts.items())]
    return "\n".join(lines)


def to_record(found: Sequence[Coverage], held: Holdings, idle: Unused | None) -> dict[str, object]:
    """Return everything as JSON-ready data."""
    return {
        "words": {
            one.name: {
                "commonest": one.words,
                "with_rows": len(one.own),
                "by_verb": len(one.by_verb),
                "of_occurrences": round(one.text_share, 4),
                "without": [[word.rank, word.lemma, word.frequency] for word in one.missing],
            }
            for one in found
        },
        "predicates": dict(held.predicates),
        "profiles": asdict(held.profiles),
        "files": {file: {"rows": r, "rules": n} for file, (r, n) in held.files.items()},
        "unused": idle
        and {
            name: [{"id": i, "file": f, "line": n} for i, f, n in some]
            for name, some in (("axioms", idle.axioms), ("rows", idle.rows))
        },
    }
