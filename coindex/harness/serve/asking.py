"""Asking for rules on behalf of clients: only if the server was told whom to ask, and so many questions a day.

No worker waits for a model. A worker answers, and says for which questions rules are wanted; the desk gets these; then
a worker answers again. All that is asked is in one file, by which the day's questions are counted: a restart forgets
none.
"""

from __future__ import annotations

import asyncio
import datetime
import queue
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from coindex.asking.asked_file import digest_of
from coindex.asking.asking import Asking
from coindex.asking.many import Notes
from coindex.asking.sending import Summary, ask_all
from coindex.reasoner.answer import Answer
from coindex.reasoner.asks import Query, Supplied
from kparse.errors import CoindexError

PATIENCE = 120.0
"""Seconds that a request waits for rules; then it is answered without them. What comes later is kept."""

Outcome: TypeAlias = Literal["not wanted", "rules", "no rules", "budget", "failed"]
"""What became of a client's wish that rules be asked for."""


@dataclass(slots=True)
class Brought:
    """What a worker is given with a question for which rules may be asked (:class:`coindex.reasoner.asks.Asks`)."""

    judges: ClassVar[bool] = False
    below: float
    rules: dict[str, Supplied | None] = field(default_factory=dict)
    """The rules that were got, by the digests of the questions; ``None`` where there are none."""
    missing: dict[str, Query] = field(default_factory=dict)
    """The questions for which rules are wanted and have not been asked."""

    def wants(self, answer: Answer) -> bool:
        """Tell whether rules are wanted."""
        return Notes(self.below).wants(answer)

    def rules_for(self, query: Query) -> Supplied | None:
        """Give what was brought, or note what is missing."""
        digest = digest_of(query)
        if digest not in self.rules:
            self.missing[digest] = query
        return self.rules.get(digest)

    def left_out(self, statements: Mapping[str, str]) -> Mapping[str, str]:
        """Leave out nothing: nobody judges for clients."""
        return {}


@dataclass(slots=True)
class _Waiting:
    """A question that waits to be asked, and who is told when that is done."""

    query: Query
    tell: Callable[[Outcome], object]


class Desk:
    """Asks for rules in a thread of its own, some questions at a time.

    Args:
        asking: whom to ask, and the file in which all is kept.
        per_day: how many questions may be asked on a day (local time). What others ask of the same source into the
            same file on that day counts, too, and so do failures since the start.
    """

    def __init__(self, asking: Asking, per_day: int) -> None:
        self.asking, self.per_day = asking, per_day
        self._failures: dict[str, int] = {}
        self._queue: queue.SimpleQueue[_Waiting] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def left(self) -> int:
        """How many questions may still be asked today."""
        today = datetime.date.today().isoformat()
        spent = sum(
            entry.date == today and entry.source == self.asking.name for entry in self.asking.file
        )
        return max(0, self.per_day - spent - self._failures.get(today, 0))

    def brought(self) -> Brought:
        """Give what goes to a worker with a question at first: no rules."""
        return Brought(self.asking.below)

    async def rules_for(self, queries: Sequence[Query]) -> tuple[Brought, Outcome]:
        """Get the rules for the questions of a request, and say what became of them."""
        outcomes = await asyncio.gather(*(self._outcome(query) for query in queries))
        made = self.brought()
        for query, outcome in zip(queries, outcomes, strict=True):
            if outcome in ("rules", "no rules"):
                made.rules[digest_of(query)] = self.asking.rules_known(query)
        if any(made.rules.values()):
            return made, "rules"
        return made, next((o for o in outcomes if o != "no rules"), "no rules")

    async def _outcome(self, query: Query) -> Outcome:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Outcome] = loop.create_future()

        def tell(outcome: Outcome) -> None:
            if not done.done():
                done.set_result(outcome)

        self._queue.put(
            _Waiting(query, lambda outcome: loop.call_soon_threadsafe(tell, outcome)),
        )
        if self._thread is None:
            # (a daemon: a source that never answers does not hold up the end of the server)
            self._thread = threading.Thread(target=self._work, daemon=True, name="coindex-asking")
            self._thread.start()
        try:
            return await asyncio.wait_for(done, PATIENCE)
        except TimeoutError:
            return "failed"

    def _work(self) -> None:
        while True:
            some = [self._queue.get()]
            while not self._queue.empty():
                some.append(self._queue.get())
            self._ask({digest_of(one.query): one.query for one in some})
            for one in some:
                try:
                    one.tell(self._found(one.query))
                except RuntimeError:  # the server has ended
                    return

    def _ask(self, queries: dict[str, Query]) -> None:
        """Ask the questions that are new, as many as the day allows."""
        today = datetime.date.today().isoformat()
        try:
            with (
                self.asking.file.locked()
            ):  # (first, so that what others have asked today is known)
                self.asking.left = self.left
                done = ask_all(list(queries.values()), self.asking, show=False)
        except CoindexError as error:
            done = Summary(failed=1, why=str(error))
        except Exception as error:  # a fault of a source must not end the thread
            done = Summary(failed=1, why=f"{type(error).__name__}: {error}")
        if done.failed:
            self._failures[today] = self._failures.get(today, 0) + done.failed
            why = " ".join(done.why.split())
            print(f"coindex: {done.failed} questions could not be asked: {why}", file=sys.stderr)

    def _found(self, query: Query) -> Outcome:
        entry = self.asking.known(query)
        if entry is None:
            return "failed" if self.left else "budget"
        return "rules" if entry.accepted else "no rules"
