"""What the names of a text are: persons, places, organisations, times, works and other things.

By rule: titles and first names, names of places (``kparse/data/places.txt``), endings of names of firms and streets,
months and days, the noun or preposition before a name, an apposition after it. A name without such a sign is left
open; one that is part of a person's name elsewhere in the text is that person's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import word_list

Sort = Literal["person", "place", "organisation", "time", "work", "thing"]
"""What a name stands for."""
Entity = tuple[int, int, Sort]
"""The first character of a name, the one after its last, and what it is."""

TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady king queen prince princess duke duchess count countess "
    "baron baroness emperor empress captain colonel general major lieutenant sergeant admiral inspector detective "
    "constable officer father sister brother mother aunt uncle saint st pope bishop archbishop cardinal reverend rev "
    "president senator governor judge justice minister chancellor mayor madame monsieur mademoiselle herr frau signor "
    "senor don dad mum mom grandpa grandma granny".split()
)
"""Titles before a person's name, in small letters and without dots."""
_ORGANISATIONS = frozenset(
    "ltd limited inc corp corporation co company plc llc gmbh ag bank university college school academy institute "
    "institution hospital clinic museum gallery lines airlines airways railway railways group party ministry "
    "department committee commission council association society federation foundation church club united fc rovers "
    "police courier times post herald gazette tribune press journal news radio library office agency authority court "
    "union army navy guard orchestra theatre theater ensemble band brothers sons partners industries systems motors "
    "works records studios pictures entertainment services solutions parliament congress senate assembly league "
    "team engineering consulting logistics technologies software foods energy insurance trust".split()
)
"""Words at the end of a name of a firm or another organisation, and nouns before one."""
_PLACES = frozenset(
    "street road avenue lane square place park bridge river lake mount mountain mountains hill hills valley island "
    "islands isle bay beach coast sea ocean forest desert county district province state city town village station "
    "airport castle palace tower hall house hotel cemetery region peninsula canal harbour harbor port".split()
)
_SURNAMES = frozenset("park hill hall house bay lane castle forest lake".split())
"""Those of them that are surnames, too."""
_FIRST = frozenset("radio university bank club fc hotel air banco café cafe".split())
"""Words at the beginning of a name of a firm or another organisation."""
_WORKS = frozenset(
    "novel book poem play film movie song album opera symphony painting series magazine essay story musical show "
    "newspaper game documentary".split()
)
_MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_FEASTS = frozenset("christmas easter halloween thanksgiving ramadan passover pentecost".split())
_TIMES = frozenset(
    "second minute hour day night week weekend fortnight month year decade century morning evening afternoon noon "
    "midnight today yesterday tomorrow tonight spring summer autumn winter season moment time date a.m. p.m.".split()
)
"""Nouns of time."""
_IN = frozenset("in near throughout across outside inside within around".split())
"""Prepositions before the name of a place."""
_WHEN = frozenset("in on by until till since before after during last next this of from to".split())
_MOVING = frozenset(
    "go come move travel return sail drive fly walk ride run leave flee emigrate get back way trip journey road train "
    "flight visit transfer arrive live stay work study teach away out over".split()
)
"""Words after which *to*, *from* and *at* stand before a place, in their basic form."""
_MIDDLES = frozenset(
    "centre center middle north south east west outskirts people streets citizen inhabitant resident mayor port".split()
)
"""Nouns before *of* and the name of a place, besides those for places."""
_YEARS = range(1000, 2100)


def entities_of(parsed: ParsedText) -> list[Entity]:
    """Give the names and times of a text that show what they are, in text order."""
    names = [(run, _sort(parsed.tokens, run)) for run in _names(parsed.tokens)]
    parts: dict[str, Sort] = {}
    for run, sort in names:
        if sort == "person" and len(run) > 1:
            parts.update((parsed.tokens[i].form, "person") for i in run if _is_own(parsed, i))
    for run, sort in names:  # a place or firm that is named again, shorter
        if sort in ("place", "organisation"):
            parts.setdefault(parsed.tokens[run[0]].form, sort)
    found: list[Entity] = []
    for run, sort in names:
        if len(run) == 1 and (sort is None or parts.get(parsed.tokens[run[0]].form) == "person"):
            sort = parts.get(parsed.tokens[run[0]].form, sort)
        if sort is not None:
            found.append((parsed.tokens[run[0]].start, parsed.tokens[run[-1]].end, sort))
    found += _times(parsed.tokens)
    return sorted(found)


def _is_own(parsed: ParsedText, i: int) -> bool:
    form = parsed.tokens[i].form
    return form[:1].isupper() and len(form) > 2 and form.lower().rstrip(".") not in TITLES


def _names(tokens: Sequence[Token]) -> Iterator[range]:
    """Give the runs of words that are names."""
    i = 0
    while i < len(tokens):
        if not _is_name(tokens[i]):
            i += 1
            continue
        end = i + 1
        while end < len(tokens) and tokens[end].sentence == tokens[i].sentence:
            if _is_name(tokens[end]):
                end += 1
            elif (
                tokens[end].form in ("of", "&", "de", "van", "von", "la", "du", "der")
                and end + 1 < len(tokens)
                and _is_name(tokens[end + 1])
                and (tokens[end].form != "of" or tokens[end - 1].form.lower() in _ORGANISATIONS)
            ):
                end += 2
            else:
                break
        yield range(i, end)
        i = end


def _is_name(token: Token) -> bool:
    return token.form[:1].isupper() and (
        token.upos == "PROPN" or (token.upos == "NOUN" and token.xpos.startswith("NNP"))
    )


