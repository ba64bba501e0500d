"""Mends a parse by what the rest of the text says: a word that is a name elsewhere is a name wherever it stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kparse.input.tokens import ParsedText, Token

_OF_NAMES = ("flat", "compound", "nmod:desc")
"""Relations within a name."""


def with_names(parsed: ParsedText) -> ParsedText:
    """Tag names alike in the whole text, and let a preposition belong to the whole name: *to Mrs Moe*."""
    common = {t.form for t in parsed.tokens if t.form.islower()}
    forms = Counter(t.form for t in parsed.tokens if t.form[:1].isupper())
    names = Counter(t.form for t in parsed.tokens if t.upos == "PROPN")
    tokens = []
    for token in parsed.tokens:
        if (
            token.upos in ("VERB", "NOUN", "ADJ", "INTJ", "X")
            and token.form[:1].isupper()
            and not token.form.isupper()
            and (
                2 * names[token.form] >= forms[token.form]
                or (
                    token.upos == "NOUN"
                    and token.form.lower() not in common
                    and _is_inside(parsed, token)
                )
            )
        ):
            token = replace(
                token, upos="PROPN", xpos="NNP", lemma=token.form, feats={"Number": "Sing"}
            )
        tokens.append(_with_whole_name(parsed, token))
    return replace(parsed, tokens=tuple(tokens))


def _with_whole_name(parsed: ParsedText, token: Token) -> Token:
    """Let what belongs to a part of a name belong to the whole: *Ann Hill, a chemist*; *to Mrs Moe*."""
    if token.head >= 0 and token.deprel.startswith("appos"):
        part = parsed.tokens[token.head]
        if part.deprel.startswith("flat") and part.head >= 0:
            return replace(token, head=part.head)
    if token.deprel != "case" or token.head < 0:
        return token
    part = parsed.tokens[token.head]
    if part.upos == "PROPN" and part.head > part.index and part.deprel.startswith(_OF_NAMES):
        return replace(token, head=part.head)
    return token


def _is_inside(parsed: ParsedText, token: Token) -> bool:
    """Tell whether a word stands inside a sentence after one in small letters, where only names have a capital."""
    before = parsed.tokens[token.index - 1] if token.index else token
    small = before.form == "&" or (before.form.islower() and before.form.isalpha())
    return before.sentence == token.sentence and small
