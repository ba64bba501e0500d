"""Language models as sources, through the package ``llm`` (https://llm.datasette.io): keys, providers, local models."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from coindex.asking.source import Reply, Request, SourceError
from coindex.files.extras import missing_extra
from kparse.errors import InputError

AT_ONCE = 4
"""Requests that a provider gets at a time."""
WAITS = (1.0, 4.0, 16.0)
"""Seconds before a request is sent again that has failed; after the last one the failure counts."""
SCHEMA = {
    "type": "object",
    "properties": {"rules": {"type": "array", "items": {"type": "string"}}},
    "required": ["rules"],
}
"""The form of a reply, where a model can be held to one."""
JUDGEMENTS = {
    "type": "object",
    "properties": {"judgements": {"type": "array", "items": {"type": "string"}}},
    "required": ["judgements"],
}
"""The same where statements are judged: a word for each."""


class LanguageModel:
    """A language model.

    Args:
        model: its name or an alias, as ``llm models`` lists them.
        sleep: waits some seconds (in tests: does not).

    Raises:
        InputError: the package ``llm`` is not installed, or has no such model.
    """

    def __init__(self, model: str, sleep: Callable[[float], None] = time.sleep) -> None:
        try:
            import llm
        except ImportError as error:
            raise missing_extra("asking a language model needs the package llm", "ask") from error
        try:
            self._model: Any = llm.get_model(model)
        except (llm.UnknownModelError, KeyError) as error:
            raise InputError(
                f"llm knows no model {model!r}",
                hint="`llm models` lists those it knows; `llm install` adds providers and local models.",
            ) from error
        self._no_key: type[Exception] = llm.NeedsKeyException
        self._sleep = sleep
        self.name = f"llm:{self._model.model_id}"
        # (a model that needs no key runs on this machine: it takes one at a time, and may allow no more)
        self.at_once = AT_ONCE if getattr(self._model, "needs_key", None) else 1

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        """Send each request as a prompt of its own; what fails is sent again, after growing waits."""
        for request in requests:
            yield self._asked(request)

    def _asked(self, request: Request) -> Reply:
        for wait in (*WAITS, None):
            try:
                return self._sent(request)
            except self._no_key as error:
                raise SourceError(
                    f"{self.name} needs a key: {error}", hint="Set one with `llm keys set`."
                ) from error
            except Exception as error:  # each provider has its own exceptions
                if wait is None:
                    why = " ".join(str(error).split())[:200] or type(error).__name__
                    raise SourceError(
                        f"{self.name} could not be asked: {why}", again=True
                    ) from error
                self._sleep(wait)
        raise AssertionError

    def _sent(self, request: Request) -> Reply:
        wanted = JUDGEMENTS if request.statements else SCHEMA
        form = {"schema": wanted} if getattr(self._model, "supports_schema", False) else {}
        response = self._model.prompt(request.prompt, system=request.system, stream=False, **form)
        text = response.text()
        usage = response.usage()
        tokens = sum(getattr(usage, part, None) or 0 for part in ("input", "output"))
        return Reply(text, self.name, tokens)
