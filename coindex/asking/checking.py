"""What of a reply can be used: short sentences in controlled English, general ones; the rest is refused with a reason.

A reply is material, whatever it says. Nothing in it is carried out: the most that it can do is to become a rule.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from coindex.reasoner.asks import RULES, Query
from kparse.input.names import is_given_name

MOST = 3
"""Sentences that are accepted of one reply."""
MOST_LINES = 12
"""Lines of a reply that are looked at."""
MOST_CHARACTERS = 4_000
"""Characters of a reply that are looked at."""
NUMBER = 30
"""Sentences that are asked for, and accepted at most, where rules are asked for in bulk."""
MORE = 10
"""So many times as long is a reply with rules in bulk that is looked at."""
MOST_WORDS = 20
"""Words of a sentence. The prompt asks for at most 16."""
MOST_LETTERS = 160
"""Characters of a sentence."""
COPIED = 0.75
"""Share of its words in which a sentence agrees with the text, a candidate put in, from which it is a copy."""
_KEPT = 300
"""Characters of a refused sentence that are kept."""

_MARK = re.compile(r"^(?:[-*•>]|\(?\d{1,2}[.):])\s*")
_FENCE = re.compile(r"^(?:```|~~~)")
_ENGLISH = re.compile(r"[A-Za-z][A-Za-z0-9 ,'’-]*(?<![ ,'’-])\.?")
_SENTENCE_END = re.compile(r"[.!?;:]")
_WORD = re.compile(r"[A-Za-z]+(?:[’'-][A-Za-z]+)*\d?|\d+")
_PARTY = re.compile(
    r"(?:person|someone|somebody|thing|something|object|entity|animal|place|group|party|item)[ _-]?[1-9]",
    re.IGNORECASE,
)
_PRONOUNS = frozenset(
    "he him his himself she her hers herself it its itself they them their theirs themselves i me my mine myself we us "
    "our ours ourselves you your yours yourself".split()
)
_WEATHER = re.compile(
    r"\bit(?= (?:rains|snows|hails|thunders|freezes|rained|snowed|(?:is|gets|was|becomes) (?:not |too |very )?"
    r"(?:raining|snowing|cold|hot|warm|dark|light|late|early|windy|sunny|winter|summer|night)))\b",
    re.IGNORECASE,
)
_JOINTS = re.compile(
    r",?\s+(?:because|so that|so|although|even though|though|but|unless|if|when|since|while|until|before|after)\s+",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    r"^(?:if|when|because|although|though|even though|since|unless|after|before|while|as)\s+(?P<first>[^,]+),\s*"
    r"(?:then\s+)?(?P<rest>.+)$",
    re.IGNORECASE,
)
_COMMON = frozenset(
    "a an the is are was were be been do does did has have had not no to of in on at for from with by than as and or "
    "too very more less most that who which if because so but although though when what there all some any".split()
)


@dataclass(frozen=True, slots=True)
class Checked:
    """A sentence of a reply, and why it is refused; accepted if there is no reason."""

    sentence: str
    why: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether it may become a rule."""
        return not self.why


def checked(reply: str, query: Query) -> list[Checked]:
    r"""Check the sentences of a reply, in their order.

    >>> query = Query("Ann fired Bob because he stole.", 22, 24, ("Ann", "Bob"))
    >>> for one in checked("1. Person1 fires person2 because person2 steals.\nBob stole.", query):
    ...     print(one.why or "accepted", "/", one.sentence)
    accepted / Person1 fires person2 because person2 steals.
    a proper name: Bob / Bob stole.
    """
    many = query.asks == RULES
    most, lines = (NUMBER, MORE * MOST_LINES) if many else (MOST, MOST_LINES)
    found: list[Checked] = []
    accepted: set[str] = set()
    for number, line in enumerate(sentences(reply, MOST_CHARACTERS * (MORE if many else 1))):
        if number >= lines:
            found.append(Checked(line[:_KEPT], f"more than {lines} lines"))
            break
        why = fault(line, query)
        if not why and line.lower() in accepted:
            continue
        if not why and len(accepted) >= most:
            why = f"more than {most} sentences"
        if not why:
            accepted.add(line.lower())
        found.append(Checked(line[:_KEPT], why))
    return found


def sentences(reply: str, most: int = MOST_CHARACTERS) -> Iterator[str]:
    r"""Take the sentences out of a reply: lines, perhaps numbered or quoted, or JSON with a list of them.

    >>> list(sentences('```json\n{"rules": ["Brittle things break."]}\n```')), list(sentences("- “Glass breaks.”"))
    (['Brittle things break.'], ['Glass breaks.'])
    """
    lines = [line for line in reply[:most].splitlines() if not _FENCE.match(line.strip())]
    listed = json_list("\n".join(lines))
    if listed is not None:
        lines = [line for one in listed if isinstance(one, str) for line in one.splitlines()[:1]]
    for line in lines:
        plain = _MARK.sub("", " ".join(line.split())).strip('"“”` ')
        if plain:
            yield plain


