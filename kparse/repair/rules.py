"""Slips of statistical parsers that grammar alone can tell and mend, one function each.

Every rule names the sentence it is for. A rule may only fire where the analysis it replaces is no English at all, or
as good as none, so that right analyses (and gold trees) stay as they are. This module calls all rules and holds those
about attachment; the others are in ``_slips_words``, ``_slips_arguments`` and ``_slips_clauses``.
"""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.repair.clauses.finite_verbs import (
    bare_adjective,
    broke,
    coffee_black,
    conjunct_clause,
    friend_sara,
    had_him_do,
    like_he_had,
    likes_doing,
    no_agent,
    no_infinitive,
    noun_without_verb,
    one_doing,
    put_on,
    shared_mark,
    so_when,
    stuck,
    verb_before_mark,
    verb_in_object,
    went_on,
    which_thing,
    whose_clause,
)
from kparse.repair.clauses.gapping import (
    adjective_behind,
    blank_owner,
    gapped_agent,
    gapped_object,
    had_was,
    owner_without_sign,
    place_name,
    so_called,
    verb_in_compound,
)
from kparse.repair.clauses.main_clauses import (
    bare_gerund_root,
    finite_conjuncts_of_noun,
    finite_participle,
    had_clause,
    how_it_was,
    indirect_question,
    inverted_condition,
    phrase_before_clause,
    relative_without_main_verb,
    so_main,
    stranded_mark,
    subordinate_first,
    that_relative,
    verb_as_subject,
    who_clause,
)
from kparse.repair.clauses.participles import (
    adjective_doing,
    called_to_say,
    deeper_infinitive,
    due_to_clause,
    finite_conjunct,
    for_them_to,
    found_it_hard,
    get_rid,
    given_this,
    made_so,
    of_that_kind,
    to_court,
)
from kparse.repair.clauses.reason_clauses import (
    adjective_apart,
    apart,
    as_well_as,
    bare_auxiliary,
    felt_betrayed,
    has_noun,
    hunt_hares,
    linking_phrase,
    lost_reason,
    now_that,
    opposed_to,
    rather_than,
    second_reason,
    set_off,
    subject_as_conjunct,
    than_phrase,
    that_is_why,
    that_mark,
    told_that,
    tough_clause,
    two_subjects,
    whose_son,
)
from kparse.repair.clauses.reason_phrases import (
    due_to_doing,
    grounds,
    late_due_to,
    reason_is,
    thanks_to,
    this_is_because,
)
from kparse.repair.phrases.arguments import (
    agent_on_object,
    apposition,
    called,
    coordinated_clause,
    gerund_subject,
    let_her_go,
    object_predicate,
    subject_label,
    time,
    two_objects,
)
from kparse.repair.phrases.attachments import ATTACHMENTS
from kparse.repair.phrases.comparatives import (
    as_well,
    beside_particle,
    it_took,
    phrase_of_adverb,
    sensed_quality,
    than_for,
    then_for_than,
)
from kparse.repair.phrases.contrasts import (
    and_not,
    bare_and_reason,
    but_not,
    comma_not,
    compared_to,
    it_was_for,
    rather_than_thing,
    reason_of_auxiliary,
)
from kparse.repair.phrases.noun_phrases import (
    doing_things,
    lot_of,
    more_as_object,
    name_beside,
    need_help,
    only_verb,
    owned_gerund,
    than_things,
    thing_had,
)
from kparse.repair.phrases.recipients import (
    adverb_phrase,
    called_name,
    hours_looking,
    learned_from,
    more_work,
    recipient,
    way_to_work,
)
from kparse.repair.words.word_class import (
    agree,
    auxiliary_with_arguments,
    copula_of_verb,
    elliptic_copula,
    fed_up,
    himself,
    hurt_her_back,
    like,
    little,
    name,
    neither_nor,
    none_left,
    outer_subject,
    owls,
    seen_falling,
    standing_genitive,
    sushi,
    to_lunch,
    trained_little,
    verbless,
    was_well,
    word_class,
)

LOOSE = (
    felt_betrayed,
    phrase_of_adverb,
    adverb_phrase,
    learned_from,
    way_to_work,
    now_that,
    second_reason,
    adjective_apart,
    as_well_as,
    rather_than,
    than_phrase,
    set_off,
    tough_clause,
    rather_than_thing,
    and_not,
    but_not,
    comma_not,
    compared_to,
    than_things,
    due_to_clause,
    adjective_doing,
    called_to_say,
    for_them_to,
    reason_of_auxiliary,
)
"""The first rules of attachment to be tried."""

RULES = (*LOOSE, *ATTACHMENTS)
_SETTLED = frozenset("punct det case mark aux cop cc nsubj expl flat fixed".split())
"""Labels of words that no rule of attachment is about."""


