"""``evaluate``: answer collections of questions, score the answers, and sort the errors by cause."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options import asking_option
from coindex.commands.options.common import (
    Verbs,
    add_confidence_option,
    add_knowledge_options,
    add_mined_option,
    add_verb,
    add_worker_options,
    keeps,
)
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.questions.sources import Entry
    from coindex.harness.scores.compare import Comparison
    from coindex.harness.scores.run import Run

EPILOG = """files:
  .xml (Winograd collection, or COPA), .txt (Definite Pronoun Resolution), .tsv or .tsv.gz (GAP), .jsonl (questions
  with an "answer" each, WinoGrande, or COPA). docs/evaluation.md says where to get these sets.
  Give any number of files. NAME=FILE names a set; otherwise its name is that of the file.
parts:
  --seed divides each set into two halves, tune and held; twins stay together. Tables show both.
errors:
  Each wrong answer has a class: parse, link, row, axiom, both, outweighed or preference (docs/evaluation.md).
  --errors shows counts, causes, and one line per error; --errors 20 shows the first 20 in full; --errors row,axiom
  shows these classes in full; --errors undecided shows all answers that no rule decided, lucky guesses included."""


WRITTEN = ("out", "html", "csv", "latex", "misled")
"""Options that name a file to which the results are written."""


def evaluate(options: argparse.Namespace) -> int:
    """Answer collections of questions and compare with the right answers."""
    from coindex.harness.questions.sentences import is_table, read_sentences, with_sentences
    from coindex.harness.questions.sources import Selection, named, read_humans, read_sets

    selection = Selection(options.part, options.third, str(options.seed))
    humans = read_humans(options.human, [named(file)[0] for file in options.files])
    sets, entries = read_sets(options.files, selection, humans)
    _keep_apart(options)
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


def _keep_apart(options: argparse.Namespace) -> None:
    """Check that no output overwrites an input or a device. --out may be the run of --compare."""
    from coindex.harness.questions.sentences import is_table
    from coindex.harness.questions.sources import named

    read = [named(file)[1] for file in (*options.files, *options.human)]
    read += [named(file)[1] if is_table(file) else Path(file) for file in options.knowledge]
    for option in (*WRITTEN, "questions"):
        target = getattr(options, option)
        # Writing replaces the file, which would destroy a device or a pipe.
        if (
            target
            and Path(target).exists()
            and not (Path(target).is_file() or Path(target).is_dir())
        ):
            raise InputError(
                f"cannot write {target}: it is no regular file",
                hint=f"Give --{option} the name of a file.",
            )
        compared = [options.compare] if options.compare and option != "out" else []
        for source in (*read, *compared) if target else ():
            if os.path.realpath(target) == os.path.realpath(source):
                raise InputError(
                    f"{target}: this would overwrite what is read",
                    hint=f"Give --{option} another name.",
                )


def _check(options: argparse.Namespace, entries: list[Entry]) -> None:
    """Check the options before the long work begins."""
    from coindex.files.atomic import ensure_writable
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
    given: dict[str, str] = {}
    for option in WRITTEN:
        if (target := getattr(options, option)) is not None:
            ensure_writable(target)
            place = os.path.realpath(target)
            if place in given:
                raise InputError(
                    f"--{given[place]} and --{option} name the same file", hint="Name two files."
                )
            given[place] = option


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


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(verbs, "evaluate", evaluate, EPILOG)
    keeps(parser, "answers", "out")
    parser.add_argument("files", nargs="+", metavar="[NAME=]FILE", help="questions with answers")
    parser.add_argument("--part", choices=["tune", "held"], help="only this half of the pairs")
    parser.add_argument("--third", action="store_true", help="only a random third of the pairs")
    parser.add_argument(
        "--seed", default="1", help="random seed of the halves and the third (default: 1)"
    )
    parser.add_argument(
        "--by",
        metavar="TAG",
        action="append",
        default=[],
        help="show a table by connective, candidates, pronoun, source, ...",
    )
    parser.add_argument(
        "--errors",
        nargs="?",
        const="",
        metavar="N|CLASS",
        help="show why answers are wrong, or were guessed",
    )
    parser.add_argument(
        "--reliability",
        action="store_true",
        help="show how often answers of each confidence are right",
    )
    parser.add_argument(
        "--compare",
        metavar="RUN.json",
        help="show the changes since an earlier run, and whether they are significant",
    )
    parser.add_argument(
        "--human",
        metavar="[NAME=]FILE.tsv",
        action="append",
        default=[],
        help="share of people who answer rightly: columns item and human_accuracy",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show the rules that fired, for every answer shown (slower)",
    )
    add_confidence_option(
        parser, "also show how many answers are at least so sure, and how many of them are right"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument(
        "--out", metavar="RUN.json", help="write the run; an interrupted run continues"
    )
    parser.add_argument(
        "--html", metavar="REPORT.html", help="write a report with plots and explanations"
    )
    parser.add_argument(
        "--csv", metavar="TABLE.csv", help="write the scores, a line a set and part"
    )
    parser.add_argument(
        "--latex", metavar="TABLE.tex", help="write the scores as a table for a paper"
    )
    parser.add_argument(
        "--misled",
        metavar="FILE.jsonl",
        help="write the sentences, asked for or of --knowledge, that were used where the answer is wrong",
    )
    parser.add_argument(
        "--questions",
        metavar="OUT",
        help="only write the questions, without their answers, as JSONL for solve --jsonl",
    )
    add_worker_options(parser, workers=min(4, os.cpu_count() or 1))
    asking_option.add_asking_options(parser)
    add_mined_option(parser)
    add_knowledge_options(
        parser,
        "knowledge to use in addition to what ships: a directory or file, or a table [NAME=]FILE.tsv of sentences for"
        " single questions (`item<TAB>sentence`)",
        "PATH",
    )
