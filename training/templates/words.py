"""Words of the generated trees: word lists, English inflection, and nodes with the treebanks' tags and features."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

from training.templates.trees import Node

LEXICON = Path(__file__).with_name("lexicon.txt")
VOWELS = "aeiou"
PERSONAL = {
    "I": ("me", "my", "myself", "Number=Sing|Person=1"),
    "you": ("you", "your", "yourself", "Person=2"),
    "he": ("him", "his", "himself", "Gender=Masc|Number=Sing|Person=3"),
    "she": ("her", "her", "herself", "Gender=Fem|Number=Sing|Person=3"),
    "it": ("it", "its", "itself", "Gender=Neut|Number=Sing|Person=3"),
    "we": ("us", "our", "ourselves", "Number=Plur|Person=1"),
    "they": ("them", "their", "themselves", "Number=Plur|Person=3"),
}
DETERMINERS = {
    "the": "the Definite=Def|PronType=Art",
    "a": "a Definite=Ind|PronType=Art",
    "this": "this Number=Sing|PronType=Dem",
    "that": "that Number=Sing|PronType=Dem",
    "these": "this Number=Plur|PronType=Dem",
    "those": "that Number=Plur|PronType=Dem",
    "such": "such PronType=Dem",
    **{form: f"{form} PronType=Ind" for form in ("some", "any", "another")},
    **{form: f"{form} PronType=Tot" for form in ("every", "each", "all", "both")},
    "no": "no PronType=Neg",
}
ADVERBS = {
    **dict.fromkeys(("always", "everywhere"), "PronType=Tot"),
    **dict.fromkeys(("then", "there", "here", "now"), "PronType=Dem"),
    **dict.fromkeys(("once", "twice"), "NumForm=Word|NumType=Mult"),
    "never": "PronType=Neg",
    "sometimes": "PronType=Ind",
}
FIXED = {
    "because_of": "because ADP IN _ ADP",
    "instead_of": "instead ADV RB _ ADP",
    "due_to": "due ADJ JJ Degree=Pos ADP",
    "rather_than": "rather ADV RB _ ADP",
    "in_order": "in ADP IN _ NOUN",
    "in_case": "in SCONJ IN _ NOUN",
    "so_that": "so SCONJ IN _ SCONJ",
    "each_other": "each DET DT PronType=Rcp ADJ",
}
"""Expressions of two words: the first with its tags, and the part of speech of the second."""
EXTERNAL = {"case": "ADP", "mark": "SCONJ", "cc": "CCONJ", "obj": "PRON"}
SECOND = {"ADP": "IN _", "NOUN": "NN Number=Sing", "SCONJ": "IN _", "ADJ": "JJ Degree=Pos"}
PUNCTUATION = {"``": "``", "''": "''", ".": ".", "?": ".", "!": ".", ",": ","}
TIME_NOUNS = frozenset(("yesterday", "today", "tonight", "tomorrow"))


@cache
def lexicon() -> dict[str, tuple[str, ...]]:
    """Return the sections of the lexicon file, duplicates removed, order kept."""
    sections: dict[str, dict[str, None]] = {}
    current: dict[str, None] = {}
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = sections.setdefault(line.strip("[]"), {})
        elif not line.startswith("#"):
            current.update(dict.fromkeys(line.split()))
    return {name: tuple(items) for name, items in sections.items()}


@cache
def irregular(section: str) -> dict[str, tuple[str, ...]]:
    """Return the irregular forms of ``verb``, ``plural`` or ``degree`` by lemma."""
    rows = (item.split("_") for item in lexicon()[f"irregular_{section}"])
    return {lemma: tuple(forms) for lemma, *forms in rows}


# -- inflection ----------------------------------------------------------------------------


def doubles(word: str) -> bool:
    """Whether the last consonant is doubled before a vowel (``stopped``)."""
    if word in lexicon()["doubling"]:
        return True
    if len(word) < 3 or word[-1] in "aeiouwxy" or word[-2] not in VOWELS:
        return False
    if word[-3] in VOWELS and word[-3:-1] != "ui":
        return False
    return sum(a in VOWELS and b not in VOWELS for a, b in itertools.pairwise(word)) == 1


def _with_s(word: str, hissing: tuple[str, ...]) -> str:
    if word.endswith(hissing):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return (irregular("plural").get(noun) or [_with_s(noun, ("s", "x", "z", "ch", "sh"))])[0]


def third_person(verb: str) -> str:
    """Return the third person singular of the present."""
    known = {"be": "is", "have": "has"}
    return known.get(verb) or _with_s(verb, ("s", "x", "z", "ch", "sh", "o"))


def _with_ed(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return verb[:-1] + "ied"
    return verb + ("k" if verb.endswith("c") else verb[-1] * doubles(verb)) + "ed"


def past(verb: str) -> str:
    """Return the simple past."""
    return irregular("verb")[verb][0] if verb in irregular("verb") else _with_ed(verb)


def participle(verb: str) -> str:
    """Return the past participle."""
    return irregular("verb")[verb][1] if verb in irregular("verb") else _with_ed(verb)


def gerund(verb: str) -> str:
    """Return the ``-ing`` form."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) and verb != "be":
        return verb[:-1] + "ing"
    return verb + ("k" if verb.endswith("c") else verb[-1] * doubles(verb)) + "ing"