def mend(tree: Tree) -> None:
    """Apply all rules."""
    grounds(tree)
    for root in list(tree.roots):
        this_is_because(tree, root)
        reason_is(tree, root)
    for i in tree.depth_order():
        agree(tree, i)
        broke(tree, i)
        one_doing(tree, i)
        verb_in_object(tree, i)
        whose_clause(tree, i)
        fed_up(tree, i)
        himself(tree, i)
        name(tree, i)
        owls(tree, i)
        sushi(tree, i)
        elliptic_copula(tree, i)
        was_well(tree, i)
        like(tree, i)
        little(tree, i)
        none_left(tree, i)
        outer_subject(tree, i)
        neither_nor(tree, i)
        standing_genitive(tree, i)
        auxiliary_with_arguments(tree, i)
        word_class(tree, i)
        copula_of_verb(tree, i)
        lot_of(tree, i)
        of_that_kind(tree, i)
        given_this(tree, i)
        thanks_to(tree, i)
        to_court(tree, i)
        finite_conjunct(tree, i)
        bare_adjective(tree, i)
        no_infinitive(tree, i)
        stuck(tree, i)
        owner_without_sign(tree, i)
        blank_owner(tree, i)
        place_name(tree, i)
        beside_particle(tree, i)
        as_well(tree, i)
        then_for_than(tree, i)
        than_for(tree, i)
    for root in list(tree.roots):
        apart(tree, root)
        verbless(tree, root)
        verb_in_compound(tree, root)
        adjective_behind(tree, root)
        only_verb(tree, root)
    for i in tree.depth_order():
        if tree.kids[i]:
            due_to_doing(tree, i)
            late_due_to(tree, i)
            had_was(tree, i)
            so_when(tree, i)
            friend_sara(tree, i)
            which_thing(tree, i)
            verb_before_mark(tree, i)
            conjunct_clause(tree, i)
            noun_without_verb(tree, i)
            like_he_had(tree, i)
            shared_mark(tree, i)
            lost_reason(tree, i)
            bare_and_reason(tree, i)
            bare_auxiliary(tree, i)
            hunt_hares(tree, i)
            two_subjects(tree, i)
            subject_as_conjunct(tree, i)
            whose_son(tree, i)
            opposed_to(tree, i)
            has_noun(tree, i)
            thing_had(tree, i)
            need_help(tree, i)
            it_was_for(tree, i)
            if tree.get(i, "cop"):
                who_clause(tree, i)
            phrase_before_clause(tree, i)
        elif tree.rel[i] == "conj":
            subject_as_conjunct(tree, i)
        else:
            conjunct_clause(tree, i)
        how_it_was(tree, i)
        hurt_her_back(tree, i)
        to_lunch(tree, i)
        doing_things(tree, i)
        owned_gerund(tree, i)
        get_rid(tree, i)
        linking_phrase(tree, i)
        that_is_why(tree, i)
        that_mark(tree, i)
    for i in tree.depth_order():
        if tree.upos[i] not in ("VERB", "AUX"):
            continue
        seen_falling(tree, i)
        trained_little(tree, i)
        gerund_subject(tree, i)
        no_agent(tree, i)
        likes_doing(tree, i)
        went_on(tree, i)
        put_on(tree, i)
        had_him_do(tree, i)
        coffee_black(tree, i)
        gapped_agent(tree, i)
        so_called(tree, i)
        gapped_object(tree, i)
        sensed_quality(tree, i)
        it_took(tree, i)
        subject_label(tree, i)
        apposition(tree, i)
        time(tree, i)
        coordinated_clause(tree, i)
        object_predicate(tree, i)
        agent_on_object(tree, i)
        recipient(tree, i)
        more_as_object(tree, i)
        name_beside(tree, i)
        two_objects(tree, i)
        deeper_infinitive(tree, i)
        found_it_hard(tree, i)
        made_so(tree, i)
        called_name(tree, i)
        more_work(tree, i)
        told_that(tree, i)
        hours_looking(tree, i)
        had_clause(tree, i)
        subordinate_first(tree, i)
        so_main(tree, i)
        called(tree, i)
        let_her_go(tree, i)
        stranded_mark(tree, i)
        who_clause(tree, i)
        that_relative(tree, i)
        indirect_question(tree, i)
    for root in list(tree.roots):
        verb_as_subject(tree, root)
        relative_without_main_verb(tree, root)
        bare_gerund_root(tree, root)
        finite_conjuncts_of_noun(tree, root)
        finite_participle(tree, root)
        inverted_condition(tree, root)
    for i in tree.depth_order():
        if tree.head[i] >= 0 and tree.base(i) not in _SETTLED:
            any(rule(tree, i, tree.head[i]) for rule in RULES)
