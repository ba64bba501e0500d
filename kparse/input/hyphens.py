"""Join words with hyphens, which the parser splits: "cold-hearted" does not mean *cold*."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

from kparse.caches import cache
from kparse.input.lemmas import lemma_of
from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import word_list

HYPHENS = frozenset({"-", "\u2010", "\u2011"})
CORE = frozenset("root nsubj obj iobj conj ccomp advcl xcomp amod parataxis".split())
LOOSE = frozenset("punct mark case cc det aux cop".split())
"""Labels of a part that do not hold for the whole word."""

ADJECTIVAL = frozenset(
    "free proof friendly minded hearted headed tempered mannered natured haired eyed legged handed skinned shouldered "
    "faced sized shaped colored coloured looking smelling tasting sounding flavored flavoured scented sleeved heeled "
    "witted mouthed tongued bodied footed fingered resistant prone conscious savvy hungry".split()
)
"""Last parts that make an adjective with any word before: ``debt-free``, ``red-haired``."""


@cache
def hyphenated() -> dict[str, tuple[frozenset[str], str]]:
    """The table ``kparse/data/hyphenated.tsv``: word -> its classes (``adj``, ``noun``, ``verb``) and its spelling."""
    text = files("kparse").joinpath("data", "hyphenated.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {
        row[0]: (frozenset(row[1].split()), row[-1] if len(row) > 2 else row[0]) for row in rows
    }


def join_hyphenated(parsed: ParsedText) -> ParsedText:
    """A copy in which every known hyphenated word is one token."""
    tokens = parsed.tokens
    if not any(t.form in HYPHENS for t in tokens):
        return parsed
    place = list(range(len(tokens)))
    made: dict[int, Token] = {}
    start = 0
    while start < len(tokens):
        for end in _ends(parsed, start):
            whole = _whole(parsed, tokens[start : end + 1])
            if whole is not None:
                made[start] = whole
                place[start : end + 1] = [start] * (end + 1 - start)
                start = end
                break
        start += 1
    if not made:
        return parsed
    kept = sorted(set(place))
    index = {old: new for new, old in enumerate(kept)}
    result = []
    for old in kept:
        token = made.get(old, tokens[old])
        head = index[place[token.head]] if token.head >= 0 else -1
        result.append(replace(_beside(token, made, place), index=index[old], head=head))
    return replace(
        parsed,
        tokens=tuple(result),
        blanks=frozenset(index[place[i]] for i in parsed.blanks),
        asked=frozenset(index[place[i]] for i in parsed.asked),
    )


def _beside(token: Token, made: dict[int, Token], place: list[int]) -> Token:
    """Relabel a dependent of a participle that became an adjective: the passive auxiliary is then a copula."""
    whole = made.get(place[token.head]) if token.head >= 0 else None
    if whole is not None and whole.upos == "ADJ":
        label = {"aux:pass": "cop", "nsubj:pass": "nsubj"}.get(token.deprel)
        if token.deprel == "aux" and token.lemma == "be":
            label = "cop"
        if label:
            return replace(token, deprel=label)
    return token


def _ends(parsed: ParsedText, start: int) -> list[int]:
    """The possible ends of a word with hyphens that begins at ``start``, the farthest first."""
    tokens, end, found = parsed.tokens, start, []
    while end + 2 < len(tokens):
        hyphen, last = tokens[end + 1], tokens[end + 2]
        if hyphen.form not in HYPHENS or not last.form.isalpha() or not tokens[end].form.isalpha():
            break
        if tokens[end].end != hyphen.start or hyphen.end != last.start:
            break
        if {end, end + 2} & parsed.blanks:
            break
        end += 2
        found.append(end)
    return found[::-1]


def _whole(parsed: ParsedText, parts: tuple[Token, ...]) -> Token | None:
    inside = range(parts[0].index, parts[-1].index + 1)
    outer = [t for t in parts if t.head not in inside and t.deprel not in LOOSE]
    core = [t for t in outer if t.deprel.partition(":")[0] in CORE]
    head = (core or outer[::-1] or [parts[-1]])[0]
    first = "-".join(t.form.lower() for t in parts[:-1:2])
    last = parts[-1].form.lower()
    verb = lemma_of(last, "VERB", "", parts[-1].xpos or "VB", trust=False)
    options = {
        "adj": (last,),
        "noun": (last, parts[-1].lemma.lower(), last.removesuffix("s")),
        "verb": (verb,),
    }
    for kind in _order(head, parts[-1]):
        for option in options[kind]:
            classes, word = hyphenated().get(f"{first}-{option}", (frozenset(), ""))
            if kind in classes:
                return _token(parsed, parts, head, kind, word)
    if last in ADJECTIVAL and not parts[0].form[:1].isdigit():
        return _token(parsed, parts, head, "adj", f"{first}-{last}")
    for kind in ("verb", "adj"):  # also written without a hyphen: "over-cautious", "to re-write"
        word = first + options[kind][0]
        known = word_list("verbs" if kind == "verb" else "adjectives")
        if len(word) > 6 and word in known and (kind == "adj") == (head.upos == "ADJ"):
            return _token(parsed, parts, head, kind, word)
    return None


def _order(head: Token, last: Token) -> tuple[str, ...]:
    if last.upos == "VERB" and last.xpos != "VBN" and head.upos == "VERB":
        return ("verb", "adj", "noun")
    if head.deprel.partition(":")[0] in ("nsubj", "obj", "iobj") or last.upos == "NOUN":
        return ("noun", "adj", "verb")
    return ("adj", "noun", "verb")


def _token(
    parsed: ParsedText, parts: tuple[Token, ...], head: Token, kind: str, word: str
) -> Token:
    label, last = head.deprel, parts[-1]
    tags = {"adj": ("ADJ", "JJ"), "noun": ("NOUN", "NN"), "verb": ("VERB", last.xpos)}[kind]
    if kind == "noun" and not word.endswith(last.form.lower()[-2:]):
        tags = ("NOUN", "NNS")
    if kind == "verb" and not last.xpos.startswith("VB"):
        tags = ("VERB", "VB")
    governor = parsed.tokens[head.head] if head.head >= 0 else None
    before_noun = governor is not None and governor.index > last.index
    if (
        kind == "adj"
        and before_noun
        and governor is not None
        and governor.upos in ("NOUN", "PROPN")
    ):
        label = "amod"
    beside_verb = governor is not None and governor.upos == "VERB" and governor.index < last.index
    if kind == "adj" and beside_verb and label in ("obj", "obl", "obl:unmarked", "iobj"):
        label = "xcomp"
    start, end = parts[0].start, last.end
    return replace(
        head,
        form=parsed.text[start:end]
        if len(parsed.text) >= end
        else "-".join(t.form for t in parts[::2]),
        lemma=word,
        upos=tags[0],
        xpos=tags[1],
        feats={"Number": "Plur"} if tags[1] == "NNS" else {},
        deprel=label,
        start=start,
        end=end,
    )
