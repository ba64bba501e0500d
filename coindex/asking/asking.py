"""Ask for rules where the knowledge does not decide: look into the file, else ask the source, check, and keep.

>>> from coindex import Reasoner  # doctest: +SKIP
>>> Reasoner(asks=Asking("recorded:rules.jsonl", "asked.jsonl")).solve("TEXT").decided_by  # doctest: +SKIP
'asked'
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from coindex.asking.asked_file import DEFAULT, Asked, AskedFile, digest_of
from coindex.asking.checking import Checked, checked
from coindex.asking.judging import Drop, Judging
from coindex.asking.prompt import request_for, version_for
from coindex.asking.reliability import Reliability
from coindex.asking.source import Reply, Request, Source, SourceError, open_source
from coindex.reasoner.answer import Answer
from coindex.reasoner.asks import Query, Supplied, attribution
from kparse.errors import InputError

BELOW = 0.85
"""Confidence below which rules are asked for although knowledge decides (``docs/decisions/sentences.md``, 0053)."""

TEXT = "text"
"""The kind of sources that state what they find in raw text (:mod:`coindex.asking.text_source`)."""

One = Callable[[Request], Reply]
"""Sends one request."""


class Asking:
    """Asks for rules (:class:`coindex.reasoner.asks.Asks`).

    Args:
        source: whom to ask, or its name; ``None`` to ask nobody, and use what is in the file.
        path: the file in which everything is kept that was asked.
        below: confidence of an answer by knowledge below which rules are wanted, too.
        budget: how many questions may be asked at most; ``None`` for no limit.
        named: without a source: use only what this source has said; by default, what was said last.
        check: who judges the statements of rules that spoke, or the name of the source; ``None`` for nobody.
        drop: what is left out of answers by such judgements.
        checked_by: without ``check``: use the judgements in the file of this source; empty for those that came last,
            ``None`` for none.

    Raises:
        InputError: there is no such source, or the file cannot be read.
    """

    def __init__(
        self,
        source: Source | str | None = None,
        path: str | Path = DEFAULT,
        *,
        below: float = BELOW,
        budget: int | None = None,
        named: str = "",
        check: Source | str | None = None,
        drop: Drop = "false",
        checked_by: str | None = None,
    ) -> None:
        self.source = open_source(source) if isinstance(source, str) else source
        self.name = self.source.name if self.source is not None else named
        self.file = AskedFile(path)
        self.reliability = Reliability(path)
        """How sure answers by the rules of each source are."""
        self.below = below
        self.left = budget
        """How many questions may still be asked."""
        self.judging: Judging | None = None
        """Has the statements of rules judged, if that is wanted."""
        if check is not None or checked_by is not None:
            judge = open_source(check) if isinstance(check, str) else check
            self.judging = Judging(self.file, judge, checked_by or "", drop, budget)
        self.missing: dict[str, Query] = {}
        """The questions, by their digests, for which there was nobody to ask, or no budget."""

    def wants(self, answer: Answer) -> bool:
        """Tell whether rules are wanted: knowledge does not decide, or the answer is not sure."""
        if answer.answer is None or len(answer.candidates) < 2:
            return False
        return answer.decided_by != "knowledge" or answer.confidence < self.below

    @property
    def judges(self) -> bool:
        """Whether statements of rules that spoke are judged."""
        return self.judging is not None

    def left_out(self, statements: Mapping[str, str]) -> Mapping[str, str]:
        """Tell which statements are to be left out of an answer (:meth:`Judging.left_out`)."""
        return {} if self.judging is None else self.judging.left_out(statements)

    def known(self, query: Query) -> Asked | None:
        """Give what the file says of a question."""
        prompt = version_for(query) if self.name else ""
        return self.file.find(query, self.name, prompt)

    def rules_for(self, query: Query) -> Supplied | None:
        """Give the accepted rules for a question: those of the file, or else of the source.

        Raises:
            SourceError: the source cannot be asked.
            InputError: the file cannot be written.
        """
        found = self.known(query)
        if found is None and self.source is not None and self.left != 0:
            with self.file.locked():
                found = self.known(query)  # (another process may have asked)
                if found is None:
                    source = self.source
                    found = self.ask(query, lambda request: next(iter(source.ask([request]))))
                    self.keep(found)
        if found is None:
            self.missing.setdefault(digest_of(query), query)
            return None
        return self._supplied(found)

    def rules_known(self, query: Query) -> Supplied | None:
        """Give the accepted rules that the file has for a question; nobody is asked."""
        found = self.known(query)
        return None if found is None else self._supplied(found)

    def _supplied(self, found: Asked) -> Supplied | None:
        """Give the accepted rules of an entry, who stated them, and how sure answers by them are."""
        if not found.accepted:
            return None
        mined = found.source.startswith(f"{TEXT}:")
        return Supplied(
            found.accepted,
            attribution(found.stated_by, mined=mined),
            None if mined else self.reliability.curve(found.stated_by, found.question),
            mined,
        )

    def ask(self, query: Query, send: One) -> Asked:
        """Ask a question, and once more if nothing that came back can be used."""
        first = request_for(query)
        replies = [send(first)]
        found = checked(replies[0].text, query)
        if found and not any(one.is_accepted for one in found):
            with suppress(
                SourceError
            ):  # (what was said first is kept, whatever becomes of the repair)
                replies.append(send(request_for(query, found)))
                found = _together(found, checked(replies[1].text, query))
        said_by = replies[-1].source
        return Asked(
            digest=digest_of(query),
            source=self.name,
            prompt=first.version,
            date=datetime.date.today().isoformat(),
            question=query,
            replies=tuple(reply.text for reply in replies),
            sentences=tuple(found),
            said_by="" if said_by == self.name else said_by,
            tokens=sum(reply.tokens for reply in replies),
        )

    def keep(self, entry: Asked) -> None:
        """Add an entry to the file, which has to be locked; it counts against the budget."""
        self.file.append(entry)
        if self.left is not None:
            self.left -= 1

    def replayed(self) -> Replay:
        """Give what makes the same answers in other processes, by the file alone."""
        state = f"{self.file.state()} {self.reliability.state()}"
        given = str(self.file.path), self.name, self.below, state
        if self.judging is None:
            return Replay(*given)
        return Replay(*given, self.judging.name, self.judging.drop)


@dataclass(frozen=True, slots=True)
class Replay:
    """Makes an :class:`Asking` that asks nobody (:data:`coindex.reasoner.asks.AsksFactory`)."""

    path: str
    name: str
    """Of the source whose sentences are used; empty for those that were said last."""
    below: float
    state: str
    """Of the file when the work began: results that were made with another one are not taken up."""
    checked_by: str | None = None
    """The source whose judgements are used; empty for those that came last, ``None`` for none."""
    drop: Drop = "false"

    def __call__(self) -> Asking:
        """Open the file."""
        return Asking(
            None,
            self.path,
            below=self.below,
            named=self.name,
            drop=self.drop,
            checked_by=self.checked_by,
        )


def replaying(path: str | Path, below: float = BELOW, drop: Drop = "false") -> Asking:
    """Use what a file says that was asked before: rules, and judgements on the statements of rules.

    Raises:
        InputError: there is no such file.
    """
    if not Path(path).is_file():
        raise InputError(
            f"there is no file {path}", hint="--asked alone replays a file; --ask MODEL makes one."
        )
    made = Asking(None, path, below=below, drop=drop, checked_by="")
    if not made.file.judgements():
        made.judging = None
    return made


def _together(first: Sequence[Checked], second: Sequence[Checked]) -> list[Checked]:
    """Join what two replies said; what is said twice is told once."""
    said = {one.sentence for one in first}
    return [*first, *(one for one in second if one.sentence not in said)]
