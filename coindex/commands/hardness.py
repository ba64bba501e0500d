"""``hardness``: how hard a schema is for people: estimated for one question, evaluated against people, or fitted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

from coindex.commands.hardness_sets import (
    EVALUATE,
    STUDY,
    evaluate,
    fit,
    forbid_others,
    plan_of,
    read_index,
    study,
    work_of,
)
from coindex.commands.mine_query import margin_of, seed_of, sizes_of
from coindex.commands.options.common import (
    Once,
    Verbs,
    add_model_option,
    add_verb,
    keeps,
    positive,
    print_message,
)
from coindex.commands.options.text_input import candidates_argument, pronoun_argument, text_argument
from kparse.errors import InputError

_EPILOG = """\
hardness TEXT
  One question: how many people in 100 would get it wrong, what makes it hard or easy, and how to change that. With a
  corpus (--index or --corpus) also the published index of Isaak and Michael (2018). --format json has all figures.
hardness FILE
  The same for all questions of a file, the hardest first: schemas in .yaml, or a collection (.xml, .txt, .jsonl, .tsv).
hardness evaluate SCHEMAS --human FILE.tsv
  Compare the published index and the explained index of a collection (.xml, .txt, .jsonl, as for `evaluate`) with how
  many people answer rightly (columns item and human_accuracy). --labels evaluates another system's answers instead.
hardness study SCHEMAS --sheets DIR; hardness study SCHEMAS --filled DIR --out people.tsv
  A study with people: sheets to fill in, twins never on one; then how many people answer each question rightly, how
  well two groups of them agree, and the table for --human.
hardness fit SCHEMAS --human FILE.tsv --out coefficients.toml
  Fit the explained index. See docs/hardness.md.

