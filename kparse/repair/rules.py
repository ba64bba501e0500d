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
        word_class.contradicting_tags,
        finite_verbs.adjective_broke,
        finite_verbs.one_with_participle,
        finite_verbs.verb_inside_object,
        finite_verbs.whose_clause_read_as_apposition,
        word_class.adjective_fed_up,
        word_class.intensive_reflexive,
        word_class.mistagged_name,
        word_class.sentence_initial_plural,
        word_class.sentence_initial_noun,
        word_class.copula_of_adverb,
        word_class.bare_auxiliary_read_as_verb,
        word_class.predicative_well,
        word_class.verb_like,
        word_class.little_read_as_predicate,
        word_class.have_with_left,
        word_class.outer_subject,
        word_class.coordinated_subjects,
        word_class.genitive_marker_as_head,
        word_class.arguments_of_auxiliary,
        word_class.verb_ought,
        word_class.modal_read_as_noun,
        word_class.relative_verb_read_as_noun,
        word_class.conjunct_of_verb,
        word_class.mistagged_verb,
        word_class.adjective_read_as_passive,
        word_class.comparative_read_as_verb,
        word_class.copula_of_verb,
        noun_phrases.amount_noun,
        participles.adjective_read_as_progressive,
        participles.to_court_read_as_infinitive,
        participles.past_tense_conjunct,
        finite_verbs.adjective_read_as_noun,
        finite_verbs.noun_read_as_infinitive,
        finite_verbs.passive_subject_of_adjective,
        gapping.possessor_without_apostrophe,
        gapping.blank_as_possessor,
        gapping.place_name_parts,
        comparatives.adverb_on_particle,
        comparatives.equative_well,
        comparatives.multiple_of_equative,
        comparatives.no_before_comparative,
        comparatives.misspelt_than,
        comparatives.than_before_preposition,
    ),
)

MISSING_VERBS = Phase(
    _roots,
    (
        reason_clauses.participle_between_commas_as_root,
        word_class.verb_under_noun_root,
        gapping.verb_read_as_compound,
        gapping.postnominal_adjective_as_root,
        noun_phrases.sentence_without_verb,
    ),
)

CLAUSES = Phase(
    Tree.depth_order,
    (
        reason_phrases.preposition_before_gerund,
        reason_phrases.main_predicate_before_reason,
        gapping.relative_have_read_as_perfect,
        finite_verbs.main_clause_after_so_when,
        finite_verbs.name_after_subject_noun,
        finite_verbs.which_clause_on_verb,
        finite_verbs.main_verb_before_subordinate_clause,
        finite_verbs.conjunct_noun_before_verb,
        finite_verbs.so_clause_without_verb,
        finite_verbs.clausal_like,
        finite_verbs.coordinated_adverbial_clauses,
        reason_clauses.reason_clause_on_noun,
        contrasts.bare_auxiliary_before_reason,
        reason_clauses.bare_auxiliary_before_so,
        reason_clauses.reason_read_as_complement,
        reason_clauses.object_noun_read_as_verb,
        reason_clauses.two_subjects_of_one_verb,
        reason_clauses.conjunct_name_before_verb,
        reason_clauses.name_after_whose_noun,
        reason_clauses.preposition_as_opposed_to,
        reason_clauses.have_read_as_auxiliary,
        noun_phrases.object_read_as_perfect,
        noun_phrases.object_read_as_predicate,
        noun_phrases.object_noun_read_as_infinitive,
        contrasts.copula_repeats_predicate,
        main_clauses.who_clause_with_copula_on_verb,
        main_clauses.phrase_read_as_predicate,
        main_clauses.predicate_of_how_clause,
        word_class.body_part_back,
        word_class.noun_after_preposition,
        noun_phrases.gerund_subject_read_as_modifier,
        noun_phrases.gerund_with_possessor,
        participles.get_rid,
        reason_clauses.linking_phrase,
        reason_clauses.that_is_why,
        reason_clauses.that_read_as_object,
    ),
)

