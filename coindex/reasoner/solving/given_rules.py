"""Turn knowledge sentences into rules for one question, and report how each sentence was used.

A sentence that fits one candidate better than the others becomes a ``favour`` rule for that candidate. Its weight is
the margin of the fit, reduced for each difference: other words, opposite meaning, cause and effect exchanged.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from coindex.reasoner.answer import SentenceUse
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english_rules.bearing import Bearing, bearing_of
from coindex.reasoner.english_rules.clauses import told_by
from coindex.reasoner.english_rules.content import READ, Content, content, root
from coindex.reasoner.english_rules.match import Alignment, Fit, fits
from coindex.reasoner.english_rules.sentences import EnglishRule, short
from coindex.reasoner.solving.case import Case, Solved
from coindex.reasoner.solving.given_together import Judged, weighed_together
from kparse.mentions.question import Question

HEAVIEST = 25
"""Weight of a sentence that fits well: more than the usual total weight of general rules."""
LIGHTEST = 3  # points of weight
_FULL = 1.1
"""A larger difference between the candidates adds no weight."""
_LEAST = 0.12
_ONE_HALF = 0.5
"""Factor of the weight if only one half of a sentence is in the text."""
_HALF_AT_MOST = 5
"""Its weight is then at most this: less than that of most rules, so that it decides only if nothing else does."""
SOURCE = "given with the question"
FILE = "sentence"
"""The file name in the rule's source position; the line is the number of the sentence."""


def rules_from_sentences(
    solved: Solved, sentences: Sequence[EnglishRule], unread: Sequence[SentenceUse] = ()
) -> tuple[list[Rule], list[SentenceUse]]:
    """Make rules from sentences for a question that was solved without them, and report on each sentence.

    Args:
        solved: the case and everything derived from it.
        sentences: the parsed sentences.
        unread: the reports on sentences that could not be parsed.
    """
    case = solved.case
    contents = [content(case.graph, o.atoms_of(*READ)) for o in solved.solution.optima]
    same = [
        (args[0], args[1])
        for fact in solved.program.facts
        if fact.startswith("same(") and (args := arguments(fact))
    ]
    within = _parts(case)
    judged = []
    for number, given in enumerate(sentences, 1):
        found = [
            fits(
                given,
                each,
                case.question,
                case.others,
                same,
                each.opposites | given.content.opposites,
                within,
                only=i,
            )[0]
            for i, each in enumerate(contents)
        ]
        judged.append(_judged(case, given, number, found, contents))
    weighed = weighed_together(judged)
    return [rule for one in weighed for rule in one.rules], [
        *unread,
        *(one.use for one in weighed),
    ]


def _judged(
    case: Case, given: EnglishRule, number: int, found: Sequence[Fit], contents: Sequence[Content]
) -> Judged:
    def unused(why: str) -> Judged:
        return Judged(SentenceUse(given.sentence, False, why))

    ranked = sorted(range(len(found)), key=lambda i: (-found[i].score, i))
    if not ranked:
        return unused("there is nothing to choose from")
    index = ranked[0]
    best, text = found[index], contents[index]
    lead = best.score - found[ranked[1]].score if len(ranked) > 1 else 0.0
    told = best.told(case.question.pronoun)
    if not best.related(told):
        return unused(f"it has nothing to do with the question; understood: {given.understood}")
    if lead < _LEAST:
        return unused(f"it does not distinguish the answers: {_how(best)}")
    bearing, both = Bearing.FOR, True
    price = _price(given, best, text, premise=_premise(case))
    if not case.question.is_gap:
        if not told:
            but = _but(best, text, case.question.pronoun)
            return unused(
                f"it says nothing of what is said of the pronoun{but}: {_how(best)}; "
                f"understood: {given.understood}"
            )
        bearing, both = bearing_of(given.content, text, told, best.aligned)
        if bearing is Bearing.OPPOSITE:
            return unused(f"it says so of the opposite: {_how(best)}")
        if bearing is Bearing.CONTRAST:
            return unused(f"it says so without the contrast that the text has: {_how(best)}")
        price *= 1.0 if both else _ONE_HALF
    weight = max(LIGHTEST, round(HEAVIEST * min(1.0, lead / _FULL) * price))
    weight = weight if both else min(weight, _HALF_AT_MOST)
    if bearing is Bearing.AGAINST:
        made = tuple(_against(case.question, index, given, number, best, weight))
        why = f"it speaks against “{case.question.candidates[index].text}”, as only one of the two has a contrast"
        return Judged(SentenceUse(given.sentence, True, f"{why}: {_how(best)}"), made, both)
    made = (_rule(case.question, index, given, number, best, weight),)
    return Judged(SentenceUse(given.sentence, True, _how(best)), made, both)


def _how(fit: Fit) -> str:
    """Describe which words of the sentence match which words of the question."""
    words = [
        f"“{_word(o.rule.word)}” as “{_word(o.text.word)}”"
        for o in sorted(fit.aligned, key=lambda o: (-o.likeness, o.rule.id))
        if o.likeness >= 0.3
    ]
    return "it was found in the question by " + ", ".join(dict.fromkeys(words))


