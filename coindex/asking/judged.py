"""What is said of the statement of a rule that spoke: true, weak, indistinct, false, or true of the other party."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from coindex.asking.checking import json_list

Verdict = Literal["true", "weak", "indistinct", "false", "other"]
"""``true``: and it distinguishes; ``weak``: little speaks for it; ``indistinct``: true of both parties or of anybody;
``false``; ``other``: true of the other party."""
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
KIND: Final = "check"
"""The kind of an entry of an asked file that is about a statement."""
PERSON: Final = "person:"
"""What the source of a judgement begins with that a reviewer made."""
FALSE: frozenset[Verdict] = frozenset(("false", "other"))
"""What is left out of an answer."""
INDISTINCT: frozenset[Verdict] = FALSE | {"indistinct"}
"""What is left out with ``--ask-check-drop indistinct``."""
_LINE = re.compile(r"^\W*(?P<number>\d{1,3})\W+(?P<word>[A-Za-z]+)")
_MOST = 20_000
"""Characters of a reply that are looked at."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a source said of a statement."""

    statement: str
    """In general, without anything of a question."""
    verdict: Verdict | Literal[""]
    """Empty if the reply had no word for it; the statement then counts as not judged, and is not asked again."""
    source: str
    prompt: str
    """The prompt's name and version."""
    date: str
    """The day, as ``2026-11-28``."""
    rules: tuple[str, ...] = ()
    """The rules that said it, as ``ID FILE:LINE``, as far as they are known."""
    tokens: int = 0
    """Those of the request, shared among its statements."""


def verdicts_in(reply: str, statements: Sequence[str]) -> list[Verdict | Literal[""]]:
    r"""Take the verdicts out of a reply: numbered lines, or JSON with a list of words.

    >>> verdicts_in("1. true\n3) False, since ...", ["A.", "B.", "C."])
    ['true', '', 'false']
    >>> verdicts_in('{"judgements": ["weak", "who knows"]}', ["A.", "B."])
    ['weak', '']
    """
    found: dict[int, Verdict] = {}
    listed = json_list(reply[:_MOST])
    if listed is not None:
        words = [re.search(r"[a-z]+", str(one).lower()) for one in listed]
        pairs = [(n, match[0]) for n, match in enumerate(words, 1) if match]
    else:
        lines = map(_LINE.match, reply[:_MOST].splitlines())
        pairs = [(int(match["number"]), match["word"].lower()) for match in lines if match]
    for number, word in pairs:
        if word in VERDICTS:
            found.setdefault(number, word)
    return [found.get(number, "") for number in range(1, len(statements) + 1)]


def verdict_of(word: object) -> Verdict:
    """Give the verdict that a word of a file is.

    Raises:
        ValueError: it is none.
    """
    found: Verdict | None = next((one for one in VERDICTS if one == word), None)
    if found is None:
        raise ValueError(word)
    return found