def inflects_for_degree(adjective: str) -> bool:
    """Whether the comparative ends in ``-er`` rather than taking ``more``."""
    if adjective in irregular("degree"):
        return True
    if "-" in adjective or adjective.endswith(("ed", "ing", "ful", "ous", "less", "ic")):
        return False
    vowels = [letter in "aeiouy" for letter in adjective + "#"]
    groups = sum(a and not b for a, b in itertools.pairwise(vowels))
    silent = adjective.endswith("e") and not adjective.endswith("le") and groups > 1
    count = groups - silent
    return count == 1 or (count == 2 and adjective.endswith(("y", "le", "ow")))


def compared(adjective: str, ending: str) -> str:
    """Return the form with ``er`` or ``est``."""
    if adjective in irregular("degree"):
        return irregular("degree")[adjective][ending == "est"]
    if adjective.endswith("e"):
        return adjective + ending[1:]
    if adjective.endswith("y") and adjective[-2:-1] not in VOWELS:
        return adjective[:-1] + "i" + ending
    return adjective + adjective[-1] * doubles(adjective) + ending


# -- nodes ---------------------------------------------------------------------------------


def literal(form: str, deprel: str) -> list[Node]:
    """Return the words of a closed class; their relation tells the part of speech.

    Raises:
        ValueError: no word of that relation is known.
    """
    if form in FIXED:
        lemma, upos, xpos, feats, second = FIXED[form].split()
        outer = f"ExtPos={EXTERNAL[deprel]}"
        node = Node(
            lemma, lemma, upos, xpos, outer if feats == "_" else _sorted(f"{feats}|{outer}")
        )
        other, (tag, features) = form.split("_")[1], SECOND[second].split()
        return [node.after(Node(other, other, second, tag, features, "fixed")).as_(deprel)]
    return [_one_word(part, deprel).as_(deprel) for part in form.split("_")]


def _one_word(form: str, deprel: str) -> Node:
    kind = deprel.partition(":")[0]
    if form == "next":
        return Node(form, form, "ADV", "RB")
    if form == "'s":
        return Node(form, form, "PART", "POS", glue=True)
    if form in ("not", "n't"):
        return Node(form, "not", "PART", "RB", "Polarity=Neg", glue=form == "n't")
    if deprel == "expl":
        if form == "there":
            return Node(form, form, "PRON", "EX")
        return pronoun(form)
    if kind == "det":
        lemma, feats = DETERMINERS[form].split()
        return Node(form, lemma, "DET", "PDT" if deprel == "det:predet" else "DT", feats)
    if kind == "punct":
        xpos = PUNCTUATION.get(form, ":")
        shown = '"' if xpos in ("``", "''") else form
        return Node(shown, shown, "PUNCT", xpos, glue=form not in ("—", "``"))
    if kind == "advmod":
        return adverb(form)
    upos = {"case": "ADP", "obl": "ADP", "mark": "SCONJ", "cc": "CCONJ"}[kind]
    return Node(form, form, upos, "CC" if kind == "cc" else "IN")


def _sorted(feats: str) -> str:
    return "|".join(sorted(feats.split("|")))


def adverb(form: str) -> Node:
    """Return an adverb, an interrogative one, or a noun of time used as one."""
    lower = form.lower()
    if lower in TIME_NOUNS:
        return Node(form, lower, "NOUN", "NN", "Number=Sing", "obl:unmarked")
    if lower == "later":
        return Node(form, "late", "ADV", "RBR", "Degree=Cmp", "advmod")
    if lower in ("when", "why", "how", "where"):
        return Node(form, lower, "ADV", "WRB", "PronType=Int", "advmod")
    return Node(form, lower, "ADV", "RB", ADVERBS.get(lower, "_"), "advmod")


def pronoun(base: str, case: str = "acc") -> Node:
    """Return a personal pronoun; ``case`` is nom, acc, gen or refl."""
    acc, gen, refl, feats = PERSONAL[base]
    form, xpos, more = {
        "nom": (base, "PRP", "Case=Nom"),
        "acc": (acc, "PRP", "Case=Acc"),
        "gen": (gen, "PRP$", "Case=Gen|Poss=Yes"),
        "refl": (refl, "PRP", "Case=Acc|Reflex=Yes"),
    }[case]
    lemma = base if case in ("nom", "acc") else form
    return Node(form, lemma, "PRON", xpos, _sorted(f"{more}|{feats}|PronType=Prs"))


