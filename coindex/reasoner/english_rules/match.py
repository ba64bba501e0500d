"""How well a knowledge sentence fits a text if the pronoun stands for a candidate.

Each predication of the sentence is aligned with one of the text that has the same word, a word of the same stem or
class, or one that asserts the same property. This aligns its participants with those of the text, slot by slot. A
participant that occurs twice in the sentence should then be aligned with a single participant of the text. Each
candidate makes different participants identical; the sentence favours the candidate under which most of them agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coindex.reasoner.english_rules.bindings import Binding, bindings
from coindex.reasoner.english_rules.clauses import FRAMES, told_by
from coindex.reasoner.english_rules.content import Content, Predication, root
from coindex.reasoner.english_rules.deciding import Comparison
from coindex.reasoner.english_rules.likeness import Likeness, likeness
from coindex.reasoner.english_rules.participants import paired, same_place, told_place
from coindex.reasoner.english_rules.words import stem

if TYPE_CHECKING:
    from coindex.reasoner.english_rules.sentences import EnglishRule
    from kparse.mentions.question import Question

_BEAM = 40  # partial matches kept
_OPTIONS = 5  # partners of one predication
_PREDICATIONS = 8  # of a rule that are matched
_APART, _MIXED = 0.7, 0.5
"""Costs of aligning one participant with two, and two with one."""
_NAMED, _MISNAMED, _ODD = 0.6, 0.25, 0.3
"""Scores of nouns: the same, a different one, one of a kind that the sentence excludes."""
_BY_WORD, _BY_CLASS = 0.6, 0.5
"""How similar to the text one predication must be by its word, or two by their classes, for the sentence to be
relevant."""
_BY_MEANING = 0.55
"""The same for what is said of the pronoun, if the words mean the same."""
BY_KIN = 0.3
"""How similar a predication must be to count as meant by the sentence at all."""
_BY_KIN_TOLD = 0.41
"""The same for an event that is said of the pronoun, in another word: effects in common are not enough."""
_SURE = 0.5
"""How sure the part of the pronoun has to be."""
_DIFFERS, _DIFFERS_TOLD = 0.8, 0.6
"""Factors where a part of two predications differs; the second if they are about the pronoun."""
_GUESS = 0.18
"""Weight of a predication that is aligned only because its neighbour fits."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """A predication of the sentence aligned with one of the text."""

    rule: Predication
    text: Predication
    likeness: float
    """Similarity of the words from 0 to 1, weighted by how informative they are."""
    by_word: bool
    """Whether the words share a stem, not just a class or a property."""
    contrary: bool
    """Whether one is the opposite of the other."""
    pairs: tuple[tuple[str, str, float], ...]
    """Variables, their aligned nodes, and the confidence."""
    differs: str = ""
    """The part of the two that differs, in words; empty if all match."""
    told: bool = False
    """Whether it is about what the text says of the pronoun."""
    opposed: bool = False
    """Whether the words are opposites on one scale."""
    wider: bool = False
    """Whether one word is only more general than the other."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a sentence fits if the pronoun stands for a candidate."""

    score: float
    aligned: tuple[Alignment, ...] = ()

    def related(self, told: Sequence[Alignment]) -> bool:
        """Check whether the sentence is relevant to the text: by a word, or by what two situations mean.

        Args:
            told: the alignments of what is said of the pronoun.
        """
        if any(o.by_word and o.likeness >= _BY_WORD for o in self.aligned):
            return True
        if any(o.likeness >= _BY_MEANING and o.rule.is_state == o.text.is_state for o in told):
            return True
        if sum(o.likeness >= _BY_CLASS for o in self.aligned) >= 2:
            return True
        return any(
            one.likeness >= _BY_CLASS and two is not one and two.likeness >= BY_KIN
            for one in told
            for two in self.aligned
        )

    def told(self, pronoun: str) -> list[Alignment]:
        """Return the alignments with what the text says of the pronoun, without guesses."""
        return [
            o
            for o in self.aligned
            if o.told
            and not o.differs
            and o.likeness >= (BY_KIN if o.by_word or o.rule.is_state else _BY_KIN_TOLD)
            and any(node == pronoun and sure > _SURE for _, node, sure in o.pairs)
        ]


