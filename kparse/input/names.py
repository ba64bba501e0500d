"""The runs of words in a text that are names: *Ann Hill*, *the University of Leeds*, *Ferns of the Weald*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kparse.input.tokens import Token
from kparse.input.word_lists import given_names, name_signs, word_list

_INSIDE = frozenset("of & de van von la du der den di da del al bin ibn ten ter".split())
"""Words in small letters inside names."""
_IN_TITLES = frozenset("of the and on in a an to for with at from by or &".split())
"""Words in small letters inside titles of works."""
_LONGEST = 9
"""Words of a title, at most."""


def names_of(tokens: Sequence[Token]) -> Iterator[range]:
    """Give the runs of words that are names."""
    i = 0
    while i < len(tokens):
        if not is_name(tokens[i]):
            i += 1
            continue
        end = i + 1
        while end < len(tokens) and tokens[end].sentence == tokens[i].sentence:
            if is_name(tokens[end]):
                end += 1
            elif (
                tokens[end].form in _INSIDE
                and end + 1 < len(tokens)
                and is_name(tokens[end + 1])
                and (
                    tokens[end].form != "of"
                    or tokens[end - 1].form.lower() in name_signs("organisations")
                )
            ):
                end += 2
            else:
                break
        yield range(i, end)
        i = end


def titles_of(tokens: Sequence[Token]) -> Iterator[range]:
    """Give the titles of works: capitalised words after *wrote*, *directed* ..., of which the last is no small word."""
    for verb in tokens:
        if verb.lemma.lower() not in name_signs("creating") or verb.upos != "VERB":
            continue
        first = _offset(tokens, verb) + 1
        if first < len(tokens) and tokens[first].form in ("in", "as"):
            first += verb.lemma == "star"  # "starred in The Ford"
        end = first
        while (
            end < min(len(tokens), first + _LONGEST)
            and tokens[end].sentence == verb.sentence
            and (tokens[end].form[:1].isupper() or (end > first and tokens[end].form in _IN_TITLES))
        ):
            end += 1
        while end > first and not tokens[end - 1].form[:1].isupper():
            end -= 1
        small = any(not t.form[:1].isupper() for t in tokens[first:end])
        known = tokens[first].form in given_names() if first < len(tokens) else True
        if end - first > 1 and (small or not known):
            yield range(first, end)


def is_name(token: Token) -> bool:
    """Tell whether a word is a name or a part of one."""
    return token.form[:1].isupper() and (
        token.upos == "PROPN" or (token.upos == "NOUN" and token.xpos.startswith("NNP"))
    )


def is_given_name(form: str) -> bool:
    """Tell whether a word is a given name, also a rare one."""
    return form in word_list("first_names") or form in given_names()


def _offset(tokens: Sequence[Token], token: Token) -> int:
    return token.index - tokens[0].index
