"""What accepting a sentence would change: the questions that it decides, and the examples that come out otherwise.

An example is parsed only if it has words for both halves of the sentence, and asked only if two of its clauses say
them, so that most sentences cost little more than their questions.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.asking.review import Waiting
from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import read_text, write_text
from coindex.reasoner.answer import Answer
from coindex.reasoner.asks import RULES, Query
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.authoring.examples import Example, read_examples
from coindex.reasoner.authoring.prepared import Prepared, prepare
from coindex.reasoner.english_rules.halves import clauses
from coindex.reasoner.english_rules.stored import reading_of
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.sentences import SENTENCES, SUFFIX
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.running.sentence_reader import read_unread
from coindex.reasoner.solving.choice import Choice
from coindex.reasoner.store.overlay import with_file
from kparse.errors import CoindexError
from kparse.input.lemmas import irregular

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

MOST = 40
"""Examples that are asked for a sentence."""
_FEW = 25
"""The most words of a class by which a sentence meets other words than its own."""
_ALL = 1_000_000
_QUESTIONS = 5
"""Questions that are asked for a sentence."""


class Effects:
    """Finds what accepting sentences would change. The parser and the examples are read on the first call.

    Args:
        examples: files or folders of examples; those that ship by default.
    """

    def __init__(self, examples: Sequence[Path] = ()) -> None:
        self._paths = list(examples) or [KNOWLEDGE / "examples"]
        self._before: dict[int, Answer] = {}

    @cached_property
    def reasoner(self) -> Reasoner:
        """Answers with the knowledge that ships."""
        return Reasoner()

    @cached_property
    def _examples(self) -> list[tuple[Example, frozenset[str]]]:
        """The examples with their words."""
        return [(one, _tokens(one.item.text)) for one in read_examples(self._paths)]

    @cached_property
    def _classes(self) -> list[set[str]]:
        """The words of each class that has few."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for predicate in ("verb", "adj"):
            for row in self.reasoner.store.rows_of(predicate, _ALL):
                lemma, name = arguments(row.fact)[:2]
                found[name].add(lemma.strip('"'))
        return [words for words in found.values() if len(words) <= _FEW]

    def lines(self, one: Waiting) -> list[str]:
        """Say in lines what accepting a sentence would change: its questions, then the examples.

        Raises:
            InputError: an example file has an error.
        """
        sentence = " ".join(one.sentence.split())
        questions = [query for query in one.questions if query.asks != RULES]
        told = [
            f"{' '.join(query.marked.split())}: {self._decided(sentence, query)}"
            for query in questions[:_QUESTIONS]
        ]
        count = len(self._examples)
        try:
            met = self._met(sentence)
            changed = list(self._changed(sentence, met[:MOST])) if met else []
        except CoindexError as error:
            return [*told, f"cannot be kept: {error.message}"]
        if not count:
            return told
        how_many = f"{len(changed) or 'none'} would come out otherwise"
        return [*told, f"of {count} examples it could meet {len(met)}; {how_many}", *changed]

    def _decided(self, sentence: str, query: Query) -> str:
        """Say what a sentence does to the answer to a question."""
        alone, told = (self._answer(query, given) for given in ((), (sentence,)))
        use = next((use for use in told.sentence_uses if use.sentence == sentence), None)
        if use is None or not use.used:
            return f"not used: {use.why if use else told.error or 'it cannot be read'}"
        before = f"{alone.candidate or 'nothing'} ({alone.decided_by})"
        return f"decides for {told.candidate}; without it: {before}"

    def _answer(self, query: Query, knowledge: tuple[str, ...]) -> Answer:
        if query.asks in ("cause", "effect"):
            first, second = query.candidates
            made = Choice("1", query.text, (first, second), query.asks, knowledge=knowledge)
            return self.reasoner.choose(made)
        item = Item("1", query.text, query.start, query.end, query.candidates, knowledge=knowledge)
        return next(self.reasoner.solve_many([item]))

    def _met(self, sentence: str) -> list[tuple[int, Prepared]]:
        """Give the examples, by number, of which two clauses say what the halves of a sentence say.

        Only those are parsed that have words for both.
        """
        store = self.reasoner.store
        pairs = [halves.keys for halves in reading_of(sentence, self.reasoner.nlp, store).halves]
        examples = self._examples
        worth: dict[int, None] = {}
        for first, second in pairs:
            one, other = self._beginnings(first), self._beginnings(second)
            for number, (_, tokens) in enumerate(examples):
                if _has(tokens, one) and _has(tokens, other):
                    worth[number] = None
        numbers = sorted(worth)
        parsed = prepare(self.reasoner, [examples[number][0].item for number in numbers])
        return [
            (number, question)
            for number, question in zip(numbers, parsed, strict=True)
            if any(_meets(pair, _keys(question), store) for pair in pairs)
        ]

    def _beginnings(self, key: str) -> tuple[str, ...]:
        """Give how words begin that say a key, or that share a narrow class with it, in whatever form."""
        word = key.rpartition(" ")[2]
        words = {word}.union(*(w for w in self._classes if word in w))
        first = {one.partition("_")[0] for one in words}
        irregular_forms = {f for (f, _), lemmas in irregular().items() if first & set(lemmas)}
        return (*sorted(one[: max(3, len(one) - 1)] for one in first), *sorted(irregular_forms))

    def _changed(self, sentence: str, met: Sequence[tuple[int, Prepared]]) -> Iterator[str]:
        """Ask some examples with and without a sentence, and say which come out otherwise."""
        reasoner = Reasoner()
        reasoner.share_parser(self.reasoner)
        reasoner.use(_with_sentence(reasoner.store, sentence))
        read_unread(reasoner)
        for number, question in met:
            example, _ = self._examples[number]
            if number not in self._before:
                self._before[number] = question.answer(self.reasoner)
            before, after = self._before[number], question.answer(reasoner)
            failed, fails = (example.judge(answer) is not None for answer in (before, after))
            kind = "now fails" if fails else "now right"
            if failed == fails:
                kind = "other answer"
            if failed != fails or before.answer != after.answer:
                place = f"{example.location.file}:{example.location.line}"
                yield f"{kind}: {example.item.text} ({place})"


def _keys(question: Prepared) -> frozenset[str]:
    if question.graph is None:
        return frozenset()
    return frozenset(one.key for one in clauses(question.graph))


def _meets(pair: tuple[str, str], keys: frozenset[str], store: Store) -> bool:
    """Tell whether clauses say both halves, at most one of them by another word of the same narrow class."""
    first, second = pair
    return any(
        one != other
        and (one == first or (other == second and store.same_narrow_class(first, one)))
        and (other == second or store.same_narrow_class(second, other))
        for one in keys
        for other in keys
    )


def _tokens(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", text.lower()))


def _has(tokens: frozenset[str], beginnings: tuple[str, ...]) -> bool:
    return any(token.startswith(beginnings) for token in tokens)


def _with_sentence(store: Store, sentence: str) -> Store:
    """Give the knowledge that ships with one sentence more; the store is used up."""
    file = min((KNOWLEDGE / SENTENCES).glob(f"*{SUFFIX}"))
    with tempfile.TemporaryDirectory(prefix="coindex-") as home:
        other = Path(home) / file.name
        text = read_text(file)
        write_text(other, f"{text}{'' if text.endswith(chr(10)) else chr(10)}{sentence}\n")
        return with_file(store, file, other)
