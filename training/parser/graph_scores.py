"""Agreement of predicted graphs with gold graphs: precision, recall and F1 of the deep relations.

``python -m training.parser.graph_scores tests/training/gold/tune.penman --errors 10`` parses the ``::snt`` of every
gold graph and prints the agreement.

What is counted:

* *Relations*: every edge but ``:sntN``, as (source, role, target). Of an open attachment only the
  default counts.
* *Attributes*: ``:polarity``, ``:modal`` and ``:degree``, as (node, attribute, value).
* *Exact*: the graphs in which all nodes, relations (``:sntN`` too) and those attributes agree.

The nodes of the two graphs are paired by concept, one to one. Where a concept occurs more than
once, the pairing is chosen with which the most relations (then attributes, then kinds) agree.
All averages are micro-averages.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import perm, prod
from pathlib import Path
from typing import NamedTuple, Self

from kparse.errors import CoindexError, InputError
from kparse.graph import SemanticGraph
from kparse.notation.penman import decode_all

ATTRIBUTES = ("polarity", "modal", "degree")
"""The attributes that are scored."""

EXHAUSTIVE = 2000
"""Up to this many pairings of nodes are all tried; beyond that, hill climbing."""

Parser = Callable[[str], SemanticGraph]


class Triple(NamedTuple):
    """A relation between two nodes, or an attribute of a node (then ``target`` is the value)."""

    source: str
    role: str
    target: str


@dataclass(slots=True)
class Counts:
    """Items that agree, items predicted, items in the gold."""

    matched: int = 0
    predicted: int = 0
    gold: int = 0

    def __iadd__(self, other: Counts) -> Self:
        self.matched += other.matched
        self.predicted += other.predicted
        self.gold += other.gold
        return self

    @property
    def precision(self) -> float:
        """The share of the predicted items that are right; 1 if there are none."""
        return self.matched / self.predicted if self.predicted else 1.0

    @property
    def recall(self) -> float:
        """The share of the gold items that are found; 1 if there are none."""
        return self.matched / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        both = self.predicted + self.gold
        return 2 * self.matched / both if both else 1.0


@dataclass(slots=True)
class Comparison:
    """One predicted graph against its gold graph. ``pairs``: gold node -> predicted node."""

    gold: SemanticGraph
    predicted: SemanticGraph
    pairs: dict[str, str]
    relations: Counts = field(default_factory=Counts)
    roles: dict[str, Counts] = field(default_factory=dict)
    attributes: dict[str, Counts] = field(default_factory=dict)
    missed: list[Triple] = field(default_factory=list)
    spurious: list[Triple] = field(default_factory=list)
    exact: bool = False


@dataclass(slots=True)
class Report:
    """The sums over many comparisons."""

    relations: Counts = field(default_factory=Counts)
    roles: dict[str, Counts] = field(default_factory=dict)
    attributes: dict[str, Counts] = field(default_factory=dict)
    topics: dict[str, Counts] = field(default_factory=dict)
    graphs: int = 0
    exact: int = 0

    def add(self, comparison: Comparison) -> None:
        """Add a comparison to the sums."""
        self.graphs += 1
        self.exact += comparison.exact
        self.relations += comparison.relations
        topic = comparison.gold.metadata.get("topic", "-")
        _count(self.topics, topic, comparison.relations)
        for role, counts in comparison.roles.items():
            _count(self.roles, role, counts)
        for name, counts in comparison.attributes.items():
            _count(self.attributes, name, counts)


def _count(table: dict[str, Counts], key: str, counts: Counts) -> None:
    total = table.setdefault(key, Counts())
    total += counts


# ----------------------------------------------------------------------------- what is compared


def relations(graph: SemanticGraph, *, sentences: bool = False) -> list[Triple]:
    """The edges that count, in the graph's order; with ``sentences`` the ``:sntN`` too."""
    found = (
        Triple(e.source, e.role, e.target)
        for e in graph.edges
        if (e.choice is None or e.choice.default) and (sentences or not e.role.startswith("snt"))
    )
    return list(dict.fromkeys(found))


