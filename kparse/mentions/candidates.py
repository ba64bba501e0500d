"""The questions that a text asks: its pronouns, and what each may stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kparse.errors import NoCandidateError, NoPronounError
from kparse.graph import Node, SemanticGraph
from kparse.input.word_lists import PRONOUNS
from kparse.mentions.binding import GenderOf, possible_antecedents
from kparse.mentions.matching import match_candidate
from kparse.mentions.phrases import phrase_span, phrase_text
from kparse.mentions.question import Candidate, Question

THIRD = frozenset({"he", "she", "it", "they"})
_EMPTY = re.compile(r"\bit\b", re.IGNORECASE)
"""What is left of a text's pronouns if it has no third person: *it rained*."""
_BRACKETS = re.compile(r"\[(\s*)([^\[\]]*?)\s*\]")


def strip_brackets(text: str) -> tuple[str, list[int]]:
    """Remove brackets around words; the offsets are where these words begin afterwards.

    >>> strip_brackets("Ann fed the cat because [it] was hungry.")
    ('Ann fed the cat because it was hungry.', [24])
    """
    parts: list[str] = []
    offsets: list[int] = []
    length = position = 0
    for match in _BRACKETS.finditer(text):
        before = text[position : match.start()]
        parts += [before, match[2]]
        offsets.append(length + len(before))
        length += len(before) + len(match[2])
        position = match.end()
    parts.append(text[position:])
    return "".join(parts), offsets


def not_a_pronoun(text: str, number: int, error: NoPronounError) -> NoPronounError:
    """Say that the words in the brackets of this number are no pronoun.

    >>> error = NoPronounError("there is no pronoun at offset 5", hint="Pronouns of the text: it.")
    >>> print(not_a_pronoun("Lift [the crate] if [it] is light.", 0, error).message)
    'the crate' is in brackets, and is no pronoun
    """
    words = [match[2] for match in _BRACKETS.finditer(text)][number]
    hint = f"Put only the pronoun into brackets. {error.hint}"
    return NoPronounError(f"{words!r} is in brackets, and is no pronoun", hint=hint)


def find_questions(
    graph: SemanticGraph,
    *,
    pronoun: str | int | None = None,
    candidates: Sequence[str] | None = None,
    gender_of: GenderOf | None = None,
) -> list[Question]:
    """Return the questions that a text asks, one for each pronoun.

    Args:
        graph: the graph of the text.
        pronoun: a word (each of its occurrences is asked about), a code point offset, or ``None`` for all third-person
            personal and possessive pronouns.
        candidates: phrases to be matched to nodes. Without them, the candidates are the noun phrases that agree with
            the pronoun and that binding theory allows.
        gender_of: the gender of nouns.

    Raises:
        NoPronounError: if the text has no such pronoun.
        NoCandidateError: if there is nothing that a pronoun could stand for.
    """
    spans = graph.token_spans()
    asked = _asked(graph, pronoun)
    questions = []
    for node in asked:
        start, end = (
            spans[node.tokens[0]] if node.tokens and node.tokens[0] < len(spans) else (0, 0)
        )
        if candidates is not None:
            given = [c for c in candidates if c.strip()]
            found = tuple(Candidate(c, match_candidate(graph, c, node.id)) for c in given)
        else:
            nodes = possible_antecedents(graph, node.id, gender_of)
            found = tuple(
                Candidate(text, n, given=False)
                for n in nodes
                if (text := _phrase_beside(graph, n, start))
            )
        if found:
            questions.append(Question(node.id, start, end, found))
    if not questions:
        word = graph.text_of(asked[0].id)
        if candidates is not None:
            raise NoCandidateError(
                "no candidate was given",
                hint='Give two or more, e.g. --candidates "the cup; the table".',
            )
        raise NoCandidateError(
            f"no noun phrase in the text can be what {word!r} stands for",
            hint="Name the candidates yourself, or ask about another pronoun.",
        )
    return questions


def _phrase_beside(graph: SemanticGraph, node: str, pronoun: int) -> str:
    """Return the words of a phrase, without the relative clause that has the pronoun; nothing if they still have it."""
    for relative in (True, False):
        span = phrase_span(graph, node, relative=relative)
        if span is None or not span[0] <= pronoun < span[1]:
            return phrase_text(graph, node, relative=relative)
    return ""


def pronoun_nodes(graph: SemanticGraph) -> list[Node]:
    """Return all pronoun nodes that have a place in the text, in text order."""
    return sorted((n for n in graph.of_kind("pronoun") if n.tokens), key=lambda n: n.tokens)


def _asked(graph: SemanticGraph, pronoun: str | int | None) -> list[Node]:
    nodes = pronoun_nodes(graph)
    spans = graph.token_spans()
    if isinstance(pronoun, int):
        for node in nodes:
            if spans[node.tokens[0]][0] <= pronoun < spans[node.tokens[0]][1]:
                return [node]
        text = graph.metadata.get("snt", "")
        if not 0 <= pronoun < len(text):
            raise NoPronounError(
                f"the pronoun's offset {pronoun} is outside the text ({len(text)} characters)",
                hint="Offsets count characters (code points) from 0.",
            )
        word = re.match(r"\w*", text[pronoun:])
        shown = (word.group() if word and word.group() else text[pronoun : pronoun + 10]).strip()
        raise NoPronounError(
            f"there is no pronoun at offset {pronoun} (the text has {shown!r} there)",
            hint=_known(graph, nodes),
        )
    if pronoun is not None:
        wanted = pronoun.strip().strip("[]").lower()
        found = [n for n in nodes if graph.text_of(n.id).lower() == wanted]
        if not found:
            in_text = re.search(
                rf"(?<!\w){re.escape(wanted)}(?!\w)", graph.metadata.get("snt", ""), re.IGNORECASE
            )
            problem = (
                "does not refer to anything in this text"
                if in_text and wanted in ("it", "there")
                else ("is not a pronoun here" if in_text else "is not in the text")
            )
            raise NoPronounError(f"the pronoun {pronoun!r} {problem}", hint=_known(graph, nodes))
        return found
    found = [
        n
        for n in nodes
        if (n.concept in THIRD and n.attrs.get("case") != "refl") or (n.concept == "_")
    ]
    if any(n.concept == "_" for n in found):
        return [n for n in found if n.concept == "_"]
    if not found:
        if empty := _EMPTY.search(graph.metadata.get("snt", "")):
            raise NoPronounError(
                f"the pronoun {empty.group()!r} does not refer to anything in this text",
                hint="Write a text in which he, she, it or they stands for somebody or something.",
            )
        raise NoPronounError(
            "the text has no pronoun to ask about",
            hint="Write a text with he, she, it or they, or name the pronoun.",
        )
    return found


def _known(graph: SemanticGraph, nodes: list[Node]) -> str:
    words = [graph.text_of(n.id) for n in nodes if n.concept in PRONOUNS or n.concept == "_"]
    return (
        f"Pronouns of the text: {', '.join(dict.fromkeys(words))}."
        if words
        else "The text has no pronouns."
    )
