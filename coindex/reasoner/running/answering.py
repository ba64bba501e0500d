"""From a solved case to its answer: its readings, the rules that spoke in each, what decided, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from coindex.reasoner.answer import Answer, FiredRule, Reading
from coindex.reasoner.asks import ASKED
from coindex.reasoner.asp.terms import arguments, is_contrary, plain, split_term
from coindex.reasoner.calibration import Kind, shipped
from coindex.reasoner.english.classes import OwnWords, Use, listed, readable
from coindex.reasoner.evidence.grounds import grounds
from coindex.reasoner.knowledge.default_rules import (
    fact_of,
    is_default_rule,
    shared,
    sides_of,
    text_of,
)
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.solving.deciding import decide
from coindex.reasoner.solving.solver import Optimum
from coindex.reasoner.wording.glosses import gloss
from coindex.reasoner.wording.own_words import own_words, told_with
from coindex.reasoner.wording.profile_sentences import profile_rule
from kparse.asp import quote
from kparse.input.word_lists import word_list

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import Row, Rule
    from coindex.reasoner.evidence.weigh import Evidence
    from coindex.reasoner.grounding.profile_facts import ProfileWord
    from coindex.reasoner.store.store import Store
    from kparse.graph import Node, SemanticGraph

_SCALE = (10**8, 10**4, 1)
"""Factors of the levels that make one number of the costs."""
POINTS = 10
"""Points of evidence for each unit of a rule's weight (``encodings/objective.lp``)."""
_LEAST = 3
"""Weight below which a rule is a preference (``encodings/objective.lp``)."""


def answer_of(solved: Solved, store: Store, close: int = 0) -> Answer:
    """Make the answer of a solved case: the candidate with the cheapest reading.

    Args:
        solved: the case with its readings.
        store: the knowledge, in which the rules that spoke are looked up.
        close: points of knowledge from which it is said to decide.
    """
    case = solved.case
    graph, question, optima = case.graph, case.question, solved.solution.optima
    best = min(optima, key=lambda o: (o.cost, o.index))
    rules = _Rules(solved, store)
    costs = [rules.costs(optimum) for optimum in optima]
    readings = tuple(
        _reading(optimum, costs, [o.cost for o in optima], rules) for optimum in optima
    )
    written = ([rule for rule in r.rules if rule.level != ASKED] for r in readings)
    rests_on = grounds(list(written), best.index)
    kind: Kind = "choice" if question.is_gap else "pronoun"
    decision = decide(costs, optima.index(best), close)
    confidence = shipped().confidence(kind, decision.source, decision.margin, len(optima), rests_on)
    text = graph.metadata.get("snt", "")
    return Answer(
        text=text,
        pronoun=text[question.start : question.end],
        start=question.start,
        end=question.end,
        candidates=tuple(c.text for c in question.candidates),
        answer=best.index,
        decided_by=decision.outcome,
        confidence=confidence,
        readings=readings,
        missing=solved.program.unknown,
        sentence_uses=solved.sentence_uses,
    )


def _reading(
    optimum: Optimum,
    costs: Sequence[Mapping[str, int]],
    levels: Sequence[tuple[int, ...]],
    rules: _Rules,
) -> Reading:
    """A candidate's reading; its costs are above the lowest of all candidates."""
    candidate = rules.question.candidates[optimum.index]
    own = costs[optimum.index]
    fired = sorted(rules.fired(optimum), key=lambda r: (r.level == "mined", -r.weight, r.id))
    above = [c - min(each[n] for each in levels) for n, c in enumerate(optimum.cost[:3])]
    return Reading(
        index=optimum.index,
        candidate=candidate.text,
        node=candidate.node,
        cost=sum(c * s for c, s in zip(above, _SCALE, strict=True)),
        cost_by_level={
            name: cost - min(each[name] for each in costs) for name, cost in own.items()
        },
        rules=tuple(fired),
        problems=tuple(
            dict.fromkeys(arguments(a)[0] for a in optimum.shown if a.startswith("problem("))
        ),
    )


