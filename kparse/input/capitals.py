"""Lines in capitals, written as they would be otherwise: the parser knows words by their capitals.

Each line keeps its length. What is a name is guessed: given names, towns, and the word after a given name or title.
"""

from __future__ import annotations

import re

from kparse.caches import cache
from kparse.input.language import english_words
from kparse.input.lemmas import irregular
from kparse.input.word_lists import given_names, name_signs, word_list

LEAST = 4
"""Words of a line in capitals; a shorter one may be a heading, or a name in letters: *NATO*."""
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s*$|^\W*$")


def recased(text: str) -> str:
    """Write the lines in capitals in small letters, but for names and the beginnings of sentences.

    >>> recased("IDA KERN SAW THE DOG OF OLGA. IT BARKED.")
    'Ida Kern saw the dog of Olga. It barked.'
    """
    if not any(_is_shouted(line) for line in text.split("\n")):
        return text
    return "\n".join(_line(line) if _is_shouted(line) else line for line in text.split("\n"))


def _is_shouted(line: str) -> bool:
    return line.isupper() and len(_WORD.findall(line)) >= LEAST


def _line(line: str) -> str:
    parts: list[str] = []
    end = 0
    after_name = False
    for match in _WORD.finditer(line):
        between = line[end : match.start()]
        small = "".join(c.lower() if len(c.lower()) == 1 else c for c in match.group())
        before = line[: match.start()][-8:]
        is_name = _is_name(small) or (after_name and between == " " and not _is_form(small))
        is_title = small in name_signs("titles")
        first = not parts or _SENTENCE_END.search(before) is not None
        capital = is_name or is_title or first or small == "i"
        parts += [between, small[:1].upper() + small[1:] if capital else small]
        after_name, end = is_name or is_title, match.end()
    return "".join([*parts, line[end:]])


def _is_name(word: str) -> bool:
    name = word[:1].upper() + word[1:]
    known = name in given_names() or name in word_list("first_names") or name in word_list("places")
    return known and not _is_common(word)


def _is_common(word: str) -> bool:
    """Tell whether a word is an English word other than a name, as far as the lists go."""
    return word in english_words() or word in _common() or _stem(word) in _common()


def _is_form(word: str) -> bool:
    """Tell whether a word after a name goes on with the sentence: no verb stands there without an ending."""
    stem = _stem(word)
    irregular_form = any((word, tag) in irregular() for tag in ("VERB", "AUX"))
    return word in english_words() or irregular_form or (stem != word and stem in _common())


def _stem(word: str) -> str:
    for ending, instead in (("ied", "y"), ("ies", "y"), ("ed", ""), ("ing", ""), ("s", "")):
        if word.endswith(ending):
            base = word[: -len(ending)] + instead
            return base + "e" if ending in ("ed", "ing") and base not in _common() else base
    return word


@cache
def _common() -> frozenset[str]:
    forms = {form for form, _ in irregular()}
    return word_list("verbs") | word_list("adjectives") | word_list("bare_nouns") | forms
