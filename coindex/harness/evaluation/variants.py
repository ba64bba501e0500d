"""Variants of questions that ask the same thing, so that the answer should be the same.

Other names of the same sex, candidates in another order, a sentence before or after that says nothing about the
question, *since* or *as* for *because*, the present for the past.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coindex.reasoner.item import Item
from kparse.input.lemmas import lemma_of

if TYPE_CHECKING:
    from spacy.tokens import Token

    from coindex.reasoner.answer import Answer
    from coindex.reasoner.running.engine import Reasoner

NAMES = {
    "fem": ("Laura", "Helen", "Diane", "Susan", "Martha", "Julia"),
    "masc": ("Peter", "Walter", "Simon", "Henry", "Martin", "Oscar"),
}
"""Names to put in place of others of the same sex."""
BEFORE = ("All this happened on a Monday in spring. ", "Here is what the neighbours heard. ")
AFTER = (" All this happened on a Monday in spring.", " That was the whole story.")
"""Sentences that say nothing about the question. Which one is taken depends on the length of the text."""
_BECAUSE = re.compile(r"\bbecause(?! of\b)")
_PRESENT = {"could": "can", "might": "may"}
_IRREGULAR = {"be": ("is", "are"), "have": ("has", "have"), "do": ("does", "do")}

Variant = Callable[[Item], Item | None]
"""Makes a variant of a question; ``None`` where there is none of its kind."""


@dataclass(slots=True)
class Count:
    """How many questions have a variant of a kind, how many are answered alike, and those that are not."""

    asked: int = 0
    alike: int = 0
    changed: list[tuple[Answer, Answer]] = field(default_factory=list)


def variants(reasoner: Reasoner) -> dict[str, Variant]:
    """Return what makes variants, by the name of their kind."""
    return {
        "names": lambda item: with_other_names(item, reasoner.gender_of),
        "order": lambda item: replace(item, candidates=item.candidates[::-1]),
        "before": lambda item: rewritten(item, [(0, 0, BEFORE[len(item.text) % 2])]),
        "after": lambda item: rewritten(
            item, [(len(item.text), len(item.text), AFTER[len(item.text) % 2])]
        ),
        "since": lambda item: with_connective(item, "since"),
        "as": lambda item: with_connective(item, "as"),
        "tense": lambda item: in_present(item, reasoner.nlp(item.text)),
    }


def counted(reasoner: Reasoner, items: Iterable[Item], kinds: Iterable[str]) -> dict[str, Count]:
    """Answer questions and their variants, and count the variants that are answered alike."""
    asked, made = list(items), variants(reasoner)
    plain = list(reasoner.solve_many(asked))
    counts = {}
    for kind in kinds:
        count = counts[kind] = Count()
        those = [(i, v) for i, item in enumerate(asked) if (v := made[kind](item)) is not None]
        answers = reasoner.solve_many([variant for _, variant in those])
        for (index, _), answer in zip(those, answers, strict=True):
            given = answer.answer
            if kind == "order" and given is not None:
                given = len(answer.candidates) - 1 - given
            count.asked += 1
            if (
                given == plain[index].answer
                or plain[index].decided_by == answer.decided_by == "tie"
            ):
                count.alike += 1
            else:
                count.changed.append((plain[index], answer))
    return counts


def rewritten(item: Item, changes: Iterable[tuple[int, int, str]]) -> Item:
    """Replace stretches of a question's text; the place of the pronoun moves along.

    >>> item = Item("1", "Ann left because she was ill.", 17, 20, ("Ann", "Bea"))
    >>> made = rewritten(item, [(9, 16, "as")])
    >>> made.text, made.text[made.pron_start : made.pron_end]
    ('Ann left as she was ill.', 'she')
    """
    text, shift, moved = item.text, 0, 0
    for start, end, new in sorted(changes):
        text = text[: start + shift] + new + text[end + shift :]
        shift += len(new) - (end - start)
        if end <= item.pron_start:
            moved = shift
    return replace(
        item, text=text, pron_start=item.pron_start + moved, pron_end=item.pron_end + moved
    )


def with_connective(item: Item, word: str) -> Item | None:
    """Replace *because* by another word, if the text has one *because* and not yet the other word."""
    found = list(_BECAUSE.finditer(item.text))
    if len(found) != 1 or re.search(rf"\b{word}\b", item.text, re.IGNORECASE):
        return None
    return rewritten(item, [(*found[0].span(), word)])


def with_other_names(item: Item, gender_of: Callable[[str], str | None]) -> Item | None:
    """Replace the candidates' names by others of the same sex, if all candidates are names of persons.

    >>> made = with_other_names(Item("1", "Ann left Bea.", 0, 3, ("Ann", "Bea")), lambda _: "fem")
    >>> made and (made.text, made.candidates)
    ('Laura left Helen.', ('Laura', 'Helen'))
    """
    if not all(re.fullmatch(r"[A-Z][a-z]+", c) for c in item.candidates):
        return None
    taken = set(re.findall(r"\w+", item.text))
    fresh = {sex: iter([n for n in names if n not in taken]) for sex, names in NAMES.items()}
    new: dict[str, str] = {}
    for name in item.candidates:
        sex = gender_of(name)
        if sex not in fresh:
            return None
        new[name] = next(fresh[sex], name)
    found = re.finditer(rf"\b(?:{'|'.join(new)})\b", item.text)
    made = rewritten(item, [(*m.span(), new[m[0]]) for m in found])
    return replace(made, candidates=tuple(new[c] for c in item.candidates))


def in_present(item: Item, tokens: Iterable[Token]) -> Item | None:
    """Put the finite verbs of the past into the present."""
    changes = []
    for token in tokens:
        low, morph = token.text.lower(), token.morph
        if low in _PRESENT:
            new = _PRESENT[low]
        elif "Past" in morph.get("Tense", []) and "Fin" in morph.get("VerbForm", []):
            lemma = lemma_of(token.text, token.pos_, token.lemma_, token.tag_, trust=False)
            new = _present(lemma.lower(), many=_is_plural(token))
        else:
            continue
        changes.append((token.idx, token.idx + len(token.text), new))
    return rewritten(item, changes) if changes else None


def _is_plural(verb: Token) -> bool:
    """Tell whether a verb's subject is plural; the subject of a coordinated verb is that of the first."""
    subject = next(_subjects(verb), None)
    if subject is None:
        return verb.text.lower() == "were"
    plural = "Plur" in subject.morph.get("Number", []) or subject.text.lower() in ("i", "you")
    return plural or any(t.dep_ == "conj" for t in subject.children)


def _subjects(verb: Token) -> Iterator[Token]:
    here = verb
    for _ in range(4):
        yield from (t for t in here.children if t.dep_.startswith("nsubj"))
        if here.head is here:
            return
        here = here.head


def _present(lemma: str, *, many: bool) -> str:
    """Return the present of a verb in the third person.

    >>> [_present(lemma, many=False) for lemma in ("be", "try", "play", "wash", "go", "eat")]
    ['is', 'tries', 'plays', 'washes', 'goes', 'eats']
    """
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma][many]
    if many:
        return lemma
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ies"
    return lemma + ("es" if re.search(r"(?:s|sh|ch|x|z|o)$", lemma) else "s")
