"""Have the statements of rules that spoke judged: look into the asked file, else ask the source, and keep its words."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, TypeAlias

from coindex.asking.asked_file import AskedFile
from coindex.asking.judged import FALSE, INDISTINCT, Judged, verdicts_in
from coindex.asking.prompt import request_to_judge, version_to_judge
from coindex.asking.source import Reply, Request, Source

Drop: TypeAlias = Literal["false", "indistinct"]
"""What is left out of answers: what is false (or true of the other party), or what distinguishes nothing, too."""
DROPS: dict[Drop, frozenset[str]] = {"false": FALSE, "indistinct": INDISTINCT}
TOGETHER = 10
"""Statements in one request."""
_WORDS = {
    "false": "judged false",
    "other": "judged true of the other party",
    "indistinct": "judged to distinguish nothing",
}


class Judging:
    """Says which statements are to be left out, by what a source says of them.

    Args:
        file: where judgements are kept.
        source: whom to ask; ``None`` to ask nobody, and use what is in the file.
        named: without a source: use only what this source has said; empty for what was said last.
        drop: what is left out.
        budget: how many requests may be sent at most; ``None`` for no limit.
    """

    def __init__(
        self,
        file: AskedFile,
        source: Source | None,
        named: str = "",
        drop: Drop = "false",
        budget: int | None = None,
    ) -> None:
        self.file, self.source, self.drop = file, source, drop
        self.name = source.name if source is not None else named
        self.left = budget
        """How many requests may still be sent."""
        self.missing: dict[str, str] = {}
        """The statements that nobody has judged, with the rule that says each."""

    def left_out(self, statements: Mapping[str, str]) -> dict[str, str]:
        """Tell what is to be left out, and why; statements that nobody has judged are sent to the source.

        Args:
            statements: with the rule that says each, and its place.

        Raises:
            SourceError: the source cannot be asked.
            InputError: the file cannot be written.
        """
        new = self.unknown(statements)
        if new and self.source is not None and self.left != 0:
            source = self.source
            with self.file.locked():
                for some in together(self.unknown(new)):
                    if self.left != 0:
                        self.keep(self.judge(some, lambda sent: next(iter(source.ask([sent])))))
        found = {}
        for statement, rule in statements.items():
            one = self.known(statement)
            if one is None:
                self.missing.setdefault(statement, rule)
            elif self.drops(one):
                found[statement] = f"{_WORDS[one.verdict]} by {one.source}, not reviewed"
        return found

    def drops(self, one: Judged) -> bool:
        """Tell whether what was judged so is left out."""
        return one.verdict in DROPS[self.drop]

    def known(self, statement: str) -> Judged | None:
        """Give what the file says of a statement; what a person says of it comes first."""
        by_a_person = self.file.judgement_by_a_person(statement)
        if by_a_person is not None:
            return by_a_person
        return self.file.judgement(statement, self.name, version_to_judge() if self.name else "")

    def unknown(self, statements: Mapping[str, str]) -> dict[str, str]:
        """Give the statements that nobody has judged."""
        return {one: rule for one, rule in statements.items() if self.known(one) is None}

    def judge(
        self, statements: Mapping[str, str], send: Callable[[Request], Reply]
    ) -> list[Judged]:
        """Have some statements judged in one request."""
        request = request_to_judge(list(statements))
        reply = send(request)
        date = datetime.date.today().isoformat()
        share = -(-reply.tokens // len(statements))
        verdicts = verdicts_in(reply.text, request.statements)
        return [
            Judged(one, verdict, self.name, request.version, date, (rule,), share)
            for (one, rule), verdict in zip(statements.items(), verdicts, strict=True)
        ]

    def keep(self, entries: Sequence[Judged]) -> None:
        """Add what came back to a request to the file, which has to be locked; it counts against the budget."""
        for entry in entries:
            self.file.append(entry)
        if self.left is not None:
            self.left -= 1


def together(statements: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Give the statements of one request after another."""
    rest = iter(statements.items())
    while some := dict(islice(rest, TOGETHER)):
        yield some
