"""Lemmas of the graph: lower case except for names, irregular forms from tables."""

from __future__ import annotations

from importlib.resources import files

from kparse.caches import cache
from kparse.input.word_lists import word_list

_NOMINATIVE = {
    "me": "i", "my": "i", "mine": "i", "myself": "i",
    "us": "we", "our": "we", "ours": "we", "ourselves": "we", "'s": "we",
    "your": "you", "yours": "you", "yourself": "you", "yourselves": "you", "ya": "you",
    "him": "he", "his": "he", "himself": "he",
    "her": "she", "hers": "she", "herself": "she",
    "its": "it", "itself": "it",
    "them": "they", "their": "they", "theirs": "they", "themselves": "they", "'em": "they",
    "themself": "they",
    "oneself": "one", "whom": "who", "whose": "who",
    "these": "this", "those": "that",
}  # fmt: skip
"""Pronoun form -> its concept (case, number and person are attributes)."""

_PARTS = {
    "n't": "not",
    "'ll": "will",
    "'d": "would",
    "'re": "be",
    "'m": "be",
    "'ve": "have",
    "ca": "can",
    "wo": "will",
}

_IN_IE = frozenset(
    "bowtie brownie calorie collie cookie foodie freebie genie goalie hippie hoodie junkie lie magpie "
    "movie necktie newbie pie pixie prairie rookie selfie smoothie sortie sweetie tie veggie zombie".split()
)
"""Nouns in -ie: their plural looks like that of a noun in -y."""
_PLURAL_ONLY = frozenset(("pajamas", "pyjamas", "canvas", "thermos", "christmas", "overseas"))
"""Nouns whose final ``s`` is no ending."""


@cache
def exceptions() -> dict[tuple[str, str], str]:
    """The table ``kparse/data/lemma_exceptions.tsv``: (form, UPOS) -> lemma; empty if the file is missing."""
    table: dict[tuple[str, str], str] = {}
    path = files("kparse").joinpath("data", "lemma_exceptions.tsv")
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            parts = line.split("\t")
            if len(parts) >= 3 and not line.startswith("#"):
                table[(parts[0], parts[1])] = parts[2]
    return table


