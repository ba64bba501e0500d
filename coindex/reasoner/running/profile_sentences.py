"""What a word of a profile says, in a sentence."""

from __future__ import annotations

from typing import Literal

from coindex.reasoner.answer import FiredRule
from coindex.reasoner.english import NO_USE, Use, Uses, participle, readable
from coindex.reasoner.grounding.profile_facts import ProfileWord
from coindex.reasoner.knowledge.profiles import NOUN_ROLES, Profile
from kparse.graph import SemanticGraph
from kparse.input.word_lists import word_list

Part = Literal["verb", "adjective", "noun"]


def profile_rule(
    found: ProfileWord, weight: int, graph: SemanticGraph, who: str, uses: Uses
) -> FiredRule:
    """Give a word of a profile as a rule that fired.

    Args:
        found: the word.
        weight: the points that it gave; below 0 if it speaks against the participant.
        graph: the text's graph, which tells what kind of word the profile's head is.
        who: what the candidates are called: *people*, *animals* or *things*.
        uses: how the text uses its verbs.
    """
    profile = found.profile
    text = sentence(
        found, part_of(profile.head, graph), who or "people", uses.get(f'"{profile.head}"', NO_USE)
    )
    sign: Literal[1, -1] = 1 if weight >= 0 else -1
    weight = abs(weight)
    return FiredRule(
        found.id, profile.file, profile.line, text, weight, "authored", "knowledge", sign
    )


def part_of(head: str, graph: SemanticGraph) -> Part:
    """Tell what kind of word a profile's head is in a text."""
    for node in graph.nodes.values():
        if node.concept == head and node.kind == "state":
            return "noun" if node.attrs.get("pos") == "noun" else "adjective"
        if node.concept == head and node.kind in ("entity", "property"):
            return "noun" if node.kind == "entity" else "adjective"
    return "verb"


def sentence(
    found: ProfileWord, part: Part = "verb", who: str = "people", use: Use = NO_USE
) -> str:
    """Say of whom the word is said.

    >>> from coindex.reasoner.knowledge.profiles import Word
    >>> hired = Profile("hire", "", "obj", (), "work.tsv", 8)
    >>> sentence(ProfileWord(hired, Word("reference", "said"), 0))
    '“reference” is said of people who are hired rather than of those who hire.'
    >>> lift = Profile("lift", "", "obj", (), "force.tsv", 8)
    >>> sentence(ProfileWord(lift, Word("heavy", "said"), 0), who="things")
    '“heavy” is said of things that are lifted rather than of those that lift.'
    >>> strict = Profile("strict", "", "subj", (), "work.tsv", 9)
    >>> sentence(ProfileWord(strict, Word("fear", "object"), 0), "adjective")
    '“fear” is felt or done towards people who are strict rather than towards those who are less so.'
    >>> kettle = Profile("kettle", "", "self", (), "home.tsv", 9)
    >>> sentence(ProfileWord(kettle, Word("boil", "said"), 0), "noun", "things")
    '“boil” is said of a kettle rather than of other things.'
    """
    profile, word = found.profile, found.word
    lemma = readable(word.lemma)
    one = _participant(profile, profile.role, part, who, use)
    other = _participant(profile, _other(profile, part), part, who, use)
    if part == "verb" and profile.role == "subj" and not (profile.preposition or use.thing):
        other = "others"  # (nobody else takes part)
    other = other.replace(who, "those", 1) if other.startswith(who) else f"other {who}"
    if word.kind == "object":
        return f"“{lemma}” is felt or done towards {one} rather than towards {other}."
    negation = "not " * (word.kind == "denied")
    return f"“{negation}{lemma}” is said of {one} rather than of {other}."


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
    verb = head if part == "verb" else f"are {head}"
    match role:
        case "others":
            return "others"
        case "self":
            if profile.head in word_list("mass"):
                return head
            return f"{'an' if head[0] in 'aeiou' else 'a'} {head}"
        case "poss":
            return f"{who} whose {head} it is"
        case "than":
            return f"{who} {which} {'do so less' if part == 'verb' else 'are less so'}"
        case "subj":
            thing = (
                " others"
                if preposition
                else f" {use.thing}"
                if use.thing and part == "verb"
                else ""
            )
            return f"{who} {which} {verb}{after}{thing}"
        case "iobj":
            return f"{who} {which} are {participle(head)} something"
        case "obj" if part == "verb":
            return f"{who} {which} are {participle(head)}{' something' if use.given else ''}"
        case _:
            whom = "whom" if which == "who" else "that"
            return f"{who} {whom} others {verb} {preposition or use.preposition or 'with'}"
