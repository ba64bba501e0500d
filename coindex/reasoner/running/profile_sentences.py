"""What a word of a profile says, in a sentence."""

from __future__ import annotations

from typing import Literal

from coindex.reasoner.answer import FiredRule
from coindex.reasoner.grounding.profile_facts import ProfileWord
from coindex.reasoner.knowledge.profiles import NOUN_ROLES, Profile
from kparse.graph import SemanticGraph

Part = Literal["verb", "adjective", "noun"]


def profile_rule(found: ProfileWord, weight: int, graph: SemanticGraph, person: bool) -> FiredRule:
    """Give a word of a profile as a rule that fired.

    Args:
        found: the word.
        weight: the points that it gave; below 0 if it speaks against the participant.
        graph: the text's graph, which tells what kind of word the profile's head is.
        person: whether the pronoun stands for a person.
    """
    profile = found.profile
    text = sentence(found, part_of(profile.head, graph), person)
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


def sentence(found: ProfileWord, part: Part = "verb", person: bool = True) -> str:
    """Say of whom the word is said.

    >>> from coindex.reasoner.knowledge.profiles import Word
    >>> hired = Profile("hire", "", "obj", (), "work.tsv", 8)
    >>> sentence(ProfileWord(hired, Word("reference", "said"), 0))
    '“reference” is said of one whom somebody hires rather than of one who hires'
    >>> strict = Profile("strict", "", "subj", (), "work.tsv", 9)
    >>> sentence(ProfileWord(strict, Word("fear", "object"), 0), "adjective")
    '“fear” is felt or done towards one who is strict rather than towards one who is less so'
    >>> kettle = Profile("kettle", "", "self", (), "home.tsv", 9)
    >>> sentence(ProfileWord(kettle, Word("boil", "said"), 0), "noun", person=False)
    '“boil” is said of a kettle rather than of other things'
    """
    profile, word = found.profile, found.word
    lemma = word.lemma.replace("_", " ")
    one = _participant(profile, profile.role, part, person)
    other = _participant(profile, _other(profile, part), part, person)
    if word.kind == "object":
        return f"“{lemma}” is felt or done towards {one} rather than towards {other}"
    negation = "not " * (word.kind == "denied")
    return f"“{negation}{lemma}” is said of {one} rather than of {other}"


def _other(profile: Profile, part: Part) -> str:
    """Give the role of the other participant."""
    if profile.role in NOUN_ROLES:
        return "others"
    if profile.role != "subj":
        return "subj"
    if profile.preposition:
        return "obl"
    return "than" if part != "verb" else "obj"


def _participant(profile: Profile, role: str, part: Part, person: bool) -> str:
    """Name the participant of a role."""
    head = profile.head.replace("_", " ")
    who = "one who" if person else "that which"
    whom = "one whom somebody" if person else "that which something"
    somebody = "somebody" if person else "something"
    after = f" {profile.preposition}" if profile.preposition else ""
    verb = third_person(profile.head) if part == "verb" else f"is {head}"
    match role:
        case "others":
            return "others" if person else "other things"
        case "self":
            return f"{'an' if head[0] in 'aeiou' else 'a'} {head}"
        case "poss":
            return f"one whose {head} it is"
        case "than":
            return f"{who} {f'does not {head}, or less' if part == 'verb' else 'is less so'}"
        case "subj" if profile.preposition:
            return f"{who} {verb}{after} {somebody}"
        case "subj":
            return f"{who} {verb}"
        case "iobj":
            return f"{whom.replace('whom', 'to whom').replace('which', 'to which')} {verb} it"
        case _:
            return f"{whom} {verb}{after}"


def third_person(verb: str) -> str:
    """Give the third person singular of a verb; a particle stays behind it.

    >>> [third_person(v) for v in ("hire", "look_up", "carry", "pass", "play")]
    ['hires', 'looks up', 'carries', 'passes', 'plays']
    """
    first, _, rest = verb.partition("_")
    if first.endswith(("s", "x", "z", "ch", "sh", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return f"{first} {rest.replace('_', ' ')}".rstrip()
