"""Question files of any kind as one list of entries: named sets, their parts, and the tags for tables."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from coindex.files.textfile import read_text
from coindex.harness.questions.questions import Gold, read_questions
from coindex.reasoner.item import Item
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError, Location

if TYPE_CHECKING:
    from coindex.harness.questions.copa import CopaGold

_SNIFF = 65_536  # bytes that tell the format
_COPA_KEYS = ("premise", "p")
_STRONG = (
    "because|since|as|so|so that|although|though|even though|but|yet|however|while|whereas|when|after|before|until|"
    "unless|if|therefore|despite|instead of|rather than|than|unlike|and"
)
_CONNECTIVE = re.compile(
    rf"(?<![\w'’])(?:{'|'.join(sorted(_STRONG.split('|'), key=len, reverse=True))})(?![\w'’])"
)
_WEAK = ("as", "so", "than", "and")
"""Words that join clauses only after a comma, after a semicolon or at the start, or if there is no other."""
_ENDS = re.compile(r"[.?!;]\s")
_ARTICLE = re.compile(r"^(?:the|a|an|this|that|these|those|my|his|her|its|their|our|your)\s+", re.I)


@dataclass(frozen=True, slots=True)
class SetInfo:
    """A question file: its name without directories, digest, kind and number of questions."""

    file: str
    sha256: str
    kind: str
    items: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A question of a set, with its right answer and its tags."""

    set: str
    id: str
    pair: str
    part: str
    tags: tuple[str, ...]
    asked: Item | Choice
    gold: int | None
    human: float | None = None

    @property
    def kind(self) -> Literal["pronoun", "choice"]:
        """The pronoun, or the words for what a choice asks (cause or effect)."""
        return "pronoun" if isinstance(self.asked, Item) else "choice"

    @property
    def candidates(self) -> tuple[str, ...]:
        """The possible answers."""
        return self.asked.candidates if isinstance(self.asked, Item) else self.asked.alternatives


@dataclass(frozen=True, slots=True)
class Selection:
    """Which questions of a file are taken."""

    part: str | None = None
    third: bool = False
    seed: str = "1"


def named(argument: str) -> tuple[str, Path]:
    """Split ``NAME=FILE``; without a name, the set is called by the file's name without its ending.

    >>> named("wsc=data/questions.xml")[0], named("data/questions.xml")[0]
    ('wsc', 'questions')

    Raises:
        InputError: there is no name before the sign, or no file behind it.
    """
    name, sign, file = argument.partition("=")
    if not sign or "/" in name or Path(argument).exists():
        return Path(argument).stem, Path(argument)
    if not name.strip() or not file:
        raise InputError(f"{argument!r} is not NAME=FILE", hint="Write e.g. wsc=questions.xml.")
    return name.strip(), Path(file)


def read_sets(
    arguments: Sequence[str], selection: Selection, humans: Mapping[str, Mapping[str, float]]
) -> tuple[dict[str, SetInfo], list[Entry]]:
    """Read files, ``NAME=FILE`` or ``FILE`` each.

    Args:
        arguments: the files.
        selection: which of their questions are taken.
        humans: by set and question, the share of people who answer rightly (:func:`read_humans`).

    Raises:
        InputError: a file cannot be used, has no right answers, or two sets have one name.
    """
    infos: dict[str, SetInfo] = {}
    entries: list[Entry] = []
    for argument in arguments:
        name, path = named(argument)
        if name in infos or name == "all":
            problem = "stands for all sets together" if name == "all" else "is the name of two sets"
            raise InputError(f"{name!r} {problem}", hint="Give another name: NAME=FILE.")
        kind, found = _read(name, path, selection.seed)
        if not any(entry.gold is not None for entry in found):
            raise InputError(
                f"{path}: no question has a right answer"
                if found
                else f"{path}: there is no question in it",
                hint="Scores need right answers; `solve --jsonl` answers without.",
            )
        _check_humans(name, humans.get(name, {}), found)
        entries += _selected(
            [replace(e, human=humans.get(name, {}).get(e.id, e.human)) for e in found], selection
        )
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        infos[name] = SetInfo(path.name, digest, kind, len(found))
    for name in humans:
        if name not in infos:
            raise InputError(f"--human names a set {name!r} that is not evaluated")
    return infos, entries


def _read(name: str, path: Path, seed: str) -> tuple[str, list[Entry]]:
    if is_copa(path):
        from coindex.harness.questions.copa import read_copa

        return "copa", [_of_choice(name, gold, seed) for gold in read_copa(path)]
    kind = {".xml": "collection", ".txt": "dpr", ".tsv": "gap", ".gz": "gap"}.get(
        path.suffix, "jsonl"
    )
    return kind, [_of_pronoun(name, gold, seed) for gold in read_questions(path)]