def fits(
    given: EnglishRule,
    text: Content,
    question: Question,
    others: Sequence[Question],
    same: Sequence[tuple[str, str]],
    opposites: frozenset[tuple[str, str]],
    within: Sequence[frozenset[str] | None],
    only: int | None = None,
) -> list[Fit]:
    """Return for each candidate how well the sentence fits.

    Args:
        given: the sentence.
        text: what the question's text says.
        question: the pronoun asked about and its candidates.
        others: the text's other pronouns.
        same: pairs of coreferent nodes.
        opposites: pairs of opposite properties.
        within: the predications to consider for each candidate (``None``: all).
        only: the candidate to consider (``None``: all).
    """
    options = _options(
        given,
        text,
        opposites,
        _comparison(given, text, question, others, opposites),
        question.pronoun,
    )
    found = []
    for index, candidate in enumerate(question.candidates):
        if only is not None and index != only:
            continue
        allowed = within[index]
        mine = [
            [o for o in some if allowed is None or root(o.text.id) in allowed] for some in options
        ]
        touched = {node for some in mine for o in some for _, node, _ in o.pairs}
        best = Fit(0.0)
        for binding in bindings(text, question, candidate.node, others, same, touched):
            fit = _best(given, text, mine, binding)
            if fit.aligned and fit.score - binding.cost > best.score + 1e-9:
                best = Fit(fit.score - binding.cost, fit.aligned)
        found.append(best)
    return found


# ---------------------------------------------------------------------------------- possible alignments


def _comparison(
    given: EnglishRule,
    text: Content,
    question: Question,
    others: Sequence[Question],
    opposites: frozenset[tuple[str, str]],
) -> Comparison:
    """Prepare the comparison of what belongs to predications."""
    parties = {question.pronoun, *(q.pronoun for q in others)}
    parties |= {c.node for c in question.candidates if c.node}
    heads = {node: given.heads.get(of, frozenset()) for node, of in given.variable.items()}

    def alike(rule: Predication, other: Predication) -> Likeness:
        return likeness(rule, other, opposites)

    return Comparison(given.content, heads, text, frozenset(parties), alike)


def _options(
    given: EnglishRule,
    text: Content,
    opposites: frozenset[tuple[str, str]],
    comparison: Comparison,
    pronoun: str,
) -> list[list[Alignment]]:
    result = []
    told = told_by(text, pronoun)
    for predication in given.content.predications:
        aligned = [
            one
            for other in text.predications
            if (one := _align(given, predication, text, other, opposites)) is not None
        ]
        aligned = [_judged(one, comparison, given, pronoun, one.text.id in told) for one in aligned]
        aligned.sort(key=lambda o: (-o.likeness, o.text.id))
        result.append(aligned[:_OPTIONS])
    sure = {
        id(o)
        for some in result
        for o in some
        if o.likeness >= (_BY_MEANING if o.told and not o.differs else _BY_WORD)
    }
    known = [o for some in result for o in some if id(o) in sure]
    for number, predication in enumerate(given.content.predications):
        if (
            all(o.likeness < 0.65 for o in result[number])
            and root(predication.id) == predication.id
        ):
            result[number] += _guesses(given, text, predication, known, result[number])
    ranked = sorted(result, key=lambda some: -max((o.likeness for o in some), default=0.0))
    return [some for some in ranked[:_PREDICATIONS] if some]


def _judged(
    one: Alignment, comparison: Comparison, given: EnglishRule, pronoun: str, told: bool
) -> Alignment:
    """Compare also what belongs to two predications; what is said of the pronoun counts little if it differs."""
    verdict = comparison.verdict(one.rule, one.text, one.contrary)
    denied = one.rule.denied != one.text.denied
    likeness = one.likeness
    differs = verdict.differs
    if told and not differs and not one.by_word and _framed(one, comparison):
        differs = f"“{one.text.word}” alone says nothing"
    if told and not differs and one.wider:
        differs = f"“{one.text.word}” is not the same as “{one.rule.word}”"
    if told and not differs and one.by_word:
        differs = _misplaced(one, given, pronoun)
    if differs:
        likeness *= _DIFFERS_TOLD if told else _DIFFERS
    # Opposites of which one is turned mean the same: *young*, *only five years old*.
    opposed = verdict.opposed != (not one.by_word and one.contrary and not denied)
    return replace(
        one,
        contrary=verdict.contrary,
        differs=differs,
        likeness=likeness,
        told=told,
        opposed=opposed,
    )


def _misplaced(one: Alignment, given: EnglishRule, pronoun: str) -> str:
    """Check whether the pronoun has another preposition than what it is aligned with: *see through*, *see behind*."""
    places = {role for role, node in one.text.slots if node == pronoun}
    mine = {variable for variable, node, _ in one.pairs if node == pronoun}
    own = {role for role, node in one.rule.slots if given.variable.get(node) in mine}
    if not places or not own or any(same_place(a, b) for a in own for b in places):
        return ""
    there, here = min(places), min(own)
    return f"the text has “{told_place(there)}” where the sentence has “{told_place(here)}”"