class _Rules:
    """Finds the rules that spoke, by the atoms of a reading that are shown."""

    def __init__(self, solved: Solved, store: Store) -> None:
        self.question, self._store = solved.case.question, store
        self._given: Mapping[str, Rule] = {}
        if solved.case.english_rules or solved.case.rows:
            self._given = {rule.id: rule for rule in solved.selection.rules}
        elif solved.selection.added:
            self._given = {rule.id: rule for rule in solved.selection.added}
        self._asked = {rule.id: rule for rule in self._given.values() if rule.file == ASKED}
        self._words = {word.id: word for word in solved.profile_words}
        self._graph = solved.case.graph
        self._kinds = _kinds(solved.selection.rows)
        self._uses = _uses(self._graph, self._kinds)
        self._evidence: Mapping[str, Evidence] = {quote(one.id): one for one in solved.evidence}

    def costs(self, optimum: Optimum) -> dict[str, int]:
        """Give a reading's costs by source; what rules say that were asked for is no knowledge."""
        costs = optimum.costs(self.question.pronoun)
        if not self._asked:
            return costs
        said = 0
        for atom in optimum.shown:
            name, args = split_term(atom)
            rule = self._asked.get(args[0]) if name in ("support", "hint", "clash") else None
            if rule is None:
                continue
            if name == "clash":
                said -= rule.weight if _is_chosen(atom, optimum.shown) else 0
            elif (weight := int(args[-1])) >= _LEAST:
                said += weight
        points = POINTS * said
        return costs | {"knowledge": costs["knowledge"] + points, ASKED: -points}

    def fired(self, optimum: Optimum) -> Iterator[FiredRule]:
        """Give the rules that spoke in a reading."""
        explained = _explained(optimum.shown)
        favoured = _favoured(optimum.shown, self._graph)
        ones = self._mentions(optimum)
        who = self._called(optimum.index)
        for atom in optimum.shown:
            name, args = split_term(atom)
            if name == "mined":
                yield self._evidence[args[0]].fired(int(args[3]))
                continue
            if name == "profile_speaks":
                named, node, points = arguments(atom)
                if node == self._node(optimum.index):
                    word = self._words[named]
                    called = who or self._participant(word.profile.head, word.profile.role)
                    said = told_with(self._graph, word, ones, self._called_here)
                    said = None if said is None or self._names(said) else said
                    rivals = self._rivals_in(word, optimum.index)
                    yield profile_rule(
                        word,
                        int(points),
                        self._graph,
                        called,
                        self._uses,
                        said,
                        rivals=rivals,
                        loose=said is None and self._is_of_another(word.word.lemma, ones),
                    )
                continue
            if name not in ("support", "hint", "clash"):
                continue
            if name == "clash" and not _is_chosen(atom, optimum.shown):
                continue
            rule = self._given.get(args[0]) or self._store.rule(args[0])
            if rule is None:
                continue
            link = args[1] if name == "support" else ""
            first, second = explained.get((args[0], link), ("", ""))
            if name == "hint":
                first, second = favoured.get(args[0], ("", ""))
            if name == "clash":
                first, second = "", self._said_of_pronoun()
            named = who or self._filler(first, rule.id)
            yield FiredRule(
                id=rule.id,
                file=rule.file,
                line=rule.line,
                text=self._text(
                    rule,
                    named,
                    optimum.index,
                    (first, second),
                    ones,
                    joined=name == "support",
                    is_clash=name == "clash",
                ),
                weight=rule.weight if name != "support" else int(args[-1]),
                source=rule.source,
                level=ASKED if rule.id in self._asked else "knowledge",
                sign=-1 if name == "clash" else 1,
                link=link,
                how=_how(self._is_turned(first), self._is_turned(second))
                if name == "support"
                else "",
                told=self._told(rule, named, (first, second), ones) if name == "support" else "",
            )

    def _text(
        self,
        rule: Rule,
        who: str,
        index: int,
        situations: tuple[str, str],
        ones: frozenset[str],
        *,
        joined: bool,
        is_clash: bool,
    ) -> str:
        here = (gloss(self._graph, situations[0]), gloss(self._graph, situations[1]))
        if is_default_rule(rule.id):
            own = (self._own(situations[0], ones), self._own(situations[1], ones))
            if own[0] is not None and own[1] is not None and own[0].words == own[1].words:
                own = (own[0], None)
            return text_of(sides_of(fact_of(rule)), who, self._uses, here, own)
        if (
            rule.id in self._given and not self.question.is_gap
        ):  # (it says which person of the sentence is meant)
            return rule.text.replace("{Y}", self.question.candidates[index].text)
        if ("{S}" in rule.text or "{T}" in rule.text) and not here[1]:
            here = (here[0], self._noun(situations[1]))
        if "{E}" in rule.text:
            nodes = frozenset(c.node for c in self.question.candidates if c.node)
            first = self._own(situations[0], ones) or self._own(situations[0], nodes)
            second = self._own(situations[1], ones)
            if first is not None and second is not None and first.words != second.words:
                return _more_likely(first, second, who or "those")
        if "{" in rule.text:
            if here[1].startswith("not ") and "{E}" in rule.text:
                here = (_turned(here[0]), _turned(here[1]))
            if is_clash:
                template = rule.text if here[1] else _CLASHES
                return _in_place(template, here, self._with_traits(index))
            return _in_place(rule.text, here, *self._kinds_of_both(index))
        if is_clash:
            return rule.text
        return _with_words(rule.text, here if joined else ("", here[1]))

    def _told(self, rule: Rule, who: str, situations: tuple[str, str], ones: frozenset[str]) -> str:
        """Tell a rule that has none of the text's words with these, if it says them of one participant."""
        here = [gloss(self._graph, situation) for situation in situations]
        if is_default_rule(rule.id) or "{" in rule.text:
            return ""
        if not all(words and not shared(rule.text, words) for words in here):
            return ""
        of_them = (self._own(situations[0], ones), self._own(situations[1], ones))
        first, then = of_them if rule.program.startswith("cons(") else of_them[::-1]
        if first is None or then is None or first.words == then.words or then.negative:
            return ""
        return _more_likely(first, then, who or "those")

    def _own(self, situation: str, ones: frozenset[str]) -> OwnWords | None:
        """Say in the text's words what a situation says of a candidate."""
        if self.question.is_gap:
            return None
        found = own_words(self._graph, situation, ones, self._called_here)
        return None if found is None or self._names(found) else found

    def _names(self, said: OwnWords) -> bool:
        """Tell whether words have a candidate with its possessive: *their owners*; that is no general sentence."""
        named = (c.text.strip().lower() for c in self.question.candidates)
        return any(n.startswith(("their ", "his ", "her ")) and n in said.words for n in named)

    def _is_turned(self, situation: str) -> bool:
        """Tell whether a rule is about the contrary of what the text says; what was only going to be may not be."""
        node = self._graph.nodes.get(plain(situation))
        planned = node is not None and any(
            edge.role == "comp" and self._graph.nodes[edge.source].concept in listed("planned")
            for edge in self._graph.into(node.id)
        )
        future = node is not None and node.attrs.get("tense") == "fut"
        return is_contrary(situation) and not planned and not future

    def _called_here(self, node: Node) -> str:
        return _called(self._graph, node, self._kinds)

    def _noun(self, node: str) -> str:
        """Give the word of the text for a thing."""
        found = self._graph.nodes.get(node)
        if found is None or found.kind != "entity" or found.attrs.get("proper") == "+":
            return ""
        words = self._graph.text_of(node)
        return f"“{words.rpartition(' ')[2]}”" if words else ""

    def _mentions(self, optimum: Optimum) -> frozenset[str]:
        """Give a candidate's node, the pronoun asked about and the possessives that stand for it in a reading."""
        own = self._node(optimum.index)
        bound = [arguments(a) for a in optimum.shown if a.startswith("binds(")]
        same = {
            pronoun
            for pronoun, candidate in bound
            if candidate == own
            and pronoun in self._graph.nodes
            and self._graph.nodes[pronoun].attrs.get("case") == "poss"
        }
        return frozenset({own, self.question.pronoun, *same})

    def _such(self, index: int) -> str:
        """Name what is of a candidate's kind: *a dog*, *seeds*, *bread*; *such a one* for what has a name."""
        candidate = self.question.candidates[index]
        node = self._graph.nodes.get(candidate.node or "")
        if node is None or node.kind != "entity" or node.attrs.get("proper") == "+":
            plural = candidate.text.islower() and candidate.text.isalpha() and node is None
            return candidate.text if plural and candidate.text.endswith("s") else "such a one"
        noun = readable(node.concept)
        if node.attrs.get("num") == "pl":
            return self._graph.text_of(node.id).lower()
        if noun in word_list("mass") and not self._kinds.get(node.concept, set()) & _PERSONS:
            return noun
        return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"

    def _said_of_pronoun(self) -> str:
        """Give the situation that the pronoun asked about takes part in, a state before an event."""
        into = [self._graph.nodes[e.source] for e in self._graph.into(self.question.pronoun)]
        found = [node for node in into if node.kind in ("state", "event")]
        return min(found, key=lambda n: (n.kind != "state", n.id)).id if found else ""

    def _with_traits(self, index: int) -> str:
        """Name what is of a candidate's kind, with the adjectives that the text has before it: *a new plan*."""
        such = self._such(index)
        node = self._graph.nodes.get(self.question.candidates[index].node or "")
        if node is None or such == "such a one":
            return such
        mods = {
            t for e in self._graph.out(node.id, "mod") for t in self._graph.nodes[e.target].tokens
        }
        words, at = self._graph.metadata.get("tok", "").split(" "), min(node.tokens, default=0)
        before: list[str] = []
        while at - 1 in mods and words[at - 1].isalpha() and words[at - 1].islower():
            at -= 1
            before.insert(0, words[at])
        article, _, noun = such.rpartition(" ") if before else ("", "", such)
        if article in ("a", "an"):
            article = "an" if before[0][0] in "aeiou" else "a"
        return " ".join(part for part in (article, *before, noun) if part)

    def _kinds_of_both(self, index: int) -> tuple[str, str]:
        """Name a candidate's kind and that of the other one, with adjectives if it is the same kind."""
        others = [n for n in range(len(self.question.candidates)) if n != index]
        for naming in (self._such, self._with_traits):
            own, *rest = (naming(n) for n in (index, *others))
            if len(rest) == 1 and own != rest[0] != "such a one":
                return own, rest[0]
        return self._such(index), "the others"

    def _called(self, index: int) -> str:
        """Say what a candidate is called: *people*, *animals* or *things*; empty if that is not known."""
        pronoun = self._graph.nodes.get(self.question.pronoun)
        gender = pronoun.attrs.get("gender") if pronoun is not None else None
        if gender in ("masc", "fem"):
            return "people"
        node = self._graph.nodes.get(self.question.candidates[index].node or "")
        called = _called(self._graph, node, self._kinds) if node is not None else ""
        kinds = self._kinds.get(node.concept, set()) if node is not None else set()
        if gender == "neut" and called == "people" and "thing" in kinds:
            return "things"  # (honey is not a person here)
        return called or ("things" if gender == "neut" else "")

    def _filler(self, situation: str, name: str) -> str:
        """Say what the participant of a default rule is called, by the situation that the rule is about."""
        if not is_default_rule(name):
            return ""
        part = split_term(name)[1][1]
        node = plain(situation)
        return self._at(node, ("subj",) if part in _SUBJECTS else ("obj", "iobj", "subj"))

    def _participant(self, head: str, role: str) -> str:
        """Say what the participant of a profile is called, by the event that the profile is about."""
        roles = ("obj", "obl") if role in ("obj", "iobj", "obl") else ("subj",)
        for node in self._graph.nodes.values():
            if node.concept == head:
                called = self._at(node.id, roles)
                if called or role in ("self", "poss"):
                    return called or _called(self._graph, node, self._kinds)
        return ""

    def _is_of_another(self, lemma: str, ones: frozenset[str]) -> bool:
        """Tell whether a word only describes something else: *the loud music*."""
        found = [node for node in self._graph.nodes.values() if node.concept == lemma]
        return all(
            node.kind == "property"
            and all(e.role == "mod" and e.source not in ones for e in self._graph.into(node.id))
            for node in found
        ) and bool(found)

    def _rivals_in(self, word: ProfileWord, index: int) -> bool:
        """Tell whether another candidate plays the other part in what a profile is about."""
        rivals = {c.node for n, c in enumerate(self.question.candidates) if n != index}
        roles = ("obj", "iobj", "obl") if word.profile.role == "subj" else ("subj",)
        return any(
            e.target in rivals and e.role.partition(".")[0] in roles
            for node in self._graph.nodes.values()
            if node.concept == word.profile.head
            for e in self._graph.out(node.id)
        )

    def _at(self, node: str, roles: Iterable[str]) -> str:
        if node not in self._graph.nodes:
            return ""
        for role in roles:
            for edge in self._graph.out(node):
                if edge.role.partition(".")[0] == role:
                    return _called(self._graph, self._graph.nodes[edge.target], self._kinds)
        return ""

    def _node(self, index: int) -> str:
        return self.question.candidates[index].node or f"none({index})"