def is_copa(path: Path) -> bool:
    """Return whether a file is a COPA collection, by its beginning; the readers check the rest."""
    try:
        with open(path, "rb") as file:
            head = file.read(_SNIFF)
    except OSError as exc:
        raise InputError(f"cannot read {path}: {exc.strerror}") from exc
    if path.suffix == ".xml":
        return b"<copa-corpus" in head
    if path.suffix == ".jsonl":
        first = next((line for line in head.splitlines() if line.strip()), b"")
        try:
            record = json.loads(first.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            return False
        return isinstance(record, dict) and any(key in record for key in _COPA_KEYS)
    return False


def _of_pronoun(name: str, gold: Gold, seed: str) -> Entry:
    tags = dict.fromkeys((*gold.tags, *tags_of(gold.item)))
    return Entry(
        name,
        gold.item.id,
        gold.pair,
        gold.part(seed),
        tuple(tags),
        gold.item,
        gold.answer,
        gold.human,
    )


def _of_choice(name: str, gold: CopaGold, seed: str) -> Entry:
    choice = gold.choice
    tags = (f"asks:{choice.asks}", f"candidates:{len(choice.alternatives)}")
    return Entry(name, choice.id, gold.pair, gold.part(seed), tags, choice, gold.answer)


def _selected(entries: Sequence[Entry], selection: Selection) -> list[Entry]:
    kept = [e for e in entries if selection.part in (None, e.part)]
    if selection.third:
        pairs = sorted({e.pair for e in kept})
        drawn = set(random.Random(selection.seed).sample(pairs, -(-len(pairs) // 3)))
        kept = [e for e in kept if e.pair in drawn]
    return kept


# -------------------------------------------------------------------------------------------- tags


def tags_of(item: Item) -> tuple[str, ...]:
    """Return the tags that a question's text gives.

    >>> tags_of(Item("1", "Ada fed the dog because it barked.", 24, 26, ("Ada", "the dog")))
    ('connective:because', 'candidates:mixed', 'candidates:2', 'pronoun:it')
    """
    kinds = {"names" if is_name(c) else "things" for c in item.candidates}
    kind = kinds.pop() if len(kinds) == 1 else "mixed"
    word = item.text[item.pron_start : item.pron_end].lower()
    return (
        f"connective:{connective(item.text, item.pron_start)}",
        f"candidates:{kind}",
        f"candidates:{len(item.candidates)}",
        f"pronoun:{'blank' if word == '_' else word}",
    )


def is_name(phrase: str) -> bool:
    """Whether a phrase is a name: no article, and the last word begins with a capital.

    >>> is_name("Mr. Ames"), is_name("the Thames"), is_name("Ann's aunt")
    (True, False, False)
    """
    words = phrase.split()
    return bool(words) and _ARTICLE.sub("", phrase) == phrase.strip() and words[-1][:1].isupper()


def connective(text: str, place: int) -> str:
    """Return the last connective before the pronoun, in its sentence.

    Without one, it is ``next`` in a later sentence and ``none`` in the first.

    >>> connective("Ann ran, so Bob, who had slept, paid and he left.", 40)
    'so'
    >>> connective("Ann met Eve. She left.", 13)
    'next'
    """
    ends = [m.end() for m in _ENDS.finditer(text, 0, place)]
    start = ends[-1] if ends else 0
    sentence = text[start:place].lower()
    found = list(_CONNECTIVE.finditer(sentence))
    for match in reversed(found):
        word = match.group()
        if word not in _WEAK or (word in ("so", "as") and _opens(sentence, match.start())):
            return word
    if any(m.group() == "and" for m in found):
        return "and"
    return "next" if ends else "none"


def _opens(sentence: str, place: int) -> bool:
    before = sentence[:place].rstrip()
    return not before or before[-1] in ",;:-–" or before.endswith(" and")


# ------------------------------------------------------------------------------------------ people


def read_humans(arguments: Sequence[str], sets: Iterable[str]) -> dict[str, dict[str, float]]:
    """Read people's accuracy: ``[NAME=]FILE`` each, columns ``item`` and ``human_accuracy`` separated by tabs.

    Args:
        arguments: the files; a file without a name is about the only set.
        sets: the names of the sets.

    Raises:
        InputError: a file cannot be used (with the line), or it is not clear which set it is about.
    """
    names = list(sets)
    result: dict[str, dict[str, float]] = {}
    for argument in arguments:
        name, path = of_set("--human", argument, names)
        if name in result:
            raise InputError(f"--human is given twice for {name!r}")
        result[name] = _human_table(path)
    return result


def of_set(option: str, argument: str, names: Sequence[str]) -> tuple[str, Path]:
    """Give the set that ``[NAME=]FILE`` is about, and the file; one without a name is about the only set.

    Raises:
        InputError: it is not clear which set it is about.
    """
    given, sign, _ = argument.partition("=")
    if sign and "/" not in given and not Path(argument).exists():
        return given, named(argument)[1]
    if len(names) == 1:
        return names[0], Path(argument)
    raise InputError(
        f"{option} {argument}: for which set?",
        hint=f"Write {option} NAME={argument}; the sets are {', '.join(names)}.",
    )


def _human_table(path: Path) -> dict[str, float]:
    text = read_text(path).replace("\r", "\n")
    hint = "A line `item<TAB>human_accuracy`, then a line a question with a share between 0 and 1."
    table: dict[str, float] = {}
    for number, row in enumerate((line.split("\t") for line in text.split("\n")), 1):
        place = Location(str(path), number, 1)
        if number == 1 and [c.strip() for c in row] == ["item", "human_accuracy"]:
            continue
        if not "".join(row).strip():
            continue
        try:
            item, share = row[0].strip(), float(row[1])
        except (IndexError, ValueError):
            raise InputError("not a question and a share", location=place, hint=hint) from None
        if not 0 <= share <= 1 or item in table:
            problem = (
                f"{item[:40]!r} comes twice" if item in table else f"{row[1][:40]} is no share"
            )
            raise InputError(problem, location=place, hint=hint)
        table[item] = share
    if not table:
        raise InputError(f"{path}: there is no question in it", hint=hint)
    return table


def _check_humans(name: str, humans: Mapping[str, float], entries: Sequence[Entry]) -> None:
    unknown = sorted(set(humans) - {e.id for e in entries})
    if unknown:
        raise InputError(
            f"--human: the set {name!r} has no question {unknown[0][:40]!r}",
            hint="The column item names questions by their ids in the set.",
        )
