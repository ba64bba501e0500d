"""Mends a parse of running text: *her* before a noun without article can be whom something is given."""

from __future__ import annotations

from dataclasses import replace

from coindex.reasoner.discourse.entities import Words
from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import word_list
from kparse.repair.phrases.recipients import HERS

_TAUGHT = "teach"
_ALIVE = frozenset({"person", "animal", "group", "organisation"})
"""Kinds of what is taught, not of what one is taught."""


def with_recipients(parsed: ParsedText, words: Words) -> ParsedText:
    """Make *her* the recipient: *taught her geometry*, *gave her advice*, but not *taught her class*."""
    tokens = list(parsed.tokens)
    for token in parsed.tokens:
        if token.form.lower() != "her" or token.deprel != "nmod:poss" or token.head < 0:
            continue
        thing = parsed.tokens[token.head]
        verb = parsed.tokens[thing.head] if thing.head >= 0 else thing
        if thing.index == token.index + 1 and _is_given(parsed, verb, thing, words):
            tokens[token.index] = replace(token, deprel="iobj", head=verb.index, xpos="PRP")
    return replace(parsed, tokens=tuple(tokens))


def _is_given(parsed: ParsedText, verb: Token, thing: Token, words: Words) -> bool:
    if thing.deprel != "obj" or verb.index != thing.index - 2 or _has_other(parsed, verb):
        return False
    noun = thing.lemma.lower()
    if verb.lemma.lower() == _TAUGHT:
        return thing.feats.get("Number") != "Plur" and not words.kinds_of(noun) & _ALIVE
    return verb.lemma.lower() in HERS and noun in word_list("mass")


def _has_other(parsed: ParsedText, verb: Token) -> bool:
    """Tell whether somebody else is the recipient: *gave her money to the poor*."""
    near = parsed.tokens[verb.index : verb.index + 12]
    return any(
        t.form.lower() == "to"
        and t.deprel == "case"
        and verb.index in (parsed.tokens[t.head].head, t.head)
        for t in near
    )
