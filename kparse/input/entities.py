"""What the names of a text are: persons, places, organisations, times, works and other things.

By rule: titles and given names, names of places (``kparse/data/places.txt``), words of names of firms and streets, the
noun, verb or preposition beside a name (``kparse/data/name_signs.tsv``), an apposition after it, what its sentence says
that it is, an age or years of life. A name without such a sign is left open; one that is part of a person's name
elsewhere in the text is that person's.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from kparse.caches import cache
from kparse.input.names import is_given_name, is_name, names_of, titles_of
from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import given_names, name_signs, word_list

Sort = Literal["person", "place", "organisation", "time", "work", "thing"]
"""What a name stands for."""
Entity = tuple[int, int, Sort]
"""The first character of a name, the one after its last, and what it is."""

_YEARS = range(1000, 2100)
_AGES = range(1, 120)
_PEOPLE = re.compile(r"\w+(?:ch|sh|ts|e)(?:man|woman)$", re.I)
"""*Dutchman*, *Irishwoman*."""
_RULERS = frozenset(
    "king queen emperor empress prince princess duke duchess earl count countess baron baroness lord lady bishop "
    "archbishop abbot abbess mayor sultan emir tsar".split()
)
"""Those who have the name of what they rule: *Otto, Duke of Ansbach*."""
_PARENTS = frozenset("dad daddy mum mummy mom mama granny grandma grandpa".split())


def entities_of(parsed: ParsedText) -> list[Entity]:
    """Give the names and times of a text that show what they are, in text order."""
    tokens = parsed.tokens
    works = list(titles_of(tokens))
    taken = {i for run in works for i in run}
    runs = [run for run in names_of(tokens) if taken.isdisjoint(run)]
    judge = _Judge(tokens)
    names = [(run, judge.sort(run)) for run in runs]
    names = list(_agreed(tokens, names))
    parts: dict[str, Sort] = {}
    for run, sort in names:
        if sort == "person" and len(run) > 1:
            parts.update((tokens[i].form, "person") for i in run if _is_own(tokens[i].form))
    for run, sort in names:  # a place or firm that is named again, shorter
        if sort in ("place", "organisation"):
            parts.setdefault(tokens[run[0]].form, sort)
    found: list[Entity] = [(tokens[r[0]].start, tokens[r[-1]].end, "work") for r in works]
    for run, sort in names:
        if len(run) == 1 and (sort is None or parts.get(tokens[run[0]].form) == "person"):
            sort = parts.get(tokens[run[0]].form, sort)
        if sort is not None:
            found.append((tokens[run[0]].start, tokens[run[-1]].end, sort))
    found += _times(tokens)
    return sorted(found)


def _agreed(
    tokens: Sequence[Token], names: Sequence[tuple[range, Sort | None]]
) -> Iterator[tuple[range, Sort | None]]:
    """Let a name be the same wherever it stands: what most of its places with a sign show."""
    votes: dict[tuple[str, ...], Counter[Sort]] = defaultdict(Counter)
    for run, sort in names:
        if sort is not None:
            votes[_form(tokens, run)][sort] += 1
    for run, sort in names:
        if sort is None and (found := votes.get(_form(tokens, run))):
            sort = sorted(found, key=lambda s: -found[s])[0]
        yield run, sort


def _form(tokens: Sequence[Token], run: range) -> tuple[str, ...]:
    return tuple(tokens[i].form for i in run)


def _is_own(form: str) -> bool:
    return form[:1].isupper() and len(form) > 2 and not is_title(form)


def is_title(word: str) -> bool:
    """Tell whether a word is a title before names, whatever its case."""
    return word.lower().rstrip(".") in name_signs("titles")


@cache
def _people() -> frozenset[str]:
    """Nouns for persons."""
    return word_list("persons") | name_signs("titles")


class _Judge:
    """Says what a name is, by its own words and those around it."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.below: dict[int, list[Token]] = defaultdict(list)
        for token in tokens:
            self.below[token.head].append(token)

    def sort(self, run: range) -> Sort | None:
        words = [self.tokens[i].form for i in run]
        small = [word.lower().rstrip(".") for word in words]
        if is_title(words[0]) and (len(words) > 1 or small[0] in _PARENTS):
            return "person"
        if self._is_time(run, small):
            return "time"
        found = self._by_words(run, words, small)
        titled = small[0] in _people() or _PEOPLE.match(words[0])
        if found is None and len(words) > 1 and titled:
            return "person"
        return found or self._by_context(run, words)

    # ------------------------------------------------------------------------------ own words

    def _is_time(self, run: range, small: Sequence[str]) -> bool:
        if small[0] in name_signs("days") | name_signs("feasts"):
            return True
        if small[0] not in name_signs("months"):
            return False
        before, after = self._before(run), self._after(run)
        numbered = any(t is not None and t.form[:1].isdigit() for t in (before, after))
        named = is_given_name(small[0].capitalize()) or len(small) > 1
        when = before is not None and before.form.lower() in name_signs("when")
        return numbered or when or not named

    def _by_words(self, run: range, words: Sequence[str], small: Sequence[str]) -> Sort | None:
        before = self._before(run)
        noun = before.lemma.lower() if before is not None and before.upos == "NOUN" else ""
        in_front = self._article(run) or (before.form.lower() if before is not None else "")
        last, firms = small[-1], name_signs("organisations")
        if len(words) > 1 and (found := _by_ends(words, small, in_front)):
            return found
        if len(words) == 1 and self._article(run) == "the" and last in name_signs("places"):
            return "place"  # "the Czech Republic": the adjective is no part of the run
        if noun in firms or (noun in name_signs("businesses") and not is_given_name(words[0])):
            return "organisation"
        if noun in name_signs("works"):
            return "work"
        if "_".join(words) in word_list("places"):
            if in_front in name_signs("in") or words[0] not in word_list("first_names"):
                return "place"
            if in_front != "the":
                return None
        if noun and noun in _people():
            return "person"
        if is_given_name(words[0]):
            known = len(words) > 1 or words[0] in word_list("first_names")
            if known and in_front not in ("the", "a", "an"):
                return "person"
            if len(words) > 1 and before is not None and before.upos == "ADJ":
                return "person"  # "the Ethiopian Tigist Abera"
        if in_front == "the" and is_title(last):
            return "person"
        beside = before is not None and before.form.lower() == "the"
        if (
            beside
            and len(words) == 1
            and last in _people()
            and last not in word_list("collectives")
        ):
            return "person"  # "The Clerk"
        if beside and not last.endswith("s"):
            return "thing"  # (a ship, a hotel, a newspaper)
        return None

    def _article(self, run: range) -> str:
        """Give *the* if it stands before a name and capitalised adjectives: *the National Trust*."""
        i = run[0] - 1
        while i > 0 and self.tokens[i].upos == "ADJ" and self.tokens[i].form[:1].isupper():
            i -= 1
        return "the" if i >= 0 and self.tokens[i].form.lower() == "the" else ""

    # ------------------------------------------------------------------------------ words around

    def _by_context(self, run: range, words: Sequence[str]) -> Sort | None:
        """Say what a name is by what is said of it."""
        inside = frozenset(self.tokens[i].index for i in run)
        head = next((self.tokens[i] for i in run if self.tokens[i].head not in inside), None)
        head = head or self.tokens[run[0]]
        return (
            self._by_apposition(run, head)
            or self._by_preposition(run, head)
            or self._by_verb(run, head, len(words))
        )

    def _by_apposition(self, run: range, head: Token) -> Sort | None:
        after = self.tokens[run[-1] + 1 : run[-1] + 9]
        for token in after:
            beside = token.head == head.index and token.deprel.startswith("appos")
            if beside and (found := _sort_of_noun(token.lemma.lower())):
                return found
        if len(after) > 1 and after[0].form in (",", "("):
            one, two = after[1].form, after[2].form if len(after) > 2 else ","
            age = one.isdigit() and int(one) in _AGES and two in (",", ")", ".")
            if age or one.lower() in ("born", "who", "whom", "née", "aged"):
                return "person"
            lived = "".join(t.form for t in after[1:8]).partition(")")[0]
            if after[0].form == "(" and re.search(r"\d{4}[–—-]\D*\d{0,4}", lived):
                return "person" if re.search(r"\d{4}[–—-]\w*\d{4}|\d[A-Z]", lived) else None
        owned = {t.lemma.lower() for t in after[1:3]} if after else set()
        if after and after[0].form in ("'s", "’s", "'") and owned & name_signs("people_of"):
            return "person"
        if len(after) > 2 and after[0].form == "and" and after[1].form.lower() in ("his", "her"):
            return "person"
        return None

    def _by_preposition(self, run: range, head: Token) -> Sort | None:
        before = self._before(run)
        if before is None or not head.deprel.startswith(("obl", "nmod")):
            return None
        form = before.form.lower()
        if form in name_signs("in"):
            return "place"
        governor = self._at(head.head)
        if governor is None:
            return None
        lemma = governor.lemma.lower()
        if form == "of" and lemma in name_signs("places") | name_signs("middles") | _RULERS:
            return "place"
        if form in ("to", "from", "at", "for"):
            if lemma in name_signs("moving"):
                return "place"
            if form in ("from", "at") and governor.upos in ("PROPN", "NOUN"):
                return "organisation" if form == "at" else "place"
        return None

    def _by_verb(self, run: range, head: Token, length: int) -> Sort | None:
        """Say what a subject is by what it does or is said to be."""
        if not head.deprel.startswith("nsubj"):
            return None
        governor = self._at(head.head)
        if governor is None:
            return None
        lemma = governor.lemma.lower()
        if governor.upos == "NOUN" and any(t.deprel == "cop" for t in self.below[governor.index]):
            return _sort_of_noun(lemma)
        passive = head.deprel == "nsubj:pass"
        if lemma in name_signs("living") and (lemma != "bear" or passive):
            return "person"
        said = word_list("saying") | word_list("speaking") | word_list("tell_verbs")
        return "person" if length == 1 and not passive and lemma in said else None

    def _before(self, run: range) -> Token | None:
        return self.tokens[run[0] - 1] if run[0] else None

    def _after(self, run: range) -> Token | None:
        return self.tokens[run[-1] + 1] if run[-1] + 1 < len(self.tokens) else None

    def _at(self, index: int) -> Token | None:
        """Give the word with a number; numbers count over the whole text."""
        offset = index - self.tokens[0].index
        return self.tokens[offset] if index >= 0 and 0 <= offset < len(self.tokens) else None


