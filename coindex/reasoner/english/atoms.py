"""English for atoms and rules; nothing here claims more than a reading supports.

A ``phrase`` is a function that returns the words of a graph node (``e1``, ``x2``), or its argument
unchanged if it is not a node.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from coindex.reasoner.asp.terms import split_term
from coindex.reasoner.english.classes import adjective, denied, english, listed, quality, singular
from coindex.reasoner.english.scene_names import is_scene, scene_words
from kparse.notation import vocabulary

Phrase: TypeAlias = Callable[[str], str]

_INNER_QUOTES = str.maketrans({"“": "‘", "”": "’"})
_NOMINATIVE = {
    "her": "she", "hers": "she", "herself": "she", "him": "he", "his": "he", "himself": "he",
    "its": "it", "itself": "it", "me": "I", "my": "I", "them": "they", "their": "they",
    "theirs": "they", "themselves": "they", "us": "we", "our": "we", "your": "you",
}  # fmt: skip
PLACEHOLDER = re.compile(r"\{(\w+'*)\}")
_NAME = re.compile(r"_*[a-z]\w*")
_SLOT = re.compile(r"\{(\w+)(?::(\w+)|\|([^{}|]*)\|([^{}|]*))?\}")
"""A slot of a predicate's English: ``{Name}``, ``{Name:is}``, ``{Dimension:Pole}``, ``{Sign|words|words}``."""
_CONTRARY = re.compile(r"“the contrary of ‘([^‘’]*)’”")

# -------------------------------------------------------------------------------------------- terms


def word(term: str, phrase: Phrase) -> str:
    """Put a term into words: a node's phrase, or the term's own name made readable.

    >>> [word(t, str) for t in ('dim(size,hi)', 'neg(turn_away)', '"in_order_to"', '_')]
    ['big', 'not turn away', 'in order to', 'something']
    """
    words = phrase(term)
    if words and words != term:
        return inside(words)
    if term.startswith("link("):
        return "one link of the text"
    if term == "_":
        return "something"
    if term.startswith('"'):
        return _unquoted(term).replace("_", " ")
    name, args = split_term(term)
    if is_scene(term):
        return f"“{scene_words(term)}”"
    if name in ("not", "neg", "contrary") and len(args) == 1:
        return f"not {word(args[0], phrase)}"
    if name == "dim" and len(args) == 2 and args[1] in ("hi", "lo"):
        return adjective(term)
    inner = ", ".join(word(a, phrase) for a in args)
    readable = name.replace("_", " ").strip()
    return f"{readable} {inner}".strip() if args else readable or term


def predicated(term: str) -> str:
    """Say of somebody that a property holds.

    >>> [predicated(p) for p in ("need", "has", "dim(size,hi)", "neg(dead)", "or(hurt,ill,dead)")]
    ['is in need', 'has something', 'is big', 'is not dead', 'is hurt, ill or dead']
    """
    name, args = split_term(term)
    if name in ("not", "neg") and len(args) == 1:
        return singular(denied(quality(args[0])))
    if name == "or" and args:
        options = list(dict.fromkeys(predicated(a) for a in args))
        options[1:] = [option.removeprefix("is ") for option in options[1:]]
        return " or ".join([s for s in (", ".join(options[:-1]), options[-1]) if s])
    return "is something" if term == "_" else singular(quality(term))


def options_in(term: str) -> list[str]:
    """Give the properties of which one is meant.

    >>> options_in("or(hurt,dead)"), options_in("kind")
    (['hurt', 'dead'], ['kind'])
    """
    name, args = split_term(term)
    return list(args) if name == "or" and args else [term]


def inside(words: str) -> str:
    """Write a phrase as it appears inside a sentence: without the sentence-initial capital.

    >>> inside("The cook"), inside("Ann"), inside("A")
    ('the cook', 'Ann', 'A')
    """
    first, space, rest = words.partition(" ")
    return f"{first.lower()}{space}{rest}" if rest and first in listed("determiners") else words


def _unquoted(term: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], term[1:-1])


# ---------------------------------------------------------------------------------------- sentences


