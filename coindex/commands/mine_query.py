"""``mine index`` and ``mine query``: answer questions from an indexed corpus, on demand."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from coindex.commands.options.common import positive, print_message
from coindex.commands.options.targets import check_targets
from coindex.commands.options.text_input import candidates_argument, pronoun_argument
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.mining.querying.query import Asked, Conclusion, Enquirer
_SUFFIXES = (".xml", ".txt", ".jsonl")


def index(options: argparse.Namespace) -> int:
    """Index a corpus for `mine query`."""
    from coindex.mining.querying.index import build_index

    built = build_index(options.corpora, options.out, records=options.records)
    report_built(built.lines, built.dropped)
    if options.records:
        print_message(f"the records of {built.recorded:,} lines were copied")
    return 0


def report_built(lines: int, dropped: dict[str, int]) -> None:
    """Print how many lines were indexed, and how many were dropped and why."""
    from coindex.mining.text.filters import REASONS

    print_message(f"{lines:,} lines indexed")
    for reason, what in REASONS.items():
        if number := dropped.get(reason):
            print_message(f"dropped {number:,}: {what}")


def query(options: argparse.Namespace) -> int:
    """Answer questions from the lines of a corpus, or abstain."""
    if options.question.endswith(_SUFFIXES) and "\n" not in options.question:
        return _collection(options)
    from coindex.mining.querying.index import Index

    if options.out is not None:
        raise InputError("--out goes with a file of questions")
    if len(options.sentences) > 1:
        raise InputError("several numbers of --sentences go with a file of questions")
    from coindex.commands.options.text_input import text_argument

    text = text_argument(options.question)
    path = index_path(options)
    with Index(path) as found:
        enquirer = _enquirer(found, options)
        asked = enquirer.asked(
            text,
            pronoun=pronoun_argument(options.pronoun),
            candidates=candidates_argument(options.candidates),
        )
        results = [(one, enquirer.ask(one, options.sentences[0], options.seed)) for one in asked]
    if options.json:
        for one, conclusion in results:
            where = {
                "pronoun": one.graph.text_of(one.question.pronoun),
                "start": one.question.start,
            }
            print(json.dumps({**where, **conclusion.to_dict()}, ensure_ascii=False))
        return 0
    for one, conclusion in results:
        print("\n".join(_conclusion_lines(one, conclusion)))
    return 0


def _conclusion_lines(asked: Asked, conclusion: Conclusion) -> list[str]:
    """Format a conclusion and its evidence."""
    pronoun = asked.graph.text_of(asked.question.pronoun)
    found = "nothing" if conclusion.answer is None else conclusion.candidates[conclusion.answer]
    lines = [f"{pronoun} -> {found}"]
    if conclusion.answer is None:
        lines[0] = f"{pronoun}: the lines found do not decide"
    for name, score in zip(conclusion.candidates, conclusion.scores, strict=False):
        lines.append(f"  {score:5.2f}  {name}")
    for tried in conclusion.tried:
        lines.append(f"  {tried.used} of {tried.found} lines by {tried.name}: {tried.query}")
    for one in conclusion.evidence:
        lines += [f"  {one.text}", f"    {one.source}"]
    return lines


def _collection(options: argparse.Namespace) -> int:
    from coindex.files.progress import Progress
    from coindex.harness.evaluation.corpus_questions import ask_all, totals, write_results
    from coindex.harness.questions.questions import read_questions
    from coindex.mining.querying.index import Index

    for name in ("pronoun", "candidates"):
        if getattr(options, name) is not None:
            raise InputError(f"--{name} goes with a sentence, not with a file of questions")
    if options.json:
        raise InputError("--json goes with a sentence", hint="Give --out TABLE.tsv instead.")
    golds = read_questions(options.question)
    if not golds:
        raise InputError(f"{options.question}: the file has no questions")
    check_targets(options, ["out"], [options.question, options.index, *options.corpus])
    with Index(index_path(options)) as found:
        enquirer = _enquirer(found, options)
        sizes = sorted(set(options.sentences))
        with Progress(len(golds) * len(sizes)) as progress:
            results = list(progress.over(ask_all(golds, enquirer, sizes, options.seed)))
    if options.out is not None:
        write_results(results, options.out)
    failed = {r.gold.item.id: r.conclusion.error for r in results if r.conclusion.error}
    if failed:
        name, why = next(iter(failed.items()))
        print_message(f"{len(failed)} questions failed, first {name}: {why.splitlines()[0]}")
    print(totals(results))
    return 0


def _enquirer(found: object, options: argparse.Namespace) -> Enquirer:
    from coindex.mining.querying.index import Index
    from coindex.mining.querying.query import Enquirer
    from coindex.reasoner.running.engine import Reasoner

    assert isinstance(found, Index)
    reasoner = Reasoner(model=options.model, mined="")
    return Enquirer(found, reasoner=reasoner, model=options.model, margin=options.margin)


def index_path(options: argparse.Namespace) -> str:
    """Return the path of the index to query. The index of a corpus is built if it does not exist."""
    if options.index is not None and options.corpus:
        raise InputError("--index and --corpus do not go together")
    if options.index is not None:
        return str(options.index)
    if not options.corpus:
        raise InputError(
            "there is no corpus",
            hint="Give --corpus FILE_OR_DIR, or --index FILE made by `mine index CORPUS --out FILE`.",
        )
    from coindex.mining.querying.index import build_index, cached_index

    path = cached_index(options.corpus)
    if not path.is_file():
        built = build_index(options.corpus, path)
        report_built(built.lines, built.dropped)
    return str(path)


def sizes_of(text: str) -> list[int]:
    """Read numbers of sentences, separated by commas."""
    return [positive(part) for part in text.split(",")]


def seed_of(text: str) -> int:
    """Read a seed."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def margin_of(text: str) -> float:
    """Read a margin."""
    number = float(text)
    if not 0 <= number < float("inf"):
        raise ValueError
    return number


sizes_of.__name__ = "list of numbers above 0"
margin_of.__name__, seed_of.__name__ = "number from 0 up", "whole number from 0 up"
