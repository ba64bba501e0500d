"""Suggest missing knowledge: for each candidate a sentence, words of profiles, and rows that would decide a question.

A sentence says in general what the text says of the candidate (``suggest_sentences``), a word of a profile is what the
text says of the pronoun (``suggest_profiles``), a row fits the reading for one candidate and no other
(``suggest_rows``). Each is tested by solving the question again with it, and left out if knowledge about the same words
says the contrary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments, name_of, split_term
from coindex.reasoner.counterfactuals.class_coverage import Coverage
from coindex.reasoner.counterfactuals.suggest_profiles import missing_words
from coindex.reasoner.counterfactuals.suggest_rows import View, fitting_rows
from coindex.reasoner.counterfactuals.suggest_sentences import Proposal, proposals
from coindex.reasoner.english.atoms import statement
from coindex.reasoner.knowledge.default_rules import (
    DEFAULT_PREDICATES,
    Sides,
    default_rule,
    inner,
    sides_of,
    text_of,
)
from coindex.reasoner.knowledge.profiles import PREDICATE, profile_of
from coindex.reasoner.solving.deciding import decided
from coindex.reasoner.store.reading_files import Row

if TYPE_CHECKING:
    from coindex.reasoner.answer import Answer
    from coindex.reasoner.english.classes import Uses
    from coindex.reasoner.english_rules.sentences import EnglishRule
    from coindex.reasoner.solving.case import Case, Solved
    from coindex.reasoner.store.store import Selection, Store

SHOWN = 3
"""Number of rows suggested per candidate."""
WORDS_SHOWN = 2
"""Number of words for profiles suggested per candidate."""
WORD_TRIES = 4
"""Maximum number of words tested per candidate."""
TRIES = 12
"""Maximum number of rows tested per candidate."""
WEIGHTS = (5, 6)
"""Weights to test: typical, and strongly typical; what would need more is not suggested."""
_OWN_WORDS = ("word(", "sentence(")
"""What the names of rules about the very words of a text begin with, besides those of rows about a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Knowledge that would decide a question in favour of a candidate: a sentence, a word for a profile, or rows."""

    index: int
    """Index of the candidate."""
    candidate: str
    sentence: str = ""
    """The sentence that is suggested, with ``___`` where something is to be filled in."""
    rows: tuple[str, ...] = ()
    """Facts in the syntax of a knowledge file; none if it is a sentence or a word for a profile."""
    margin: int
    """The extra cost of the runner-up once the rows are added, at the deciding level."""
    advice: str = ""
    """Which word to add to which profile, or what to do with the sentence."""
    says: str = ""
    """What it says, in a sentence."""
    covers: str = ""
    """What the row is about: a class and how many words it has, or a single word."""
    line: str = ""
    """The line of a profile file that says it, if it is a word for a profile: frame, role and word, with tabs."""

    def to_dict(self) -> dict[str, object]:
        """Return a JSON-ready dictionary."""
        return asdict(self) | {"rows": list(self.rows)}


Solve = Callable[["Case"], tuple["Solved", "Answer"]]
"""Solves a case and compares the readings."""


@dataclass(frozen=True, slots=True)
class Means:
    """What suggestions are made and tried with."""

    store: Store
    """The knowledge."""
    solve: Solve
    """Answers a case, including its extra rows and sentences."""
    read: Callable[[str], EnglishRule | None]
    """Reads a sentence; ``None`` if nothing can be done with it."""
    uses: Uses
    """How the text uses its verbs."""
    told: dict[str, str] = field(default_factory=dict)
    """The English of each row that was looked at, so that no two rows are told alike."""


def suggestions(
    solved: Solved,
    probed: Solved,
    answer: Answer,
    means: Means,
    *,
    decided: int | None = None,
    only: int | None = None,
) -> list[Suggestion]:
    """Find what would decide a question for each of its candidates: a sentence, words of profiles, then rows.

    Args:
        solved: the case and everything derived from it.
        probed: the same with :func:`~coindex.reasoner.counterfactuals.suggest_profiles.probes`.
        answer: the answer to it.
        means: the knowledge, and what tries a suggestion.
        decided: the candidate that the knowledge already favours; it gets no suggestions.
        only: the candidate for which suggestions are wanted; all if it is not given.
    """
    pronoun = solved.case.question.pronoun
    views = [View(o.atoms, pronoun, solved.case.graph) for o in solved.solution.optima]
    coverage = Coverage(means.store)
    found: list[Suggestion] = []
    for index in range(len(views)):
        if index == decided or only not in (None, index):
            continue
        if not is_contradicted(answer, index):
            found += islice(_sentences_for(solved, index, means), 1)
        found += _words_for(solved, probed, index, means.solve)
        found += _rows_for(solved, index, views, means, coverage)
    return found


# ------------------------------------------------------------------------------------------ sentences


def is_contradicted(answer: Answer, index: int) -> bool:
    """Tell whether what is known of the very words of a text speaks for another candidate, and for this one not."""
    mine = {rule.id for r in answer.readings if r.index == index for rule in r.rules}
    others = (rule for r in answer.readings if r.index != index for rule in r.rules)
    return any(
        rule.level == "knowledge"
        and rule.sign > 0
        and rule.id not in mine
        and _is_of_words(rule.id)
        for rule in others
    )


def _is_of_words(rule: str) -> bool:
    if rule.startswith(_OWN_WORDS):
        return True
    return rule.startswith(DEFAULT_PREDICATES) and inner(arguments(rule)[0], "neg").startswith('"')


def proposed(solved: Solved, index: int) -> Iterator[Proposal]:
    """Give the sentences that say in general what the text says if the pronoun is the candidate; none is tried."""
    case = solved.case
    bound: dict[str, str] = {}
    kinds: dict[str, frozenset[str]] = {}
    for atom in sorted(solved.solution.optima[index].atoms):
        if name_of(atom) == "binds":
            pronoun, node = split_term(atom)[1]
            bound[pronoun] = node
        elif name_of(atom) == "kind_of":
            node, kind = split_term(atom)[1][:2]
            kinds[node] = kinds.get(node, frozenset()) | {kind}
    return proposals(case.graph, case.question, index, bound, kinds)


def _sentences_for(solved: Solved, index: int, means: Means) -> Iterator[Suggestion]:
    """Try the sentences that say in general what the text says if the pronoun is the candidate."""
    case = solved.case
    candidate = case.question.candidates[index]
    for one in proposed(solved, index):
        answer = _with_sentence(case, one, means)
        number = len(case.english_rules) + 1
        if answer is not None and _decides(answer, index, f"english_rule({number})"):
            advice = "give it with --knowledge, or keep it: kb new --sentence"
            if one.has_gap:
                advice = "fill in what is so, then give it with --knowledge"
            yield Suggestion(
                index=index,
                candidate=candidate.text,
                sentence=one.sentence,
                margin=_margin(answer),
                advice=advice,
                says=one.sentence,
            )


def _with_sentence(case: Case, one: Proposal, means: Means) -> Answer | None:
    rule = means.read(one.tried)
    if rule is None or any(rule.sentence == given.sentence for given in case.english_rules):
        return None
    return means.solve(replace(case, english_rules=(*case.english_rules, rule)))[1]


# ------------------------------------------------------------------------------------------ words of profiles


def _words_for(solved: Solved, probed: Solved, index: int, solve: Solve) -> Iterator[Suggestion]:
    """Try the words that the candidate's profiles could have."""
    case = solved.case
    candidate = case.question.candidates[index]
    node = candidate.node or f"none({index})"
    atoms = probed.solution.optima[index].atoms
    words = missing_words(atoms, node, solved.selection.profiles)
    given = 0
    for word in islice(words, WORD_TRIES):
        _, answer = solve(replace(case, rows=(word.row,)))
        if _decides(answer, index, word.id):
            given += 1
            spoke = answer.best.rules if answer.best is not None else ()
            yield Suggestion(
                index=index,
                candidate=candidate.text,
                margin=_margin(answer),
                advice=word.advice,
                says=next((one.text for one in spoke if one.id == word.id), ""),
                line=word.line,
            )
        if given >= WORDS_SHOWN:
            return


