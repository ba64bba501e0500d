"""``calibrate``: fit confidences to questions with known answers, or check the fit that ships."""

from __future__ import annotations

import argparse
import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import print_message
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.evaluation.calibrate import Fitted, Observation
    from coindex.harness.questions.halves import Half
    from coindex.harness.questions.sources import Entry
    from coindex.reasoner.calibration import Kind
    from coindex.reasoner.jobs.journal import Journal
    from coindex.reasoner.jobs.workers import Settings


def calibrate(options: argparse.Namespace) -> int:
    """Fit confidences to questions with known answers, and show how well they hold on others."""
    from coindex.files.atomic import ensure_writable
    from coindex.harness.evaluation.calibrate import UNTUNED, calibration_of, fit, merged, tables_of
    from coindex.harness.evaluation.reliability import report
    from coindex.harness.questions.halves import half
    from coindex.reasoner.jobs.journal import Journal, digest_of

    if options.asked is not None:
        from coindex.commands.calibrate_asked import calibrate_asked

        return calibrate_asked(options)
    if options.check:
        return _check(options)
    seed = options.seed or "1"
    target = None if options.out is None else Path(options.out)
    if target is not None:
        ensure_writable(target)
        merged({}, target)  # refuse an unusable file before the work, not after it
    found, entries, files = _read(options, seed)
    settings = _settings(options)
    digest = digest_of(
        *(f"{e.set}\n{e.id}\n{e.asked!r}\n{e.gold}" for e in entries), settings=settings
    )
    with nullcontext() if target is None else Journal(target, digest) as journal:
        found += _answered(entries, settings, options, journal)
        fitted_on = [seen for seen in found if half(seen.pair, seed) == "fit"]
        if not fitted_on:
            raise InputError(
                "no question is in the half used for fitting",
                hint="About a quarter of the pairs are in it. Give more questions, or another --seed.",
            )
        tuned = [seen for seen in found if half(seen.pair, seed) == "tune"]
        fitted = fit(fitted_on, tuned)
        print(report(found, calibration_of(fitted), lambda seen: half(seen.pair, seed)))
        print(f"\nfitted (--seed {seed})\n{_curves(fitted)}", flush=True)
        if journal is None:
            print_message(
                "nothing was written; --out coindex/reasoner/calibration.toml writes the file that ships"
            )
        else:
            command = _command(files, seed, journal.target)
            fitted_on += [seen for seen in tuned if (seen.kind, seen.level) in UNTUNED]
            tables = tables_of(fitted, fitted_on, files, command=command, seed=seed)
            journal.finish(merged(tables, journal.target))
    return 0


def _check(options: argparse.Namespace) -> int:
    """Check the confidences that ship on questions that they were not fitted to."""
    from coindex.harness.evaluation.reliability import LIMIT, by_curves, levels, report
    from coindex.harness.questions.halves import shipped_half
    from coindex.reasoner.calibration import SHIPPED, curves_of, read_tables

    if options.out is not None:
        raise InputError("--check writes nothing", hint="Give either --check or --out FILE.")
    tables = read_tables(SHIPPED)
    shipped = curves_of(tables, str(SHIPPED))
    seeds = {str(table.get("seed", "1")) for table in tables.values()}
    if options.seed is not None and seeds != {options.seed}:
        raise InputError(
            f"the curves that ship were fitted with --seed {' and '.join(sorted(seeds))}",
            hint="With another seed they would be checked on the questions that they were fitted to.",
        )

    def part(seen: Observation) -> Half:
        return shipped_half(seen.kind, seen.pair)

    found, entries, _ = _read(options, options.seed or "1")
    found += _answered(entries, _settings(options), options, None)
    print(report(found, shipped, part))
    shown = [seen for seen in found if part(seen) == "shown"]
    broken = [level for level in levels(shown, by_curves(shipped)) if not level.holds]
    for level in broken:
        print_message(
            f"{level.kind} {level.level}: {level.right:.1%} right, {level.promised:.1%} promised: more than {LIMIT:g} "
            "standard errors apart. Fit again: calibrate ... --out coindex/reasoner/calibration.toml"
        )
    return 1 if broken else 0


def _read(
    options: argparse.Namespace, seed: str
) -> tuple[list[Observation], list[Entry], dict[str, str]]:
    """Read the sources: answers of earlier runs, questions still to answer, and the file of each set."""
    from coindex.harness.evaluation.calibrate import observations_of
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.harness.scores.run import read_run

    runs = [source for source in options.sources if source.endswith(".json")]
    found: list[Observation] = []
    files: dict[str, str] = {}
    infos, entries = read_sets(
        [source for source in options.sources if source not in runs], Selection(seed=seed), {}
    )
    for run in map(read_run, runs):
        for name, info in run.sets.items():
            if name in infos:
                raise InputError(f"{name!r} is the name of two sets", hint="Give each set once.")
            infos[name] = info
        found += observations_of(run)
    for name, info in infos.items():
        files[name] = info.file
    return found, [entry for entry in entries if entry.gold is not None], files


def _settings(options: argparse.Namespace) -> Settings:
    from coindex.reasoner.jobs.workers import Settings

    return Settings(options.model, tuple(options.knowledge), mined=options.mined)


def _answered(
    entries: list[Entry], settings: Settings, options: argparse.Namespace, journal: Journal | None
) -> list[Observation]:
    """Answer the questions, continuing an interrupted run."""
    from coindex.files.progress import Progress
    from coindex.harness.evaluation.calibrate import from_line, observe, to_line

    found = journal.resumed(from_line) if journal else []
    if found:
        print_message(f"{len(found)} of {len(entries)} questions were answered by an earlier run")
    rest = entries[len(found) :]
    if rest:
        answers = observe(rest, settings, workers=options.workers, seconds=options.time_limit)
        with Progress(len(entries), len(found)) as progress:
            for seen in progress.over(answers):
                found.append(seen)
                if journal:
                    journal.append(to_line(seen))
    return found


def _curves(fitted: dict[Kind, dict[str, Fitted]]) -> str:
    return "\n".join(
        f"{kind} {level}: intercept {each.curve.intercept:.4f}, slope {each.curve.slope:.4f} "
        f"({each.right} of {each.items} right)"
        + "".join(f"; {name} {weight:+.4f}" for name, weight in each.curve.weights.items())
        for kind, levels in fitted.items()
        for level, each in levels.items()
    )


def _command(files: dict[str, str], seed: str, target: Path) -> str:
    """Return the command that repeats this run, with file names without directories."""
    from coindex.reasoner.calibration import SHIPPED

    out = "coindex/reasoner/calibration.toml" if target == SHIPPED.resolve() else target.name
    sources = [f"{name}={file}" for name, file in files.items()]
    return f"python cli.py calibrate {shlex.join([*sources, '--seed', seed, '--out', out])}"
