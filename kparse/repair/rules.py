"""All repair rules, phase by phase, in the order in which they are applied.

A rule looks at one token of the tree and changes the tree only where the parser's analysis is ungrammatical, or nearly
so: correct analyses stay as they are. In the examples of the rules, ``word/tag`` is what the parser gave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kparse.input.tree import Tree
from kparse.repair.clauses import (
    finite_verbs,
    gapping,
    main_clauses,
    participles,
    reason_clauses,
    reason_phrases,
)
from kparse.repair.phrases import (
    arguments,
    attachments,
    comparatives,
    contrasts,
    noun_phrases,
    recipients,
)
from kparse.repair.quotations import direct_speech
from kparse.repair.words import periphrases, word_class

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
        word_class.adjective_fed_up,
        word_class.intensive_reflexive,
        word_class.mistagged_name,
        word_class.name_read_as_adverb,
        word_class.sentence_initial_noun,
        word_class.copula_of_adverb,
        word_class.bare_auxiliary_read_as_verb,
        word_class.little_read_as_predicate,
        word_class.arguments_of_auxiliary,
        word_class.mistagged_verb,
        word_class.copula_of_verb,
        noun_phrases.amount_noun,
        noun_phrases.titles_before_one_name,
        noun_phrases.surname_of_second_name,
        participles.adjective_read_as_progressive,
        participles.to_court_read_as_infinitive,
        participles.past_tense_conjunct,
        finite_verbs.adjective_read_as_noun,
        finite_verbs.noun_read_as_infinitive,
        gapping.possessor_without_apostrophe,
        gapping.place_name_parts,
        comparatives.equative_well,
        comparatives.multiple_of_equative,
        comparatives.misspelt_than,
        comparatives.than_before_preposition,
    ),
)

MISSING_VERBS = Phase(
    _roots,
    (
        reason_clauses.participle_between_commas_as_root,
        noun_phrases.sentence_without_verb,
    ),
)

CLAUSES = Phase(
    Tree.depth_order,
    (
        gapping.relative_have_read_as_perfect,
        finite_verbs.which_clause_on_verb,
        finite_verbs.main_verb_before_subordinate_clause,
        finite_verbs.so_clause_without_verb,
        contrasts.bare_auxiliary_before_reason,
        reason_clauses.bare_auxiliary_before_so,
        reason_clauses.conjunct_name_before_verb,
        reason_clauses.name_after_whose_noun,
        noun_phrases.object_read_as_predicate,
        contrasts.copula_repeats_predicate,
        main_clauses.who_clause_with_copula_on_verb,
        main_clauses.predicate_of_how_clause,
        word_class.body_part_back,
        noun_phrases.gerund_with_possessor,
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
        finite_verbs.gerund_complement_read_as_compound,
        finite_verbs.gerund_after_go_on,
        gapping.gapping_with_agent,
        gapping.conjunct_after_so,
        arguments.past_tense_read_as_participle,
        arguments.apposition_on_verb,
        arguments.conjunct_clause_read_as_complement,
        arguments.resultative_adjective_read_as_object,
        recipients.recipient_read_as_modifier,
        arguments.pronoun_before_object,
        recipients.possessor_read_as_recipient,
        participles.extraposed_infinitive,
        recipients.comparative_of_light_verb,
        reason_clauses.that_clause_on_addressee,
        recipients.gerund_after_time_or_trouble,
        arguments.vocative_read_as_subject,
        main_clauses.who_clause_on_verb,
        main_clauses.indirect_question,
    ),
)

MAIN_VERBS = Phase(
    _roots,
    (),
)

ATTACHMENTS = Phase(
    _attached,
    (
        comparatives.phrase_on_adverb,
        recipients.phrase_on_particle,
        recipients.source_of_learning,
        reason_clauses.conjunction_now_that,
        reason_clauses.second_verb_of_reason,
        reason_clauses.adjective_between_commas,
        noun_phrases.adjective_after_noun,
        reason_clauses.as_well_as_read_as_conjunction,
        reason_clauses.name_contrasted_with_thing,
        reason_clauses.tough_infinitive,
        contrasts.rather_than_phrase,
        contrasts.and_not_contrast,
        contrasts.but_not_contrast,
        contrasts.comma_not_contrast,
        contrasts.compared_to_phrase,
        noun_phrases.standard_noun_read_as_verb,
        participles.gerund_clause_of_reason,
        participles.purpose_of_calling,
        contrasts.reason_on_earlier_verb,
        attachments.result_of_such,
        attachments.result_of_so_much,
        attachments.oblique_on_noun,
        attachments.stranded_preposition_of_pronoun,
        attachments.infinitive_on_object,
        attachments.purpose_read_as_complement,
        attachments.adverbial_clause_on_infinitive,
    ),
)

FIXED_PHRASES = Phase(
    Tree.depth_order, (periphrases.complex_preposition, periphrases.periphrastic_negation)
)

COMPLEMENTS = Phase(
    _predicates,
    (
        periphrases.double_object,
        periphrases.controlled_infinitive,
    ),
)

CLAUSAL_PREDICATES = Phase(Tree.depth_order, (periphrases.clausal_predicate,))

PERIPHRASES = Phase(Tree.depth_order, (periphrases.periphrastic_auxiliary,))

PHASES = (
    REASON_SENTENCES,
    WORD_CLASSES,
    MISSING_VERBS,
    CLAUSES,
    ARGUMENTS,
    MAIN_VERBS,
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
