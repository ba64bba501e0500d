"""Checks of questions while they are written, by the guidelines that the collection was authored by.

Single questions: short sentences in the past tense without names, and two different alternatives. The whole file:
nothing but the causal relation may tell the right alternative, not its position, its length, or words of the premise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.harness.copa.scoring import share, significance
from coindex.harness.copa.words import stop_words, words
from coindex.harness.questions.copa import CopaGold
from coindex.harness.statistics.shares import mcnemar
from kparse.errors import Diagnostic, Location

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import SemanticGraph

LONGEST = 16
"""Words in a sentence, above which it is called long."""
RATIO = 2.0
"""How many times as long one alternative may be as the other."""
LEVEL = 0.05
"""Level of significance at which something tells the right alternative."""
_NAMES_OF_NO_PERSON = frozenset(
    ("place", "time", "event", "organisation", "group", "period", "building")
)


@dataclass(frozen=True, slots=True)
class Clue:
    """Something that should not tell the right alternative."""

    code: str
    what: str
    """Which alternative is meant: *the first alternative*."""
    right: int
    """Questions in which such an alternative is the right one."""
    items: int
    """Questions in which exactly one alternative is so."""

    @property
    def p(self) -> float:
        """The exact two-sided p against a fair coin."""
        return mcnemar(self.right, self.items - self.right)

    def __str__(self) -> str:
        """Write it with its share, and stars where it is no coin."""
        if not self.items:
            return f"{self.what}: in no question"
        return f"{self.what}: {share(self.right, self.items)}; {significance(self.p)}"


def clues(golds: Sequence[CopaGold]) -> list[Clue]:
    """Count how often the first, the longer, and the more repetitive alternative is right."""
    found = []
    for code, what, measure in (
        ("W921", "the first alternative", lambda gold: (1, 0)),
        ("W922", "the longer alternative", _lengths),
        ("W923", "the alternative with more words of the premise", _repeated),
    ):
        right = items = 0
        for gold in golds:
            first, second = measure(gold)
            if gold.answer is not None and first != second:
                items += 1
                right += gold.answer == int(second > first)
        found.append(Clue(code, what, right, items))
    return found


def check(golds: Sequence[CopaGold], name: str, reasoner: Reasoner) -> list[Diagnostic]:
    """Check questions.

    Args:
        golds: the questions.
        name: their file, for the places.
        reasoner: parses the sentences, and knows names.

    Returns:
        Findings by line, then those about the whole file.
    """
    found: list[Diagnostic] = []
    seen: dict[tuple[str, ...], str] = {}
    for gold in golds:
        place, choice = Location(name, gold.line, 1), gold.choice
        found += (
            Diagnostic(code, f"question {choice.id}: {message}", place, hint)
            for code, message, hint in (*_form(gold), *_sentences(gold, reasoner))
        )
        key = (choice.asks, *sorted(text.casefold() for text in choice.texts))
        if key in seen:
            found.append(
                Diagnostic("W906", f"question {choice.id}: the same as question {seen[key]}", place)
            )
        seen.setdefault(key, choice.id)
    for clue in clues(golds):
        if clue.p < LEVEL:
            message = f"{clue}: this tells the right answer"
            hint = "Reorder, or write some questions anew."
            found.append(Diagnostic(clue.code, message, Location(name), hint))
    return found


def _form(gold: CopaGold) -> Iterator[tuple[str, str, str]]:
    """Check what can be seen without parsing."""
    choice = gold.choice
    texts = [text.casefold().strip(" .!?") for text in choice.texts]
    if texts[1] == texts[2]:
        yield "E901", "both alternatives are the same", "Write another one."
    for number in (1, 2):
        if texts[number] == texts[0]:
            yield "E902", f"alternative {number} is the premise", "Write another one."
    for text in choice.texts:
        if (length := len(words(text))) > LONGEST:
            yield "W903", f"“{text}” has {length} words", f"At most {LONGEST} are easy to read."
    one, other = sorted(_lengths(gold))
    if other > RATIO * one and other - one > 2:
        yield "W904", f"alternatives of {one} and {other} words", "Make them about as long."
    if gold.answer is None:
        yield "W905", "no right answer", "Say which alternative is the more plausible one."


def _sentences(gold: CopaGold, reasoner: Reasoner) -> Iterator[tuple[str, str, str]]:
    """Check tense and names of the sentences."""
    from coindex.reasoner.running.questions import Genders
    from kparse.errors import CoindexError
    from kparse.semantics.build import parse_texts

    try:
        graphs = list(parse_texts(reasoner.nlp, list(gold.choice.texts)))
    except CoindexError as error:
        yield "W909", f"cannot be read: {error.message}", error.hint
        return
    genders = Genders(reasoner.store)
    for text, graph in zip(gold.choice.texts, graphs, strict=True):
        sentences = _heads(graph)
        if len(sentences) > 1:
            yield "W907", f"“{text}” is {len(sentences)} sentences", "Write one."
        tenses = {graph.nodes[head].attrs.get("tense") for head in sentences}
        if tenses & {"pres", "fut"} and not tenses & {"past"}:
            yield "W901", f"“{text}” is not in the past tense", "Tell what happened."
        for node in graph.of_kind("entity"):
            kinds = genders.kinds_of(node.concept) | genders.kinds_of(node.concept.lower())
            if node.attrs.get("proper") == "+" and not kinds & _NAMES_OF_NO_PERSON:
                hint = "Write who it is: the man, my aunt."
                yield "W902", f"“{graph.text_of(node.id)}” is a name", hint


def _heads(graph: SemanticGraph) -> list[str]:
    """Give the main situation of each sentence."""
    return [edge.target for edge in graph.out(graph.root) if edge.role.startswith("snt")]


def _lengths(gold: CopaGold) -> tuple[int, int]:
    first, second = (len(words(text)) for text in gold.choice.alternatives)
    return first, second


def _repeated(gold: CopaGold) -> tuple[int, int]:
    """Count the content words of the premise in each alternative."""
    premise = set(words(gold.choice.premise)) - stop_words()
    first, second = (len(premise & set(words(text))) for text in gold.choice.alternatives)
    return first, second
