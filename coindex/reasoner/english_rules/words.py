"""Words in knowledge sentences: names for *person1* and *X*, stems, generic nouns, uninformative words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kparse.caches import cache
from kparse.input.lemmas import lemma_of

PERSONS = frozenset(
    "somebody someone anybody anyone everybody everyone nobody person people human who whoever he she they those i we "
    "you one other another somebody_else someone_else".split()
)
"""Heads of generic phrases for persons."""
THINGS = frozenset(
    "something anything everything nothing thing object item it that this what whatever which".split()
)
"""Heads of generic phrases for things."""
OTHERS = frozenset("other another others else".split())

_LIGHT = frozenset(
    "be have do get go come make take give put let try start begin keep become seem look feel need want use happen act "
    "cause say".split()
)
_HEDGED = re.compile(
    r"(?:(?P<before>[\w'’]+) )?(?<![\w'’])(?:often|usually|typically|generally|normally|commonly|sometimes|probably"
    r"|perhaps|maybe|frequently|always|ordinarily|in general|as a rule|most of the time|then)(?![\w'’])(?P<stop>[,.;]?)"
    r"(?: (?P<after>[a-z]+)(?![\w'’]))?",
    re.IGNORECASE,
)
_AUXILIARY = frozenset(
    "is are am was were be been being has have had having does do did not n't can cannot could may might must shall "
    "should will would isn't aren't wasn't weren't doesn't don't didn't can't couldn't won't to".split()
)
_NO_VERB = _AUXILIARY | frozenset(
    "the a an this that these those he she it they we you i one his her its their my our your some any no every "
    "each all both many few in on at by for with from of as if when because so but and or than more less very too "
    "up down out off away back about after before until unless though although somebody someone something people "
    "person".split()
)
_DEGREES = frozenset("too so more less very how as most least".split())
_NUMBERED = re.compile(
    r"(?<![\w'’])(?:the\s+)?(person|someone|somebody|thing|something|object|entity|animal|place|group|party|item)"
    r"[ _-]?([1-9]|[XYZ](?![\w]))(?!\w)",
    re.IGNORECASE,
)
_LETTER = re.compile(r"(?<![\w'’-])([B-HJ-Z])(?![\w-])(?!\.\s*[A-Z])")
_LETTER_A = re.compile(
    r"(?<![\w'’-])A(?= (?:that|who|which|is|was|are|has|had|does|did|can|cannot|could|may|might|will|would|must|should"
    r"|and|or|[a-z]+s|[a-z]+ed)\b|['’]s)"
)
_WHO_IS = re.compile(
    r"(?<!\w)(?P<head>who) (?P<is>(?:is|was) (?:(?:too|so|very|not|more) )?[a-z]+) (?P<verb>[a-z]{2,}[a-rt-z]s)(?= )",
    re.IGNORECASE,
)
_WHOEVER = re.compile(r"(?<!\w)(?:whoever|whosoever|he who|she who|one who) ", re.IGNORECASE)
_WHO = re.compile(r"(?:^|(?<=[Ii]f )|(?<=[,;] ))(?:those|they|these) (?=who\b)", re.IGNORECASE)
_THOSE_WHO = re.compile(r"(?<!\w)(?:those|they|these) (?=who\b)", re.IGNORECASE)
_RELATIVE = re.compile(
    r"(?<!\w)(who|that|which) (?!(?:is|are|am|was|were|be|has|have|had|does|do|did|can|cannot|could|may|might|must"
    r"|shall|should|will|would|he|she|it|they|we|you|i|the|an?|his|her|their)\b)([a-z]+)(?= )"
)
_CAUSES = re.compile(
    r"^(?P<cause>.{8,}?)(?:,)? (?:(?:can|may|might|will|could|would) )?(?:cause|causes|leads? to|results? in|means?)"
    r"(?: that)? (?P<effect>.{8,})$",
    re.IGNORECASE,
)
_NAMES = ("Alex", "Robin", "Terry", "Casey", "Jamie", "Chris")
"""Names that replace *person1*, *X* ... for the parser, which handles names better."""
_VERB_AFTER = re.compile(
    rf"(?<![\w'’])((?:one |an? |the other |another )?(?:{'|'.join(_NAMES)}|[Oo]ne|somebody|someone|something|person"
    r"|thing)(?: else)?) (?!(?:is|was|has|does|as|this|his|its|us|thus|less|across|besides|towards|plus|always)\b)"
    r"([a-z]{2,}[a-rt-z]s|[a-z]+sses)\b"
)
_SUBJECTS = re.compile(
    r"^(?:that )?(?:if )?(?:an? |the |another |somebody|someone|something|people|person|he |she |it |they "
    rf"|{'|'.join(_NAMES)})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Normalised:
    """A sentence as it is given to the parser."""

    text: str
    kinds: dict[str, str]
    """What each inserted name stands for: ``person``, ``thing``, or empty if the sentence does not say."""
    written: dict[str, str]
    """The original expression for each inserted name."""


def normalised(sentence: str) -> Normalised:
    """Prepare a sentence for the parser: replace *person1* and *X* by names and drop hedges.

    >>> normalised("If person1 often helps person 2, then PERSON2 is grateful.").text
    'If Alex will help Robin, Robin is grateful.'
    >>> normalised("A that is too big does not fit into B.").text
    'Alex that is too big does not fit into Robin.'
    """
    names: dict[str, str] = {}
    kinds: dict[str, str] = {}
    written: dict[str, str] = {}

    def name(key: str, kind: str, word: str) -> str:
        if key not in names and len(names) < len(_NAMES):
            names[key] = _NAMES[len(names)]
            kinds[names[key]] = kind
            written[names[key]] = word
        return names.get(key, word)

    def numbered(match: re.Match[str]) -> str:
        head = match[1].lower()
        person = head in ("person", "someone", "somebody")
        kind = "person" if person else "" if head in ("entity", "group", "party") else "thing"
        return name(f"{kind}{match[2].upper()}", kind, match[0].lower())

    text = " ".join(sentence.split())
    text = _NUMBERED.sub(numbered, text)
    if _LETTER.search(text):
        text = _LETTER_A.sub(lambda _: name("A", "", "A"), text)
    text = _LETTER.sub(lambda m: name(m[1], "", m[1]), text)
    text = " ".join(_HEDGED.sub(_unhedged, text).split())
    text = _WHO.sub("people ", text)
    text = _WHOEVER.sub("anyone who ", text)
    text = _WHO_IS.sub(lambda m: f"{m['head']} {m['is']} will {_bare_verb(m['verb'])}", text)
    text = _VERB_AFTER.sub(lambda m: f"{m[1]} will {_bare_verb(m[2])}", _causal(text.strip()))
    return Normalised(text[:1].upper() + text[1:], kinds, written)


def plainer(text: str) -> str:
    """Insert *will* after relative pronouns, in case the parser mistook the verb for another part of speech.

    >>> plainer("People who bully others are punished.")
    'People who will bully others are punished.'
    """
    words = text.rstrip(". ").split()
    if 2 <= len(words) <= 4 and words[-1].islower():
        return " ".join([*words[:-1], "will", words[-1] + "."])  # *brittle things crack*
    return _RELATIVE.sub(
        lambda m: f"{m[1]} will {_bare_verb(m[2]) if m[2][-1] == 's' else m[2]}",
        _THOSE_WHO.sub("people ", text),
    )


def _bare_verb(verb: str) -> str:
    """Return the base form of a verb, to stand after *will*: *zoom* for *zooms*."""
    return lemma_of(verb, "VERB", "", "VBZ", trust=False)


def _unhedged(match: re.Match[str]) -> str:
    """Remove a hedge; before a verb replace it by *will*, so that the parser still sees a verb."""
    before, stop, after = match["before"] or "", match["stop"], match["after"] or ""
    if before.lower() in _DEGREES:
        return match[0]  # *too often*
    lone = not before or before.lower() in _NO_VERB or stop or after.lower() in _NO_VERB
    if lone or not after or after.endswith(("ed", "ing", "ly")):
        return " ".join(part for part in (before, after) if part) + " "
    return f"{before} will {_bare_verb(after) if after.endswith('s') else after}"


def _causal(text: str) -> str:
    """Turn *X may cause Y*, with clauses for X and Y, into *if X, Y*."""
    match = _CAUSES.match(text)
    if match is None or not (_SUBJECTS.match(match["cause"]) and _SUBJECTS.match(match["effect"])):
        return text
    if not re.search(r"\s\w+\s\w+", match["effect"]):
        return text
    cause = re.sub(r"^(?:that|if) ", "", match["cause"], flags=re.IGNORECASE)
    return f"If {cause}, {match['effect']}"


def generic(lemma: str) -> str:
    """Return ``person`` or ``thing`` for a generic head, or an empty string for a specific noun."""
    word = lemma.lower()
    return "person" if word in PERSONS else "thing" if word in THINGS else ""


def informativeness(word: str) -> float:
    """Return how informative it is that two situations share a word."""
    first = word.split("_", 1)[0]
    return 0.25 if word == "be" else 0.5 if word in _LIGHT else 0.8 if first in _LIGHT else 1.0


@cache
def stem(word: str) -> str:
    """Strip the endings of a word, so that *refusal* matches *refuse*, *winner* *win*, *slowly* *slow*.

    >>> stem("winner"), stem("win"), stem("refusal"), stem("refuse"), stem("generosity") == stem("generous")
    ('win', 'win', 'refus', 'refus', True)
    """
    word = word.lower()
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.rstrip("eiy") if len(word) > 3 else word


_ENDINGS = sorted(
    "fulness ousness lessness iveness ization fully ation ition ously osity ively ance ence ment ness ship able ible "
    "ious eous ions sion tion ing ity ive ize ise ous ant ent ful ist ion ery als ly al er or ed".split(),
    key=lambda ending: (-len(ending), ending),
)
