"""Count what is said of two parties: ``frames.tsv``, the list by which sentences are written.

    python -m training.frames CORPORA --to frames.tsv [--lines N]

CORPORA is the directory with ``connectives`` (gzipped text, a sentence a line). As many lines of each source are
drawn, always the same ones, and are parsed with the shipped model. A frame is the main predicate of a clause with the
relations of those who take part in it, as a stored sentence is found by them (``help``, *subj obj*; ``be afraid``,
*subj obl.of*). Clauses with fewer than two participants are left out.

Columns: rank, predicate, relations, occurrences in a million clauses.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from coindex.files.atomic import replacing
from coindex.reasoner.english_rules.halves import Clause, clauses
from kparse.graph import SemanticGraph
from training.frequency import SOURCES, drawn

LINES = 6_000
"""Drawn from each source."""
MIN_SOURCES = 2
TOGETHER = 500
SIZE = 3_000
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*(?:[_ ][a-z]+)*")
_PLACES = frozenset("time day year night morning moment way case place end".split())
"""Nouns that are no party of an event."""


def frame_of(one: Clause, graph: SemanticGraph) -> tuple[str, str] | None:
    """Give predicate and relations of a clause; ``None`` if fewer than two take part in it."""
    relations = sorted(
        relation
        for relation, node in one.slots
        if graph.nodes[node].kind in ("entity", "pronoun")
        and graph.nodes[node].concept not in _PLACES
    )
    if one.framed or len(set(relations)) < 2 or not _WORD.fullmatch(one.key):
        return None
    return one.key, " ".join(dict.fromkeys(relations))


def frames(graphs: Iterable[SemanticGraph]) -> Iterator[tuple[str, str]]:
    """Yield the frames of all clauses."""
    for graph in graphs:
        for one in clauses(graph):
            found = frame_of(one, graph)
            if found is not None:
                yield found


def main(argv: list[str] | None = None) -> None:
    """Count and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--lines", type=int, default=LINES, help="lines of each source")
    options = parser.parse_args(argv)
    import kparse
    from kparse.semantics.build import parse_texts

    nlp = kparse.load_model()
    counts: Counter[tuple[str, str]] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    for source, files in sorted(SOURCES.items()):
        if not files[0].startswith("connectives/"):
            continue
        here: Counter[tuple[str, str]] = Counter()
        lines = drawn(options.corpora, files, options.lines)
        for start in range(0, len(lines), TOGETHER):
            here.update(frames(parse_texts(nlp, lines[start : start + TOGETHER])))
            print(source, sum(here.values()), file=sys.stderr, flush=True)
        counts.update(here)
        seen.update(set(here))
    total = sum(counts.values())
    ranked = sorted((-n, frame) for frame, n in counts.items() if seen[frame] >= MIN_SOURCES)
    rows = [
        f"{rank}\t{predicate}\t{relations}\t{-n / total * 1e6:.0f}"
        for rank, (n, (predicate, relations)) in enumerate(ranked[:SIZE], 1)
    ]
    with replacing(options.to) as path:
        path.write_text(
            "\n".join(["# rank\tpredicate\trelations\tper million clauses", *rows, ""]),
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
