"""The parts of Open English WordNet that are used here: senses of a word, relations of synsets, forms of a lemma."""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kparse.errors import InputError

PARTS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
"""WordNet's letters for parts of speech; ``s`` marks a satellite adjective."""
_MEMBER = re.compile(r"/(entries-\w+|(?:noun|verb|adj|adv)\.\w+)\.yaml$")
_RELATIONS = ("hypernym", "similar", "instance_hypernym", "entails", "causes", "also", "attribute")
_SENSE_RELATIONS = ("antonym", "derivation", "participle", "pertainym")


@dataclass(frozen=True, slots=True)
class Sense:
    """A word in one of its senses: the synset, and relations to senses of other words by their keys."""

    key: str
    synset: str
    related: Mapping[str, tuple[str, ...]]


@dataclass(slots=True)
class Wordnet:
    """Words, synsets and relations. Lemmas are in lower case, their words joined by ``_``."""

    senses: dict[tuple[str, str], list[Sense]] = field(default_factory=dict)
    """By part of speech and lemma, the commonest sense first."""
    members: dict[str, tuple[str, ...]] = field(default_factory=dict)
    relations: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    forms: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    """Irregular forms, with the part of speech and lemma that each belongs to."""
    owner: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The word of each sense key."""
    children: dict[str, list[str]] = field(default_factory=dict)

    def has(self, part: str, lemma: str) -> bool:
        """Return whether a word has a part of speech."""
        return (part, lemma) in self.senses

    def synsets(self, part: str, lemma: str) -> list[str]:
        """Give a word's synsets, the commonest first."""
        return [sense.synset for sense in self.senses.get((part, lemma), ())]

    def related(self, synset: str, relation: str) -> tuple[str, ...]:
        """Give the synsets that a synset is related to."""
        return self.relations.get(synset, {}).get(relation, ())

    def above(self, synset: str) -> Iterator[tuple[str, int]]:
        """Give the synset and all above it with their distances, the nearest first."""
        layer, seen = [synset], {synset}
        distance = 0
        while layer:
            yield from ((one, distance) for one in layer)
            found = dict.fromkeys(
                upper
                for one in layer
                for relation in ("hypernym", "instance_hypernym")
                for upper in self.related(one, relation)
            )
            layer = [one for one in found if one not in seen]
            seen.update(layer)
            distance += 1

    def lemmas_of(self, form: str) -> set[tuple[str, str]]:
        """Give the possible parts of speech and lemmas of a form."""
        found = {(part, form) for part in ("noun", "verb", "adj", "adv") if self.has(part, form)}
        found |= {pair for pair in self.forms.get(form, ()) if pair in self.senses}
        for part, stem in _regular(form):
            if self.has(part, stem):
                found.add((part, stem))
        return found


_ENDINGS = (
    *(("noun", "s", ""), ("noun", "ses", "s"), ("noun", "ves", "f"), ("noun", "xes", "x")),
    *(("noun", "zes", "z"), ("noun", "ches", "ch"), ("noun", "shes", "sh"), ("noun", "ies", "y")),
    *(("verb", "s", ""), ("verb", "ies", "y"), ("verb", "es", "e"), ("verb", "es", "")),
    *(("verb", "ed", "e"), ("verb", "ed", ""), ("verb", "ied", "y"), ("verb", "ing", "e")),
    *(("verb", "ing", ""), ("adj", "er", ""), ("adj", "est", ""), ("adj", "er", "e")),
    *(("adj", "est", "e"), ("adj", "ier", "y"), ("adj", "iest", "y")),
)


def _regular(form: str) -> Iterator[tuple[str, str]]:
    for part, ending, instead in _ENDINGS:
        if form.endswith(ending) and len(form) > len(ending) + 1:
            yield part, form[: len(form) - len(ending)] + instead
    if match := re.fullmatch(r"(.*[aeiou])([bdgklmnprtvz])\2(ed|ing|er|est)", form):
        yield "adj" if match[3] in ("er", "est") else "verb", match[1] + match[2]


def read_wordnet(archive: Path) -> Wordnet:
    """Read the archive of Open English WordNet's YAML sources.

    Raises:
        InputError: the archive cannot be read or holds no such files.
    """
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    wordnet = Wordnet()
    try:
        with tarfile.open(archive) as tar:
            for member in sorted(tar.getmembers(), key=lambda one: one.name):
                handle = tar.extractfile(member) if _MEMBER.search(member.name) else None
                if handle is None:
                    continue
                content = yaml.load(handle, Loader=loader)
                if "entries-" in member.name:
                    _add_entries(wordnet, content)
                else:
                    _add_synsets(wordnet, content)
    except (OSError, tarfile.TarError, yaml.YAMLError) as error:
        raise InputError(
            f"cannot read {archive}: {error}", hint="Give open-english-wordnet.tar.xz."
        ) from error
    if not wordnet.senses:
        raise InputError(f"{archive} holds no words", hint="Give open-english-wordnet.tar.xz.")
    for synset, relations in wordnet.relations.items():
        for upper in relations.get("hypernym", ()):
            wordnet.children.setdefault(upper, []).append(synset)
    return wordnet


def _add_entries(wordnet: Wordnet, content: Mapping[str, Any]) -> None:
    for word, parts in content.items():
        if str(word) != str(word).lower():
            continue  # names
        lemma = str(word).replace(" ", "_")
        for letters, entry in parts.items():
            part = PARTS[letters[0]]
            found = wordnet.senses.setdefault((part, lemma), [])
            for sense in entry["sense"]:
                related = {r: tuple(map(str, sense[r])) for r in _SENSE_RELATIONS if r in sense}
                key = str(sense["id"])
                found.append(Sense(key, str(sense["synset"]), related))
                wordnet.owner[key] = (part, lemma)
            for form in entry.get("form", ()):
                wordnet.forms.setdefault(str(form).lower(), set()).add((part, lemma))


def _add_synsets(wordnet: Wordnet, content: Mapping[str, Any]) -> None:
    for name, synset in content.items():
        key = str(name)
        wordnet.members[key] = tuple(str(m).replace(" ", "_") for m in synset.get("members", ()))
        wordnet.relations[key] = {r: tuple(map(str, synset[r])) for r in _RELATIONS if r in synset}
