"""Count the words of English prose: ``verbs.tsv``, ``adjectives.tsv`` and ``nouns.tsv``.

    python -m training.frequency CORPORA WORDNET --work DIR

CORPORA is the directory with ``connectives`` and ``simplewiki`` (gzipped text, a sentence or a paragraph a line),
WORDNET the archive of Open English WordNet's YAML sources. As many lines of each source are drawn, always the same
ones, and are parsed with the shipped model. What is counted is what the graph has: a verb with its particle
(``give_up``) and a light verb with its noun (``make_decision``) are words of their own. Each thousand lines leave a
file in DIR, so that an interrupted run goes on where it stopped; only when all are there are the lists written.

Columns: rank, lemma, occurrences in a million words, and for a participle that is used as an adjective its verb.
Left out: names, numbers, auxiliaries, words that only point or count, whatever WordNet does not have as that part of
speech (a participle: whose verb it does not have), and words of fewer than three of the sources.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import heapq
import json
import re
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from coindex.reasoner.knowledge.frequencies import FREQUENCIES

if TYPE_CHECKING:
    from spacy.language import Language

    from kparse.graph import Node, SemanticGraph
    from kparse.input.tokens import ParsedText

SOURCES = {
    "pg98": ("connectives/pg98.conn.txt.gz",),
    "classicmd": ("connectives/classicmd.conn.txt.gz",),
    "novels100": ("connectives/novels100.conn.txt.gz",),
    "simplewiki2022": ("connectives/simplewiki2022.conn.txt.gz",),
    "enwiki2015": ("connectives/enwiki2015_core.conn.txt.gz",),
    "simplewiki": tuple(f"simplewiki/part00{n}.txt.gz" for n in range(5)),
}
LINES = 25_000
"""Drawn from each source."""
CHUNK = 1_000
LENGTH = (40, 300)
"""Characters of a line that is drawn."""
MIN_SOURCES = 3
SIZES = {"verbs": 4_000, "adjectives": 2_700, "nouns": 6_500}
"""Words written, more than `kb stats` asks for, so that the next ones can be seen too."""
LEFT_OUT = frozenset("be will would can could may might must shall should ought".split())
"""Auxiliaries; those that are also verbs with a meaning of their own (`have`, `need`) stay in."""
CLOSED = frozenset(
    "other own same such last next certain various several only very least most more about anti mere first second "
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth hundredth".split()
)
"""Demonstrative and counting adjectives, which ascribe nothing to their noun."""
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*(?:_[a-z]+)*")
_ENTRY = re.compile(r"(?P<lemma>\S.*?):\s*$")
_POS = re.compile(r"  (?P<pos>[nvasr])(?:-\d)?:\s*$")

Wordnet: TypeAlias = dict[str, frozenset[str]]


# --------------------------------------------------------------------------------------- sampling


def drawn(directory: Path, files: Iterable[str], size: int) -> list[str]:
    """Draw lines by the hash of their text, independently of their order."""

    def candidates() -> Iterator[tuple[bytes, str]]:
        for name in files:
            with gzip.open(directory / name, "rt", encoding="utf-8") as file:
                for raw in file:
                    line = raw.strip()
                    if LENGTH[0] <= len(line) <= LENGTH[1]:
                        yield hashlib.blake2b(line.encode(), digest_size=8).digest(), line

    found = heapq.nsmallest(size + size // 10, candidates())
    return list(dict.fromkeys(line for _, line in found))[:size]


# --------------------------------------------------------------------------------------- counting


def words_of(graph: SemanticGraph, parsed: ParsedText) -> Iterator[tuple[str, str, str]]:
    """Give list, lemma and verb of a participle for each word that a graph has."""
    for node in graph.nodes.values():
        if node.tokens and "elided" not in node.attrs and "proper" not in node.attrs:
            yield from _words_of_node(node, parsed)


def _words_of_node(node: Node, parsed: ParsedText) -> Iterator[tuple[str, str, str]]:
    token, lemma = parsed.tokens[node.tokens[0]], node.concept or ""
    if node.kind == "event":
        if token.upos in ("VERB", "AUX"):
            yield "verbs", lemma, ""
    elif token.upos == "NOUN" and node.kind in ("entity", "state"):
        yield "nouns", lemma, ""
    elif token.upos == "ADJ" and node.kind in ("state", "property"):
        yield "adjectives", lemma, ""
    elif token.upos == "VERB" and node.kind in ("state", "property") and token.deprel == "amod":
        yield "adjectives", token.form.lower(), token.lemma


def count_lines(lines: list[str], nlp: Language) -> Counter[str]:
    """Count words as ``list lemma verb``; the number of tokens is under ``tokens``."""
    from kparse.semantics.build import analyse_all, build

    counts: Counter[str] = Counter()
    for parsed in analyse_all(nlp, lines):
        counts["tokens"] += sum(token.upos != "PUNCT" for token in parsed.tokens)
        for name, lemma, verb in words_of(build(parsed), parsed):
            if _WORD.fullmatch(lemma) and len(lemma) > 1:
                counts[f"{name} {lemma} {verb}".strip()] += 1
    return counts


def count_all(corpora: Path, work: Path, lines: int) -> dict[str, Counter[str]]:
    """Count all sources; what a former run has counted is read."""
    import kparse

    nlp = None
    totals: dict[str, Counter[str]] = {}
    for source, files in SOURCES.items():
        totals[source] = Counter()
        chunks = [work / f"{source}-{start}.json" for start in range(0, lines, CHUNK)]
        sample: list[str] | None = None
        for number, path in enumerate(chunks):
            if not path.is_file():
                sample = sample if sample is not None else drawn(corpora, files, lines)
                nlp = nlp or kparse.load_model()
                part = sample[number * CHUNK : (number + 1) * CHUNK]
                counts = count_lines(part, nlp)
                temporary = path.with_suffix(".tmp")
                temporary.write_text(json.dumps(counts), encoding="utf-8")
                temporary.replace(path)
                print(f"{source} {number + 1}/{len(chunks)}", file=sys.stderr, flush=True)
            totals[source].update(json.loads(path.read_text(encoding="utf-8")))
    return totals


# ----------------------------------------------------------------------------------------- lists


def read_wordnet(archive: Path) -> Wordnet:
    """Read which lemmas WordNet has as what part of speech (``s`` counts as ``a``)."""
    found: dict[str, set[str]] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            if not re.search(r"/entries-\w+\.yaml$", member.name):
                continue
            handle = tar.extractfile(member)
            lemma = ""
            for raw in handle or ():
                line = raw.decode("utf-8").rstrip("\n")
                if match := _POS.match(line):
                    found.setdefault(lemma, set()).add(match["pos"].replace("s", "a"))
                elif match := _ENTRY.fullmatch(line):
                    lemma = match["lemma"].strip("'\"")
    return {lemma: frozenset(parts) for lemma, parts in found.items()}


def _is_word(name: str, lemma: str, verb: str, wordnet: Wordnet) -> bool:
    """Return whether a counted word belongs to its list."""

    def has(word: str, part: str) -> bool:
        return part in wordnet.get(word, ())

    if name == "verbs":
        return lemma not in LEFT_OUT and has(lemma.split("_")[0], "v")
    if name == "nouns":
        return has(lemma, "n")
    return has(verb, "v") if verb else lemma not in CLOSED and has(lemma, "a")


def listed(
    totals: dict[str, Counter[str]], name: str, wordnet: Wordnet
) -> list[tuple[str, float, str]]:
    """Give lemma, frequency and verb of a list's words, the commonest first."""
    tokens = sum(counts["tokens"] for counts in totals.values())
    counts: Counter[str] = Counter()
    verbs: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for source in totals.values():
        here: set[str] = set()
        for key, number in source.items():
            kind, _, rest = key.partition(" ")
            lemma, _, verb = rest.partition(" ")
            if kind != name or not _is_word(name, lemma, verb, wordnet):
                continue
            counts[lemma] += number
            here.add(lemma)
            if verb:
                verbs.setdefault(lemma, verb)
        seen.update(here)
    found = [
        (w, n / tokens * 1e6, verbs.get(w, "")) for w, n in counts.items() if seen[w] >= MIN_SOURCES
    ]
    return sorted(found, key=lambda entry: (-entry[1], entry[0]))[: SIZES[name]]


