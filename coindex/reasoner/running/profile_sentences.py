"""What a word of a profile says, in a sentence."""

from __future__ import annotations

from coindex.reasoner.answer import FiredRule
from coindex.reasoner.grounding.profile_facts import ProfileWord
from coindex.reasoner.knowledge.profiles import Profile

_OTHER = {"subj": "obj", "obj": "subj", "iobj": "subj", "obl": "subj", "than": "subj"}


def profile_rule(found: ProfileWord, weight: int, person: bool) -> FiredRule:
    """Give a word of a profile as a rule that spoke, with the evidence that it gave.

    Args:
        found: the word.
        weight: what it counts; below 0 if it speaks against the participant.
        person: whether the pronoun stands for a person.
    """
    profile = found.profile
    return FiredRule(
        found.id,
        profile.file,
        profile.line,
        sentence(found, person),
        abs(weight),
        "authored",
        sign=1 if weight >= 0 else -1,
    )


def sentence(found: ProfileWord, person: bool = True) -> str:
    """Say of whom the word is said.

    >>> from coindex.reasoner.knowledge.profiles import Word
    >>> hired = Profile("hire", "", "obj", (), "work.tsv", 8)
    >>> sentence(ProfileWord(hired, Word("reference", "said"), 0))
    '“reference” is said of one whom somebody hires rather than of one who hires somebody'
    """
    profile = found.profile
    lemma = found.word.lemma.replace("_", " ")
    one = participant(profile, profile.role, person)
    other = "" if profile.role in ("self", "poss") else participant(profile, _other(profile), person)
    said = {
        "said": f"“{lemma}” is said of {one}",
        "object": f"one does “{lemma}” to {one}",
        "denied": f"“not {lemma}” is said of {one}",
    }[found.word.kind]
    apart = {"object": "to ", "said": "of ", "denied": "of "}[found.word.kind]
    return f"{said} rather than {apart}{other}" if other else f"{said} rather than {apart}others"


def _other(profile: Profile) -> str:
    if profile.role == "subj":
        return "obl" if profile.preposition else "obj"
    return "subj"


def participant(profile: Profile, role: str, person: bool) -> str:
    """Name the participant of a role.

    >>> participant(Profile("fit", "in", "obl", (), "", 1), "obl", person=False)
    'that which something fits in'
    """
    who, whom = ("one who", "one whom somebody") if person else ("that which", "that which something")
    verb = third_person(profile.head)
    after = f" {profile.preposition}" if profile.preposition else ""
    something = "somebody" if person else "something"
    match role:
        case "subj":
            return f"{who} {verb}{after} {something}"
        case "obj":
            return f"{whom} {verb}"
        case "iobj":
            return f"{whom.replace('whom', 'to whom')} {verb} it"
        case "obl":
            return f"{whom} {verb}{after}"
        case "than":
            return f"{who} is less so"
        case "poss":
            return f"one whose {profile.head.replace('_', ' ')} it is"
        case _:
            return f"“{profile.head.replace('_', ' ')}”"


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
