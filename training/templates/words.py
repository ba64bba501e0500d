"""Single-word nodes: closed classes, and open classes from the lexicon file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from training.templates import morphology as m
from training.templates.trees import Node

LEXICON = Path(__file__).with_name("lexicon.txt")

PERSONAL: dict[str, tuple[str, str, str, str, str]] = {
    "I": ("I", "me", "my", "myself", "Number=Sing|Person=1"),
    "you": ("you", "you", "your", "yourself", "Person=2"),
    "he": ("he", "him", "his", "himself", "Gender=Masc|Number=Sing|Person=3"),
    "she": ("she", "her", "her", "herself", "Gender=Fem|Number=Sing|Person=3"),
    "it": ("it", "it", "its", "itself", "Gender=Neut|Number=Sing|Person=3"),
    "we": ("we", "us", "our", "ourselves", "Number=Plur|Person=1"),
    "they": ("they", "them", "their", "themselves", "Number=Plur|Person=3"),
}

DETERMINERS: dict[str, tuple[str, str]] = {
    "the": ("the", "Definite=Def|PronType=Art"),
    "a": ("a", "Definite=Ind|PronType=Art"),
    "this": ("this", "Number=Sing|PronType=Dem"),
    "that": ("that", "Number=Sing|PronType=Dem"),
    "these": ("this", "Number=Plur|PronType=Dem"),
    "those": ("that", "Number=Plur|PronType=Dem"),
    "some": ("some", "PronType=Ind"),
    "any": ("any", "PronType=Ind"),
    "another": ("another", "PronType=Ind"),
    "no": ("no", "PronType=Neg"),
    "every": ("every", "PronType=Tot"),
    "each": ("each", "PronType=Tot"),
    "all": ("all", "PronType=Tot"),
    "both": ("both", "PronType=Tot"),
}

INDEFINITE = {
    "someone": "Ind",
    "somebody": "Ind",
    "something": "Ind",
    "anyone": "Ind",
    "anything": "Ind",
    "everyone": "Tot",
    "everybody": "Tot",
    "everything": "Tot",
    "nobody": "Neg",
    "nothing": "Neg",
}

ADVERB_FEATS = {
    "never": "PronType=Neg",
    "always": "PronType=Tot",
    "everywhere": "PronType=Tot",
    "sometimes": "PronType=Ind",
    "then": "PronType=Dem",
    "there": "PronType=Dem",
    "here": "PronType=Dem",
    "now": "PronType=Dem",
    "once": "NumForm=Word|NumType=Mult",
    "twice": "NumForm=Word|NumType=Mult",
}

MODALS = ("would", "could", "should", "might", "must", "can", "will", "may")
CONTRACTED = {"will": "wo", "can": "ca"}
NUMBERS = ("two", "three", "four", "five", "six", "ten")
TIME_NOUNS = frozenset(("yesterday", "today", "tonight", "tomorrow"))
PRONOUN_ADVERBS = frozenset(("too", "so", "very", "really", "as", "more"))


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


def agreement(number: str, person: int) -> str:
    """Return the agreement features of a finite verb, as the treebanks write them."""
    if person == 2:
        return "Number=Sing|Person=2"
    return f"Number={number}|Person={person}"


def punct(form: str) -> Node:
    """Return a punctuation mark."""
    xpos = {".": ".", "?": ".", "!": ".", ",": ",", ";": ":", "—": ":", "-": "HYPH"}.get(form, ":")
    return Node(form, form, "PUNCT", xpos, "_", "punct", glue=form != "—")


def quote(opening: bool) -> Node:
    """Return a straight double quotation mark."""
    return Node('"', '"', "PUNCT", "``" if opening else "''", "_", "punct", glue=not opening)


def adverb(form: str, deprel: str = "advmod") -> Node:
    """Return an adverb, or a time noun used as one."""
    lower = form.lower()
    if lower in TIME_NOUNS:
        return Node(form, lower, "NOUN", "NN", "Number=Sing", "obl:unmarked")
    if lower in ("later", "more"):
        lemma = {"later": "late", "more": "more"}[lower]
        return Node(form, lemma, "ADV", "RBR", "Degree=Cmp", deprel)
    return Node(form, lower, "ADV", "RB", ADVERB_FEATS.get(lower, "_"), deprel)


def negation(contracted: bool) -> Node:
    """Return ``not`` or ``n't``."""
    form = "n't" if contracted else "not"
    return Node(form, "not", "PART", "RB", "Polarity=Neg", "advmod", glue=contracted)


def determiner(form: str) -> Node:
    """Return a determiner."""
    lemma, feats = DETERMINERS[form]
    return Node(form, lemma, "DET", "DT", feats, "det")


def adposition(form: str, deprel: str = "case") -> Node:
    """Return a preposition."""
    return Node(form, form.lower(), "ADP", "IN", "_", deprel)


def subordinator(form: str) -> Node:
    """Return a subordinating conjunction."""
    return Node(form, form.lower(), "SCONJ", "IN", "_", "mark")


