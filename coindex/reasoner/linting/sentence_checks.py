"""The linter's checks of sentences: how each was read, and what makes it useless or doubtful as a rule.

What is malformed is found while reading the file (``knowledge.sentences``). The other checks need a parser, which is
loaded only if a sentence has no reading yet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from coindex.reasoner.english_rules.content import content
from coindex.reasoner.english_rules.halves import Clause, clause
from coindex.reasoner.english_rules.sentences import EnglishRule
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.knowledge.sentences import StoredSentence, sentence_of
from coindex.reasoner.linting.subject import Finding, Subject
from coindex.reasoner.store.reading_files import FileContent
from coindex.reasoner.store.sentence_files import (
    COMPILED,
    KeptReadings,
    compiled_files,
    read_compiled,
)
from kparse.caches import table
from kparse.graph import SemanticGraph

_TWO = 2
_PERSONAL = {"he": "person", "she": "person", "it": "thing", "they": ""}
"""Pronouns that a sentence may be unclear about, and what they stand for."""
_LISTED = re.compile(r"[^a-z]+")
_readings: dict[str, SentenceReading] = table({})


def _own(subject: Subject) -> Iterator[StoredSentence]:
    for content_ in subject.checked:
        if content_.source.role == "sentences":
            yield from map(sentence_of, content_.rows)


def readings_for(contents: Sequence[FileContent]) -> Mapping[str, SentenceReading]:
    """Give the readings of the sentences in some files: compiled ones, kept ones, or new ones."""
    files = [one for one in contents if one.source.role == "sentences"]
    texts = [sentence_of(row).text for one in files for row in one.rows]
    if any(text not in _readings for text in texts):
        for path in compiled_files(one.source for one in files):
            _readings.update(read_compiled(path)[1])
    missing = [text for text in dict.fromkeys(texts) if text not in _readings]
    if missing:
        _readings.update(_read(missing))
    return _readings


def _read(sentences: Sequence[str]) -> dict[str, SentenceReading]:
    """Read sentences that are not compiled; what is read is kept in the cache directory."""
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.running.parses import made_by
    from coindex.reasoner.running.sentence_reader import readings

    kept = KeptReadings(made_by(None))
    found = kept.find(sentences)
    missing = [sentence for sentence in sentences if sentence not in found]
    if missing:
        new = {one.sentence: one for one in readings(Reasoner(), missing)}
        kept.keep(new)
        found |= new
    return found


def _each(subject: Subject) -> Iterator[tuple[StoredSentence, SentenceReading, SemanticGraph]]:
    """Yield the sentences of the checked files that could be read."""
    from kparse.notation.penman import decode

    known = readings_for(subject.checked)
    for sentence in _own(subject):
        reading = known[sentence.text]
        if reading.graph:
            yield sentence, reading, decode(reading.graph)


def understood(reading: SentenceReading, graph: SemanticGraph) -> str:
    """Write what was understood: ``thank(person1, person2) – help(person2, person1)``."""
    heads = {of: frozenset(nouns) for of, nouns in (reading.heads or {}).items()}
    given = reading.variable or {}, heads, reading.kinds or {}, reading.names or {}
    return EnglishRule(reading.sentence, content(graph, ()), *given).understood


def unreadable(subject: Subject) -> Iterator[Finding]:
    """Sentence that cannot be a rule."""
    known = readings_for(subject.checked)
    for sentence in _own(subject):
        reading = known[sentence.text]
        if not reading.graph:
            hint = (
                'say what goes with what: "Person1 thanks person2 because person2 helped person1."'
            )
            yield sentence.file, sentence.line, 1, reading.problem, hint


def without_halves(subject: Subject) -> Iterator[Finding]:
    """Sentence that no question finds."""
    for sentence, reading, graph in _each(subject):
        if not reading.halves:
            what = f"{reading.problem}; read as {understood(reading, graph)}"
            hint = "link two clauses with because, if, so or so that; get, have, be and go say nothing alone"
            yield sentence.file, sentence.line, 1, what, hint


def proper_name(subject: Subject) -> Iterator[Finding]:
    """Proper name in a sentence."""
    for sentence, reading, graph in _each(subject):
        names = [
            node.concept
            for node in graph.nodes.values()
            if node.attrs.get("proper") == "+" and node.concept not in (reading.names or {})
        ]
        if names:
            what, hint = f"`{names[0]}`", "a general rule is about person1, thing1, somebody"
            yield sentence.file, sentence.line, 1, what, hint


def unclear_pronoun(subject: Subject) -> Iterator[Finding]:
    """Pronoun that could be two parties."""
    for sentence, reading, graph in _each(subject):
        variable, kinds = reading.variable or {}, reading.kinds or {}
        for node in graph.of_kind("pronoun"):
            if node.concept not in _PERSONAL or node.attrs.get("case") == "refl":
                continue
            kind = _PERSONAL[node.concept]
            own = variable.get(node.id)
            parties = _parties(reading) - ({own} if own == node.id else set())
            fitting = [of for of in parties if not kind or kinds.get(of, "") in ("", kind)]
            if len(fitting) >= _TWO:
                what = f"`{node.concept}`; read as {understood(reading, graph)}"
                yield sentence.file, sentence.line, 1, what, "write person1 and person2 instead"
                break


def _parties(reading: SentenceReading) -> set[str]:
    """Give the variables that no noun names: *person1*, *somebody*."""
    heads = reading.heads or {}
    return {of for of in (reading.variable or {}).values() if not heads.get(of)}


def lone_party(subject: Subject) -> Iterator[Finding]:
    """Party in one half only."""
    for sentence, reading, graph in _each(subject):
        found = [_lone(reading, graph, halves.nodes) for halves in reading.halves]
        if found and all(found):
            what = f"{found[0]}; read as {understood(reading, graph)}"
            hint = "name it in both halves, or leave it out"
            yield sentence.file, sentence.line, 1, what, hint


def _lone(reading: SentenceReading, graph: SemanticGraph, nodes: Collection[str]) -> str:
    """Name a party of one half of which the other half has another one instead; or say that they share none."""
    ones, others = (_taking(reading, clause(graph, node)) & _parties(reading) for node in nodes)
    if (ones or others) and not ones & others:
        return "the halves have no party in common"
    kinds = reading.kinds or {}
    for lone in sorted(ones - others):
        if any(kinds.get(lone) == kinds.get(other) for other in others - ones):
            return f"`{_called(reading, graph, lone)}`"
    return ""


def _taking(reading: SentenceReading, half: Clause | None) -> set[str]:
    slots = half.slots if half is not None else ()
    return {(reading.variable or {}).get(node, node) for _, node in slots}


def _called(reading: SentenceReading, graph: SemanticGraph, node: str) -> str:
    concept = graph.nodes[node].concept
    return (reading.names or {}).get(concept, concept)


def restatement(subject: Subject) -> Iterator[Finding]:
    """Restatement of the obvious."""
    for sentence, reading, graph in _each(subject):
        same = [one.keys[0] for one in reading.halves if one.keys[0] == one.keys[1]]
        if same and len(same) == len(reading.halves):
            what = f"both halves say `{same[0]}`; read as {understood(reading, graph)}"
            yield sentence.file, sentence.line, 1, what, "give a reason or a result in other words"


def sentence_elsewhere(subject: Subject) -> Iterator[Finding]:
    """Sentence written in another file."""
    first: dict[str, StoredSentence] = {}
    checked = {one.source.name for one in subject.checked}
    for content_ in subject.everything:
        for row in content_.rows if content_.source.role == "sentences" else ():
            sentence = sentence_of(row)
            plain = _LISTED.sub(" ", sentence.text.lower()).strip()
            other = first.setdefault(plain, sentence)
            if other is not sentence and other.file != sentence.file and sentence.file in checked:
                hint = f"first in {other.file}:{other.line}"
                yield sentence.file, sentence.line, 1, f"“{sentence.text}”", hint


def stale_readings(subject: Subject) -> Iterator[Finding]:
    """Compiled readings that are not those of today's parser or sentences."""
    from coindex.reasoner.english_rules.stored import parser_digest

    files = [one for one in subject.checked if one.source.role == "sentences"]
    hint = "run `python cli.py kb compile`"
    for path in compiled_files(one.source for one in files):
        parser, readings = read_compiled(path)
        here = [one for one in files if one.source.path.parent == path.parent]
        if not readings:
            continue  # one's own folder need not be compiled
        missing = [row for one in here for row in one.rows if sentence_of(row).text not in readings]
        if missing:
            what = f"{COMPILED} lacks {len(missing)} sentences"
            yield missing[0].file, missing[0].line, 1, what, hint
        elif parser != parser_digest():
            yield here[0].source.name, 1, 1, f"{COMPILED} was made by another parser", hint
