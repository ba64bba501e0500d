"""The linter's checks of knowledge that contradicts itself: default rules, and words of profiles.

Two default rules *contradict* each other if the same trigger, for the same participant, leads to opposite conclusions:
one of them is false of every text in which the other is true, and a text that says neither is none the wiser.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.default_rules import DEEDS, DEFAULT_PREDICATES, inner
from coindex.reasoner.knowledge.profiles import Word, profile_of
from coindex.reasoner.linting.subject import Finding, Subject, Trigger
from coindex.reasoner.store.reading_files import Row

_CHANGED = ("patient", "destination", "source")
"""Roles of what a deed changes."""


def opposite_conclusions(subject: Subject) -> Iterator[Finding]:
    """One trigger with opposite conclusions."""
    opposites, columns = _opposites(subject), _columns(subject)
    lasting = lasting_deeds(subject)
    for trigger, found in subject.conclusions.items():
        turned = _turned(found, lasting, opposites)
        for asserted, (weight, row) in found.items():
            against = opposites_of(asserted, opposites) | turned.get(asserted, set())
            for other in sorted(against):
                if other not in found or id(row) not in columns:
                    continue
                their, there = found[other]
                # The lighter one is named; of equals the later.
                if weight < their or (weight == their and asserted > other):
                    what = f"{_name(trigger, asserted)}, but {other} {their}"
                    hint = f"keep one of them; the other is in {there.file}:{there.line}"
                    yield row.file, row.line, columns[id(row)], what, hint


def turned_cause(subject: Subject) -> Iterator[Finding]:
    """A result as the reason of the deed that brings it about."""
    results, columns = _results(subject), _columns(subject)
    classes, above = _pairs(subject.rows("verb")), _pairs(subject.rows("isa"))
    for trigger, found in subject.conclusions.items():
        predicate, happening, part = trigger
        if predicate != "reason" or part not in _CHANGED or happening.startswith("neg("):
            continue
        deeds = _upward(classes.get(happening, (happening,)), above)
        made = set[str]().union(*(results.get((deed, part), ()) for deed in deeds))
        for asserted, (_, row) in found.items():
            if id(row) in columns and asserted in made:
                hint = "what a deed makes of a thing does not explain it: write an effect"
                yield row.file, row.line, columns[id(row)], _name(trigger, asserted), hint


def misplaced_property(subject: Subject) -> Iterator[Finding]:
    """A property of persons said of things, or one of things said of persons."""
    wanted = _pairs(subject.rows("prop_sel"))
    above, kinds = _pairs(subject.rows("prop_isa")), _pairs(subject.rows("kind_isa"))
    verbs, classes = _pairs(subject.rows("verb")), _pairs(subject.rows("isa"))
    apart = {
        pair for one, other in _facts(subject, "disjoint") for pair in ((one, other), (other, one))
    }
    asked: dict[tuple[str, str], set[str]] = defaultdict(set)
    for word, role, kind in _facts(subject, "sel"):
        asked[word, role].add(kind)

    @lru_cache(None)
    def disjoint(one: str, other: str) -> bool:
        ones, others = _upward([one], kinds), _upward([other], kinds)
        return any((a, b) in apart for a in ones for b in others)

    @lru_cache(None)
    def needs(name: str) -> frozenset[str]:
        return frozenset(
            kind for higher in _upward([name], above) for kind in wanted.get(higher, ())
        )

    columns = _columns(subject)
    for trigger, found in subject.conclusions.items():
        _, happening, part = trigger
        bare = inner(happening, "neg")
        if part == "bearer":
            kinds_here = set(needs(bare))
        else:
            roles = ("agent", "experiencer") if part == "actor" else (part,)
            deeds = [bare, *_upward(verbs.get(bare, (bare,)), classes)]
            kinds_here = {
                kind for deed in deeds for role in roles for kind in asked.get((deed, role), ())
            }
        for asserted, (_, row) in found.items() if kinds_here else ():
            clash = sorted(
                (need, kind)
                for need in needs(asserted)
                for kind in kinds_here
                if disjoint(need, kind)
            )
            if clash and id(row) in columns:
                need, kind = clash[0]
                what = (
                    f"{_name(trigger, asserted)}: {asserted} asks for {need}, the {part} is {kind}"
                )
                yield row.file, row.line, columns[id(row)], what, "remove it"


def shared_conclusion(subject: Subject) -> Iterator[Finding]:
    """One conclusion for both participants with one weight."""
    known, columns = subject.conclusions, _columns(subject)
    alternating = _alternating_classes(subject)
    for trigger, found in known.items():
        for asserted, (weight, row) in found.items():
            undergone = asserted.replace("does(", "gets(", 1)
            if (
                asserted.startswith("does(")
                and undergone in found
                and found[undergone][0] == weight
                and id(row) in columns
                and inner(asserted, "does", "neg") not in alternating
            ):
                hint = "say whether it is done by the participant or to it, or which of the two is more likely"
                what = f"{_name(trigger, asserted)}, and {undergone} with weight {weight}"
                yield row.file, row.line, columns[id(row)], what, hint
    for trigger, found in known.items():
        predicate, happening, part = trigger
        theirs = known.get((predicate, happening, "other"), {}) if part == "actor" else {}
        for asserted, (weight, row) in found.items():
            if asserted in theirs and theirs[asserted][0] == weight:
                other = theirs[asserted][1]
                here = row if id(row) in columns else other
                if id(here) in columns:
                    hint = "keep it where it fits better, or give it the weights that it deserves"
                    what = f"{_name(trigger, asserted)}, and of the other with weight {weight}"
                    yield here.file, here.line, columns[id(here)], what, hint


def opposite_words(subject: Subject) -> Iterator[Finding]:
    """Opposite words in one profile."""
    checked = [content for content in subject.checked if content.source.role == "profiles"]
    if not checked:
        return
    opposites, says, alternating = _opposites(subject), _adjectives(subject), _alternating(subject)
    for content in checked:
        for row in content.rows:
            profile = profile_of(row)
            pairs = [*opposed(profile.words, says, opposites)]
            pairs += both_ways(profile.words, alternating)
            for word, earlier in pairs:
                what = f"`{word}` after `{earlier}` under `{profile.role}` of `{profile.frame}`"
                hint = "keep the one that fits better"
                yield row.file, row.line, 1, what, hint


# ----------------------------------------------------------------------------------------- what is opposite


def opposites_of(asserted: str, opposites: Mapping[str, frozenset[str]]) -> set[str]:
    """Give what contradicts a conclusion.

    >>> opposites_of("does(neg(help))", {}), opposites_of("sad", {"sad": frozenset({"happy"})}) == {"happy", "neg(sad)"}
    ({'does(help)'}, True)
    """
    for deed in DEEDS:
        if asserted.startswith(f"{deed}("):
            done = inner(asserted, deed)
            return {f"{deed}({inner(done, 'neg') if done.startswith('neg(') else f'neg({done})'})"}
    if asserted.startswith("neg("):
        return {inner(asserted, "neg")}
    return {*opposites.get(asserted, ()), f"neg({asserted})"}


def opposed(
    words: Iterable[Word],
    says: Mapping[str, frozenset[str]],
    opposites: Mapping[str, frozenset[str]],
) -> Iterator[tuple[Word, Word]]:
    """Yield the words of a profile that contradict an earlier one, each with that one.

    Deeds are left out: who was asked may agree or refuse, and nobody else does either.

    Args:
        words: the profile's words, the most typical first.
        says: the properties that adjectives say.
        opposites: the opposites of each property.
    """
    kept = _Kept(says, opposites)
    for word in words:
        if word.kind == "object":
            continue
        against = kept.against(word)
        if against is None:
            kept.add(word)
        else:
            yield word, against


def both_ways(words: Iterable[Word], alternating: Collection[str]) -> Iterator[tuple[Word, Word]]:
    """Yield the deeds of a profile that an earlier word says in the other direction, each with that one.

    If they thank and are thanked, a text in which one of two thanks the other speaks of either.

    Args:
        words: the profile's words, the most typical first.
        alternating: verbs whose subject, without an object, is the one that undergoes the deed: *the cup broke*.
    """
    earlier: dict[str, Word] = {}
    for word in words:
        if word.kind not in ("said", "object") or word.lemma in alternating:
            continue
        first = earlier.setdefault(word.lemma, word)
        if first.kind != word.kind:
            yield word, first


class _Kept:
    """The words of a profile that contradict none before them, by what contradicts them."""

    def __init__(
        self, says: Mapping[str, frozenset[str]], opposites: Mapping[str, frozenset[str]]
    ) -> None:
        self._says, self._opposites = says, opposites
        self._words: list[Word] = []
        self._kinds: set[str] = set()
        self._first: dict[tuple[str, str, object], int] = {}
        """The first word of a kind that has a lemma, says just this, or says the opposite of something."""

    def add(self, word: Word) -> None:
        said = self._says.get(word.lemma, frozenset())
        keys: list[tuple[str, str, object]] = [(word.kind, "lemma", word.lemma)]
        keys += [(word.kind, "says", said)] if said else []
        keys += [
            (word.kind, "opposite", other)
            for name in said
            for other in self._opposites.get(name, ())
        ]
        for key in keys:
            self._first.setdefault(key, len(self._words))
        self._words.append(word)
        self._kinds.add(word.kind)

    def against(self, word: Word) -> Word | None:
        """Give the first word that a word contradicts: opposite words of one kind, the same of different kinds."""
        said = self._says.get(word.lemma, frozenset())
        keys: list[tuple[str, str, object]] = [(word.kind, "opposite", name) for name in said]
        for kind in self._kinds - {word.kind}:
            keys.append((kind, "lemma", word.lemma))
            keys += [(kind, "says", said)] if said else []
        places = [self._first[key] for key in keys if key in self._first]
        return self._words[min(places)] if places else None


def _opposites(subject: Subject) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for one, other in _facts(subject, "opposite"):
        found[one].add(other)
        found[other].add(one)
    return {name: frozenset(others) for name, others in found.items()}


def lasting_deeds(subject: Subject) -> Mapping[str, frozenset[str]]:
    """Give the classes that last (*know, like, believe*), each with what it says of the one who is in that state."""
    lasting = {one for one, sort in _facts(subject, "sort_of_class") if sort == "lasting"}
    above = _pairs(subject.rows("isa"))
    said: dict[str, set[str]] = defaultdict(set)
    for args in _facts(subject, "gives"):
        if len(args) == 3 and args[1] in _IN_STATE:
            said[args[0]].add(args[2])
    names = {args[0] for args in _facts(subject, "event_class")} | set(above)
    found = {}
    for name in names:
        higher = _upward([name], above)
        if lasting.intersection(higher) and "act" not in higher:
            found[name] = frozenset[str]().union(*(said.get(one, ()) for one in higher))
    return found


_IN_STATE = ("agent", "experiencer")
"""Roles of the one who is in a state."""


def _turned(
    found: Iterable[str],
    lasting: Mapping[str, frozenset[str]],
    opposites: Mapping[str, frozenset[str]],
) -> Mapping[str, set[str]]:
    """Give the conclusions that contradict one another because one of them is that a state lasts (*does(know)*)."""
    found = [*found]
    turned: dict[str, set[str]] = defaultdict(set)
    for asserted in found:
        if not asserted.startswith("does("):
            continue
        said = lasting.get(inner(asserted, "does"), frozenset())
        against = {other for one in said for other in opposites.get(one, ())}
        for other in found:
            if other in against or against & lasting.get(inner(other, "does"), frozenset()):
                turned[asserted].add(other)
                turned[other].add(asserted)
    return turned


def _alternating(subject: Subject) -> frozenset[str]:
    """Give the verbs whose subject may be what undergoes the deed."""
    return frozenset(args[0].strip('"') for args in _facts(subject, "alternates"))


def _alternating_classes(subject: Subject) -> frozenset[str]:
    verbs = _alternating(subject)
    pairs = _facts(subject, "verb")
    return frozenset(named for word, named in pairs if word.strip('"') in verbs)


def _adjectives(subject: Subject) -> Mapping[str, frozenset[str]]:
    """Give what adjectives say; words that are verbs or nouns, too, may be meant as these."""
    others = {row.key for name in ("verb", "kind") for row in subject.rows(name)}
    found: dict[str, set[str]] = defaultdict(set)
    for row in subject.rows("adj"):
        if row.key not in others and row.key.startswith('"'):
            found[row.key[1:-1]].add(arguments(row.fact)[1])
    return {word: frozenset(properties) for word, properties in found.items()}


# ----------------------------------------------------------------------------------------- reading rows


def _columns(subject: Subject) -> dict[int, int]:
    """Give the columns of the checked default rules, by the identity of their rows."""
    return {
        id(row): column for row, column in subject.own_rows() if row.predicate in DEFAULT_PREDICATES
    }


def _name(trigger: Trigger, asserted: str) -> str:
    predicate, happening, part = trigger
    return f"{predicate}({happening},{part},{asserted})"


def _facts(subject: Subject, predicate: str) -> Iterator[tuple[str, ...]]:
    for row in subject.rows(predicate):
        yield tuple(arguments(row.fact))


def _pairs(rows: Iterable[Row]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        args = arguments(row.fact)
        if len(args) == 2:
            found[args[0]].append(args[1])
    return found


def _upward(names: Iterable[str], above: Mapping[str, Iterable[str]]) -> list[str]:
    """Give names and all that is above them."""
    found, todo = [], list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.append(name)
            todo.extend(above.get(name, ()))
    return found


def _results(subject: Subject) -> Mapping[tuple[str, str], set[str]]:
    """Give the poles of dimensions, and states of things, that a deed leaves behind."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, role, says in (args for args in _facts(subject, "gives") if len(args) == 3):
        if role in _CHANGED and (says.startswith("dim(") or says in _STATES):
            found[name, role].add(says)
    return found


_STATES = frozenset("broken closed covered empty full opened repaired running stopped".split())
"""States of things that are made, besides poles of dimensions."""
