"""``--ask`` and its companions: rules got from a source where the knowledge does not decide (``docs/asking.md``)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from coindex.commands.options.common import not_negative, print_message, probability
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.asking.asking import Asking
    from coindex.asking.judging import Drop
    from coindex.asking.many import Lacking, Task
    from coindex.asking.sending import Summary
    from coindex.reasoner import Reasoner
    from coindex.reasoner.asks import AsksFactory, Query
    from coindex.reasoner.jobs.workers import Settings

_PASSES = 6
"""How often many questions are answered to find what is to be judged; what is new after that is not judged."""
_LEAVES = "The text leaves this machine, unless the model runs on it"


def add_asking_options(parser: argparse._ActionsContainer) -> None:
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
    group.add_argument(
        "--ask-check",
        metavar="SOURCE",
        help="have the rules that spoke judged by this model (or recorded:FILE): it sees their general statements"
        " alone, never the text; what it calls false is left out of the answer",
    )
    group.add_argument(
        "--ask-check-drop",
        choices=("false", "indistinct"),
        help="what is left out: what is false or true of the other party (default), or what distinguishes nothing, too",
    )


def is_given(options: argparse.Namespace) -> bool:
    """Tell whether any of the options is given that make somebody be asked, or a file be used."""
    given = (options.ask, options.asked, options.ask_check)
    return options.ask_show or any(one is not None for one in given)


def asks_somebody(options: argparse.Namespace) -> bool:
    """Tell whether somebody is asked, so that the questions are read before the work begins."""
    return options.ask_show or options.ask is not None or options.ask_check is not None


def asking_of(options: argparse.Namespace) -> Asking | None:
    """Make what the options ask for; ``None`` if nobody is to be asked and nothing to be replayed.

    Raises:
        InputError: options that go together are not all given, or the source or the file cannot be used.
    """
    if options.ask is None and options.asked is None and options.ask_check is None:
        for name in ("ask_budget", "ask_below", "ask_check_drop"):
            if getattr(options, name) is not None and not options.ask_show:
                option = name.replace("_", "-")
                raise InputError(f"--{option} goes with --ask", hint="Name a model with --ask.")
        return None
    from coindex.asking.asked_file import DEFAULT
    from coindex.asking.asking import Asking, replaying

    drop: Drop = "indistinct" if options.ask_check_drop == "indistinct" else "false"
    if options.ask is None and options.ask_check is None:
        if options.ask_budget is not None:
            raise InputError("--ask-budget goes with --ask", hint="Name a model with --ask.")
        return replaying(options.asked, _below(options), drop)
    return Asking(
        options.ask,
        options.asked or DEFAULT,
        below=_below(options),
        budget=options.ask_budget,
        check=options.ask_check,
        drop=drop,
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
    asking = None if options.ask_show else asking_of(options)
    if asking is None and not options.ask_show:
        return settings
    from coindex.asking.many import lacking, noting
    from coindex.asking.sending import ask_all

    def find(asks: AsksFactory) -> Lacking:
        return lacking(tasks, asks, settings, options.workers, options.time_limit)

    def ask(asking: Asking) -> Summary:
        return ask_all(find(noting(asking.below)).queries, asking)

    return _prepared(options, settings, asking, find, ask)


def prepared_for_text(
    options: argparse.Namespace, settings: Settings, path: str
) -> Settings | None:
    """Do what :func:`prepared` does, for a file of running text."""
    asking = None if options.ask_show else asking_of(options)
    if asking is None and not options.ask_show:
        return settings
    from coindex.asking.many import ask_about, lacking_in
    from coindex.reasoner.jobs.long_texts import read_sections

    def find(asks: AsksFactory) -> Lacking:
        return lacking_in(read_sections(path), asks, settings, options.workers, options.time_limit)

    return _prepared(options, settings, asking, find, lambda asking: ask_about(asking, find))


def _prepared(
    options: argparse.Namespace,
    settings: Settings,
    asking: Asking | None,
    find: Callable[[AsksFactory], Lacking],
    ask: Callable[[Asking], Summary],
) -> Settings | None:
    """Ask and judge before the work, or print what would be sent if there is no ``asking``."""
    if asking is None:
        _show_lacking(options, find)
        return None
    if asking.judging is not None and asking.judging.source is not None:
        _ask_and_judge(asking, find)
    elif asking.source is not None:
        report(ask(asking), asking)
    return replace(settings, asks=asking.replayed())


def _show_lacking(options: argparse.Namespace, find: Callable[[AsksFactory], Lacking]) -> None:
    """Print what would be sent about what a file lacks, or about all that wants rules."""
    if options.ask_check is None:
        from coindex.asking.many import noting

        show(find(noting(_below(options))).queries)
        return
    from coindex.asking.asked_file import DEFAULT
    from coindex.asking.asking import Asking
    from coindex.asking.source import full_name

    name = full_name(options.ask_check)
    silent = Asking(None, options.asked or DEFAULT, below=_below(options), checked_by=name)
    found = find(silent.replayed())
    show(found.queries if options.ask else (), [one for one, _ in found.statements])


def _ask_and_judge(asking: Asking, find: Callable[[AsksFactory], Lacking]) -> None:
    """Ask for rules and have statements judged, in turn: without what is false other rules speak, or are wanted."""
    from coindex.asking.sending import Judgements, Summary, ask_all, judge_all

    judging = asking.judging
    assert judging is not None
    judged: Judgements | None = None
    for _ in range(_PASSES):
        found = find(asking.replayed())
        asked = ask_all(found.queries, asking) if asking.source and found.queries else Summary()
        if asked.wanted:
            report(asked, asking)
        done = judge_all(found.statements, judging) if found.statements else Judgements()
        judged = done if judged is None else judged + done
        if not asked.asked and not done.judged:
            break
    if judged is not None:
        parts = [f"{judged.judged} statements judged by {judging.name}"]
        parts += [f"{judged.tokens:,} tokens"] if judged.tokens else []
        parts += [f"{judged.dropped} left out of answers"]
        parts += [f"{judged.left} not judged"] if judged.left else []
        parts += [" ".join(judged.why.split())] if judged.why else []
        print_message(f"{'; '.join(parts)}; all is in {asking.file.path}")


def show_noted(reasoner: Reasoner) -> bool:
    """Print what was noted instead of being asked, if that is wanted (see :func:`attach`)."""
    if reasoner.asks is None:
        return False
    from coindex.asking.many import Notes

    if not isinstance(reasoner.asks, Notes):
        return False
    show(reasoner.asks.noted, list(reasoner.asks.statements))
    return True


def attach(options: argparse.Namespace, reasoner: Reasoner) -> None:
    """Let a reasoner ask as the options say; with ``--ask-show`` it only notes what it would ask.

    Raises:
        InputError: see :func:`asking_of`.
    """
    if options.ask_show:
        from coindex.asking.many import Notes

        # (with --ask-check alone no rules are wanted, however little is sure)
        only_check = options.ask_check is not None and options.ask is None
        below = None if only_check else _below(options)
        reasoner.asks = Notes(below, judges=options.ask_check is not None)
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
    for name in ("ask", "ask_below", "asked", "ask_check", "ask_check_drop"):
        value = getattr(options, name)
        if value is not None:
            found += [f"--{name.replace('_', '-')}", str(value)]
    return found


def _below(options: argparse.Namespace) -> float:
    from coindex.asking.asking import BELOW

    return BELOW if options.ask_below is None else float(options.ask_below)


def show(queries: Sequence[Query], statements: Sequence[str] = ()) -> None:
    """Print what would be sent about some questions, and to have statements judged."""
    from coindex.asking.judging import TOGETHER
    from coindex.asking.prompt import request_for, request_to_judge, written

    for query in queries:
        print(written(request_for(query)))
    for begin in range(0, len(statements), TOGETHER):
        print(written(request_to_judge(statements[begin : begin + TOGETHER])))
    if not queries and not statements:
        print_message("nothing would be sent: knowledge decides")