def fill(template: str, bindings: Mapping[str, str], phrase: Phrase) -> str:
    """Fill the placeholders ``{X}`` of a rule's sentence; unbound ones stay as they are.

    >>> words = {"x1": "Ann", "x2": "a pen"}
    >>> fill("{Y} lent {Z} to {Q}", {"Y": "x1", "Z": "x2"}, lambda t: words.get(t, t))
    'Ann lent a pen to {Q}'
    """

    def put(match: re.Match[str]) -> str:
        value = bindings.get(match[1])
        return match[0] if value is None else word(value, phrase)

    return PLACEHOLDER.sub(put, template)


def worded(atom: str) -> bool:
    """Check whether an atom's predicate has English; a bare name needs none.

    >>> worded("role(e1,patient,x1)"), worded("quux_of(1,a)")
    (True, False)
    """
    name, args = split_term(atom.strip())
    return not args or bool(_english(name, len(args)))


def _english(name: str, arity: int) -> str:
    entry = vocabulary.find(name, arity)
    return entry.says if entry is not None else ""


def statement(atom: str, phrase: Phrase) -> str:
    """Put an atom into generic English; an unknown predicate is rendered by its name.

    >>> words = {"e1": "hit", "x1": "the ball", "s1": "was calm", "p1": "she"}
    >>> statement("role(e1,patient,x1)", lambda t: words.get(t, t))
    'the ball is the one it is done to in “hit”'
    >>> statement("not prop(s1,p1,afraid)", lambda t: words.get(t, t))
    'there is no evidence that “was calm” says that she is afraid'
    >>> statement("quux_of(1,a)", str)
    'quux of: 1, a'
    """
    text = atom.strip()
    if text.startswith("not not "):
        return f"it may be that {statement(text[8:], phrase)}"
    if text.startswith("not "):
        return f"there is no evidence that {statement(text[4:], phrase)}"
    if text.startswith("-") and split_term(text[1:])[1]:
        return f"it is not so that {statement(text[1:], phrase)}"
    name, args = split_term(text)
    entry = vocabulary.find(name, len(args))
    if entry is None or not entry.says:
        if not _NAME.fullmatch(name) or not all(args):
            return text
        words = [word(arg, phrase).translate(_INNER_QUOTES) for arg in args]
        return f"{name.replace('_', ' ')}: {', '.join(words)}" if args else text
    given = {slot: (arg, kind) for (slot, kind), arg in zip(entry.args, args, strict=True)}

    def put(match: re.Match[str]) -> str:
        slot, how, high, low = match.groups()
        arg, kind = given[slot]
        if high is not None:
            return high if arg in ("pos", "hi") else low if arg in ("neg", "lo") else arg
        if how == "is":
            return predicated(arg)
        if how == "not":
            return predicated(f"neg({arg})")
        if how is not None:
            return adjective(f"dim({arg},{given[how][0]})")
        return _named(arg, kind, phrase)

    return _tidied(_SLOT.sub(put, entry.says))


def _named(arg: str, kind: str, phrase: Phrase) -> str:
    """Put an argument into words; roles, relations and preferences by the table of their names."""
    if kind == "relation":
        name, inner = split_term(arg)
        if name in ("obl", "nmod") and inner:
            return f"what stands with “{_unquoted(inner[0])}”"
    names = english().get({"role": "filler", "id": "preference"}.get(kind, kind), {})
    if kind == "role":
        return str(names.get(arg) or f"the {word(arg, phrase)}")
    return str(names.get(arg) or word(arg, phrase).translate(_INNER_QUOTES))


def _tidied(sentence: str) -> str:
    """Remove quotation marks around what is not a quotation; name the antecedent of a pronoun only once."""
    sentence = sentence.replace("“something”", "something")
    return named_once(_CONTRARY.sub(r"the contrary of “\1”", sentence))


def named_once(sentence: str) -> str:
    """Name the antecedent of a pronoun only once in a sentence.

    >>> named_once("she (= Ann) is ill, because she (= Ann) says so")
    'she (= Ann) is ill, because she says so'
    """
    first, mark, rest = sentence.partition(" (= ")
    name, closed, rest = rest.partition(")")
    if not mark or not closed:
        return sentence
    return f"{first}{mark}{name}{closed}{rest.replace(f'{mark}{name}{closed}', '')}"


def nominative(pronoun: str) -> str:
    """Return the subject form of a pronoun.

    >>> nominative("Her"), nominative("them"), nominative("it")
    ('she', 'they', 'it')
    """
    lower = pronoun if pronoun == "I" else pronoun.lower()
    return _NOMINATIVE.get(lower, lower)
