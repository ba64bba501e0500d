"""Files of earlier replies as sources: the same rules for the same questions, without a model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from coindex.asking.judged import verdict_of
from coindex.asking.source import EXAMPLE, Reply, Request
from coindex.files.textfile import read_text
from coindex.reasoner.asks import RULES, Query
from kparse.errors import InputError, Location

SHIPPED = Path(__file__).with_name("example.jsonl")
"""Some questions with rules for them; a file of questions for ``solve --jsonl`` and ``evaluate`` as well."""
SHIPPED_MORE = Path(__file__).with_name("example_more.jsonl")
"""Rules for the pronouns of ``example_story.txt``, and about a topic."""
_RULES = ("rules", "knowledge", "replies")
_HINT = (
    'A line is {"text", "pron_start", "pron_end", "rules": ["..."]}, {"premise", "alternatives", "asks", "rules"},'
    ' {"topic", "parties", "rules"}, {"statement", "verdict"}, or one of an asked file.'
)


class Recorded:
    """Replies by question. A question is recognised by its text with the pronoun marked, whatever its candidates.

    Args:
        path: a file of JSON lines, one question each; lines of an asked file will do. ``example`` stands for the
            files that ship.

    Raises:
        InputError: it cannot be read (with the line).
    """

    at_once = 1

    def __init__(self, path: str) -> None:
        self.name = f"recorded:{Path(path).name}"
        self._replies: dict[str, Reply] = {}
        self._judged: dict[str, str] = {}
        for file in (str(SHIPPED), str(SHIPPED_MORE)) if path == EXAMPLE else (path,):
            self._read(file)

    def _read(self, path: str) -> None:
        for number, line in enumerate(read_text(path).split("\n"), 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
                if "statement" in record:
                    self._judged[record["statement"]] = verdict_of(record["verdict"])
                    continue
                key, said = key_of(_query(record)), _said(record)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise InputError(
                    "no recorded reply", location=Location(path, number), hint=_HINT
                ) from error
            self._replies[key] = Reply(said, str(record.get("source") or self.name))

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        """Give what is recorded for each question; nothing where there is no record."""
        for request in requests:
            if request.statements:
                words = [self._judged.get(one, "") for one in request.statements]
                text = "\n".join(f"{n}. {word}" for n, word in enumerate(words, 1) if word)
                yield Reply(text, self.name)
                continue
            yield self._replies.get(key_of(request.query), Reply("", self.name))


def key_of(query: Query) -> str:
    """Give what a question is recognised by."""
    parts = (query.asks, query.marked, *(query.candidates if query.asks else ()))
    return "\n".join(" ".join(part.split()) for part in parts)


def _query(record: dict[str, Any]) -> Query:
    found = record.get("question", record)
    if "premise" in found:
        return Query(found["premise"], 0, 0, tuple(found["alternatives"]), found["asks"])
    if "topic" in found:
        return Query(found["topic"], 0, 0, tuple(found.get("parties", ())), RULES)
    start = found["start"] if "start" in found else found["pron_start"]
    end = found["end"] if "end" in found else found["pron_end"]
    candidates = tuple(found.get("candidates", ()))
    return Query(found["text"], start, end, candidates, found.get("asks", ""))


def _said(record: dict[str, Any]) -> str:
    rules = next(record[key] for key in _RULES if key in record)
    if isinstance(rules, str):
        rules = [rules]
    if not all(isinstance(rule, str) for rule in rules):
        raise TypeError
    return "\n".join(rules)
