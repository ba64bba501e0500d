"""What profiles alone decide, and the points of their words: fitted on the tuned parts, reported on the others.

    python -m training.profiles QUESTIONS... [--third]

QUESTIONS are files as for ``evaluate`` (``NAME=FILE``), questions about pronouns. For each question the encodings are
grounded with the rows of its words and without the axioms, and the words of profiles that are said of the pronoun are
collected. A logistic model says which of two candidates they speak for: each match is the sum of its features (place
in the list, link between the clauses, manner ...); what ``encodings/profiles.lp`` turns round is left out. Its
weights, times 33, are the points in that file. The last table shows how much less shorter lists, or fewer profiles,
decide (``docs/profiles.md``).
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.files.progress import Progress
from coindex.harness.questions.sources import Entry, Selection, read_sets
from coindex.reasoner import Reasoner
from coindex.reasoner.grounding.profile_facts import profile_words
from coindex.reasoner.grounding.question_facts import assemble, encoding_text
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.profiles import NOUN_ROLES
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from clingo import Symbol

    from kparse.graph import SemanticGraph
    from kparse.mentions.question import Question

SCALE = 33
"""Points of a unit of log-odds."""
PENALTY = 4.0
"""Of squared weights."""
PLACES = (12, 30, 50)
"""Where the bins of places in a list end."""
CLEAR = 0.05
"""Least log-odds of a decision."""
LENGTHS = (5, 10, 20, 30, 40, 60)
"""Words of each profile in the last table."""
SHARES = (0.125, 0.25, 0.5)
"""Shares of the heads in the last table."""


@dataclass(frozen=True, slots=True)
class Match:
    """A word of a profile that is said of the pronoun."""

    side: int
    """1 if it speaks for the first candidate, -1 if for the second."""
    head: str
    place: int
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A question about a pronoun with two candidates."""

    set: str
    part: str
    first_is_right: bool
    matches: tuple[Match, ...]


Keep = Callable[[Match], bool]


def samples(reasoner: Reasoner, entries: Iterable[Entry]) -> Iterator[Sample]:
    """Collect the matches of the questions about a pronoun with two candidates."""
    from kparse.semantics.build import parse_text

    for entry in entries:
        item = entry.asked
        if not isinstance(item, Item) or entry.gold is None or len(item.candidates) != 2:
            continue
        try:
            graph = parse_text(reasoner.nlp, item.text, blanks=True, asked=[item.pron_start])
            asked = reasoner.questions_of(graph, item.pronoun, item.candidates)[0]
            others = reasoner.other_questions(graph, [asked])
        except CoindexError:
            continue
        nodes = [candidate.node for candidate in asked.candidates]
        matches = tuple(_matches(_atoms(reasoner, graph, asked, others), nodes))
        yield Sample(entry.set, entry.part, entry.gold == 0, matches)


def _atoms(
    reasoner: Reasoner, graph: SemanticGraph, asked: Question, others: Sequence[Question]
) -> dict[str, list[tuple[Symbol, ...]]]:
    """Ground the encodings without the axioms; give the arguments of the atoms of the parser's own reading."""
    import clingo

    from kparse.notation.facts import facts
    from kparse.notation.penman import encode

    rest = [question for question in others if question.pronoun != asked.pronoun]
    program = assemble(graph, facts(encode(graph)), asked, rest, reasoner.store)
    selection = reasoner.store.fetch(program.lemmas)
    words = profile_words(selection.profiles, program.lemmas)
    given = [*program.facts, *(row.fact for row in selection.rows), *(word.fact for word in words)]
    control = clingo.Control(["-Wnone", "--opt-mode=ignore"])
    control.add("\n".join([encoding_text(), *(f"{fact}." for fact in given)]))
    control.add(":- pick(_,I), I > 0.")
    control.ground()
    found: dict[str, list[tuple[Symbol, ...]]] = defaultdict(list)
    with control.solve(yield_=True) as models:
        for model in models:
            for atom in model.symbols(atoms=True):
                found[atom.name].append(tuple(atom.arguments))
            break
    return found