def json_list(text: str) -> list[object] | None:
    """Read a list, alone or as the first list of an object; ``None`` if it is no JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, dict):
        data = next((value for value in data.values() if isinstance(value, list)), None)
    return data if isinstance(data, list) else None


def fault(sentence: str, query: Query) -> str:
    """Say why a sentence cannot be used as a rule; nothing if it can."""
    words = _WORD.findall(sentence)
    if len(sentence) > MOST_LETTERS or len(words) > MOST_WORDS:
        return f"longer than {MOST_WORDS} words or {MOST_LETTERS} characters"
    if len(words) < 2:
        return "no sentence"
    if _SENTENCE_END.search(sentence.removesuffix(".")):
        return "more than one sentence"
    if not _ENGLISH.fullmatch(sentence):
        return "not plain English: only letters, digits, commas, hyphens and a full stop"
    if name := _name(sentence, words, query):
        return f"a proper name: {name}"
    if pronoun := _pronoun(sentence):
        return f"a pronoun: {pronoun}"
    halves = _halves(sentence.removesuffix("."))
    if query.asks in ("", RULES) and len(halves) > 1 and not _share_a_party(halves):
        return "no party is mentioned in both halves"
    if _is_copy(sentence, query):
        return "a copy of the text with a candidate put in"
    return ""


def _pronoun(sentence: str) -> str:
    rest = _WORD.findall(_WEATHER.sub("", sentence))
    return next((w for w in rest if re.split("['’]", w.lower())[0] in _PRONOUNS), "")


def _name(sentence: str, words: list[str], query: Query) -> str:
    """Find a proper name: a capital within the sentence, a name of the text, or a given name at the beginning."""
    names = _names_of(query)
    for number, word in enumerate(words):
        bare = re.sub(r"['’]s?$", "", word)
        if _PARTY.fullmatch(bare) or bare.lower() in ("person", "thing"):
            continue
        if bare.lower() in names and (bare[:1].isupper() or is_given_name(bare.capitalize())):
            return bare
        if number and bare[:1].isupper() and not bare.isupper():
            return bare
    first = re.sub(r"['’]s?$", "", words[0])
    in_text = first.lower() in re.findall(r"[a-z]+", query.text)
    if is_given_name(first) and not in_text and first.lower() not in _COMMON | {"will", "may"}:
        return first
    return ""


def _names_of(query: Query) -> frozenset[str]:
    """Give the names in a question, in lower case: capitals within a sentence, and candidates without an article."""
    found = set()
    plain = set(re.findall(r"\b[a-z]+\b", query.text))
    for text in (query.text, *(query.candidates if query.asks else ())):
        for match in re.finditer(r"(?<=[a-z,] )[A-Z][a-z]+", text):
            found.add(match[0].lower())
    if not query.asks:
        for candidate in query.candidates:
            words = candidate.split()
            if words and words[0].lower() not in ("the", "a", "an"):
                found |= {w.lower() for w in words if w[:1].isupper() and is_given_name(w)}
    return frozenset(found - plain - _PRONOUNS)


def _halves(sentence: str) -> list[str]:
    """Divide a sentence at what joins its clauses."""
    if fronted := _FRONTED.match(sentence):
        return [fronted["first"], fronted["rest"]]
    return _JOINTS.split(sentence, maxsplit=1)


def _share_a_party(halves: list[str]) -> bool:
    """Tell whether two halves name a common party: *person1*, or the same noun."""
    parties = [{re.sub(r"[ _-]", "", p.lower()) for p in _PARTY.findall(half)} for half in halves]
    if all(parties):
        return bool(parties[0] & parties[1])
    told = [{w.lower().rstrip("s") for w in _WORD.findall(half)} - _COMMON for half in halves]
    return bool(told[0] & told[1])


def _is_copy(sentence: str, query: Query) -> bool:
    """Tell whether a sentence is the text itself with a candidate in the place of the pronoun: *the thief stole it*.

    A candidate's noun without an article is general: *thieves steal*.
    """
    if query.asks:
        return False
    rule = _words(sentence)
    before, after = _words(query.text[: query.start]), _words(query.text[query.end :])
    for candidate in query.candidates:
        named = _words(candidate)
        named = named if named[:1] == ["the"] else ["the", *(w for w in named if w not in _COMMON)]
        filled = [*before, *named, *after]
        blocks = SequenceMatcher(None, rule, filled, autojunk=False).get_matching_blocks()
        same = {n for block in blocks for n in range(block.b, block.b + block.size)}
        put_in = set(range(len(before), len(before) + len(named)))
        if len(named) > 1 and put_in <= same and len(same) >= COPIED * len(rule):
            return True
    return False


def _words(text: str) -> list[str]:
    """Give the words of a text without the endings of verbs and nouns, so that another tense is no other text."""
    return [
        re.sub(r"(?:ies|ied|es|ed|s|d)$", "", word.lower()) or word for word in _WORD.findall(text)
    ]
