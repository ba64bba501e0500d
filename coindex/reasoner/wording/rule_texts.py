"""What the rules that spoke say, with the words of the text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import is_contrary, plain, split_term
from coindex.reasoner.english.classes import OwnWords, listed, readable
from coindex.reasoner.knowledge.default_rules import (
    fact_of,
    is_default_rule,
    shared,
    sides_of,
    text_of,
)
from coindex.reasoner.wording.glosses import gloss
from coindex.reasoner.wording.names import PERSONS, called, kinds_of, uses_of
from coindex.reasoner.wording.own_words import own_words, told_with
from coindex.reasoner.wording.profile_sentences import profile_rule
from kparse.input.word_lists import word_list

if TYPE_CHECKING:
    from coindex.reasoner.answer import FiredRule
    from coindex.reasoner.asp.records import Row, Rule
    from coindex.reasoner.grounding.profile_facts import ProfileWord
    from kparse.graph import Node, SemanticGraph
    from kparse.mentions.question import Question

_SUBJECTS = ("actor", "bearer", "agent", "experiencer", "winner")
"""Parts that the subject plays, as a rule."""
_OTHERS = ("other", "recipient")
"""Parts that the subject does not play."""


class RuleTexts:
    """Puts rules into words, with the words of a text.

    Args:
        graph: the text.
        question: the pronoun asked about, and its candidates.
        rows: the rows of the text's words.
        given: the rules given with the question, by id.
    """

    def __init__(
        self, graph: SemanticGraph, question: Question, rows: Iterable[Row], given: Collection[str]
    ) -> None:
        self._graph, self.question, self._given = graph, question, given
        self._kinds = kinds_of(rows)
        self._uses = uses_of(graph, self._kinds)

    def word(self, word: ProfileWord, points: int, index: int, ones: frozenset[str]) -> FiredRule:
        """Give a word of a profile that spoke for a candidate, as a rule."""
        who = self.called(index) or self._participant(word.profile.head, word.profile.role)
        said = told_with(self._graph, word, ones, self._called_here)
        said = None if said is None or self._names(said) else said
        return profile_rule(
            word,
            points,
            self._graph,
            who,
            self._uses,
            said,
            rivals=self._rivals_in(word, index),
            loose=said is None and self._is_of_another(word.word.lemma, ones),
        )

    def text(
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
        """Say what a rule says; the situations are those that it rests on."""
        here = (gloss(self._graph, situations[0]), gloss(self._graph, situations[1]))
        if self._is_of_another_party(rule, situations, ones):
            who = self.filler(situations[0], rule.id) or who
            return text_of(sides_of(fact_of(rule)), who, self._uses, here)
        if is_default_rule(rule.id):
            own = (self._own(situations[0], ones), self._own(situations[1], ones))
            if own[0] is not None and own[1] is not None and own[0].words == own[1].words:
                own = (own[0], None)
            return text_of(sides_of(fact_of(rule)), who, self._uses, here, own)
        if rule.id in self._given and not self.question.is_gap:
            # (it says which person of the sentence is meant)
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

    def _is_of_another_party(
        self, rule: Rule, situations: tuple[str, str], ones: frozenset[str]
    ) -> bool:
        """Tell whether a default rule is about whom a deed concerns, and the candidate is who does it.

        Such a rule speaks of another pronoun: of *it* in *He heard it*.
        """
        if not is_default_rule(rule.id):
            return False
        sides = sides_of(fact_of(rule))
        done_to = sides.asserted.removeprefix("neg(").startswith("gets(")
        return (sides.part in _OTHERS and self._does(situations[0], ones)) or (
            done_to and self._does(situations[1], ones)
        )

    def _does(self, situation: str, ones: frozenset[str]) -> bool:
        """Tell whether a participant is only who does something to another."""
        edges = self._graph.out(plain(situation))
        objects = any(e.role == "obj" and e.target not in ones for e in edges)
        return objects and [e.role for e in edges if e.target in ones] == ["subj"]

    def told(self, rule: Rule, who: str, situations: tuple[str, str], ones: frozenset[str]) -> str:
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

    def is_turned(self, situation: str) -> bool:
        """Tell whether a rule is about the contrary of what the text says; what was only going to be may not be."""
        node = self._graph.nodes.get(plain(situation))
        planned = node is not None and any(
            edge.role == "comp" and self._graph.nodes[edge.source].concept in listed("planned")
            for edge in self._graph.into(node.id)
        )
        future = node is not None and node.attrs.get("tense") == "fut"
        return is_contrary(situation) and not planned and not future

    def _called_here(self, node: Node) -> str:
        return called(self._graph, node, self._kinds)

    def _noun(self, node: str) -> str:
        """Give the word of the text for a thing."""
        found = self._graph.nodes.get(node)
        if found is None or found.kind != "entity" or found.attrs.get("proper") == "+":
            return ""
        words = self._graph.text_of(node)
        return f"“{words.rpartition(' ')[2]}”" if words else ""

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
        if noun in word_list("mass") and not self._kinds.get(node.concept, set()) & PERSONS:
            return noun
        return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"

    def said_of_pronoun(self) -> str:
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

    def called(self, index: int) -> str:
        """Say what a candidate is called: *people*, *animals* or *things*; empty if that is not known."""
        pronoun = self._graph.nodes.get(self.question.pronoun)
        gender = pronoun.attrs.get("gender") if pronoun is not None else None
        if gender in ("masc", "fem"):
            return "people"
        node = self._graph.nodes.get(self.question.candidates[index].node or "")
        if node is None:
            return "things" if gender == "neut" else ""
        found = called(self._graph, node, self._kinds)
        if gender != "neut":
            return found
        thing = "thing" in self._kinds.get(node.concept, set())  # (honey is not a person here)
        return "things" if not found or (found == "people" and thing) else found

    def filler(self, situation: str, name: str) -> str:
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
                found = self._at(node.id, roles)
                if found or role in ("self", "poss"):
                    return found or self._called_here(node)
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
                    return self._called_here(self._graph.nodes[edge.target])
        return ""


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