def attribute_triples(graph: SemanticGraph) -> list[Triple]:
    """The attributes that count."""
    return [
        Triple(node.id, name, node.attrs[name])
        for node in graph.nodes.values()
        for name in ATTRIBUTES
        if name in node.attrs
    ]


# ------------------------------------------------------------------------------------- alignment


def align(gold: SemanticGraph, predicted: SemanticGraph) -> dict[str, str]:
    """Pair the nodes of two graphs by concept: gold node -> predicted node."""
    pairs: dict[str, str] = {}
    open_sets: list[tuple[list[str], list[str]]] = []
    theirs = _by_concept(predicted)
    for concept, ours in _by_concept(gold).items():
        others = theirs.get(concept, [])
        if len(ours) == len(others) == 1:
            pairs[ours[0]] = others[0]
        elif others:
            open_sets.append((ours, others))
    return _Search(gold, predicted, pairs, open_sets).best() if open_sets else pairs


def _by_concept(graph: SemanticGraph) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for node in graph.nodes.values():
        found[node.concept].append(node.id)
    return found


_Score = tuple[int, int, int]
_Pairs = tuple[tuple[str, str], ...]


class _Search:
    """The search for the best pairing of the nodes whose concept occurs more than once."""

    def __init__(
        self,
        gold: SemanticGraph,
        predicted: SemanticGraph,
        fixed: dict[str, str],
        open_sets: list[tuple[list[str], list[str]]],
    ) -> None:
        self.gold, self.predicted, self.fixed = gold, predicted, fixed
        self.open_sets, self.limit = open_sets, EXHAUSTIVE
        self.gold_relations = relations(gold, sentences=True)
        self.relations = set(relations(predicted, sentences=True))
        self.gold_attributes = attribute_triples(gold)
        self.attributes = set(attribute_triples(predicted))

    def best(self) -> dict[str, str]:
        """The best pairing; the first of several equal ones."""
        sizes = (perm(max(len(a), len(b)), min(len(a), len(b))) for a, b in self.open_sets)
        chosen = self._exhaustive() if prod(sizes) <= self.limit else self._climb()
        return {**self.fixed, **_joined(chosen)}

    def _score(self, chosen: Iterable[_Pairs]) -> _Score:
        pairs = {**self.fixed, **_joined(chosen)}
        ours, theirs = self.gold.nodes, self.predicted.nodes
        return (
            sum(_renamed(t, pairs) in self.relations for t in self.gold_relations),
            sum(_renamed_attribute(t, pairs) in self.attributes for t in self.gold_attributes),
            sum(ours[a].kind == theirs[b].kind for a, b in pairs.items()),
        )

    def _exhaustive(self) -> Sequence[_Pairs]:
        return max(product(*(list(_pairings(a, b)) for a, b in self.open_sets)), key=self._score)

    def _climb(self) -> Sequence[_Pairs]:
        """Hill climbing from the pairing in text order: take the best step while one helps."""
        current = [tuple(_padded(a, b)) for a, b in self.open_sets]
        score = self._score(current)
        while True:
            step = max(_neighbours(current), key=self._score, default=current)
            if self._score(step) <= score:
                return current
            current, score = step, self._score(step)


def _pairings(ours: list[str], theirs: list[str]) -> Iterator[_Pairs]:
    """All one-to-one pairings of as many nodes as possible."""
    if len(ours) <= len(theirs):
        yield from (tuple(zip(ours, p, strict=True)) for p in permutations(theirs, len(ours)))
    else:
        yield from (tuple(zip(p, theirs, strict=True)) for p in permutations(ours, len(theirs)))


def _joined(chosen: Iterable[_Pairs]) -> dict[str, str]:
    """All pairs of a choice of pairings, without nodes that have no partner."""
    return {ours: theirs for part in chosen for ours, theirs in part if ours and theirs}


def _padded(ours: list[str], theirs: list[str]) -> Iterator[tuple[str, str]]:
    for i in range(max(len(ours), len(theirs))):
        yield (ours[i] if i < len(ours) else "", theirs[i] if i < len(theirs) else "")