@cache
def irregular() -> dict[tuple[str, str], tuple[str, ...]]:
    """The table ``kparse/data/irregular.tsv``: (form, UPOS) -> possible lemmas."""
    table: dict[tuple[str, str], tuple[str, ...]] = {}
    text = files("kparse").joinpath("data", "irregular.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            form, upos, lemma = line.split("\t")
            table[(form, upos)] = (*table.get((form, upos), ()), lemma)
    return table


NO_COMPARISON = frozenset({"later", "earlier", "rather", "sooner", "further"})
"""Adverbs with the form, but not the meaning, of comparatives: "was later caught"."""


def lemma_of(form: str, upos: str, lemma: str, xpos: str = "", *, trust: bool = True) -> str:
    """The lemma of a form: from the tables, else from the parser if it is possible, else by rule.

    A trained lemmatizer guesses endings and sometimes invents words (``inspecte``); without ``trust`` such lemmas
    are replaced.

    >>> lemma_of("Them", "PRON", "they"), lemma_of("Ann", "PROPN", "Ann"), lemma_of("ca", "AUX", "ca")
    ('they', 'Ann', 'can')
    >>> lemma_of("inspected", "VERB", "inspecte", "VBD", trust=False)
    'inspect'
    """
    lower = form.lower().replace("’", "'")
    if upos == "PROPN":
        return form
    if lower in _NOMINATIVE and (
        upos == "PRON" or (upos == "DET" and lower not in ("these", "those"))
    ):
        return _NOMINATIVE[lower]
    if upos in ("AUX", "PART", "VERB") and lower in _PARTS and (lower != "'d" or not lemma):
        return _PARTS[lower]
    if upos == "ADV" and lower in NO_COMPARISON:
        return lower
    found = exceptions().get((lower, upos))
    if found:
        return found
    lemma = (lemma or form).lower()
    if trust or not lower.isalpha():
        return lemma
    if upos == "VERB":
        return _verb(lower, lemma, xpos)
    if upos == "NOUN":
        return _noun(lower, lemma, xpos)
    if upos in ("ADJ", "ADV"):
        return _gradable(lower, upos, lemma, xpos)
    return lemma


def _verb(form: str, lemma: str, xpos: str) -> str:
    if xpos in ("VB", "VBP", "MD"):
        return form if form in word_list("verbs") or lemma not in word_list("verbs") else lemma
    options = irregular().get((form, "VERB"), ())
    if options and (xpos in ("VBD", "VBN") or form not in word_list("verbs")):
        return (
            lemma
            if lemma in options or (lemma != form and lemma in word_list("verbs"))
            else options[0]
        )
    regular = _regular_verb(form, xpos)
    if not regular or (lemma in regular and lemma in word_list("verbs")):
        return lemma
    known = [r for r in regular if r in word_list("verbs")]
    return known[0] if known else (lemma if lemma in regular else regular[0])


def _regular_verb(form: str, xpos: str) -> list[str]:
    """Possible lemmas of a regular form, the likeliest first: for ``stopped`` it is ``stop``."""
    for ending in ("ing", "ed"):
        if form.endswith(ending) and len(form) > len(ending) + 1:
            stem = form[: -len(ending)]
            if ending == "ed" and stem.endswith("i"):
                return [stem[:-1] + "y", stem, form[:-1]]
            single = len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "aeiou"
            short = (
                len(stem) > 2
                and stem[-1] not in "aeiouwxy"
                and stem[-2] in "aeiou"
                and stem[-3] not in "aeiou"
            )
            if single:
                return (
                    [stem, stem[:-1], stem + "e"]
                    if stem[-1] in "lsfz"
                    else [stem[:-1], stem, stem + "e"]
                )
            one = sum(c in "aeiou" for c in stem) == 1
            return (
                [stem + "e", stem] if (short and one) or stem[-1] in "vcuzs" else [stem, stem + "e"]
            )
    if form.endswith("ies") and len(form) > 4:
        return [form[:-3] + "y", form[:-1]]
    if form.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        return [form[:-2], form[:-1]]
    if form.endswith("s") and not form.endswith("ss") and xpos in ("VBZ", ""):
        return [form[:-1]]
    return []


def _noun(form: str, lemma: str, xpos: str) -> str:
    plural = xpos in ("NNS", "NNPS")
    if plural and form[:-1] in _IN_IE:
        return form[:-1]
    options = irregular().get((form, "NOUN"), ()) if form != "people" else ()
    if options and plural:
        return lemma if lemma in options else options[0]
    if not plural or form == "people":
        return form
    if form.endswith(("ruses", "nuses", "puses", "inuses")) and len(form) > 5:
        return form[:-2]  # "viruses", "bonuses"
    if form.endswith("ies") and len(form) > 4:
        regular = [form[:-3] + "y", form[:-1]]
    elif form.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        regular = [form[:-2], form[:-1]]
    elif form.endswith("ses"):
        regular = [form[:-1], form[:-2]]
    elif form.endswith("s") and not form.endswith("ss"):
        regular = [form[:-1]]
    else:
        return lemma
    if lemma == form and form.endswith(("as", "is", "os")) and form not in _PLURAL_ONLY:
        return regular[0]  # "burritos", "kiwis", "parkas"
    if lemma == form and regular[0] in word_list("persons"):
        return regular[0]  # "Boyfriends"
    if form.endswith("ies") and lemma == form[:-1] and regular[0] in word_list("persons"):
        return regular[0]  # "Bullies"
    return lemma if lemma in (*regular, form) else regular[0]


def _gradable(form: str, upos: str, lemma: str, xpos: str) -> str:
    if xpos not in ("JJR", "JJS", "RBR", "RBS"):
        return form if lemma not in (form, "good", "well", "bad", "badly", "far", "a") else lemma
    options = irregular().get((form, upos), ())
    if options:
        return lemma if lemma in options else options[0]
    for ending in ("er", "est"):
        if form.endswith(ending) and len(form) > len(ending) + 2:
            stem = form[: -len(ending)]
            regular = [stem, stem + "e", stem[:-1]]
            if stem.endswith("i"):
                regular = [stem[:-1] + "y", stem]
            elif len(stem) > 2 and stem[-1] == stem[-2]:
                regular = [stem[:-1], stem]
            known = [r for r in regular if r in word_list("adjectives")]
            return known[0] if known else (lemma if lemma in regular and len(lemma) > 5 else form)
    return lemma