def _sort(tokens: Sequence[Token], run: range) -> Sort | None:
    """Say what a name is, by its own words and those around it."""
    words = [tokens[i].form for i in run]
    small = [word.lower().rstrip(".") for word in words]
    if small[0] in TITLES and (len(words) > 1 or small[0] in ("dad", "mum", "mom", "granny")):
        return "person"
    before = tokens[run[0] - 1] if run[0] else None
    if _is_time(tokens, run, small):
        return "time"
    own = _by_words(tokens, run, small, before)
    if own is None and len(words) > 1 and small[0] in _people():
        return "person"
    if own is not None:
        return own
    return _by_context(tokens, run, words, before)


def _is_time(tokens: Sequence[Token], run: range, small: Sequence[str]) -> bool:
    if small[0] in _DAYS | _FEASTS:
        return True
    if small[0] not in _MONTHS:
        return False
    before = tokens[run[0] - 1] if run[0] else None
    after = tokens[run[-1] + 1] if run[-1] + 1 < len(tokens) else None
    numbered = any(t is not None and t.form[:1].isdigit() for t in (before, after))
    named = words_in(small[:1], "first_names") or len(small) > 1
    return numbered or (before is not None and before.form.lower() in _WHEN) or not named


def words_in(words: Sequence[str], name: str) -> bool:
    """Tell whether one of some words in small letters is in a list of capitalised ones."""
    return any(word.capitalize() in word_list(name) for word in words)


def _by_words(
    tokens: Sequence[Token], run: range, small: Sequence[str], before: Token | None
) -> Sort | None:
    words = [tokens[i].form for i in run]
    noun = before.lemma.lower() if before is not None and before.upos == "NOUN" else ""
    in_front = _article(tokens, run) or (before.form.lower() if before is not None else "")
    last = small[-1]
    if len(words) > 1:
        if small[0] in _FIRST:
            return "organisation"
        if small[0].capitalize() in word_list("first_names") and last in _SURNAMES:
            return "place" if in_front in _IN | {"at", "to", "the"} else "person"
        if last in _ORGANISATIONS or (small[0] in _ORGANISATIONS and "of" in small):
            return "organisation"
        if last in _PLACES or small[0] in ("mount", "lake", "river", "port", "fort", "cape"):
            return "place"
    if noun in _ORGANISATIONS:
        return "organisation"
    if noun in _WORKS:
        return "work"
    if "_".join(words) in word_list("places"):
        if in_front in _IN or words[0] not in word_list("first_names"):
            return "place"
        if in_front != "the":
            return None
    if noun and noun in _people():
        return "person"
    if words[0] in word_list("first_names") and in_front not in ("the", "a", "an"):
        return "person"
    if in_front == "the" and last in TITLES:
        return "person"
    if in_front == "the" and not last.endswith("s"):
        return "thing"  # (a ship, an hotel, a newspaper)
    return None


def _article(tokens: Sequence[Token], run: range) -> str:
    """Give *the* if it stands before a name and capitalised adjectives: *the National Trust*."""
    i = run[0] - 1
    while i > 0 and tokens[i].upos == "ADJ" and tokens[i].form[:1].isupper():
        i -= 1
    return "the" if i >= 0 and tokens[i].form.lower() == "the" else ""


@cache
def _people() -> frozenset[str]:
    """Nouns for persons."""
    return word_list("persons") | TITLES


def _by_context(
    tokens: Sequence[Token], run: range, words: Sequence[str], before: Token | None
) -> Sort | None:
    """Say what a name is by an apposition, the preposition before it, or the verb that it is the subject of."""
    inside = frozenset(tokens[i].index for i in run)
    head = next((tokens[i] for i in run if tokens[i].head not in inside), tokens[run[0]])
    for token in tokens[run[-1] + 1 : run[-1] + 9]:
        if token.head == head.index and token.deprel.startswith("appos"):
            lemma = token.lemma.lower()
            if lemma in _PLACES:
                return "place"
            if lemma in _ORGANISATIONS:
                return "organisation"
            if lemma in _people():
                return "person"
    if before is not None and head.deprel.startswith(("obl", "nmod")):
        form = before.form.lower()
        if form in _IN:
            return "place"
        governor = _at(tokens, head.head, run)
        if form == "of" and governor is not None and governor.lemma.lower() in _PLACES | _MIDDLES:
            return "place"
        if form in ("to", "from", "at", "for") and governor is not None:
            if governor.lemma.lower() in _MOVING:
                return "place"
            if form in ("from", "at") and governor.upos in ("PROPN", "NOUN"):
                return "organisation" if form == "at" else "place"
    if head.deprel.startswith("nsubj") and len(words) == 1:
        governor = _at(tokens, head.head, run)
        if governor is not None and governor.lemma.lower() in (
            word_list("saying") | word_list("speaking") | word_list("tell_verbs")
        ):
            return "person"
    return None


def _at(tokens: Sequence[Token], index: int, run: range) -> Token | None:
    """Give the word with a number; numbers count over the whole text."""
    offset = index - tokens[run[0]].index + run[0]
    return tokens[offset] if index >= 0 and 0 <= offset < len(tokens) else None


def _times(tokens: Sequence[Token]) -> Iterator[Entity]:
    """Give years and nouns of time."""
    for token in tokens:
        form = token.form
        if (
            form.isdigit()
            and len(form) == 4
            and int(form) in _YEARS
            and token.upos in ("NUM", "NOUN")
        ) or (token.upos in ("NOUN", "ADV") and token.lemma.lower() in _TIMES):
            yield token.start, token.end, "time"