def _explained(shown: Iterable[str]) -> dict[tuple[str, str], tuple[str, str]]:
    """Give the two situations that a rule joins in each link: those where it weighs most, not turned round."""
    found: dict[tuple[str, str], tuple[int, str, str]] = {}
    for atom in shown:
        if atom.startswith("explained("):
            name, first, second, weight, link = arguments(atom)
            turned = (is_contrary(first), is_contrary(second))
            best = found.get((name, link))
            rank = 2 * int(weight) - any(turned)
            if best is None or rank > best[0]:
                found[name, link] = rank, first, second
    return {key: (first, second) for key, (_, first, second) in found.items()}


def _how(first: bool, second: bool) -> Literal["", "expected", "converse"]:
    """What a rule says of the text, by which of its two situations are turned round."""
    if first and second:
        return "converse"
    return "expected" if first or second else ""


_SUBJECTS = ("actor", "bearer", "agent", "experiencer", "winner")
"""Parts that the subject plays, as a rule."""
_PERSONS = {"person", "organisation", "group", "mind"}
_PLACES = {"place", "building", "room"}


def _called(graph: SemanticGraph, node: Node, kinds: Mapping[str, set[str]]) -> str:
    """Say what a phrase names: *people*, *animals* or *things*; empty if that is not known."""
    if node.kind not in ("entity", "pronoun"):
        return ""
    if node.kind == "pronoun":
        if node.attrs.get("gender") == "neut":
            return "things"
        person = node.attrs.get("gender") in ("masc", "fem") or node.attrs.get("person") in (
            "1",
            "2",
        )
        return "people" if person else ""
    if node.attrs.get("proper") == "+" or _is_title(graph, node):
        return "people"
    found = kinds.get(node.concept, set())
    if found & _PERSONS and ("person" in found or not found & (_PLACES | {"event"})):
        return "people"
    if "animal" in found:
        return "animals"
    return "things" if found else ""


