"""Links of other resolvers: which pronouns of a document coreferee, fastcoref or spaCy's own component have linked.

| name | where its chains are |
|---|---|
| ``coreferee`` | ``doc._.coref_chains`` |
| ``fastcoref`` | ``doc._.coref_clusters``: lists of character offsets |
| any other | ``doc.spans``, under keys that begin with it: ``coref_clusters`` for spaCy's experimental component |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kparse.errors import InputError

if TYPE_CHECKING:
    from spacy.tokens import Doc

Place = tuple[int, int]

_PRONOUNS = frozenset(
    "i me my mine you your yours he him his she her hers it its we us our ours they them their theirs himself herself "
    "itself themselves myself yourself ourselves who whom whose which that this these those".split()
)


def links_of(doc: Doc, resolver: str) -> dict[int, Place]:
    """Give for each pronoun that a resolver has linked, by its offset, the last other phrase of its chain before it.

    Where the chain has none before it, the first one after it counts.

    Raises:
        InputError: the resolver has not run.
    """
    links: dict[int, Place] = {}
    for chain in _chains(doc, resolver):
        places = sorted(chain)
        named = [p for p in places if doc.text[slice(*p)].lower() not in _PRONOUNS]
        for place in places:
            if place in named or not named:
                continue
            before = [p for p in named if p[1] <= place[0]]
            links[place[0]] = before[-1] if before else named[0]
    return links


def _chains(doc: Doc, resolver: str) -> Iterator[list[Place]]:
    if resolver == "coreferee":
        for chain in _attribute(doc, resolver, "coref_chains"):
            yield [_place(doc, mention.token_indexes) for mention in chain]
    elif resolver == "fastcoref":
        for cluster in _attribute(doc, resolver, "coref_clusters") or ():
            yield [(int(start), int(end)) for start, end in cluster]
    else:
        for key, group in doc.spans.items():
            if key.startswith(resolver):
                yield [(span.start_char, span.end_char) for span in group]


def _attribute(doc: Doc, resolver: str, name: str) -> Any:
    if not doc.has_extension(name):
        raise InputError(
            f"candidates_from={resolver!r}: there is no doc._.{name}",
            hint=f"Put {resolver} before coindex into the pipeline.",
        )
    return doc._.get(name) or ()


def _place(doc: Doc, indices: list[int]) -> Place:
    """Give the place of a mention of coreferee: a noun's own phrase, a coordination from its first to its last noun."""
    first, last = min(indices), max(indices)
    if len(indices) == 1:
        names = [t.i for t in doc[last].lefts if t.dep_ in ("compound", "flat")]
        names += [t.i for t in doc[last].rights if t.dep_ in ("flat", "flat:name")]
        first, last = min([first, *names]), max([last, *names])
    return doc[first].idx, doc[last].idx + len(doc[last])
