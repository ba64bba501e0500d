"""Concept and attributes of entities, pronouns and quantities; a name is one node."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.word_lists import INDEFINITE, NUMBERS, PRONOUNS, QUANTIFIERS, WH_WORDS, word_list

DEFINITE = {"the": "def", "a": "indef", "an": "indef", "another": "indef"}
DEMONSTRATIVE = frozenset({"this", "that", "these", "those"})
STANDING_POSSESSIVES = frozenset({"mine", "yours", "his", "hers", "ours", "theirs"})


def name_tokens(tree: Tree, i: int) -> list[int]:
    """The tokens of a name around its head: "Mary Ann Smith", "Mr. Smith", "New York"."""
    tokens = [i]
    for k in tree.kids[i]:
        rel = tree.rel[k]
        if tree.base(k) in ("flat", "goeswith"):
            tokens += [
                k,
                *[j for j in tree.kids[k] if tree.base(j) in ("flat", "goeswith", "compound")],
            ]
        elif tree.upos[i] == "PROPN" and tree.upos[k] == "PROPN" and k < i:
            adjacent = all(tree.upos[j] == "PROPN" for j in range(k, i))
            if adjacent and (rel in ("nmod:desc", "compound", "amod") or rel == "nmod"):
                tokens += [j for j in tree.subtree(k) if tree.upos[j] == "PROPN"]
        elif rel == "nmod:desc" and tree.upos[k] == "PROPN" and k == i - 1:
            tokens.append(k)
    return sorted(set(tokens))


def nominal_attrs(tree: Tree, i: int) -> dict[str, str]:
    """Number, definiteness and quantity of a noun."""
    attrs: dict[str, str] = {}
    number = tree.feat(i, "Number")
    plural = number in ("Plur", "Ptan") or tree.xpos[i] in ("NNS", "NNPS")
    if plural and not _mistaken_plural(tree, i):
        attrs["num"] = "pl"
    elif tree.upos[i] in ("NOUN", "PROPN", "ADJ"):
        attrs["num"] = "sg"
    if tree.upos[i] == "PROPN":
        attrs["proper"] = "+"
    genitive = any(tree.lower[k] in ("'s", "'") for k in tree.get(i, "case"))
    if genitive and not tree.rel[i].endswith("poss"):
        attrs["case"] = "poss"  # "better than Ella's"
    definite, quant = determiners(tree, i)
    if definite:
        attrs["def"] = definite
    if quant:
        attrs["quant"] = quant
    if quant in ("1", "each"):
        attrs["num"] = "sg"  # "one of the players"
    if any(
        is_quantifying(tree, k) and any(tree.lower[c] == "too" for c in tree.get(k, "advmod"))
        for k in tree.kids[i]
    ):
        attrs["degree"] = "too"  # "too many boats"
    return attrs


ALSO_PLURAL = frozenset(
    "people police cattle sheep deer fish folk moose bison swine aircraft offspring poultry data media"
    " personnel men women feet teeth mice geese lice cod trout salmon shrimp elk reindeer".split()
)
"""Nouns whose plural has no ending."""


def _mistaken_plural(tree: Tree, i: int) -> bool:
    """Whether a plural tag is wrong: "the fern/NNS" is its own lemma without plural ending, "Ines/NNPS" a name."""
    word = tree.lower[i]
    if tree.upos[i] == "PROPN" and tree.tokens[i].form in word_list("first_names"):
        return True
    return (
        word == tree.lemma[i].lower()
        and not word.endswith(("s", "en", "ren"))
        and word not in ALSO_PLURAL
        and tree.upos[i] == "NOUN"
    )


def determiners(tree: Tree, i: int) -> tuple[str, str]:
    """The attributes ``def`` and ``quant``: "the two men" is ``def`` and ``2``, "all the men" ``def`` and ``all``."""
    definite, quant = "", ""
    for k in tree.kids[i]:
        word = tree.lower[k]
        if tree.base(k) == "det":
            if word in DEFINITE:
                definite = definite or DEFINITE[word]
            elif word in DEMONSTRATIVE:
                definite = "dem"
            elif word in QUANTIFIERS:
                quant = quant or QUANTIFIERS[word]
        elif tree.base(k) == "nummod":
            quant = number_value(tree, k)
        elif is_quantifying(tree, k) and not quant:
            quant = QUANTIFIERS[word]
    return definite, quant


def is_quantifying(tree: Tree, k: int) -> bool:
    """Whether an adjective only says how many or how much: "many men", "more water", "enough time"."""
    return (
        tree.base(k) in ("amod", "advmod", "det", "nmod")
        and tree.rel[k] != "det:predet"
        and (
            tree.lower[k] in QUANTIFIERS
            and tree.upos[k] in ("ADJ", "DET", "ADV")
            and not (
                tree.base(k) == "advmod"
                and tree.upos[tree.head[k]] not in ("NOUN", "PROPN", "PRON")
            )
            and tree.lower[k] not in ("little",)
        )
    )


def number_value(tree: Tree, k: int) -> str:
    """Digits for a number: "twenty" is 20, "1,000" is 1000; anything else as written."""
    parts = [j for j in tree.subtree(k) if tree.upos[j] == "NUM"]
    words = [tree.lower[j].replace(",", "") for j in parts] or [tree.lower[k]]
    if len(words) == 1:
        return NUMBERS.get(words[0], words[0])
    return "_".join(words)


def pronoun(tree: Tree, i: int) -> tuple[str, dict[str, str]] | None:
    """Concept and attributes if the token is a pronoun node, else ``None``."""
    lemma, lower = tree.lemma[i].lower(), tree.lower[i]
    attrs: dict[str, str] = {}
    if tree.upos[i] == "PRON" or (tree.upos[i] == "DET" and lower in WH_WORDS):
        if lemma in PRONOUNS:
            attrs = dict(PRONOUNS[lemma])
            if lower.endswith(("self", "selves")):
                attrs["case"] = "refl"
            elif tree.rel[i] == "nmod:poss" or lower in STANDING_POSSESSIVES:
                attrs["case"] = "poss"
            return lemma, attrs
        if lower == "whose":
            attrs["case"] = "poss"
        if lower in DEMONSTRATIVE:
            return lemma, {"num": "pl" if lower in ("these", "those") else "sg", "person": "3"}
        if lower in ("something", "anything", "nothing", "everything") or lower in INDEFINITE:
            return lower, {"num": "sg", "person": "3"}
        if lower in WH_WORDS:
            return lemma, attrs
        if lower in ("one", "ones", "another"):
            return "one", {"num": "pl" if lower == "ones" else "sg", "person": "3"}
        if lower in QUANTIFIERS and lower not in ("none",):
            return None
        return lemma, {"person": "3"}
    if lower in ("one", "ones") and tree.upos[i] in ("NOUN", "NUM") and tree.base(i) != "nummod":
        counted = any(
            tree.lower[j] == "of" for k in tree.get(i, "nmod") for j in tree.get(k, "case")
        )
        if tree.upos[i] == "NOUN" or (tree.get(i, "det", "amod", "acl") and not counted):
            return "one", {"num": "pl" if lower == "ones" else "sg", "person": "3"}
    return None