def _is_title(graph: SemanticGraph, node: Node) -> bool:
    """Tell whether common words are written as a name is: *the Red Hawks*."""
    words = graph.text_of(node.id).split()
    return (
        graph.metadata.get("snt", "").find(words[-1]) > 0 and words[-1].istitle()
        if words
        else False
    )


def uses_of(solved: Solved) -> dict[str, Use]:
    """Say how the text of a case uses its verbs."""
    return _uses(solved.case.graph, _kinds(solved.selection.rows))


def _uses(graph: SemanticGraph, kinds: Mapping[str, set[str]]) -> dict[str, Use]:
    """Say how a text uses its verbs."""
    found: dict[str, Use] = {}
    words_of = graph.metadata.get("tok", "").lower().split(" ")
    for node in graph.nodes.values():
        if node.kind != "event" or not node.tokens:
            continue
        filled: dict[str, str] = {}
        for edge in graph.out(node.id):
            filled.setdefault(edge.role, edge.target)
        thing = graph.nodes.get(filled.get("obj", ""))
        gives = node.concept.partition("_")[0] in word_list("ditransitive")
        given = thing is not None and ("iobj" in filled or ("obl.to" in filled and gives))
        called = _called(graph, thing, kinds) if thing is not None else ""
        words = "" if thing is None else "others" if called == "people" else "something"
        clause = graph.nodes.get(filled.get("comp", ""))
        if clause is not None and clause.attrs.get("form") == "ing":
            words = "something"
        concerned = (
            role.removeprefix("obl.")
            for role, target in filled.items()
            if role.startswith("obl.") and _called(graph, graph.nodes[target], kinds) != "things"
        )
        joined = "" if given or words == "others" else readable(next(concerned, ""))
        use = Use(words, given, joined)
        found.setdefault(f'"{node.concept}"', use)
        after = (
            words_of[max(node.tokens) + 1]
            if max(node.tokens, default=-2) + 1 < len(words_of)
            else ""
        )
        if after in word_list("particles") and "_" not in node.concept:
            found.setdefault(f'"{node.concept}_{after}"', use)
    return found


