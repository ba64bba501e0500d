"""``kb fit``: fit the weights of rules to questions with known answers."""

from __future__ import annotations

import argparse
import datetime
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from commands.common import Verbs, knowledge_options, positive, say, verb, worker_options
from kparse.errors import InputError

if TYPE_CHECKING:
    from harness.scores.run import SetInfo
    from harness.scores.sources import Entry
    from reasoner._written import Rule
    from reasoner.workers import Settings

EPILOG = """FILE is a Winograd collection (.xml), DPR (.txt), COPA or JSON lines. Only the part that is looked at while
rules are written (tune) is fitted to. Questions are solved under authored weights, whatever an earlier fit says; with
--features FILE what they give is kept there: fitting anew takes seconds as long as neither questions nor knowledge
change, and a run that was interrupted goes on where it stopped.

example:
  python cli.py kb fit DPR=train.c.txt COPA=copa-dev.xml --features fit.jsonl --out knowledge/weights.toml"""


def kb_fit(options: argparse.Namespace) -> int:
    """Fit the weights of rules to questions with known answers."""
    from harness.fit.crossing import chosen, uses_of_groups
    from harness.fit.fitted import fit_all
    from harness.fit.kept import Work, evidence_digest, evidence_for, knowledge_digest
    from harness.fit.prices import prices
    from harness.fit.written import Setting, groups, margins, report, to_toml, unused
    from harness.textfile import write_text
    from reasoner.workers import Settings

    _check(options)
    settings = Settings(options.model, tuple(options.knowledge), mined="")
    infos, entries = _entries(options)
    state = knowledge_digest(settings)
    kept = Path(options.features) if options.features else None
    work = Work(settings, options.workers, options.time_limit)
    evidence = evidence_for(entries, work, kept, say)
    setting = Setting(
        date=options.date or datetime.date.today().isoformat(),
        command=_command(options, infos),
        part="tune",
        seed=str(options.seed),
        left_out=tuple(sorted(options.without)),
        sets=infos,
        knowledge=state,
        evidence=evidence_digest(evidence),
        folds=options.folds,
    )
    counts = prices()
    result, crossed = fit_all(evidence, counts, options.folds, _ticking)
    shown = (
        report(crossed, evidence, result),
        margins(chosen(crossed)),
        groups(uses_of_groups(evidence, result.weights, counts)),
    )
    print("\n\n".join(shown))
    rules = _rules(settings) if options.out or options.unused else []
    if options.unused:
        write_text(options.unused, unused(result, rules))
    if options.out:
        write_text(options.out, to_toml(setting, result, rules))
    else:
        say("nothing was written; what ships is written by --out knowledge/weights.toml")
    return 0


def _check(options: argparse.Namespace) -> None:
    """Find out what is wrong before the long work begins."""
    from harness.scores.sources import named

    if options.folds < 2:
        raise InputError("--folds: at least 2")
    if options.date:
        try:
            datetime.date.fromisoformat(options.date)
        except ValueError:
            raise InputError(f"--date: {options.date} is no date", hint="YYYY-MM-DD") from None
    read = {named(file)[1].resolve() for file in options.files}
    targets = [t for t in (options.out, options.unused, options.features) if t]
    if len({Path(t).resolve() for t in targets}) < len(targets):
        raise InputError("two of --out, --unused and --features name the same file")
    for target in map(Path, targets):
        if target.resolve() in read:
            raise InputError(f"{target}: this would overwrite what is read", hint="Name another.")
        if target.is_dir() or not target.absolute().parent.is_dir():
            raise InputError(f"cannot write {target}: not a file in a directory that exists")
        if target.exists() and not target.is_file():
            raise InputError(f"cannot write {target}: it is no regular file", hint="Name a file.")


def _entries(options: argparse.Namespace) -> tuple[dict[str, SetInfo], list[Entry]]:
    """Read the questions of the tuned part, without those that are to be left out."""
    from harness.scores.sources import Selection, read_sets

    infos, entries = read_sets(options.files, Selection(seed=str(options.seed)), {})
    found = {f"{e.set}:{name}" for e in entries for name in (e.id, e.pair)}
    for name in options.without:
        if name not in found:
            raise InputError(
                f"--without {name}: no such question", hint="Write SET:ID or SET:PAIR."
            )
    out = set(options.without)
    kept = [
        e
        for e in entries
        if e.part == "tune"
        and e.gold is not None
        and not {f"{e.set}:{e.id}", f"{e.set}:{e.pair}"} & out
    ]
    if not kept:
        raise InputError("no question is left to fit to", hint="Give more files, another --seed.")
    return infos, kept


def _ticking(folds: Iterable[int]) -> Iterator[int]:
    from reasoner.progress import Progress

    every = list(folds)
    with Progress(len(every)) as bar:
        yield from bar.over(every)


def _rules(settings: Settings) -> list[Rule]:
    from reasoner.engine import KNOWLEDGE
    from reasoner.store import Store

    with Store.open([KNOWLEDGE, *settings.extra]) as store:
        return list(store.as_authored().every_rule())


def _command(options: argparse.Namespace, infos: dict[str, SetInfo]) -> str:
    """Write the command by which the same can be done again, files without their directories."""
    words = ["python", "cli.py", "kb", "fit"]
    words += [f"{name}={info.file}" for name, info in infos.items()]
    words += ["--seed", str(options.seed), "--folds", str(options.folds)]
    words += [word for name in options.without for word in ("--without", name)]
    words += [word for path in options.knowledge for word in ("--knowledge", Path(path).name)]
    words += ["--model", Path(options.model).name] if options.model else []
    return shlex.join([*words, "--date", options.date] if options.date else words)


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = verb(verbs, "fit", kb_fit, EPILOG)
    parser.add_argument("files", nargs="+", metavar="[NAME=]FILE", help="questions with answers")
    parser.add_argument(
        "--out", metavar="FILE", help="write the weights there, as a rule knowledge/weights.toml"
    )
    parser.add_argument(
        "--features", metavar="FILE.jsonl", help="keep what the questions give to fit on"
    )
    parser.add_argument(
        "--unused", metavar="FILE.tsv", help="list all rules to which the fit gives no use"
    )
    parser.add_argument(
        "--folds", type=positive, default=10, metavar="N", help="of the cross-validation (10)"
    )
    parser.add_argument("--seed", default="1", help="decides which part is tuned (default: 1)")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="of the fit; today if not given")
    parser.add_argument(
        "--without",
        metavar="SET:ID",
        action="append",
        default=[],
        help="leave out a question, or all of a pair",
    )
    knowledge_options(parser)
    worker_options(parser)
