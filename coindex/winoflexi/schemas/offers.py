"""Sentences of a crawl that are offered to writers: each has two parties, and a pronoun that could mean either.

The organiser gives a file of raw text (``winoflexi offer``). What is no English prose is dropped by the filters of
mining, the rest is parsed. A sentence is offered if it has one third-person pronoun, and exactly two short phrases
before it, participants of one situation, that grammar, number, gender and kind allow it to mean. Whether common sense
is needed, and what the twin is, is the writer's work.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.corpora import DAMAGED, opened
from coindex.harness.schemas.checks.kinds import Lexicon
from coindex.harness.schemas.checks.parties import PRONOUNS
from coindex.mining.text.corpus import cut, sources
from coindex.mining.text.filters import line_fault
from coindex.winoflexi.models import Offer
from coindex.winoflexi.models.schemas import LONGEST_SENTENCE
from coindex.winoflexi.schemas.drafts import Draft, Marked
from kparse.errors import CoindexError, InputError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import Node, SemanticGraph
    from kparse.mentions.question import Question

FEWEST_WORDS, MOST_WORDS = 6, 30
MOST_WORDS_OF_TARGET = 4
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_ASIDE = re.compile(r"[\[\]()\"“”:;]")
"""What sets off asides and quotations, which make poor schemas."""
_LINES = 1000
_CHANCE = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Start:
    """A sentence with its pronoun in brackets, and the two phrases that it could mean."""

    sentence: str
    targets: tuple[str, str]


# ------------------------------------------------------------------------------------------ filter


def lines_of(path: str | Path) -> Iterator[tuple[str, int, str]]:
    """Yield the lines of a file of text, or of the files of a directory, with file name and number.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    for source in sources([str(path)]):
        try:
            with opened(source.path) as (_, stream):
                for piece in cut(stream, "text", _LINES):
                    text = piece.data.decode("utf-8", "replace")
                    for number, line in enumerate(text.split("\n"), piece.line):
                        yield source.name, number, line.strip()
        except DAMAGED as error:
            raise InputError(f"{source.path}: damaged or cut off: {error}") from error
        except OSError as error:
            raise InputError(f"cannot read {source.path}: {error.strerror or error}") from error


def starts(line: str, reasoner: Reasoner, lexicon: Lexicon) -> Iterator[Start]:
    """Yield the sentences of a line that are worth offering."""
    if len(_pronouns(line)) == 0 or line_fault(line) is not None:
        return
    for sentence in reasoner.nlp(line).sents:
        text = " ".join(sentence.text.split())
        words = _WORD.findall(text)
        if (
            FEWEST_WORDS <= len(words) <= MOST_WORDS
            and len(text) <= LONGEST_SENTENCE
            and text.endswith(".")
            and len(_pronouns(text)) == 1
            and not _ASIDE.search(text)
            and line_fault(text) is None
            and (found := _start(text, reasoner, lexicon)) is not None
        ):
            yield found


def _pronouns(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if word.lower() in PRONOUNS]


def _start(text: str, reasoner: Reasoner, lexicon: Lexicon) -> Start | None:
    from kparse.mentions.candidates import find_questions
    from kparse.semantics.build import parse_text

    try:
        graph = parse_text(reasoner.nlp, text)
        asked = find_questions(graph, gender_of=reasoner.gender_of)
    except CoindexError:
        return None
    if len(asked) != 1 or sum(node.kind in ("event", "state") for node in graph.nodes.values()) < 2:
        return None
    (question,) = asked
    targets = _two_alike(question, graph, lexicon)
    if targets is None:
        return None
    return Start(Marked(text, question.start, question.end).bracketed, targets)


def _two_alike(
    question: Question, graph: SemanticGraph, lexicon: Lexicon
) -> tuple[str, str] | None:
    """Return both candidates in the order of the text, if there are two that belong together and fit the pronoun."""
    spans = graph.token_spans()
    found = [(c.text, graph.nodes[c.node]) for c in question.candidates if c.node is not None]
    if len(found) != 2 or any(
        node.kind != "entity" or not node.tokens or spans[node.tokens[0]][0] >= question.start
        for _, node in found
    ):
        return None
    (one, first), (other, second) = sorted(found, key=lambda pair: min(pair[1].tokens))
    short = all(len(_WORD.findall(t)) <= MOST_WORDS_OF_TARGET for t in (one, other))
    apart = one.lower() not in other.lower() and other.lower() not in one.lower()
    together = any(
        {first.id, second.id} <= {edge.target for edge in graph.out(event.id)}
        for event in graph.of_kind("event", "state")
    )
    pronoun = graph.nodes[question.pronoun].concept
    if not (short and apart and together and _fit(pronoun, (first, second), lexicon)):
        return None
    return one, other


def _fit(pronoun: str, nodes: tuple[Node, Node], lexicon: Lexicon) -> bool:
    """Whether two nodes are of one sort, and the pronoun can mean either by its number and gender."""
    number, gender = PRONOUNS.get(pronoun, (None, None))
    if any(number is None or (node.attrs.get("num") == "pl") != (number == "pl") for node in nodes):
        return False
    kinds = [lexicon.kinds(node) for node in nodes]
    sorts = {lexicon.sort(each) for each in kinds}
    genders = {known[0] for node in nodes if (known := lexicon.gender(node)) is not None}
    person = any("person" in lexicon.above(kind.name) for each in kinds for kind in each)
    exclude = all(lexicon.apart(a.name, b.name) for a in kinds[0] for b in kinds[1])
    if len(sorts) != 1 or None in sorts or exclude:
        return False
    if gender == "neut":
        return not person
    return gender is None or (sorts == {"being"} and genders <= {gender})


# ----------------------------------------------------------------------------------------- storage


def take(path: str | Path, reasoner: Reasoner, most: int) -> tuple[int, int]:
    """Offer sentences of a file, at most so many new ones; known ones are skipped.

    Returns:
        The number of new sentences, and of lines that were read.

    Raises:
        InputError: the file cannot be read.
    """
    lexicon, new, number = Lexicon(reasoner.store), 0, 0
    for number, (name, line_number, line) in enumerate(lines_of(path), 1):
        for found in starts(line, reasoner, lexicon):
            _row, made = Offer.objects.get_or_create(
                sentence=found.sentence,
                defaults={
                    "target_a": found.targets[0],
                    "target_b": found.targets[1],
                    "source": f"{name}:{line_number}",
                },
            )
            new += made
            if new >= most:
                return new, number
    return new, number


def some(number: int = 3) -> list[Offer]:
    """Draw sentences to offer."""
    every = list(Offer.objects.order_by("pk").values_list("pk", flat=True))
    drawn = _CHANCE.sample(every, min(number, len(every)))
    return list(Offer.objects.filter(pk__in=drawn).order_by("pk"))


def draft_of(offer: Offer) -> Draft:
    """Return the draft that a writer starts from: both halves have the sentence."""
    targets = (offer.target_a, offer.target_b)
    return Draft((offer.sentence, offer.sentence), ("", ""), targets, (None, None))


def forget() -> int:
    """Remove all offered sentences; return how many there were."""
    return Offer.objects.all().delete()[0]