def _framed(one: Alignment, comparison: Comparison) -> bool:
    """Check whether one of two words only frames something else."""
    for word, where, node in (
        (one.text.word, comparison.text, one.text.id),
        (one.rule.word, comparison.rule, one.rule.id),
    ):
        graph = where.graph
        if word in FRAMES and node in graph.nodes and graph.target(node, "comp"):
            return True
    return False


def _guesses(
    given: EnglishRule,
    text: Content,
    predication: Predication,
    known: Sequence[Alignment],
    have: Sequence[Alignment],
) -> Iterator[Alignment]:
    """Align predications that share no word if they have the same links to their neighbours."""
    seen = {o.text.id for o in have}
    for anchor in known:
        if not given.content.linked(predication.id, anchor.rule.id):
            continue
        for other in text.predications:
            if (
                other.id in seen
                or root(other.id) != other.id
                or not text.linked(other.id, anchor.text.id)
            ):
                continue
            seen.add(other.id)
            pairs = tuple(paired(given, predication, text, other, by_word=False))
            if pairs:
                yield Alignment(predication, other, _GUESS, False, False, pairs)


def _align(
    given: EnglishRule,
    rule: Predication,
    where: Content,
    text: Predication,
    opposites: frozenset[tuple[str, str]],
) -> Alignment | None:
    close, by_word, contrary, wider = likeness(rule, text, opposites)
    close *= (
        min(rule.informativeness, text.informativeness)
        if by_word
        else max(0.6, rule.informativeness)
    )
    if close < 0.1:
        return None
    pairs = tuple(paired(given, rule, where, text, by_word=by_word))
    return Alignment(rule, text, close, by_word, contrary, pairs, wider=wider) if pairs else None


# ---------------------------------------------------------------------------------- the best alignment


def _best(
    given: EnglishRule, text: Content, options: Sequence[Sequence[Alignment]], binding: Binding
) -> Fit:
    """Find the most consistent alignments by beam search."""
    beam: list[tuple[float, tuple[Alignment, ...]]] = [(0.0, ())]
    for some in options:
        grown = list(beam)
        for score, aligned in beam:
            for option in some:
                if any(o.text.id == option.text.id for o in aligned):
                    continue
                more = _alone(given, option, binding)
                more += sum(_together(given, text, o, option, binding) for o in aligned)
                grown.append((score + more, (*aligned, option)))
        grown.sort(key=lambda b: (-b[0], [o.text.id for o in b[1]]))
        beam = grown[:_BEAM]
    return Fit(*beam[0])


def _alone(given: EnglishRule, option: Alignment, binding: Binding) -> float:
    """Score a single predication by its word and the nouns of its participants."""
    score = option.likeness - 0.05 * option.contrary
    for variable, node, quality in option.pairs:
        score += quality * option.likeness * _noun(given, variable, binding.of[node], binding)
    return score


def _noun(given: EnglishRule, variable: str, node: str, binding: Binding) -> float:
    heads = given.heads.get(variable) or frozenset()
    nouns = binding.nouns.get(node) or frozenset()
    if heads:
        if heads & nouns or {stem(h) for h in heads} & {stem(n) for n in nouns}:
            return _NAMED
        if heads & binding.kinds.get(node, frozenset()):
            return _NAMED / 2
        return -_MISNAMED if nouns else 0.0
    kind, kinds = given.kinds.get(variable), binding.kinds.get(node, frozenset())
    if (kind == "person" and "thing_only" in kinds) or (
        kind == "thing" and "person" in kinds and "artefact" not in kinds
    ):
        return -_ODD
    return 0.0


def _together(
    given: EnglishRule, text: Content, one: Alignment, two: Alignment, binding: Binding
) -> float:
    """Score whether two predications with a shared variable also share a participant in the text."""
    score = 0.0
    for variable, node, quality in one.pairs:
        for other, player, sure in two.pairs:
            mass = min(quality * one.likeness, sure * two.likeness)
            same = binding.of[node] == binding.of[player]
            if variable == other:
                score += mass if same else -_APART * mass
            elif same:
                score -= _MIXED * mass
    if given.content.linked(one.rule.id, two.rule.id) and text.linked(one.text.id, two.text.id):
        score += 0.2 * min(one.likeness, two.likeness)
    return score
