"""All repair rules, phase by phase, in the order in which they are applied.

A rule looks at one token of the tree and changes the tree only where the parser's analysis is ungrammatical, or nearly
so: correct analyses stay as they are. In the examples of the rules, ``word/tag`` is what the parser gave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kparse.input.tree import Tree
from kparse.repair.clauses import finite_verbs, participles, reason_clauses, reason_phrases
from kparse.repair.phrases import (
    arguments,
    attachments,
    comparatives,
    contrasts,
    noun_phrases,
    recipients,
)
from kparse.repair.quotations import direct_speech
from kparse.repair.words import labels, periphrases, word_class

Rule = Callable[[Tree, int], bool | None]
"""Mends the tree at a token. A rule that returns ``True`` is the last one tried on that token in its phase."""

SETTLED = frozenset("punct det case mark aux cop cc nsubj expl flat fixed".split())
"""Labels of tokens that no rule of attachment is about."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Rules that are tried in turn on each token that ``tokens`` gives."""

    tokens: Callable[[Tree], Iterable[int]]
    rules: tuple[Rule, ...]


def _roots(tree: Tree) -> list[int]:
    return list(tree.roots)


def _predicates(tree: Tree) -> Iterator[int]:
    return (i for i in tree.depth_order() if tree.upos[i] in ("VERB", "AUX"))


def _attached(tree: Tree) -> Iterator[int]:
    return (i for i in tree.depth_order() if tree.head[i] >= 0 and tree.base(i) not in SETTLED)


TEXT_REPAIRS = (
    direct_speech,
    reason_phrases.reason_connectives,
    reason_phrases.reason_prepositions,
)
"""Repairs that look at the whole text."""

REASON_SENTENCES = Phase(
    _roots,
    (
        reason_phrases.this_is_because,
        reason_phrases.the_reason_is,
    ),
)

WORD_CLASSES = Phase(
    Tree.depth_order,
    (
        word_class.mistagged_name,
        labels.impossible_label,
        word_class.sentence_initial_noun,
        word_class.copula_of_adverb,
        word_class.little_read_as_predicate,
        word_class.arguments_of_auxiliary,
        word_class.mistagged_verb,
        word_class.copula_of_verb,
        noun_phrases.amount_noun,
        participles.adjective_read_as_progressive,
        participles.past_tense_conjunct,
        finite_verbs.noun_read_as_infinitive,
        noun_phrases.place_name_parts,
        comparatives.multiple_of_equative,
        comparatives.misspelt_than,
        comparatives.than_before_preposition,
    ),
)

MISSING_VERBS = Phase(
    _roots,
    (noun_phrases.sentence_without_verb,),
)

CLAUSES = Phase(
    Tree.depth_order,
    (
        finite_verbs.main_verb_before_subordinate_clause,
        contrasts.bare_auxiliary_before_reason,
        reason_clauses.bare_auxiliary_before_so,
        reason_clauses.conjunct_name_before_verb,
        noun_phrases.object_read_as_predicate,
        attachments.who_clause_with_copula_on_verb,
        participles.get_rid,
        reason_clauses.linking_phrase,
        reason_clauses.that_is_why,
    ),
)

ARGUMENTS = Phase(
    _predicates,
    (
        word_class.degree_adverb_read_as_predicate,
        finite_verbs.agent_of_active_verb,
        reason_clauses.gapping_with_agent,
        reason_clauses.conjunct_after_so,
        arguments.past_tense_read_as_participle,
        arguments.apposition_on_verb,
        arguments.resultative_adjective_read_as_object,
        recipients.recipient_read_as_modifier,
        arguments.pronoun_before_object,
        labels.person_seen_doing,
        recipients.comparative_of_light_verb,
        recipients.gerund_after_time_or_trouble,
        attachments.who_clause_on_verb,
        attachments.indirect_question,
    ),
)


ATTACHMENTS = Phase(
    _attached,
    (
        comparatives.phrase_on_adverb,
        recipients.phrase_on_particle,
        reason_clauses.conjunction_now_that,
        reason_clauses.second_verb_of_reason,
        reason_clauses.tough_infinitive,
        contrasts.rather_than_phrase,
        contrasts.and_not_contrast,
        contrasts.but_not_contrast,
        contrasts.comma_not_contrast,
        contrasts.compared_to_phrase,
        participles.gerund_clause_of_reason,
        participles.purpose_of_calling,
        contrasts.reason_on_earlier_verb,
        attachments.result_of_such,
        attachments.result_of_so_much,
        attachments.oblique_on_noun,
        attachments.stranded_preposition_of_pronoun,
        attachments.purpose_read_as_complement,
    ),
)

FIXED_PHRASES = Phase(
    Tree.depth_order, (periphrases.complex_preposition, periphrases.periphrastic_negation)
)

COMPLEMENTS = Phase(
    _predicates,
    (periphrases.double_object, periphrases.controlled_infinitive),
)

CLAUSAL_PREDICATES = Phase(Tree.depth_order, (periphrases.clausal_predicate,))

PERIPHRASES = Phase(Tree.depth_order, (periphrases.periphrastic_auxiliary,))

PHASES = (
    REASON_SENTENCES,
    WORD_CLASSES,
    MISSING_VERBS,
    CLAUSES,
    ARGUMENTS,
    ATTACHMENTS,
    FIXED_PHRASES,
    COMPLEMENTS,
    CLAUSAL_PREDICATES,
    PERIPHRASES,
)


def repair(tree: Tree) -> None:
    """Mend a tree: first expressions of several words anywhere in the text, then phase by phase."""
    for mend in TEXT_REPAIRS:
        mend(tree)
    for phase in PHASES:
        for i in phase.tokens(tree):
            for rule in phase.rules:
                if rule(tree, i):
                    break