def _neighbours(chosen: list[_Pairs]) -> Iterator[list[_Pairs]]:
    """All pairings that differ by one exchange."""
    for k, part in enumerate(chosen):
        for i in range(len(part)):
            for j in range(i + 1, len(part)):
                new = list(part)
                new[i], new[j] = (part[i][0], part[j][1]), (part[j][0], part[i][1])
                yield [*chosen[:k], tuple(new), *chosen[k + 1 :]]


def _renamed(triple: Triple, pairs: dict[str, str]) -> Triple | None:
    source, target = pairs.get(triple.source), pairs.get(triple.target)
    return Triple(source, triple.role, target) if source and target else None


def _renamed_attribute(triple: Triple, pairs: dict[str, str]) -> Triple | None:
    source = pairs.get(triple.source)
    return Triple(source, triple.role, triple.target) if source else None


# ------------------------------------------------------------------------------------ comparison


def compare(gold: SemanticGraph, predicted: SemanticGraph) -> Comparison:
    """Compare two graphs of the same text."""
    pairs = align(gold, predicted)
    result = Comparison(gold, predicted, pairs)
    _compare_relations(result)
    _compare_attributes(result)
    result.exact = _is_exact(result)
    return result


def _compare_relations(result: Comparison) -> None:
    ours, theirs = relations(result.gold), relations(result.predicted)
    there = set(theirs)
    renamed = {t: _renamed(t, result.pairs) for t in ours}
    found = {new for new in renamed.values() if new in there}
    result.missed = [t for t in ours if renamed[t] not in there]
    result.spurious = [t for t in theirs if t not in found]
    result.relations = Counts(len(found), len(theirs), len(ours))
    for triple in ours:
        hit = int(renamed[triple] in there)
        _count(result.roles, _base(triple.role), Counts(hit, 0, 1))
    for triple in theirs:
        _count(result.roles, _base(triple.role), Counts(0, 1, 0))


def _base(role: str) -> str:
    return role.partition(".")[0]


def _compare_attributes(result: Comparison) -> None:
    ours, theirs = attribute_triples(result.gold), attribute_triples(result.predicted)
    there = set(theirs)
    result.attributes = {name: Counts() for name in ATTRIBUTES}
    for triple in ours:
        hit = int(_renamed_attribute(triple, result.pairs) in there)
        _count(result.attributes, triple.role, Counts(hit, 0, 1))
    for triple in theirs:
        _count(result.attributes, triple.role, Counts(0, 1, 0))


def _is_exact(result: Comparison) -> bool:
    gold, predicted, pairs = result.gold, result.predicted, result.pairs
    if not len(pairs) == len(gold.nodes) == len(predicted.nodes):
        return False
    if any(c.matched != c.predicted or c.matched != c.gold for c in result.attributes.values()):
        return False
    ours = {_renamed(t, pairs) for t in relations(gold, sentences=True)}
    return ours == set(relations(predicted, sentences=True))


def score(gold: Iterable[SemanticGraph], parse: Parser) -> tuple[Report, list[Comparison]]:
    """Parse the text of every gold graph and compare."""
    report, comparisons = Report(), []
    for graph in gold:
        comparison = compare(graph, parse(graph.metadata["snt"]))
        report.add(comparison)
        comparisons.append(comparison)
    return report, comparisons


# ---------------------------------------------------------------------------------------- output


def table(report: Report) -> str:
    """The report as plain text."""
    lines = [_HEAD, _row("relations", report.relations)]
    lines += ["", _HEAD, *(_row(":" + name, c) for name, c in report.attributes.items())]
    lines += ["", _HEAD, *(_row(":" + name, c) for name, c in _by_size(report.roles))]
    lines += ["", _HEAD, *(_row(name, c) for name, c in sorted(report.topics.items()))]
    share = report.exact / report.graphs if report.graphs else 1.0
    return "\n".join([*lines, "", f"exact graphs: {report.exact} of {report.graphs} ({share:.1%})"])