def _kinds(rows: Iterable[Row]) -> dict[str, set[str]]:
    """Give all kinds of each noun."""
    above: dict[str, set[str]] = {}
    own: dict[str, set[str]] = {}
    for row in rows:
        if row.predicate in ("kind", "kind_isa"):
            name, kind = arguments(row.fact)[:2]
            table = own if row.predicate == "kind" else above
            table.setdefault(name.strip('"'), set()).add(kind)
    for kinds in own.values():
        todo = list(kinds)
        while todo:
            new = above.get(todo.pop(), set()) - kinds
            kinds |= new
            todo += new
    return own


def _is_chosen(clash: str, shown: Iterable[str]) -> bool:
    """Whether the pronoun of a clash stands for that candidate in the reading."""
    pronoun, candidate = arguments(clash)[1:]
    return f"binds({pronoun},{candidate})" in shown


def _with_words(sentence: str, here: tuple[str, str]) -> str:
    """Add a text's words for the two situations that a rule joins, if the sentence has others.

    >>> _with_words("The better one usually wins.", ("“beat him”", "“was quick”"))
    'The better one usually wins (here: “beat him”, “was quick”).'
    """
    shown = [words for words in here if words and not shared(sentence, words)]
    if not shown:
        return sentence
    return f"{sentence.removesuffix('.')} (here: {', '.join(shown)}){'.' * sentence.endswith('.')}"


