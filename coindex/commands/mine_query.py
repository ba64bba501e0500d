"""``mine index`` and ``mine query``: questions answered on demand from a corpus."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import (
    Verbs,
    add_model_option,
    add_verb,
    positive,
    print_message,
)
from coindex.commands.options.text_input import candidates_argument, pronoun_argument
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.mining.querying.query import Asked, Conclusion, Enquirer

_INDEX = """\
CORPUS is a text file with a sentence a line (plain, gzip or xz), a directory of such, or - for standard input. A
line is what is found; lines that are no English prose are left out, as by `mine run`. With --records nothing has to be
parsed when questions are asked; DIR is the directory of a `mine run` over the same files."""
_QUERY = """\
Queries made from the question are tried in turn, from narrow to wide, until what the lines found so far give tells the
candidates apart; --sentences is how many lines are found in all. Without --seed these are the best for each query,
with it they are drawn. Lines are parsed when they are first found, and their records kept.

QUESTIONS is a collection (.xml, .txt, .jsonl, as for `evaluate`): every question is asked with every number of
--sentences, and a table shows how many answers there were, and how many of them right. docs/query.md says more."""
_SUFFIXES = (".xml", ".txt", ".jsonl")
_DEFAULT = 1000


def index(options: argparse.Namespace) -> int:
    """Index a corpus, so that it can be asked."""
    from coindex.mining.querying.index import build_index

    built = build_index(options.corpora, options.out, records=options.records)
    report_built(built.lines, built.dropped)
    if options.records:
        print_message(f"the records of {built.recorded:,} lines are taken over")
    return 0


def report_built(lines: int, dropped: dict[str, int]) -> None:
    """Say what came of the building of an index."""
    from coindex.mining.text.filters import REASONS

    print_message(f"{lines:,} lines are indexed")
    for reason, what in REASONS.items():
        if number := dropped.get(reason):
            print_message(f"dropped {number:,}: {what}")


def query(options: argparse.Namespace) -> int:
    """Answer questions from what lines of a corpus say, or abstain."""
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
        print("\n".join(_told(one, conclusion)))
    return 0


def _told(asked: Asked, conclusion: Conclusion) -> list[str]:
    """Say what was concluded, and from what."""
    pronoun = asked.graph.text_of(asked.question.pronoun)
    found = "nothing" if conclusion.answer is None else conclusion.candidates[conclusion.answer]
    lines = [f"{pronoun} -> {found}"]
    if conclusion.answer is None:
        lines[0] = f"{pronoun}: the lines found do not tell"
    for name, score in zip(conclusion.candidates, conclusion.scores, strict=False):
        lines.append(f"  {score:5.2f}  {name}")
    for tried in conclusion.tried:
        lines.append(f"  {tried.used} of {tried.found} lines by {tried.name}: {tried.query}")
    for one in conclusion.evidence:
        lines += [f"  {one.text}", f"    {one.source}"]
    return lines


def _collection(options: argparse.Namespace) -> int:
    from coindex.files.progress import Progress
    from coindex.harness.questions.questions import read_questions
    from coindex.harness.scores.corpus_questions import ask_all, totals, write_results
    from coindex.mining.querying.index import Index

    for name in ("pronoun", "candidates"):
        if getattr(options, name) is not None:
            raise InputError(f"--{name} goes with a sentence, not with a file of questions")
    if options.json:
        raise InputError("--json goes with a sentence", hint="Give --out TABLE.tsv instead.")
    golds = read_questions(options.question)
    if not golds:
        raise InputError(f"{options.question}: there is no question in it")
    if options.out is not None:
        _apart(options)
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
        print_message(
            f"{len(failed)} questions could not be looked into, first {name}: {why.splitlines()[0]}"
        )
    print(totals(results))
    return 0


def _apart(options: argparse.Namespace) -> None:
    target = Path(options.out)
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise InputError(f"cannot write {target}: not a file in a directory that exists")
    for read in (options.question, options.index, *(options.corpus or ())):
        if read and os.path.realpath(read) == os.path.realpath(target):
            raise InputError(
                f"{target}: this would overwrite what is read", hint="Give --out another name."
            )


def _enquirer(found: object, options: argparse.Namespace) -> Enquirer:
    from coindex.mining.querying.index import Index
    from coindex.mining.querying.query import Enquirer
    from coindex.reasoner.running.engine import Reasoner

    assert isinstance(found, Index)
    reasoner = Reasoner(model=options.model, mined="")
    return Enquirer(found, reasoner=reasoner, model=options.model, margin=options.margin)


def index_path(options: argparse.Namespace) -> str:
    """Name the index that is to be asked; that of a corpus is made if it is not there."""
    if options.index is not None and options.corpus:
        raise InputError("--index and --corpus do not go together")
    if options.index is not None:
        return str(options.index)
    if not options.corpus:
        raise InputError(
            "there is no corpus to learn from",
            hint="Give --corpus FILE_OR_DIR, or --index FILE made by `mine index CORPUS --out FILE`.",
        )
    from coindex.mining.querying.index import build_index, cached_index

    path = cached_index(options.corpus)
    if not path.is_file():
        built = build_index(options.corpus, path)
        report_built(built.lines, built.dropped)
    return str(path)


def sizes_of(text: str) -> list[int]:
    """Read numbers of sentences, between commas."""
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


def register(verbs: Verbs) -> None:
    """Declare ``index`` and ``query`` among the verbs of ``mine``."""
    parser = add_verb(verbs, "index", index, _INDEX)
    parser.add_argument("corpora", metavar="CORPUS", nargs="+", help="texts")
    parser.add_argument("--out", metavar="FILE", required=True, help="the index that is made")
    parser.add_argument("--records", metavar="DIR", help="take over the records of this `mine run`")

    parser = add_verb(verbs, "query", query, _QUERY)
    parser.add_argument("question", metavar="SENTENCE|QUESTIONS")
    parser.add_argument("--index", metavar="FILE", help="what `mine index` has made")
    parser.add_argument(
        "--corpus",
        metavar="PATH",
        action="append",
        help="a text or a directory of texts; its index is made when it is first asked, and kept",
    )
    parser.add_argument(
        "--sentences",
        type=sizes_of,
        default=[_DEFAULT],
        metavar="N[,N...]",
        help=f"lines to learn from at most ({_DEFAULT})",
    )
    parser.add_argument(
        "--seed", type=seed_of, metavar="S", help="draw the lines; else the best are taken"
    )
    parser.add_argument(
        "--pronoun", metavar="WORD|OFFSET", help="the pronoun; or put it into [brackets]"
    )
    parser.add_argument(
        "--candidates", metavar='"A; B"', help="what it may stand for; else found in the text"
    )
    parser.add_argument(
        "--margin",
        type=margin_of,
        default=0.3,
        metavar="X",
        help="log-odds between the candidates from which on one is the answer (0.3)",
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each pronoun")
    parser.add_argument(
        "--out", metavar="TABLE.tsv", help="write what was concluded of each question"
    )
    add_model_option(parser)
