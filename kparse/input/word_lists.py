"""Closed classes and grammatical classes of words; the longer lists are text files in ``kparse/data``."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from kparse.caches import cache


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of ``kparse/data/NAME.txt``: any number per line; ``#`` begins a comment."""
    path = files("kparse").joinpath("data", f"{name}.txt")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return frozenset(w for line in lines for w in line.split("#")[0].split())


@cache
def name_signs(what: str) -> frozenset[str]:
    """The words of a row of ``kparse/data/name_signs.tsv``, which show what a name is.

    >>> "december" in name_signs("months")
    True
    """
    text = files("kparse").joinpath("data", "name_signs.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return frozenset({row[0]: row[1] for row in rows}[what].split())


@cache
def given_names() -> Mapping[str, str]:
    """The names of ``kparse/data/given_names.tsv``, also rare ones, with ``masc``, ``fem`` or ``either``."""
    text = files("kparse").joinpath("data", "given_names.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {row[0]: row[1] for row in rows}


@cache
def light_verbs() -> frozenset[tuple[str, str]]:
    """The pairs (verb, event noun) of ``kparse/data/light_verbs.tsv``."""
    path = files("kparse").joinpath("data", "light_verbs.tsv")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return frozenset((p[0], p[1]) for p in pairs if len(p) >= 2)


@cache
def verb_prepositions() -> frozenset[tuple[str, str]]:
    """The pairs (verb, preposition of an argument after the object) of ``kparse/data/verb_prepositions.tsv``."""
    text = files("kparse").joinpath("data", "verb_prepositions.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return frozenset((verb, prep) for verb, preps in rows for prep in preps.split())


NEGATIONS = frozenset("not never hardly scarcely barely neither nor nt n't".split())

DEGREES = {
    "too": "too", "so": "so", "such": "such", "very": "very", "more": "more", "most": "most", "less": "less",
    "least": "least", "enough": "enough", "as": "as",
    "really": "very", "extremely": "very", "quite": "very", "awfully": "very", "incredibly": "very",
    "terribly": "very", "highly": "very", "unusually": "very", "exceptionally": "very", "remarkably": "very",
    "particularly": "very", "especially": "very", "absolutely": "very", "totally": "very", "completely": "very",
    "utterly": "very", "deeply": "very", "extraordinarily": "very", "immensely": "very", "overly": "too",
    "excessively": "too", "equally": "as", "pretty": "very", "fairly": "very", "rather": "very",
    "sufficiently": "enough", "insufficiently": "less", "that": "so", "this": "so",
}  # fmt: skip

QUANTIFIERS = {
    "all": "all", "some": "some", "any": "any", "no": "no", "every": "every", "each": "each", "both": "both",
    "many": "many", "much": "much", "few": "few", "several": "several", "more": "more", "most": "most",
    "enough": "enough", "fewer": "few", "less": "less", "little": "little", "half": "half", "either": "any",
    "neither": "no", "plenty": "many", "none": "no",
}  # fmt: skip

NUMBERS = {
    w: str(n)
    for n, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
    "hundred": "100", "thousand": "1000", "million": "1000000", "dozen": "12",
}  # fmt: skip

MODALS = {
    "can": "can", "could": "could", "may": "may", "might": "might", "must": "must", "shall": "shall",
    "should": "should", "would": "would", "will": "will", "ought": "should",
}  # fmt: skip

PRONOUNS: dict[str, dict[str, str]] = {
    "i": {"num": "sg", "person": "1"},
    "we": {"num": "pl", "person": "1"},
    "you": {"person": "2"},
    "he": {"num": "sg", "gender": "masc", "person": "3"},
    "she": {"num": "sg", "gender": "fem", "person": "3"},
    "it": {"num": "sg", "gender": "neut", "person": "3"},
    "they": {"num": "pl", "person": "3"},
}

INDEFINITE = frozenset(
    p + s for p in ("some", "any", "every", "no") for s in ("body", "one", "thing")
) | frozenset({"none"})

WH_WORDS = frozenset("who what which whom whose whoever whatever whichever".split())

SUBORDINATORS = frozenset(
    "when whenever where wherever while once because although though if unless since as until till after before "
    "whereas whether lest than that so how why directly immediately".split()
)

RELATIVE_PRONOUNS = frozenset("who which that whom whose".split())

TIME_NOUNS = frozenset(
    "time day week month year hour minute second morning afternoon evening night today yesterday tomorrow tonight "
    "monday tuesday wednesday thursday friday saturday sunday once twice weekend summer winter spring autumn "
    "moment while way mile inch foot meter metre kilometer january february march april june july august "
    "september october november december decade century season".split()
)