def infinitive_to() -> Node:
    """Return the infinitive marker."""
    return Node("to", "to", "PART", "TO", "_", "mark")


def coordinator(form: str) -> Node:
    """Return a coordinating conjunction."""
    return Node(form, form.lower(), "CCONJ", "CC", "_", "cc")


def wh_adverb(form: str) -> Node:
    """Return ``when``, ``why``, ``how``, ``where``."""
    return Node(form, form.lower(), "ADV", "WRB", "PronType=Int", "advmod")


def pronoun(base: str, case: str) -> Node:
    """Return a personal pronoun; ``case`` is nom, acc, gen or refl."""
    nom, acc, gen, refl, feats = PERSONAL[base]
    if case == "gen":
        full = _feats(f"Case=Gen|{feats}|Poss=Yes|PronType=Prs")
        return Node(gen, gen, "PRON", "PRP$", full, "nmod:poss")
    if case == "refl":
        full = _feats(f"Case=Acc|{feats}|PronType=Prs|Reflex=Yes")
        return Node(refl, refl, "PRON", "PRP", full)
    form, name = (nom, "Nom") if case == "nom" else (acc, "Acc")
    return Node(form, base, "PRON", "PRP", _feats(f"Case={name}|{feats}|PronType=Prs"))


def _feats(text: str) -> str:
    return "|".join(sorted(text.split("|")))


def indefinite(form: str) -> Node:
    """Return an indefinite pronoun (``someone``)."""
    return Node(form, form, "PRON", "NN", f"Number=Sing|PronType={INDEFINITE[form]}")


def relative(form: str) -> Node:
    """Return a relative pronoun."""
    if form == "whose":
        feats = "Poss=Yes|PronType=Rel"
        return Node(form, form, "PRON", "WP$", feats, "nmod:poss")
    xpos = "WP" if form in ("who", "whom") else "WDT"
    return Node(form, form, "PRON", xpos, "PronType=Rel")


def proper(form: str) -> Node:
    """Return a proper noun."""
    return Node(form, form, "PROPN", "NNP", "Number=Sing")


def noun(lemma: str, number: str = "Sing") -> Node:
    """Return a common noun in the number asked for."""
    if number == "Plur":
        return Node(m.plural(lemma), lemma, "NOUN", "NNS", "Number=Plur")
    return Node(lemma, lemma, "NOUN", "NN", "Number=Sing")


def adjective(lemma: str, degree: str = "Pos") -> Node:
    """Return an adjective; a synthetic form for Cmp and Sup."""
    if degree == "Cmp":
        return Node(m.comparative(lemma), lemma, "ADJ", "JJR", "Degree=Cmp", "amod")
    if degree == "Sup":
        return Node(m.superlative(lemma), lemma, "ADJ", "JJS", "Degree=Sup", "amod")
    return Node(lemma, lemma, "ADJ", "JJ", "Degree=Pos", "amod")


def numeral(form: str) -> Node:
    """Return a cardinal."""
    if form.isdigit():
        return Node(form, form, "NUM", "CD", "NumForm=Digit|NumType=Card", "nummod")
    return Node(form, form, "NUM", "CD", "NumForm=Word|NumType=Card", "nummod")


def verb(lemma: str, form: str, number: str = "Sing", person: int = 3, upos: str = "VERB") -> Node:
    """Return a verb; ``form`` is inf, past, pres, ger, part, prog, perf or pass."""
    agree = agreement(number, person)
    singular = number == "Sing" and person == 3
    table = {
        "inf": (lemma, "VB", "VerbForm=Inf"),
        "past": (m.past(lemma), "VBD", f"Mood=Ind|{agree}|Tense=Past|VerbForm=Fin"),
        "pres": (
            m.third_person(lemma) if singular else lemma,
            "VBZ" if singular else "VBP",
            f"Mood=Ind|{agree}|Tense=Pres|VerbForm=Fin",
        ),
        "ger": (m.gerund(lemma), "VBG", "VerbForm=Ger"),
        "prog": (m.gerund(lemma), "VBG", "Tense=Pres|VerbForm=Part"),
        "perf": (m.participle(lemma), "VBN", "Tense=Past|VerbForm=Part"),
        "pass": (m.participle(lemma), "VBN", "Tense=Past|VerbForm=Part|Voice=Pass"),
    }
    surface, xpos, feats = table[form]
    if lemma == "be" and form in ("past", "pres"):
        surface = be_form(form, number, person)
    return Node(surface, lemma, upos, xpos, feats)


def be_form(tense: str, number: str, person: int) -> str:
    """Return the finite form of ``be``."""
    plural = number == "Plur" or person == 2
    if tense == "past":
        return "were" if plural else "was"
    if plural:
        return "are"
    return "am" if person == 1 else "is"


def modal(form: str) -> Node:
    """Return a modal auxiliary."""
    return Node(form, form, "AUX", "MD", "VerbForm=Fin", "aux")


def multiword(item: str) -> list[str]:
    """Return the words of a lexicon item."""
    return item.split("_")