_CLASHES = "What is said does not fit {Y}."
"""The sentence of a rule against a candidate where the text's words cannot be quoted."""


def _more_likely(first: OwnWords, then: OwnWords, who: str) -> str:
    """Join what a text says twice of somebody, said of many.

    >>> _more_likely(OwnWords("are thirsty"), OwnWords("ask for water"), "people")
    'People who are thirsty are more likely to ask for water.'
    """
    which = "who" if who in ("people", "those") else "that"
    said = replace(then, negative=False).infinitive
    to = f"not to {said}" if then.negative else f"to {said}"
    return f"{who.capitalize()} {which} {first.present} are more likely {to}."


def _in_place(template: str, here: tuple[str, str], such: str, rival: str = "the others") -> str:
    """Fill in a rule's sentence without a trace: situations by the words of the text, the candidate by its kind.

    >>> _in_place("“{S}” is typical of {Y}.", ("", "“barked”"), "a dog")
    '“barked” is typical of a dog.'
    >>> _in_place("“{S}” is typical of {Y}, and not of the others.", ("", "“barked”"), "a dog", "a cat")
    '“barked” is typical of a dog, and not of a cat.'
    >>> _in_place("“{S}” goes with “{E}”.", ("“was slow”", ""), "such a one")
    'This goes with “was slow”.'
    >>> _in_place("“{S}” goes with “{E}”, which is said of the same one.", ("not “slow”", "“quick”"), "such a one")
    '“quick” does not go with “slow”, which is said of the other one.'
    >>> _in_place("“{S}” goes with “{E}”.", ("", "“was slow”"), "such a one")
    '“was slow” goes with what else the text says of this one.'
    """
    if "{E}" in template and here[0].startswith("not "):
        template = "“{S}” does not go with “{E}”, which is said of the other one."
    elif not here[0] and "{E}" in template:
        template = "“{S}” goes with what else the text says of this one."
    own = _contrary(here[1]) or "this"
    words = {"E": here[0].removeprefix("not "), "S": own, "T": own}
    found = re.sub(r"“\{([EST])\}”", lambda m: words[m[1]], template)
    found = re.sub(r"\{[CYZ]\}", such, found).replace("the others", rival)
    return found[:1].upper() + found[1:]


