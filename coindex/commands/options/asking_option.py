"""``--ask`` and its companions: rules got from a source where the knowledge does not decide (``docs/asking.md``)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from coindex.commands.options.common import not_negative, print_message, probability
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.asking.asking import Asking
    from coindex.asking.many import Summary, Task
    from coindex.reasoner import Reasoner
    from coindex.reasoner.asks import Query
    from coindex.reasoner.jobs.workers import Settings

_LEAVES = "The text leaves this machine, unless the model runs on it"


def add_asking_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--ask``, ``--ask-below``, ``--ask-budget``, ``--asked`` and ``--ask-show``."""
    group = parser.add_argument_group(
        "asking for rules",
        "General rules are asked for, never answers; what comes back is checked and kept. Nobody is asked without"
        f" --ask. {_LEAVES}.",
    )
    group.add_argument(
        "--ask",
        metavar="MODEL",
        help="ask this language model for rules where the knowledge does not decide: llm:MODEL, or the model's name"
        f" alone; or recorded:FILE, earlier replies (recorded alone: an example). {_LEAVES}",
    )
    group.add_argument(
        "--ask-below",
        type=probability,
        metavar="P",
        help="also ask where knowledge decides with a confidence below P (default: 0.85)",
    )
    group.add_argument(
        "--ask-budget", type=not_negative, metavar="N", help="ask at most N questions (0: none)"
    )
    group.add_argument(
        "--asked",
        metavar="FILE",
        help="keep all that was asked here (default: asked.jsonl); without --ask, use what is there and ask nobody",
    )
    group.add_argument(
        "--ask-show",
        action="store_true",
        help="print what would be sent, and neither send nor answer anything",
    )


def asking_of(options: argparse.Namespace) -> Asking | None:
    """Make what the options ask for; ``None`` if nobody is to be asked and nothing to be replayed.

    Raises:
        InputError: options that go together are not all given, or the source or the file cannot be used.
    """
    if options.ask is None and options.asked is None:
        for name in ("ask_budget", "ask_below"):
            if getattr(options, name) is not None and not options.ask_show:
                option = name.replace("_", "-")
                raise InputError(f"--{option} goes with --ask", hint="Name a model with --ask.")
        return None
    from coindex.asking.asked_file import DEFAULT
    from coindex.asking.asking import Asking, replaying

    if options.ask is None:
        if options.ask_budget is not None:
            raise InputError("--ask-budget goes with --ask", hint="Name a model with --ask.")
        return replaying(options.asked, _below(options))
    return Asking(
        options.ask, options.asked or DEFAULT, below=_below(options), budget=options.ask_budget
    )


def prepared(
    options: argparse.Namespace, settings: Settings, tasks: Sequence[Task]
) -> Settings | None:
    """Ask for the rules that many questions want, before the work begins; it then finds them in the file.

    Returns:
        The settings for the work; ``None`` if only what would be sent was to be printed.

    Raises:
        InputError: see :func:`asking_of`.
    """
    if options.ask_show:
        from coindex.asking.many import wanted

        show(wanted(tasks, _below(options), settings, options.workers, options.time_limit))
        return None
    asking = asking_of(options)
    if asking is None:
        return settings
    if asking.source is not None:
        from coindex.asking.many import ask_all, wanted

        queries = wanted(tasks, asking.below, settings, options.workers, options.time_limit)
        report(ask_all(queries, asking), asking)
    return replace(settings, asks=asking.replayed())


def prepared_for_text(
    options: argparse.Namespace, settings: Settings, path: str
) -> Settings | None:
    """Do what :func:`prepared` does, for a file of running text."""
    if not is_wanted(options):
        return settings
    from coindex.asking.running_text import ask_about, wanted_in
    from coindex.reasoner.jobs.long_texts import read_sections

    _, parts = read_sections(path)
    if options.ask_show:
        from coindex.asking.many import Noting

        noting = Noting(_below(options))
        show(wanted_in(parts, noting, settings, options.workers, options.time_limit))
        return None
    asking = asking_of(options)
    assert asking is not None
    if asking.source is not None:
        report(ask_about(parts, asking, settings, options.workers, options.time_limit), asking)
    return replace(settings, asks=asking.replayed())


def is_wanted(options: argparse.Namespace) -> bool:
    """Tell whether somebody is to be asked, or replies are to be used or to be shown."""
    return options.ask is not None or options.asked is not None or bool(options.ask_show)


def show_noted(reasoner: Reasoner) -> bool:
    """Print what was noted instead of being asked, if that is wanted (see :func:`attach`)."""
    if reasoner.asks is None:
        return False
    from coindex.asking.many import Notes

    if not isinstance(reasoner.asks, Notes):
        return False
    show(reasoner.asks.noted)
    return True


def attach(options: argparse.Namespace, reasoner: Reasoner) -> None:
    """Let a reasoner ask as the options say; with ``--ask-show`` it only notes what it would ask.

    Raises:
        InputError: see :func:`asking_of`.
    """
    if options.ask_show:
        from coindex.asking.many import Notes

        reasoner.asks = Notes(_below(options))
    else:
        reasoner.asks = asking_of(options)


def report(done: Summary, asking: Asking, about: str = "") -> None:
    """Print in a line what became of the questions for which rules were wanted, or of the requests about a topic."""
    wanted = f"{done.wanted} question{' wants' if done.wanted == 1 else 's want'} rules"
    parts = [f"{about}: {done.wanted} to ask" if about else wanted]
    parts += [f"{done.known} asked before"] if done.known else []
    tokens = f", {done.tokens:,} tokens" if done.tokens else ""
    parts += [
        f"{done.asked} asked of {asking.name}{tokens}: {done.sentences} rules, {done.refused} refused"
    ]
    parts += [f"{done.failed} failed ({' '.join(done.why.split())})"] if done.failed else []
    parts += [f"{done.left} not asked"] if done.left else []
    print_message(f"{'; '.join(parts)}; all is in {asking.file.path}")


def words_of(options: argparse.Namespace) -> list[str]:
    """Give the options that answers depend on, as words of a command."""
    found: list[str] = []
    for name in ("ask", "ask_below", "asked"):
        value = getattr(options, name)
        if value is not None:
            found += [f"--{name.replace('_', '-')}", str(value)]
    return found


def _below(options: argparse.Namespace) -> float:
    from coindex.asking.asking import BELOW

    return BELOW if options.ask_below is None else float(options.ask_below)


def show(queries: Sequence[Query]) -> None:
    """Print what would be sent about some questions."""
    from coindex.asking.prompt import request_for, written

    for query in queries:
        print(written(request_for(query)))
    if not queries:
        print_message("nothing would be sent: knowledge decides")
