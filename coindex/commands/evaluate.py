"""``evaluate``: answer collections of questions, score the answers, and sort the errors by cause."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options import asking_option
from coindex.commands.options.targets import check_targets
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.questions.sources import Entry
    from coindex.harness.scores.compare import Comparison
    from coindex.harness.scores.run import Run


WRITTEN = ("out", "html", "csv", "latex", "misled")
"""Options that name a file to which the results are written."""


def evaluate(options: argparse.Namespace) -> int:
    """Answer collections of questions and compare with the right answers."""
    from coindex.harness.questions.sentences import is_table, read_sentences, with_sentences
    from coindex.harness.questions.sources import Selection, named, read_humans, read_sets

    selection = Selection(options.part, options.third, str(options.seed))
    humans = read_humans(options.human, [named(file)[0] for file in options.files])
    sets, entries = read_sets(options.files, selection, humans)
    read = [named(file)[1] for file in (*options.files, *options.human)]
    read += [named(file)[1] if is_table(file) else Path(file) for file in options.knowledge]
    check_targets(options, (*WRITTEN, "questions"), read)
    check_targets(options, [name for name in WRITTEN if name != "out"], [options.compare])
    tables = read_sentences([k for k in options.knowledge if is_table(k)], sets)
    entries = with_sentences(entries, tables, whole=not (options.part or options.third))
    if options.questions:
        return _questions(entries, options.questions)

    from coindex.harness.evaluation.evaluate import Work
    from coindex.harness.evaluation.evaluate import evaluate as answer
    from coindex.harness.scores.run import read_run
    from coindex.reasoner.jobs.workers import Settings

    _check(options, entries)
    earlier = read_run(options.compare) if options.compare else None
    explain = options.explain or options.html is not None
    paths = tuple(k for k in options.knowledge if not is_table(k))
    plain = Settings(options.model, paths, explain, options.mined)
    settings = asking_option.prepared(options, plain, [entry.asked for entry in entries])
    if settings is None:
        return 0
    run = answer(
        sets,
        entries,
        Work(settings, workers=options.workers, seconds=options.time_limit),
        command=_command(options),
        seed=selection.seed,
        out=options.out,
    )
    changes = None
    if earlier is not None:
        from coindex.harness.scores.compare import compare

        changes = compare(earlier.items, run.items)
    _print(run, changes, options)
    if options.html:
        from coindex.harness.report.page import write_report

        write_report(_record(run, changes, options), options.html)
    if options.csv:
        from coindex.harness.scores.export import write_csv

        write_csv(run, options.csv)
    if options.latex:
        from coindex.harness.scores.export import write_latex

        write_latex(run, options.latex)
    if options.misled:
        from coindex.harness.scores.assistance import write_misled

        write_misled(run.items, options.misled)
    return 0


def _questions(entries: list[Entry], path: str) -> int:
    from coindex.harness.questions.questions import write_items
    from coindex.reasoner.item import Item

    items = [e.asked for e in entries if isinstance(e.asked, Item)]
    if len(items) < len(entries):
        raise InputError(
            "--questions writes questions about pronouns; COPA asks for causes and effects",
            hint="Leave the COPA files out.",
        )
    write_items(items, path)
    return 0


def _check(options: argparse.Namespace, entries: list[Entry]) -> None:
    """Check the options before the long work begins."""
    from coindex.harness.scores.listing import wanted
    from coindex.harness.scores.table import tags_named

    if options.errors is not None:
        wanted(options.errors)
    for prefix in options.by:
        tags_named({tag for entry in entries for tag in entry.tags}, prefix)
    if not any(entry.gold is not None for entry in entries):
        raise InputError(
            "no question with a right answer remains", hint="Choose another part or seed."
        )


def _command(options: argparse.Namespace) -> str:
    """Return the command, with the options that answers and tables depend on."""
    words = ["python", "cli.py", "evaluate", *options.files, "--seed", str(options.seed)]
    words += ["--part", options.part] if options.part else []
    words += ["--third"] if options.third else []
    words += ["--model", options.model] if options.model else []
    words += asking_option.words_of(options)
    for name in ("knowledge", "human"):
        words += [word for value in getattr(options, name) for word in (f"--{name}", value)]
    return shlex.join(words)


def _record(run: Run, changes: Comparison | None, options: argparse.Namespace) -> dict[str, object]:
    from coindex.harness.scores import assistance
    from coindex.harness.scores.compare import as_record
    from coindex.harness.scores.run import to_json

    record = to_json(run)
    if changes is not None:
        record["comparison"] = as_record(changes, Path(options.compare).name)
    if assistance.is_assisted(run.items):
        record["with_rules"] = assistance.as_record(run.items)
    if options.min_confidence is not None:
        from coindex.harness.scores.tally import sure_of_parts

        record["min_confidence"] = {
            "least": options.min_confidence,
            "decided": {
                name: {part: asdict(cell) for part, cell in parts.items()}
                for name, parts in sure_of_parts(run.items, options.min_confidence).items()
            },
        }
    return record


def _print(run: Run, changes: Comparison | None, options: argparse.Namespace) -> None:
    if options.format == "json":
        import json

        print(json.dumps(_record(run, changes, options), ensure_ascii=False))
        return
    print("\n\n".join(_tables(run, changes, options)))


def _tables(run: Run, changes: Comparison | None, options: argparse.Namespace) -> Iterator[str]:
    from coindex.harness.scores import assistance, listing, table

    yield table.summary(run)
    if assistance.is_assisted(run.items):
        yield assistance.summary(run.items)
    if options.min_confidence is not None:
        yield table.decided_above(run.items, options.min_confidence)
    for prefix in options.by:
        yield table.by_tag(run.items, prefix)
    if options.reliability:
        yield table.reliability(run.items)
    if options.errors is not None:
        yield listing.errors(run, options.errors)
    if changes is not None:
        yield listing.compared(changes, Path(options.compare).name)
    if options.explain:
        yield from listing.explanations(run.items, options.errors)