def _turned(gloss: str) -> str:
    """Deny a gloss, or take its denial away."""
    return gloss.removeprefix("not ") if gloss.startswith("not ") else f"not {gloss}" * bool(gloss)


def _contrary(gloss: str) -> str:
    return gloss.replace("not “", "the contrary of “") if gloss.startswith("not ") else gloss


def _favoured(shown: Iterable[str], graph: SemanticGraph) -> dict[str, tuple[str, str]]:
    """Give the situations that a rule about a single mention rests on: what is compared with it, and its own."""
    rated: set[tuple[str, str]] = set()
    sides: dict[str, list[str]] = {}
    for atom in shown:
        if atom.startswith("candidate_rated("):
            situation, candidate = arguments(atom)[:2]
            rated.add((situation, candidate))
        elif atom.startswith(("contrast_side(", "clause_pair_side(")):
            situation, candidate = arguments(atom)[:2]
            sides.setdefault(candidate, []).append(situation)
    found: dict[str, tuple[str, str]] = {}
    for atom in shown:
        if atom.startswith("favour("):
            name, _, candidate, own = arguments(atom)
            direct = [
                situation
                for situation in sides.get(candidate, ())
                if ((situation, candidate) in rated or _within(graph, situation, candidate))
                and not _compared_with(graph, situation, candidate)
            ]
            contrary = [f"contrary({situation})" for situation in sides.get(candidate, ())]
            found.setdefault(name, (next(iter(direct + contrary), ""), own))
    return found


def _compared_with(graph: SemanticGraph, situation: str, candidate: str) -> bool:
    """Tell whether a candidate is what another one is compared with in a situation."""
    above = [candidate, *_holders(graph, candidate)]
    into = [e for node in above for e in graph.into(node)]
    return any(e.role in _COMPARED and (e.source == situation or e.role == "than") for e in into)


_COMPARED = frozenset(("than", "obl.unlike", "obl.than", "nmod.unlike"))


def _holders(graph: SemanticGraph, node: str) -> list[str]:
    """Give what is said to be somebody's: *the yard of Ann*, *Ann's yard*."""
    into = [e.source for e in graph.into(node) if e.role.startswith("nmod.")]
    return [*into, *(e.source for e in graph.into(node) if e.role == "poss")]


def _within(graph: SemanticGraph, situation: str, candidate: str) -> bool:
    """Tell whether what is a candidate's takes part in a situation."""
    holders = _holders(graph, candidate)
    return any(e.source == situation for node in holders for e in graph.into(node))
