"""What is said of the statement of a rule that spoke: true, weak, indistinct, false, or true of the other party."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

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
    listed = _listed(reply[:_MOST])
    if listed is not None:
        pairs = [
            (n, word)
            for n, one in enumerate(listed, 1)
            for word in re.findall(r"[a-z]+", one.lower())[:1]
        ]
    else:
        lines = map(_LINE.match, reply[:_MOST].splitlines())
        pairs = [(int(match["number"]), match["word"].lower()) for match in lines if match]
    for number, word in pairs:
        if word in VERDICTS:
            found.setdefault(number, word)
    return [found.get(number, "") for number in range(1, len(statements) + 1)]


def _listed(text: str) -> list[str] | None:
    """Read a list of strings, alone or in an object; ``None`` if it is no JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, Mapping):
        data = next((value for value in data.values() if isinstance(value, list)), None)
    return [str(one) for one in data] if isinstance(data, list) else None


def verdict_of(word: object) -> Verdict:
    """Give the verdict that a word of a file is.

    Raises:
        ValueError: it is none.
    """
    found: Verdict | None = next((one for one in VERDICTS if one == word), None)
    if found is None:
        raise ValueError(word)
    return found


def record_of(entry: Judged) -> str:
    """Write an entry as a line of an asked file, without its end."""
    return json.dumps({"kind": KIND} | asdict(entry), ensure_ascii=False)


def judged_from(record: Mapping[str, Any]) -> Judged:
    """Read an entry.

    Raises:
        ValueError, KeyError, TypeError: it is none.
    """
    texts = [record[key] for key in ("statement", "source", "prompt", "date")]
    rules = record.get("rules", [])
    tokens = record.get("tokens", 0)
    if not all(isinstance(one, str) for one in (*texts, *rules)) or not isinstance(tokens, int):
        raise TypeError
    statement, source, prompt, date = texts
    verdict = "" if record["verdict"] == "" else verdict_of(record["verdict"])
    return Judged(statement, verdict, source, prompt, date, tuple(rules), tokens)
