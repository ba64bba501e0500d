"""``solve -i``: one process and a prompt, with history and completion."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from coindex.commands.options.answer_output import format_answers, needs_proofs
from coindex.commands.options.common import print_message
from coindex.commands.options.text_input import candidates_argument, pronoun_argument
from kparse.cachedir import cache_directory
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.reasoner import Reasoner

PROMPT = "> "
HELP = """Type a text with a pronoun; brackets may mark it: [it].
  :explain    say why, from now on (again: no longer)
  :quit       end (so does Ctrl-D)"""
COMMANDS = (":explain", ":help", ":quit")
_KEPT = 1000  # lines of history


def interact(reasoner: Reasoner, options: argparse.Namespace, knowledge: Sequence[str]) -> int:
    """Answer the texts that are typed, until the input ends; an error is a message, and the prompt comes back."""
    reasoner.store.fetch(())  # (what all questions share is read before the first one)
    _ = reasoner.nlp
    print_message("a text a line; :help says more")
    with _editing() as words:
        while True:
            try:
                line = input(PROMPT).strip()
            except EOFError:
                return 0
            except KeyboardInterrupt:  # (drops the line, as shells do)
                print()
                continue
            words.update(re.findall(r"\w{4,}", line))
            if line == ":quit":
                return 0
            if line == ":explain":
                options.explain = not options.explain
                print_message("explanations are on" if options.explain else "explanations are off")
            elif line.startswith(":"):
                print(HELP)
            elif line:
                _answer(reasoner, options, line, knowledge)


def _answer(
    reasoner: Reasoner, options: argparse.Namespace, text: str, knowledge: Sequence[str]
) -> None:
    try:
        answers = reasoner.solve_all(
            text,
            pronoun=pronoun_argument(options.pronoun),
            candidates=candidates_argument(options.candidates),
            explain=needs_proofs(options),
            knowledge=knowledge,
        )
        for piece in format_answers(reasoner, answers, options.format, explain=options.explain):
            print(piece)
    except CoindexError as error:
        print_message(str(error))


class _Words(set[str]):
    """Words typed so far; completes commands and words."""

    def complete(self, begun: str, number: int) -> str | None:
        """Give one of the completions of what was typed, as ``readline`` asks for them."""
        known = COMMANDS if begun.startswith(":") else self
        found = sorted(word for word in known if word.startswith(begun))
        return found[number] if begun and number < len(found) else None


@contextlib.contextmanager
def _editing() -> Iterator[_Words]:
    """Edit lines with history (kept for the next time) and completion, where Python can."""
    words = _Words()
    try:
        import readline
    except ImportError:  # (on Windows)
        yield words
        return
    path = cache_directory() / "history"
    with contextlib.suppress(OSError):
        readline.read_history_file(path)
    for number in range(1, readline.get_current_history_length() + 1):
        words.update(re.findall(r"\w{4,}", readline.get_history_item(number) or ""))
    readline.set_history_length(_KEPT)
    readline.set_completer_delims(" \t\n.,;?!\"'()[]")
    readline.set_completer(words.complete)
    readline.parse_and_bind("tab: complete")
    try:
        yield words
    finally:
        readline.set_completer(None)
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            readline.write_history_file(path)