_HEAD = f"{'':<16}{'P':>8}{'R':>8}{'F1':>8}{'right':>8}{'parsed':>8}{'gold':>8}"


def _row(name: str, c: Counts) -> str:
    shares = f"{c.precision:>8.3f}{c.recall:>8.3f}{c.f1:>8.3f}"
    return f"{name:<16}{shares}{c.matched:>8}{c.predicted:>8}{c.gold:>8}"


def _by_size(counts: dict[str, Counts]) -> list[tuple[str, Counts]]:
    return sorted(counts.items(), key=lambda item: (-item[1].gold, item[0]))


def differences(comparison: Comparison) -> str:
    """The sentence, and the relations and attributes that are missing (-) or spurious (+)."""
    gold, predicted = comparison.gold, comparison.predicted
    lines = [f"{gold.metadata.get('id', '?')}  {gold.metadata.get('snt', '')}"]
    lines += [f"  - {_shown(gold, t)}" for t in comparison.missed]
    lines += [f"  + {_shown(predicted, t)}" for t in comparison.spurious]
    lines += _attribute_differences(comparison)
    main, other = _sentence_heads(gold), _sentence_heads(predicted)
    if main != other:
        lines.append(f"  sentences: {' '.join(other)}; gold: {' '.join(main)}")
    return "\n".join(lines)


def _attribute_differences(comparison: Comparison) -> Iterator[str]:
    gold, predicted, pairs = comparison.gold, comparison.predicted, comparison.pairs
    ours, theirs = attribute_triples(gold), attribute_triples(predicted)
    renamed = {_renamed_attribute(t, pairs) for t in ours}
    there = set(theirs)
    for t in ours:
        if _renamed_attribute(t, pairs) not in there:
            yield f"  - {gold.nodes[t.source].concept} :{t.role} {t.target}"
    for t in theirs:
        if t not in renamed:
            yield f"  + {predicted.nodes[t.source].concept} :{t.role} {t.target}"


def _shown(graph: SemanticGraph, triple: Triple) -> str:
    source, target = graph.nodes[triple.source], graph.nodes[triple.target]
    return f"{source.concept} :{triple.role} {target.concept}"


def _sentence_heads(graph: SemanticGraph) -> list[str]:
    return [graph.nodes[e.target].concept for e in graph.edges if e.role.startswith("snt")]


def errors(comparisons: Iterable[Comparison], limit: int) -> str:
    """The differences of the first ``limit`` graphs that are not exact."""
    wrong = [c for c in comparisons if not c.exact]
    return "\n\n".join(differences(c) for c in wrong[:limit])


# --------------------------------------------------------------------------------------- command


def read_gold(path: Path) -> list[SemanticGraph]:
    """Read a file of gold graphs.

    Raises:
        InputError: if the file cannot be read or a graph has no ``::snt``.
        NotationError: if the notation is broken.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None
    graphs = decode_all(text, str(path))
    for number, graph in enumerate(graphs, 1):
        if not graph.metadata.get("snt"):
            raise InputError(f"{path}: graph {number} has no '# ::snt' line")
    return graphs


def project_parser(model: str | None = None) -> Parser:
    """The project's own parser, as a function from text to graph."""
    from kparse.input.pipeline import load_model
    from kparse.semantics.build import parse_text

    nlp = load_model(model)
    return lambda text: parse_text(nlp, text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 2 if a file cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m training.parser.graph_scores",
        description="Score the parser against gold graphs.",
    )
    parser.add_argument("gold", type=Path, help="file of gold graphs in PENMAN notation")
    parser.add_argument("--model", help="parser model: name or path (default: the project's)")
    parser.add_argument(
        "--errors", type=int, default=0, metavar="N", help="list what is wrong in N sentences"
    )
    options = parser.parse_args(argv)
    try:
        report, comparisons = score(read_gold(options.gold), project_parser(options.model))
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2
    print(table(report))
    if options.errors > 0:
        print("\n" + errors(comparisons, options.errors))
    return 0


if __name__ == "__main__":
    sys.exit(main())
