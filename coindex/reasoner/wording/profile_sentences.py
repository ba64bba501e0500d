"""What a word of a profile says, in a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from coindex.reasoner.answer import FiredRule
from coindex.reasoner.english.classes import (
    NO_USE,
    OwnWords,
    Use,
    Uses,
    readable,
    towards,
)
from coindex.reasoner.english.forms import participle, plural
from coindex.reasoner.grounding.profile_facts import ProfileWord
from coindex.reasoner.knowledge.profiles import NOUN_ROLES, Profile
from kparse.graph import SemanticGraph
from kparse.input.word_lists import word_list

Part = Literal["verb", "adjective", "noun", "predicate", "owned"]
"""What kind of word it is; a predicate is a noun that is said of somebody, and what is owned is somebody's."""


def profile_rule(
    found: ProfileWord,
    weight: int,
    graph: SemanticGraph,
    who: str,
    uses: Uses,
    own: OwnWords | None = None,
    *,
    rivals: bool = True,
    loose: bool = False,
) -> FiredRule:
    """Give a word of a profile as a rule that fired.

    Args:
        found: the word.
        weight: the points that it gave; below 0 if it speaks against the participant.
        graph: the text's graph, which tells what kind of word the profile's head is.
        who: what the candidates are called: *people*, *animals* or *things*.
        uses: how the text uses its verbs.
        own: what the text says with the word.
        rivals: whether another candidate takes part in what the profile is about.
        loose: whether the text says the word of something else.
    """
    profile = found.profile
    text = sentence(
        found,
        part_of(profile.head, graph),
        who or "those",
        uses.get(f'"{profile.head}"', NO_USE),
        "noun" if loose else part_of(found.word.lemma, graph),
        uses.get(f'"{found.word.lemma}"', NO_USE),
        own,
        rivals=rivals,
    )
    place = found.id, profile.file, profile.line
    sign: Literal[1, -1] = 1 if weight >= 0 else -1
    return FiredRule(*place, text, abs(weight), "authored", "knowledge", sign)


def part_of(head: str, graph: SemanticGraph) -> Part:
    """Tell what kind of word a profile's head is in a text."""
    for node in graph.nodes.values():
        if node.concept == head and node.kind == "state":
            return "predicate" if node.attrs.get("pos") == "noun" else "adjective"
        if node.concept == head and node.kind in ("entity", "property"):
            if node.kind == "property":
                return "adjective"
            return "owned" if _is_owned(graph, node.id) else "noun"
    return "verb"


def _is_owned(graph: SemanticGraph, node: str) -> bool:
    """Tell whether a thing is said to be that of a pronoun: *its fangs*, *it had fangs*."""
    owners = [edge.target for edge in graph.out(node, "poss")]
    for edge in graph.into(node, "obj"):
        if graph.nodes[edge.source].concept in ("have", "own"):
            owners += [e.target for e in graph.out(edge.source, "subj")]
    return any(graph.nodes[owner].kind == "pronoun" for owner in owners)