def _by_ends(words: Sequence[str], small: Sequence[str], in_front: str) -> Sort | None:
    """Say what a name of several words is by its first and last ones."""
    firms, places, last = name_signs("organisations"), name_signs("places"), small[-1]
    if small[0] in name_signs("organisations_begin"):
        return "organisation"
    if is_given_name(words[0]) and last in name_signs("surnames"):
        return "place" if in_front in name_signs("in") | {"at", "to", "the"} else "person"
    if last in firms or (small[0] in firms and "of" in small) or "&" in words:
        return "organisation"
    is_place = last in places or small[0] in ("mount", "lake", "river", "port", "fort", "cape")
    return "place" if is_place else None


def _sort_of_noun(noun: str) -> Sort | None:
    """Say what is called by a noun: *a town*, *a company*, *a novel*, *a painter*."""
    if noun in name_signs("places"):
        return "place"
    if noun in name_signs("organisations"):
        return "organisation"
    if noun in name_signs("works"):
        return "work"
    return "person" if noun in _people() and noun not in word_list("collectives") else None


def _times(tokens: Sequence[Token]) -> Iterator[Entity]:
    """Give years, days of months and nouns of time."""
    for i, token in enumerate(tokens):
        form = token.form
        if form.isdigit() and token.upos in ("NUM", "NOUN"):
            if (len(form) == 4 and int(form) in _YEARS) or _beside_month(
                tokens[max(0, i - 1) : i + 2]
            ):
                yield token.start, token.end, "time"
        elif token.upos in ("NOUN", "ADV") and token.lemma.lower() in name_signs("times"):
            yield token.start, token.end, "time"


def _beside_month(tokens: Iterable[Token]) -> bool:
    return any(t.form.lower() in name_signs("months") and is_name(t) for t in tokens)


def sex_of_name(name: str) -> str | None:
    """Say by the given name of which sex somebody is: ``masc``, ``fem`` or unknown.

    >>> sex_of_name("Rajesh_Pillai")
    'masc'
    """
    words = [w for w in name.replace("_", " ").split() if not is_title(w) and not _PEOPLE.match(w)]
    found = given_names().get(words[0]) if words else None
    return found if found in ("masc", "fem") else None