examples:
  coindex hardness "The guard scolded the cook because [he] was late." --candidates "the guard; the cook"
  coindex hardness my-schemas.yaml --workers 2
  coindex hardness evaluate schemas.xml --human people.tsv --index books.index --html report.html"""
_VERBS = ("evaluate", "fit", "study")
_ONE = ("candidates", "pronoun", "answer")
_MANY = ("human", "out")


def hardness(options: argparse.Namespace) -> int:
    """Estimate how hard schemas are for people."""
    word, *rest = options.words
    if word in _VERBS:
        if len(rest) != 1:
            raise InputError(
                f"`hardness {word}` takes one collection, not {len(rest)}",
                hint=f"Write hardness {word} SCHEMAS.xml --human FILE.tsv.",
            )
        forbid_others(options, word, _ONE)
        if word == "study":
            return study(options, rest[0])
        forbid_others(options, word, STUDY)
        return evaluate(options, rest[0]) if word == "evaluate" else fit(options, rest[0])
    from coindex.harness.hardness.listing import is_file

    if rest:
        raise InputError(
            f"there are {len(options.words)} texts or files",
            hint="Put the text into quotes, or name one file.",
        )
    if is_file(word):
        forbid_others(options, "FILE", (*_ONE, *_MANY, *EVALUATE, *STUDY))
        return _file(options, word)
    forbid_others(options, "TEXT", (*_MANY, "measured", *EVALUATE, *STUDY))
    return _one(options, text_argument(word))


# ------------------------------------------------------------------------------------------- one


def _one(options: argparse.Namespace, text: str) -> int:
    from contextlib import ExitStack

    from coindex.harness.hardness.coefficients import read_coefficients
    from coindex.harness.hardness.single import hardness as estimate
    from coindex.harness.hardness.single import report_lines
    from coindex.mining.querying.index import Index
    from coindex.mining.querying.query import Enquirer
    from coindex.reasoner.running.engine import Reasoner

    coefficients = read_coefficients(options.coefficients) if options.coefficients else None
    candidates = candidates_argument(options.candidates)
    answer = _answer_index(options.answer, candidates)
    reasoner = Reasoner(model=options.model)
    with ExitStack() as held:
        enquirer = None
        if path := read_index(options):
            index = held.enter_context(Index(path))
            enquirer = Enquirer(
                index, reasoner=reasoner, model=options.model, margin=options.margin
            )
        found = estimate(
            text,
            reasoner,
            candidates=candidates,
            pronoun=pronoun_argument(options.pronoun),
            answer=answer,
            enquirer=enquirer,
            plan=plan_of(options),
            coefficients=coefficients,
        )
    if options.format == "json":
        print(json.dumps(found.to_dict(), ensure_ascii=False))
    else:
        print("\n".join(report_lines(found)))
    return 0


def _file(options: argparse.Namespace, path: str) -> int:
    from coindex.harness.hardness.coefficients import read_coefficients
    from coindex.harness.hardness.listing import listed, read_golds
    from coindex.harness.hardness.measured import measure_all
    from coindex.harness.hardness.single import judged

    coefficients = read_coefficients(options.coefficients) if options.coefficients else None
    golds = read_golds(path)
    measured = measure_all(golds, work_of(options), options.measured, print_message)
    found = [
        judged(made, presumed=gold.answer is None, coefficients=coefficients)
        for gold, made in zip(golds, measured, strict=True)
    ]
    if options.format == "json":
        for one in found:
            print(json.dumps({"id": one.measured.id, **one.to_dict()}, ensure_ascii=False))
    else:
        print("\n".join(listed(golds, found)))
    return 0


def _answer_index(given: str | None, candidates: Sequence[str] | None) -> int | None:
    if given is None:
        return None
    if candidates is None:
        raise InputError("--answer goes with --candidates", hint="Give both.")
    names = [name.casefold() for name in candidates]
    if given.strip().casefold() not in names:
        raise InputError(
            f"--answer: {given[:40]!r} is none of the candidates",
            hint=f"Write one of: {', '.join(candidates)}.",
        )
    return names.index(given.strip().casefold())


def _date(text: str) -> str:
    import datetime

    return datetime.date.fromisoformat(text).isoformat()


_date.__name__ = "date, YYYY-MM-DD,"


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    from coindex.harness.hardness.metric import ROUNDS, SIZES

    parser = add_verb(verbs, "hardness", hardness, _EPILOG)
    keeps(parser, "measurements")
    parser.usage = (
        f"{parser.prog} TEXT | FILE | evaluate SCHEMAS | study SCHEMAS | fit SCHEMAS [options]"
    )
    parser.add_argument(
        "words", metavar="TEXT | FILE | evaluate SCHEMAS | study SCHEMAS | fit SCHEMAS", nargs="+"
    )
    _reading(parser.add_argument_group("corpus and model"), SIZES, ROUNDS)
    one = parser.add_argument_group("one question")
    one.add_argument(
        "--pronoun", action=Once, metavar="WORD|OFFSET", help="the pronoun; or put it in [brackets]"
    )
    one.add_argument(
        "--candidates",
        action=Once,
        metavar='"A; B"',
        help="what the pronoun may stand for; by default found in the text",
    )
    one.add_argument(
        "--answer",
        metavar="A",
        help="the right candidate; by default the reasoner's answer",
    )
    _collections(parser)


def _reading(add: argparse._ArgumentGroup, sizes: Sequence[int], rounds: int) -> None:
    add.add_argument("--index", metavar="FILE", help="an index built by `mine index`")
    add.add_argument(
        "--corpus",
        metavar="PATH",
        action="append",
        help="a text or a directory of texts; its index is built at first use, and kept",
    )
    add.add_argument(
        "--sentences",
        type=sizes_of,
        default=list(sizes),
        metavar="N[,N...]",
        help="numbers of sentences (the published twelve, 10 to 50,000)",
    )
    add.add_argument(
        "--rounds",
        type=positive,
        default=rounds,
        metavar="N",
        help=f"samples per number ({rounds})",
    )
    add.add_argument(
        "--seed", type=seed_of, default=1, metavar="S", help="random seed of the samples (1)"
    )
    add.add_argument(
        "--margin",
        type=margin_of,
        default=0.3,
        metavar="X",
        help="minimum log-odds for a round to answer (0.3)",
    )
    add.add_argument(
        "--coefficients", metavar="FILE.toml", help="coefficients to use instead of those that ship"
    )
    add_model_option(add)
    add.add_argument("--format", choices=["text", "json"], default="text")


def _collections(parser: argparse.ArgumentParser) -> None:
    both = parser.add_argument_group("FILE, evaluate and fit")
    files: list[tuple[str, str, str]] = [
        (
            "--measured",
            "FILE.jsonl",
            "keep the measurements here instead of in the cache directory",
        ),
        (
            "--out",
            "FILE",
            "write the evaluation as JSON, the coefficients as TOML, or people's accuracies as a table",
        ),
    ]
    both.add_argument(
        "--human",
        metavar="FILE.tsv",
        action="append",
        help="share of people who answer rightly: columns item and human_accuracy",
    )
    for name, metavar, what in files:
        both.add_argument(name, metavar=metavar, help=what)
    both.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="number of worker processes (1)"
    )
    both.add_argument(
        "--date", type=_date, metavar="YYYY-MM-DD", help="date of the fit (default: today)"
    )
    add = parser.add_argument_group("evaluate")
    others: list[tuple[str, str, str, Callable[[str], Any]]] = [
        ("--html", "REPORT.html", "write a report with plots", str),
        ("--plots", "DIR", "write the plots as SVG and PNG", str),
        ("--table", "FILE.tsv", "write one line per item", str),
        (
            "--subjects",
            "N",
            "number of people who answered each item, for the reliability",
            positive,
        ),
        ("--least", "N", "minimum number of answers for a published index (1)", positive),
    ]
    add.add_argument(
        "--labels",
        metavar="[NAME=]FILE",
        action="append",
        help="evaluate the answers of another system: columns item and label, or lines of `solve --jsonl`; given"
        " several times, the systems are compared in one table",
    )
    for name, metavar, what, kind in others:
        add.add_argument(name, metavar=metavar, help=what, type=kind)
    add = parser.add_argument_group("study")
    add.add_argument("--sheets", metavar="DIR", help="write sheets to fill in and to print")
    add.add_argument("--sets", type=positive, metavar="N", help="number of sets (4)")
    add.add_argument(
        "--filled",
        metavar="PATH",
        action="append",
        help="filled sheets: a file, or a directory of .txt files; may be repeated",
    )
