"""``calibrate --asked``: fit how sure answers are by rules that were asked for, for each source."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import replace
from pathlib import Path

from coindex.commands.options.common import print_message
from kparse.errors import InputError


def calibrate_asked(options: argparse.Namespace) -> int:
    """Fit the confidence of each source in an asked file to questions with known answers.

    Raises:
        InputError: the files cannot be used, or no rule of the file decides a question.
    """
    from coindex.asking.asking import replaying
    from coindex.asking.reliability import beside
    from coindex.files.atomic import ensure_writable
    from coindex.files.progress import Progress
    from coindex.files.textfile import write_text
    from coindex.harness.evaluation.asked_sources import fit_sources, observe_asked, report
    from coindex.harness.evaluation.calibrate import merged, tables_of
    from coindex.harness.questions.halves import half
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.reasoner.jobs.workers import Settings

    if options.check or any(source.endswith(".json") for source in options.sources):
        raise InputError(
            "--asked answers questions anew, and goes neither with --check nor with RUN.json",
            hint="Give files of questions with answers.",
        )
    seed = options.seed or "1"
    asking = replaying(options.asked)
    target = None if options.out is None else Path(options.out)
    if target is not None:
        ensure_writable(target)
        merged({}, target)  # refuse an unusable file before the work, not after it
    infos, entries = read_sets(options.sources, Selection(seed=seed), {})
    entries = [entry for entry in entries if entry.gold is not None]
    plain = Settings(options.model, tuple(options.knowledge), mined=options.mined)
    settings = replace(plain, asks=asking.replayed())
    seen = observe_asked(entries, settings, workers=options.workers, seconds=options.time_limit)
    with Progress(None) as bar:
        found = list(bar.over(seen))
    fitted_on = [one for one in found if half(one.pair, seed) != "shown"]
    if not fitted_on:
        raise InputError(
            f"no rule in {options.asked} decides a question that is used for fitting",
            hint="Ask for rules for these questions first: evaluate FILE --ask MODEL --asked FILE.",
        )
    fitted = fit_sources(fitted_on)
    print(report(fitted, [one for one in found if half(one.pair, seed) == "shown"]), flush=True)
    if target is None:
        print_message(
            f"nothing was written; --out {beside(options.asked)} writes what holds with --asked {options.asked}"
        )
        return 0
    files = {name: info.file for name, info in infos.items()}
    words = [f"{name}={file}" for name, file in files.items()]
    words += ["--asked", Path(options.asked).name, "--seed", seed, "--out", target.name]
    command = f"python cli.py calibrate {shlex.join(words)}"
    write_text(
        target, merged(tables_of(fitted, fitted_on, files, command=command, seed=seed), target)
    )
    return 0