def _but(fit: Fit, text: Content, pronoun: str) -> str:
    """Say what differs in what comes nearest to what is said of the pronoun, or what would have matched."""
    near = [o for o in fit.aligned if o.told and o.differs]
    if near:
        return f" ({max(near, key=lambda o: o.likeness).differs})"
    told = told_by(text, pronoun)
    words = [_word(h.word) for h in text.predications if h.id in told and h.id.isalnum()]
    return f" (which is “{words[0]}”)" if words else ""


def _word(word: str) -> str:
    return word.replace("_", " ")


def _price(given: EnglishRule, fit: Fit, text: Content, premise: frozenset[str] | None) -> float:
    """Return the factor of the weight: below 1 if cause and effect are exchanged, or only one half is negated."""
    price = 1.0
    main = [o for o in fit.aligned if root(o.rule.id) == o.rule.id and o.likeness >= 0.3]
    for one in main:
        for two in main:
            if (one.rule.id, two.rule.id) not in given.content.leads:
                continue
            pair = (one.text.id, two.text.id)
            if pair not in text.leads and pair[::-1] in text.leads:
                price = min(price, 0.7)
            if (one.contrary != two.contrary) != (pair in text.denies or pair[::-1] in text.denies):
                price = min(price, 0.8)
    if premise is not None and not any(root(o.text.id) in premise for o in fit.aligned):
        price *= 0.5
    return price


def _rule(
    question: Question, index: int, given: EnglishRule, number: int, fit: Fit, weight: int
) -> Rule:
    name = f"english_rule({number})"
    node = question.candidates[index].node or f"none({index})"
    where = _place(fit.aligned, question.pronoun) or (node if question.is_gap else question.pronoun)
    part = _part(given, fit.aligned, question.pronoun)
    text = f"you said: {short(given.sentence)}" + (f" ({part} is {{Y}})" if part else "")
    return _favour(question, name, node, where, text, weight, number)


def _against(
    question: Question, index: int, given: EnglishRule, number: int, fit: Fit, weight: int
) -> Iterator[Rule]:
    """Yield a rule for each candidate but the one that the sentence fits."""
    part = _part(given, fit.aligned, question.pronoun) or "it"
    fitted = question.candidates[index].text.replace("{", "(").replace("}", ")")
    text = f"you said: {short(given.sentence)}, but of the two only one has a contrast ({part} is not {fitted})"
    where = _place(fit.aligned, question.pronoun) or question.pronoun
    others = [(i, c) for i, c in enumerate(question.candidates) if i != index]
    for place, (other, candidate) in enumerate(others):
        name = f"english_rule({number})" if place == 0 else f"english_rule({number},{place})"
        node = candidate.node or f"none({other})"
        yield _favour(question, name, node, where, text, weight, number)


def _favour(
    question: Question, name: str, node: str, where: str, text: str, weight: int, number: int
) -> Rule:
    program = f"favour({name},{question.pronoun},{node},{where})."
    return Rule(
        *(name, program, text, weight, SOURCE, FILE, number),
        guards=frozenset(),
        kind="axiom",
    )


def _place(aligned: Sequence[Alignment], pronoun: str) -> str:
    """Return the aligned situation of the pronoun."""
    found = (o.text.id for o in aligned for _, node, _ in o.pairs if node == pronoun)
    return next((name for name in found if root(name) == name), "")


def _part(given: EnglishRule, aligned: Sequence[Alignment], pronoun: str) -> str:
    """Return the participant of the sentence that the pronoun is aligned with: ``“somebody”``."""
    for option in sorted(aligned, key=lambda o: -o.likeness):
        for variable, node, _ in option.pairs:
            if node == pronoun:
                return f"“{given.called(variable)}”".replace("{", "(").replace("}", ")")
    return ""


# ---------------------------------------------------------------------------------- causes and effects


def _parts(case: Case) -> list[frozenset[str] | None]:
    """Return the situations of each candidate: all (``None``), or for a choice its own and the premise's."""
    number = len(case.question.candidates)
    if not case.question.is_gap:
        return [None] * number
    parts = list(_by_text(case))
    return [parts[0] | parts[1 + i] for i in range(number)]


def _premise(case: Case) -> frozenset[str] | None:
    return next(_by_text(case)) if case.question.is_gap else None


def _by_text(case: Case) -> Iterator[frozenset[str]]:
    """Yield the nodes of the premise and of each alternative, by text position."""
    graph = case.graph
    text, spans = graph.metadata.get("snt", ""), graph.token_spans()
    ends = [len(text)]
    for candidate in reversed(case.question.candidates):
        ends.append(ends[-1] - len(candidate.text) - 1)
    bounds = [0, *(end + 1 for end in ends[:0:-1]), len(text) + 1]
    for begin, end in itertools.pairwise(bounds):
        yield frozenset(
            n.id
            for n in graph.nodes.values()
            if n.tokens and n.tokens[0] < len(spans) and begin <= spans[n.tokens[0]][0] < end
        )