def _matches(
    atoms: dict[str, list[tuple[Symbol, ...]]], nodes: Sequence[str | None]
) -> Iterator[Match]:
    """Give each word of a profile that is said of the pronoun, once."""
    links: dict[tuple[Symbol, Symbol], set[str]] = defaultdict(set)
    for first, second, relation in atoms["joined_by"]:
        links[first, second].add(str(relation))
    turned, denied = set(atoms["turned_round"]), {arguments[0] for arguments in atoms["denied"]}
    states = {node for node, kind in atoms["node"] if str(kind) == "state"}
    seen: set[tuple[Symbol, Symbol]] = set()
    for word, node, first, second, kind, manner, place in sorted(atoms["profile_match"]):
        if (first, second, kind) in turned:
            continue
        if (word, node) in seen or str(node) not in nodes:
            continue
        seen.add((word, node))
        of_noun = str(word.arguments[2]) in NOUN_ROLES
        features = ["of a noun" if of_noun else "of an event", str(manner)]
        features.append(f"place {sum(place.number >= end for end in PLACES)}")
        if not of_noun:
            features.append(_link(links[first, second]))
            features += ["first event denied"] * (first in denied)
        features += ["object"] * (str(kind) == "object") + ["of a state"] * (second in states)
        side = 1 if str(node) == nodes[0] else -1
        yield Match(side, word.arguments[0].string, place.number, tuple(features))


def _link(relations: set[str]) -> str:
    if not relations:
        return "no link"
    named = [name for name in ("cause", "result", "deny", "concession") if name in relations]
    return f"link {named[0] if named else 'other'}"


def _sums(sample: Sample, keep: Keep = lambda _: True) -> Counter[str]:
    """Add up the features: those that speak for the first candidate, less those for the second."""
    found: Counter[str] = Counter()
    for match in filter(keep, sample.matches):
        for name in match.features:
            found[name] += match.side
    return found


def fit(found: Sequence[Sample]) -> dict[str, float]:
    """Fit a logistic model without intercept to the tuned samples."""
    import numpy as np

    from training.fits import logistic

    names = sorted({name for s in found for match in s.matches for name in match.features})
    tuned = [(s.first_is_right, _sums(s)) for s in found if s.part == "tune" and s.matches]
    rows = [[(1 if right else -1) * sums[name] for name in names] for right, sums in tuned]
    weights = logistic.fit(np.array(rows, dtype=float), PENALTY)
    return dict(zip(names, weights.tolist(), strict=True))


def decided(
    found: Sequence[Sample], weights: dict[str, float], keep: Keep = lambda _: True
) -> tuple[int, int, int]:
    """Count the questions, those that profiles decide, and those that they decide rightly."""
    totals = [
        (s, sum(weights[name] * number for name, number in _sums(s, keep).items())) for s in found
    ]
    clear = [(s, total) for s, total in totals if abs(total) > CLEAR]
    return len(found), len(clear), sum((total > 0) == s.first_is_right for s, total in clear)


def _counts(numbers: tuple[int, int, int]) -> str:
    every, some, right = numbers
    shares = 100 * some / max(1, every), 100 * right / max(1, some)
    return f"{some:5} of {every:5} ({shares[0]:4.1f} %), right {right:5} ({shares[1]:4.1f} %)"


def report(found: Sequence[Sample], weights: dict[str, float]) -> Iterator[str]:
    """Write the points, what is decided in each set and part, and the same for shorter lists and for fewer heads."""
    for name, weight in sorted(weights.items()):
        yield f"{name:20}{round(SCALE * weight):4}"
    for name in dict.fromkeys(sample.set for sample in found):
        for part in ("tune", "held"):
            own = [sample for sample in found if (sample.set, sample.part) == (name, part)]
            yield f"{name:12} {part}  {_counts(decided(own, weights))}"
    held = [sample for sample in found if sample.part == "held"]
    for length in LENGTHS:
        yield f"all held, {length} words a profile   {_counts(decided(held, weights, _first(length)))}"
    for share in SHARES:
        yield f"all held, {share:.1%} of the heads   {_counts(decided(held, weights, _drawn(share)))}"
    yield f"all held, all   {_counts(decided(held, weights))}"


def _first(length: int) -> Keep:
    """Keep the first words of each profile."""
    return lambda match: match.place < length


def _drawn(share: float) -> Keep:
    """Keep a share of the heads; which ones depends on nothing else."""
    return lambda match: zlib.crc32(match.head.encode()) / 2**32 < share


def main(given: Sequence[str] | None = None) -> int:
    """Fit and report."""
    form = argparse.RawDescriptionHelpFormatter
    name = "python -m training.profiles"
    parser = argparse.ArgumentParser(prog=name, description=__doc__, formatter_class=form)
    parser.add_argument("files", nargs="+", metavar="QUESTIONS")
    parser.add_argument("--third", action="store_true", help="take a third of the questions")
    options = parser.parse_args(given)
    try:
        _, entries = read_sets(options.files, Selection(third=options.third), {})
        with Progress(len(entries)) as bar:
            found = list(samples(Reasoner(mined=""), bar.over(entries)))
    except CoindexError as error:
        print(f"profiles: {error}", file=sys.stderr)
        return 2
    print("\n".join(report(found, fit(found))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
