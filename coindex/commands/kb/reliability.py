"""``kb reliability``: how often each rule, class, profile field and form of evidence spoke, and was right."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.scores.run import RunItem

KEPT_LEAST = 3
"""A rule that told candidates apart less often has no figure in the kept file."""


def kb_reliability(options: argparse.Namespace) -> int:
    """Count how often each rule spoke and was right."""
    from coindex.files.atomic import ensure_writable
    from coindex.files.shipped import KNOWLEDGE
    from coindex.files.textfile import write_text
    from coindex.harness.scores.reliability import BYS, Groups, counted, to_csv, to_kept, to_tables
    from coindex.reasoner.evidence.breadth import Breadths
    from coindex.reasoner.store.store import Store

    if bool(options.files) == bool(options.run_file):
        raise InputError("give either files of questions or --run RUN.json")
    for target in (options.csv, options.keep):
        if target is not None:
            ensure_writable(target)
    items, sets, command = _items(options)
    wanted = BYS if not options.by else tuple(by for by in BYS if by in options.by)
    with Store.open([KNOWLEDGE, *options.knowledge]) as store:
        groups = Groups(store.rule, Breadths(store))
        counts = counted(items, groups, BYS if options.keep or options.csv else wanted)
    if options.csv is not None:
        chosen = {key: one for key, one in counts.items() if key[0] in wanted}
        write_text(options.csv, to_csv(chosen, options.least))
    if options.keep is not None:
        least = max(options.least, KEPT_LEAST)
        write_text(options.keep, to_kept(counts, least, command, sets))
    shown = {key: one for key, one in counts.items() if key[0] in wanted}
    print(to_tables(shown, options.least, options.first))
    return 0


def _items(options: argparse.Namespace) -> tuple[list[RunItem], list[str], str]:
    """Give the answers of questions, or of runs, the names of their sets, and the command that asked."""
    if options.run_file:
        from coindex.harness.scores.run import read_run

        runs = [read_run(path) for path in options.run_file]
        found = [item for run in runs for item in run.items]
        if options.part:
            found = [item for item in found if item.part == options.part]
        sets = list(dict.fromkeys(item.set for item in found))
        return found, sets, "; ".join(run.command for run in runs)
    from coindex.harness.evaluation.evaluate import Work, evaluate
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.reasoner.jobs.workers import Settings

    selection = Selection(options.part, options.third, str(options.seed))
    infos, entries = read_sets(options.files, selection, {})
    settings = Settings(options.model, tuple(options.knowledge), mined=options.mined)
    work = Work(settings, workers=options.workers, seconds=options.time_limit)
    run = evaluate(
        infos, entries, work, command=_command(options), seed=selection.seed, out=options.out
    )
    return list(run.items), list(infos), run.command


def _command(options: argparse.Namespace) -> str:
    """Write the command, with files but not their directories."""
    words = ["python", "cli.py", "kb", "reliability"]
    for file in options.files:
        name, sign, path = file.rpartition("=")
        words.append(f"{name}{sign}{Path(path).name}")
    words += [word for path in options.run_file for word in ("--run", Path(path).name)]
    words += ["--part", options.part] if options.part else []
    words += ["--third"] if options.third else []
    return shlex.join(words)