def relative(form: str) -> Node:
    """Return a relative pronoun."""
    if form == "whose":
        return Node(form, form, "PRON", "WP$", "Poss=Yes|PronType=Rel")
    xpos = "WP" if form in ("who", "whom") else "WDT"
    return Node(form, form, "PRON", xpos, "PronType=Rel")


def noun(lemma: str, number: str = "Sing") -> Node:
    """Return a noun in the number asked for; one that begins with a capital is a name."""
    if lemma == "scissors":
        return Node(lemma, lemma, "NOUN", "NNS", "Number=Ptan")
    if lemma[0].isupper():
        return Node(lemma, lemma, "PROPN", "NNP", "Number=Sing")
    if number == "Plur":
        return Node(plural(lemma), lemma, "NOUN", "NNS", "Number=Plur")
    return Node(lemma, lemma, "NOUN", "NN", "Number=Sing")


def adjective(lemma: str, degree: str = "Pos") -> Node:
    """Return an adjective; a comparative or superlative with ``more``, ``less`` or ``most`` where it has no form."""
    if degree == "Pos":
        return Node(lemma, lemma, "ADJ", "JJ", "Degree=Pos", "amod")
    xpos, ending, word = ("R", "er", "more") if degree == "Cmp" else ("S", "est", "most")
    if inflects_for_degree(lemma):
        form = compared(lemma, ending)
        return Node(form, lemma, "ADJ", f"JJ{xpos}", f"Degree={degree}", "amod")
    marker = Node(word, word, "ADV", f"RB{xpos}", f"Degree={degree}", "advmod")
    return adjective(lemma).before(marker)


def verb(lemma: str, form: str, number: str = "Sing", person: int = 3, upos: str = "VERB") -> Node:
    """Return a verb; ``form`` is inf, past, pres, ger, prog, perf or pass."""
    singular = number == "Sing" and person == 3
    agree = "Number=Sing|Person=2" if person == 2 else f"Number={number}|Person={person}"
    surface, xpos, feats = {
        "inf": (lemma, "VB", "VerbForm=Inf"),
        "past": (past(lemma), "VBD", f"Mood=Ind|{agree}|Tense=Past|VerbForm=Fin"),
        "pres": (
            third_person(lemma) if singular else lemma,
            "VBZ" if singular else "VBP",
            f"Mood=Ind|{agree}|Tense=Pres|VerbForm=Fin",
        ),
        "ger": (gerund(lemma), "VBG", "VerbForm=Ger"),
        "prog": (gerund(lemma), "VBG", "Tense=Pres|VerbForm=Part"),
        "perf": (participle(lemma), "VBN", "Tense=Past|VerbForm=Part"),
        "pass": (participle(lemma), "VBN", "Tense=Past|VerbForm=Part|Voice=Pass"),
    }[form]
    if lemma == "be" and form in ("past", "pres"):
        several = number == "Plur" or person == 2
        surface = {
            "past": "were" if several else "was",
            "pres": "are" if several else "am" if person == 1 else "is",
        }[form]
    return Node(surface, lemma, upos, xpos, feats)


def tagged(tag: str, parts: list[str]) -> Node:
    """Return the word that a tag of the grammar asks for; all parts but a noun's last are compounds."""
    form = parts[0]
    match tag:
        case "N" | "NS" | "PN":
            node = noun(parts[-1], "Plur" if tag == "NS" else "Sing")
            node.left = [noun(part).as_("compound") for part in parts[:-1]]
            return node
        case "A" | "AC" | "AS":
            return adjective(form, {"A": "Pos", "AC": "Cmp", "AS": "Sup"}[tag])
        case "ADV":
            return adverb(form.lower())
        case "ADVC":
            return Node(form, parts[1], "ADV", "RBR", "Degree=Cmp", "advmod")
        case "AMOUNT":
            return Node(form, parts[1], "ADJ", "JJR", "Degree=Cmp")
        case "V" | "VP" | "AUX":
            return Node(form, form, "AUX" if tag == "AUX" else "VERB", tag)
        case "PRON" | "REFL":
            return pronoun(form, "acc" if tag == "PRON" else "refl")
        case "REL":
            return relative(form)
        case "WH":
            return Node(form, form, "PRON", "WP", "PronType=Int")
        case "IND":
            kind = {"e": "Tot", "n": "Neg", "o": "Neg"}.get(form[0], "Ind")
            return Node(form, form, "PRON", "NN", f"Number=Sing|PronType={kind}")
        case "NUM":
            kind = "Digit" if form.isdigit() else "Word"
            return Node(form, form, "NUM", "CD", f"NumForm={kind}|NumType=Card", "nummod")
        case "QUANT":
            lemma, feats = DETERMINERS[form].split()
            return Node(form, lemma, "DET", "DT", feats)
        case "PRT":
            if form in ("back", "away"):
                return adverb(form)
            return Node(form, form, "ADP", "RP", "_", "compound:prt")
    raise ValueError(f"the grammar has no tag {tag}")
