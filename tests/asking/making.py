"""Sources that say what a test wants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from coindex.asking.source import Reply, Request, SourceError
from coindex.reasoner.asks import Query

TEXT = "The ferryman waited for the florist because she had lost a shoe."
QUERY = Query(TEXT, 44, 47, ("The ferryman", "the florist"))
RULE = "Person1 waits for person2 because person2 loses a shoe."
CHOICE = Query("The lamp went out.", 0, 0, ("The bulb broke.", "The cat slept."), "cause")


def query(number: int) -> Query:
    """Give one of many questions."""
    text = f"The ferryman waited for florist number {number} because she was late."
    return Query(text, text.index("she"), text.index("she") + 3, ("The ferryman", "florist"))


class Saying:
    """A source that says one thing, or what a function makes of the request."""

    name = "test:saying"

    def __init__(self, said: str | Callable[[Request], str] = RULE, at_once: int = 1) -> None:
        self.said, self.at_once = said, at_once
        self.requests: list[Request] = []

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        for request in requests:
            self.requests.append(request)
            text = self.said if isinstance(self.said, str) else self.said(request)
            yield Reply(text, self.name, tokens=5)


class Failing(Saying):
    """A source that cannot be asked."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        self.requests += requests
        raise SourceError("nobody is there", again=self.again)
        yield  # (a generator, as others are)