# ------------------------------------------------------------------------------------------ rows


def _rows_for(
    solved: Solved, index: int, views: Sequence[View], means: Means, coverage: Coverage
) -> Iterator[Suggestion]:
    case = solved.case
    candidate = case.question.candidates[index]
    given = 0
    tries = 0
    shapes: set[tuple[str, ...]] = set()
    for row in fitting_rows(solved, index, views, means.store, coverage):
        if given >= SHOWN or tries >= TRIES:
            return
        shape = _shape(row)
        if shape in shapes:
            continue
        default = row.startswith(DEFAULT_PREDICATES)
        sides = sides_of(f"{row[:-1]},{WEIGHTS[0]})") if default else None
        if sides is not None and coverage.contradicted_by(sides) is not None:
            continue
        said = f"{statement(row, str)}." if sides is None else _general(sides, case, means)
        if means.told.setdefault(said, row) != row:
            continue
        tries += 1
        decided = _tried(case, row, index, means.solve)
        if decided is not None:
            shapes.add(shape)
            given += 1
            fact, ahead = decided
            covers = "" if sides is None else _covers(sides, coverage)
            yield Suggestion(
                index=index,
                candidate=candidate.text,
                rows=(fact,),
                margin=ahead,
                says=said,
                covers=covers,
            )


