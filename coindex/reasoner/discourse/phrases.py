"""The noun phrases of a whole text, read off its dependency trees, in time linear in the text.

A phrase has a head, the words that name it, the role that it plays in its clause, and what its form says: a name, a
noun with or without article, a pronoun, two or more joined by *and*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from coindex.reasoner.discourse.resolved import Mention
from kparse.input.names import is_given_name
from kparse.input.tokens import ParsedText, Token

Form = Literal["name", "noun", "group", "pronoun", "other"]
"""``pronoun``: he, she, it, they in any form; ``other``: any other word that stands for somebody or something."""


def forms(of: dict[str, str]) -> dict[str, str]:
    """Turn the forms of some words around: each with its basic form."""
    return {form: concept for concept, some in of.items() for form in some.split()}


THIRD = forms(
    {
        "he": "he him his himself",
        "she": "she her hers herself",
        "it": "it its itself",
        "they": "they them their theirs themselves themself 'em",
    }
)
"""Forms of the third person, with their basic form."""
_WH = frozenset(
    "who whom whose which what that whoever whatever whichever where when why how there".split()
)
_NAMES = ("flat", "compound", "goeswith", "fixed", "nmod:desc")
_NOMINAL = ("nsubj", "obj", "iobj", "obl", "nmod", "appos", "dislocated", "vocative", "root", "list", "parataxis",
            "orphan", "ccomp", "advcl", "xcomp", "reparandum", "discourse", "acl", "dep")  # fmt: skip
"""Relations of a noun that is the head of a phrase."""
_INSIDE = frozenset("det amod nummod compound flat nmod goeswith fixed acl".split())
"""Relations of the words that name it together with the head."""
_MANY = frozenset("both many few several others these those all some we us".split())
_UNMARKED = frozenset("nmod:npmod obl:npmod obl:unmarked nmod:unmarked obl:tmod nmod:tmod".split())
"""Relations of times and measures, which are no parties."""


@dataclass(slots=True)
class Phrase:
    """A noun phrase of a text."""

    head: int
    """Number of the token of its head; of a group that of its first member."""
    first: int
    last: int
    """Numbers of its first and last tokens, without what stands beside it."""
    form: Form
    concept: str
    """Lemma of a noun; name, its parts joined by ``_``; basic form of a pronoun."""
    role: str
    """*subj, obj, iobj, obl, agent, nmod, poss, vocative, dislocated, other*."""
    governor: int
    """Number of the token on which it depends, or -1."""
    plural: bool
    definite: str
    """*def, dem, poss, indef, none*."""
    sentence: int
    members: tuple[int, ...] = ()
    """Heads of the members of a group."""
    modifiers: frozenset[str] = frozenset()
    """Adjectives and nouns before the head."""
    owner: int = -1
    """Head of the phrase that owns it."""
    joined: bool = False
    """Whether it is one of several: *Ann and Bea*."""
    both: tuple[Phrase, Phrase] | None = None
    """Two phrases apart from each other that are meant together."""
    predicate_of: int = -1
    """Token of the subject of which it is said: *Ann is a chemist*."""


def phrases_of(parsed: ParsedText, first: int, end: int) -> Iterator[Phrase]:
    """Yield the phrases whose heads are among the tokens from ``first`` to before ``end``, in the order of heads.

    A group comes right after its first member.
    """
    tokens = parsed.tokens
    below: dict[int, list[Token]] = {}
    for token in tokens[first:end]:
        below.setdefault(token.head, []).append(token)
    for token in tokens[first:end]:
        if not _is_head(token, tokens):
            continue
        one = _phrase(token, tokens, below)
        yield one
        joined = [t for t in below.get(token.index, ()) if t.deprel == "conj" and _is_nominal(t)]
        if joined and token.deprel != "conj" and _is_joined(joined, below):
            yield _group(one, joined, tokens, below)


def _is_nominal(token: Token) -> bool:
    return token.upos in ("NOUN", "PROPN", "PRON", "NUM") or (
        token.upos in ("ADJ", "DET")
        and token.deprel.split(":")[0] in ("nsubj", "obj", "iobj", "obl", "nmod", "conj")
    )


def _is_head(token: Token, tokens: Sequence[Token]) -> bool:
    if not _is_nominal(token):
        return False
    form = token.form.lower()
    if token.deprel == "expl":
        return False  # "It rained."
    if token.upos == "PRON" and form in _WH and form != "that":
        return False
    relation = token.deprel
    if form in THIRD:
        return True
    if token.upos == "PRON" and form == "that" and token.feats.get("PronType") == "Rel":
        return False
    if relation == "conj" and token.head >= 0:
        top = tokens[token.head]
        return _is_nominal(top) and not top.deprel.startswith(("compound", "flat", "amod"))
    base = relation.split(":")[0]
    if token.upos in ("ADJ", "DET", "NUM"):
        return (base in ("nsubj", "obj", "iobj", "obl", "nmod") and relation != "nmod:poss") or (
            token.upos == "NUM" and base == "root"
        )
    if relation == "nmod:desc":
        return False  # "Miss Lang"
    if relation in _UNMARKED:
        return False  # "this morning", "twenty metres long"
    return base in _NOMINAL or relation.startswith("nmod")


def _phrase(head: Token, tokens: Sequence[Token], below: dict[int, list[Token]]) -> Phrase:
    own = below.get(head.index, ())
    members = sorted([head.index, *_own_words(head, below)])
    while len(members) > 1 and tokens[members[0]].upos == "PUNCT":
        del members[0]
    while (
        len(members) > 1
        and tokens[members[-1]].upos == "PUNCT"
        and tokens[members[-1]].form not in (")", "]")
    ):
        del members[-1]
    first, last = members[0], members[-1]
    form = head.form.lower()
    lemma = head.lemma.lower()
    if form in THIRD and head.upos in ("PRON", "DET"):
        kind: Form = "pronoun"
        concept = THIRD[form]
    elif head.upos in ("PRON", "DET", "ADJ", "NUM"):
        kind, concept = "other", lemma
    elif head.upos == "PROPN":
        kind = "name"
        parts = [t for t in own if t.deprel.startswith(_NAMES) and t.upos == "PROPN"]
        parts += [
            t for p in list(parts) for t in below.get(p.index, ()) if t.deprel.startswith(_NAMES)
        ]
        concept = "_".join(t.form for t in sorted([head, *parts], key=lambda t: t.index))
    else:
        kind, concept = "noun", lemma
    owner = next((t.index for t in own if t.deprel == "nmod:poss"), -1)
    role, governor = _role(head, tokens)
    return Phrase(
        head.index,
        first,
        last,
        kind,
        concept,
        role,
        governor,
        _is_plural(head, kind, concept),
        _definite(own, owner),
        head.sentence,
        modifiers=frozenset(
            t.lemma.lower()
            for t in own
            if t.deprel in ("amod", "compound", "nummod", "nmod:desc") and t.index < head.index
        ),
        owner=owner,
        joined=head.deprel == "conj" or any(t.deprel == "conj" for t in own),
        predicate_of=_subject(own),
    )


def _subject(own: Sequence[Token]) -> int:
    if not any(t.deprel == "cop" for t in own) or any(
        t.deprel == "case" or t.lemma in ("not", "no", "n't") for t in own
    ):
        return -1
    return next((t.index for t in own if t.deprel.startswith("nsubj")), -1)


def _own_words(head: Token, below: dict[int, list[Token]]) -> list[int]:
    """Give the words of a phrase beside its head, without prepositions, appositions and relative clauses."""
    found: list[int] = []
    stack = [(t, True) for t in below.get(head.index, ())]
    while stack:
        token, top = stack.pop()
        base = token.deprel.split(":")[0]
        if top:
            if token.deprel in ("acl:relcl", *_UNMARKED) or base not in _INSIDE:
                continue
            is_after = base in ("acl", "nmod") and token.index > head.index
            if is_after and _is_apart(head, token, below):
                continue
        found.append(token.index)
        stack += [(t, False) for t in below.get(token.index, ())]
    return found


def _is_apart(head: Token, token: Token, below: dict[int, list[Token]]) -> bool:
    """Tell whether a comma or bracket stands between a head and what belongs to it: *Ann Hill (born 1970)*."""
    return any(
        t.form in ("(", ",", "[", "–", "—") and head.index < t.index < token.index
        for t in (*below.get(token.index, ()), *below.get(head.index, ()))
    )


def _role(head: Token, tokens: Sequence[Token]) -> tuple[str, int]:
    """Give the role of a phrase and its governor; what is joined or beside another phrase has those of that one."""
    token = head
    for _ in range(4):
        if token.deprel not in ("conj", "appos") or token.head < 0:
            break
        token = tokens[token.head]
    base = token.deprel.split(":")[0]
    if base in ("nsubj", "csubj"):
        return "subj", token.head
    if token.deprel in ("nmod:poss", "obl:agent"):
        return token.deprel.split(":")[1], token.head
    is_role = base in ("obj", "iobj", "nmod", "obl", "vocative", "dislocated")
    return base if is_role else "other", token.head


def _is_plural(head: Token, kind: str, concept: str) -> bool:
    if kind == "pronoun":
        return concept == "they"
    if head.upos == "NUM":
        return head.form.lower() not in ("one", "1")
    if head.feats.get("Number") in ("Plur", "Ptan"):
        return not (kind == "name" and is_given_name(head.form))
    return concept in _MANY


def _definite(own: Sequence[Token], owner: int) -> str:
    if owner >= 0:
        return "poss"
    for token in own:
        if token.deprel in ("det", "det:predet"):
            form = token.form.lower()
            if form == "the":
                return "def"
            if form in ("this", "that", "these", "those"):
                return "dem"
            return "indef"
    return "none"


def _is_joined(joined: Sequence[Token], below: dict[int, list[Token]]) -> bool:
    words = {t.form.lower() for one in joined for t in below.get(one.index, ()) if t.deprel == "cc"}
    return not words & {"or", "nor", "but"}


def _group(
    one: Phrase, joined: Sequence[Token], tokens: Sequence[Token], below: dict[int, list[Token]]
) -> Phrase:
    last = joined[-1]
    end = max([last.index, *_own_words(last, below)])
    return Phrase(
        one.head, one.first, end, "group", "+", one.role, one.governor, True, "def", one.sentence,
        members=(one.head, *(t.index for t in joined)),
    )  # fmt: skip


def head_of(phrase: Phrase) -> int:
    """Give the place of a phrase, by which mentions are in order."""
    return phrase.head


def mention_of(parsed: ParsedText, phrase: Phrase) -> Mention:
    """Give the words of a phrase, without the markup and the runs of blanks that are among them."""
    if phrase.both is not None:
        one, other = (mention_of(parsed, part) for part in phrase.both)
        return Mention(one.start, other.end, f"{one.text} and {other.text}")
    start, end = parsed.tokens[phrase.first].start, parsed.tokens[phrase.last].end
    return Mention(start, end, " ".join(parsed.text[start:end].split()))