def sentence(
    found: ProfileWord,
    part: Part = "verb",
    who: str = "people",
    use: Use = NO_USE,
    word: Part = "adjective",
    word_use: Use = NO_USE,
    own: OwnWords | None = None,
    *,
    rivals: bool = True,
) -> str:
    """Say of whom the word is more likely.

    Args:
        found: the word.
        part: what kind of word the profile's head is.
        who: what the participants are called.
        use: how the text uses the head.
        word: what kind of word the profile's word is in the text.
        word_use: how the text uses it.
        own: what the text says with it.
        rivals: whether another candidate takes part in what the profile is about.

    >>> from coindex.reasoner.knowledge.profiles import Word
    >>> hired = Profile("hire", "", "obj", (), "work.tsv", 8)
    >>> sentence(ProfileWord(hired, Word("reference", "said"), 0), word="noun")
    'People who are hired have more to do with “reference” than those who hire.'
    >>> mum = Profile("bow", "to", "obl", (), "society.tsv", 9)
    >>> sentence(ProfileWord(mum, Word("guest", "said"), 0), word="predicate")
    'People whom others bow to are more likely to be guests than those who bow to others.'
    >>> lift = Profile("lift", "", "obj", (), "force.tsv", 8)
    >>> sentence(ProfileWord(lift, Word("heavy", "said"), 0), who="things")
    'Things that are lifted are more likely to be heavy than those that lift.'
    >>> strict = Profile("strict", "", "subj", (), "work.tsv", 9)
    >>> sentence(ProfileWord(strict, Word("fear", "object"), 0), "adjective", word="verb")
    'People who are strict are more likely to be feared than those who are less so.'
    >>> kettle = Profile("kettle", "", "self", (), "home.tsv", 9)
    >>> sentence(ProfileWord(kettle, Word("boil", "denied"), 0), "noun", "things", word="verb")
    'A kettle is less likely to boil than other things.'
    """
    profile, entry = found.profile, found.word
    one = _participant(profile, profile.role, part, who, use)
    if profile.role == "than":
        head = readable(profile.head)
        one = one.replace("do so less", f"{head} less").replace("less so", f"less {head}")
    other = _participant(profile, _other(profile, part), part, who, use)
    alone = profile.role == "subj" and not profile.preposition and use.thing != "others"
    if part == "verb" and (alone or not rivals):  # (nobody else takes part)
        other = "others"
    if other.startswith(who):
        other = other.replace(who, "others" if who == "those" else "those", 1)
    elif who not in ("people", "those"):
        other = f"other {who}"
    lemma, single = readable(entry.lemma), profile.role == "self"
    more = "less" if entry.kind == "denied" else "more"
    subject, be = f"{one[0].upper()}{one[1:]}", "is" if single else "are"
    if own is not None and not (entry.kind == "object" and word == "adjective"):
        words = replace(own, negative=False).infinitive
    elif word == "noun":
        has = "has" if single else "have"
        return f"{subject} {has} {more} to do with “{lemma}” than {other}."
    elif entry.kind == "object" and word == "adjective":
        leading = towards(entry.lemma) or "to"
        return f"Others are more likely to be {lemma} {leading} {one} than {leading} {other}."
    elif entry.kind == "object":
        words = f"be {participle(lemma)} {word_use.preposition}".rstrip()
    else:
        words = _said(lemma, word, word_use, one=single)
    return f"{subject} {be} {more} likely to {words} than {other}."


def _said(lemma: str, word: Part, use: Use, *, one: bool) -> str:
    """Say what is more likely, as it follows *likely to*."""
    if word == "owned":
        return f"have {lemma if lemma in word_list('mass') else plural(lemma)}"
    if word == "predicate":
        article = "an" if lemma[0] in "aeio" else "a"
        return f"be {f'{article} {lemma}' if one else plural(lemma)}"
    return f"be {lemma}" if word == "adjective" else f"{lemma} {use.thing}".rstrip()


def _other(profile: Profile, part: Part) -> str:
    """Give the role of the other participant."""
    if profile.role in NOUN_ROLES:
        return "others"
    if profile.role != "subj":
        return "subj"
    if profile.preposition:
        return "obl"
    return "than" if part != "verb" else "obj"


def _participant(profile: Profile, role: str, part: Part, who: str, use: Use) -> str:
    """Name the participants of a role."""
    head = readable(profile.head)
    which = "that" if who in ("things", "animals") else "who"
    preposition = readable(profile.preposition)
    after = f" {preposition}" if preposition else ""
    verb = head if part == "verb" else f"are {plural(head) if part == 'predicate' else head}"
    match role:
        case "others":
            return "others"
        case "self":
            if profile.head in word_list("mass"):
                return head
            return f"{'an' if head[0] in 'aeiou' else 'a'} {head}"
        case "poss":
            return f"{who} {which} have {plural(head)}"
        case "than":
            return f"{who} {which} {'do so less' if part == 'verb' else 'are less so'}"
        case "subj":
            thing = "others" if preposition else use.thing if part == "verb" else ""
            return f"{who} {which} {verb}{after} {thing}".rstrip()
        case "iobj":
            return f"{who} {which} are {participle(head)} something"
        case "obj" if part == "verb":
            return f"{who} {which} are {participle(head)}{' something' if use.given else ''}"
        case _:
            whom = "whom" if which == "who" else "that"
            return f"{who} {whom} others {verb} {preposition or use.preposition or 'with'}"