ARGUMENTS = Phase(
    _predicates,
    (
        word_class.bare_infinitive_of_perception,
        word_class.degree_adverb_read_as_predicate,
        arguments.clause_read_as_subject,
        finite_verbs.agent_of_active_verb,
        finite_verbs.gerund_complement_read_as_compound,
        finite_verbs.gerund_after_go_on,
        finite_verbs.particle_read_as_preposition,
        finite_verbs.causative_read_as_object,
        finite_verbs.depictive_adjective_read_as_object,
        gapping.gapping_with_agent,
        gapping.conjunct_after_so,
        gapping.gapping_with_object,
        comparatives.comparative_read_as_adverb,
        comparatives.objects_of_it_takes,
        arguments.past_tense_read_as_participle,
        arguments.passive_subject_of_active_verb,
        arguments.subject_read_as_modifier,
        arguments.apposition_on_verb,
        arguments.time_read_as_object,
        arguments.conjunct_clause_read_as_complement,
        arguments.resultative_adjective_read_as_object,
        arguments.agent_on_object,
        recipients.second_name_after_teach,
        recipients.thing_read_as_verb,
        recipients.thing_outside_object,
        recipients.recipient_read_as_modifier,
        noun_phrases.more_read_as_object,
        noun_phrases.name_after_object_noun,
        arguments.object_with_preposition,
        arguments.pronoun_before_object,
        arguments.name_read_as_second_object,
        arguments.predicate_read_as_object,
        arguments.recipient_of_owe,
        participles.infinitive_of_gerund,
        participles.extraposed_infinitive,
        participles.causative_complement,
        recipients.name_read_as_predicate,
        recipients.comparative_of_light_verb,
        reason_clauses.that_clause_on_addressee,
        recipients.gerund_after_time_or_trouble,
        main_clauses.inverted_auxiliary_read_as_predicate,
        main_clauses.main_clause_under_fronted_clause,
        main_clauses.first_clause_read_as_complement,
        arguments.vocative_read_as_subject,
        arguments.bare_infinitive_read_as_noun,
        main_clauses.stranded_preposition_on_main_verb,
        main_clauses.who_clause_on_verb,
        main_clauses.relative_clause_read_as_complement,
        main_clauses.indirect_question,
    ),
)

MAIN_VERBS = Phase(
    _roots,
    (
        main_clauses.relative_verb_read_as_subject,
        main_clauses.main_verb_in_relative_clause,
        main_clauses.gerund_read_as_root,
        main_clauses.verbs_as_conjuncts_of_noun,
        main_clauses.participle_read_as_main_verb,
        main_clauses.main_clause_after_inverted_condition,
    ),
)

ATTACHMENTS = Phase(
    _attached,
    (
        reason_clauses.participle_after_linking_verb,
        comparatives.phrase_on_adverb,
        recipients.phrase_on_particle,
        recipients.source_of_learning,
        recipients.to_work_read_as_infinitive,
        reason_clauses.conjunction_now_that,
        reason_clauses.second_verb_of_reason,
        reason_clauses.adjective_between_commas,
        reason_clauses.as_well_as_read_as_conjunction,
        reason_clauses.rather_than_clause,
        reason_clauses.standard_on_oblique,
        reason_clauses.name_contrasted_with_thing,
        reason_clauses.tough_infinitive,
        contrasts.rather_than_phrase,
        contrasts.and_not_contrast,
        contrasts.but_not_contrast,
        contrasts.comma_not_contrast,
        contrasts.compared_to_phrase,
        noun_phrases.standard_noun_read_as_verb,
        participles.gerund_clause_of_reason,
        participles.gerund_of_adjective,
        participles.purpose_of_calling,
        participles.subject_of_infinitive_after_for,
        contrasts.reason_on_earlier_verb,
        attachments.colour_adjective,
        attachments.result_of_such,
        attachments.result_of_so,
        attachments.result_of_so_much,
        attachments.participle_after_noun,
        attachments.recipient_before_number,
        attachments.infinitive_labelled_nmod,
        attachments.object_of_noun,
        attachments.oblique_on_noun,
        attachments.of_phrase_on_verb,
        attachments.stranded_preposition_of_pronoun,
        attachments.purpose_on_noun,
        attachments.finite_verb_read_as_adverbial,
        attachments.conjunct_in_relative_clause,
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
        periphrases.that_clause_on_object,
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
