"""``hardness``: how hard a schema is for people: estimated for one question, evaluated against people, or fitted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

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
from coindex.commands.options.common import print_message
from coindex.commands.options.text_input import candidates_argument, pronoun_argument, text_argument
from kparse.errors import InputError

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