def _general(sides: Sides, case: Case, means: Means) -> str:
    """Say what a row says: in the words of its own class, whatever words the text has."""
    pronoun = case.graph.nodes.get(case.question.pronoun)
    thing = pronoun is not None and pronoun.attrs.get("gender") == "neut"
    return text_of(sides, "things" if thing else "", means.uses)


def _covers(sides: Sides, coverage: Coverage) -> str:
    """Name the class or word that a row is about, and say how many words that are."""
    name = inner(sides.happening, "neg")
    covered = coverage.covered(name)
    if covered is None:
        return f"about the word `{name.strip(chr(34))}` alone"
    what = "class" if covered.what == "verb" else "property"
    return f"about the {what} `{name}`: {covered}"


def _shape(row: str) -> tuple[str, ...]:
    """Return the role and situations of a default rule. Of rules that agree in these, only the first is kept."""
    name, args = split_term(row)
    return (
        (name, args[1], args[0][:1] * (args[0][0] == '"')) if name in DEFAULT_PREDICATES else (row,)
    )


def _tried(case: Case, row: str, index: int, solve: Solve) -> tuple[str, int] | None:
    """Return the row with the lowest deciding weight, and its margin; ``None`` if no weight decides."""
    default = row.startswith(DEFAULT_PREDICATES)
    for weight in WEIGHTS if default else (0,):
        fact = f"{row[:-1]},{weight})" if default else row
        _, answer = solve(replace(case, rows=(as_row(fact),)))
        if _decides(answer, index, sides_of(fact).id if default else ""):
            return f"{fact}.", _margin(answer)
    return None


def _decides(answer: Answer, index: int, rule: str) -> bool:
    """Return whether knowledge decides for a candidate, and a rule, if one is given, fired."""
    best = answer.best
    fired = best is not None and (not rule or any(r.id == rule for r in best.rules))
    return answer.answer == index and answer.decided_by == "knowledge" and fired


def _margin(answer: Answer) -> int:
    decision = decided(answer)
    return 0 if decision is None else decision.margin


# ------------------------------------------------------------------------------------------ rows besides


def as_row(fact: str) -> Row:
    """Return a row that is in no file."""
    predicate, args = split_term(fact)
    return Row(fact, predicate, args[0], "suggested", 1)


def with_rows(selection: Selection, rows: Sequence[Row]) -> Selection:
    """Add rows to a selection; default rules become rules, profiles replace those of their participant."""
    defaults = tuple(default_rule(row) for row in rows if row.predicate in DEFAULT_PREDICATES)
    apart = (*DEFAULT_PREDICATES, PREDICATE)
    plain = tuple(row for row in rows if row.predicate not in apart)
    profiles = tuple(profile_of(row) for row in rows if row.predicate == PREDICATE)
    names = {default.id for default in defaults}
    fresh = replace(
        selection,
        rows=(*selection.rows, *plain),
        row_index=selection.row_index.without(names),
        profiles=(*profiles, *selection.profiles),
    )
    return fresh.adding(defaults)


def constants_of(rows: Sequence[Row]) -> list[str]:
    """Return the constants that rows lead to."""
    return [
        inner(term, "does", "gets", "neg")
        for row in rows
        if row.predicate != PREDICATE
        for term in arguments(row.fact)
        if not term.startswith('"') and not term.isdigit()
    ]