def write_list(path: Path, words: list[tuple[str, float, str]]) -> None:
    """Write a list atomically."""
    lines = [
        "# rank\tlemma\tper million words\tverb of a participle."
        " Written by `python -m training.frequency`; see ../../SOURCES.md"
    ]
    for rank, (lemma, frequency, verb) in enumerate(words, 1):
        lines.append(f"{rank}\t{lemma}\t{frequency:.1f}" + (f"\t{verb}" if verb else ""))
    temporary = path.with_suffix(".tmp")
    temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    temporary.replace(path)


def main(argv: list[str] | None = None) -> None:
    """Count and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("corpora", type=Path)
    parser.add_argument("wordnet", type=Path)
    parser.add_argument("--work", type=Path, required=True, help="where counts are kept")
    parser.add_argument("--to", type=Path, default=FREQUENCIES)
    parser.add_argument("--lines", type=int, default=LINES, help="lines of each source")
    options = parser.parse_args(argv)
    options.work.mkdir(parents=True, exist_ok=True)
    totals = count_all(options.corpora, options.work, options.lines)
    wordnet = read_wordnet(options.wordnet)
    for name in SIZES:
        words = listed(totals, name, wordnet)
        write_list(options.to / f"{name}.tsv", words)
        print(f"{name}: {len(words)} words", file=sys.stderr)


if __name__ == "__main__":
    main()
