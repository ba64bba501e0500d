"""``solve``: what pronouns stand for, of a text or of a batch."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from commands.common import Verbs, knowledge_options, say, verb, worker_options
from commands.shown import FORMATS, shown
from commands.texts import one_source, read_graphs, text_of
from kparse.errors import InputError

JSONL = """batch mode (--jsonl IN --out OUT):
  Each line of IN is {"id", "text", "pron_start", "pron_end", "candidates": [...]}; offsets count code points.
  Line n of OUT answers line n of IN; a line that cannot be used is answered by a line whose "error" says why.
  OUT appears when all is done. Until then the lines are kept in OUT.<digest>.part: after an interruption the same
  command goes on from there, as long as IN, the options and the knowledge are the same. `-` is standard input or
  output; answers to standard output are written as they come."""


def solve(options: argparse.Namespace) -> int:
    """Answer what pronouns stand for."""
    one_source(options, "text", "conllu", "jsonl")
    if options.jsonl is not None:
        return _batch(options)
    if options.out is not None:
        raise InputError("--out goes with --jsonl")
    from reasoner import Reasoner

    reasoner = Reasoner(model=options.model, extra=options.knowledge)
    _point_out(options.knowledge)
    explain = (
        options.explain or options.why_not is not None or options.format in ("dot", "svg", "html")
    )
    given = _candidates(options.candidates)
    if options.conllu is not None:
        answers = [
            answer
            for graph in read_graphs(options.conllu)
            for answer in reasoner.answer_graph(
                graph, pronoun=_pronoun(options.pronoun), candidates=given, explain=explain
            )
        ]
    else:
        answers = reasoner.solve_all(
            text_of(options.text),
            pronoun=_pronoun(options.pronoun),
            candidates=given,
            explain=explain,
        )
    for piece in shown(
        reasoner, answers, options.format, explain=options.explain, why_not=options.why_not
    ):
        print(piece)
    return 0


def _point_out(paths: list[Path]) -> None:
    """Say on standard error what `kb lint` finds wrong in the files given: a misspelt class would have no effect."""
    if paths:
        from reasoner.kb import lint

        for finding in lint(paths):
            if finding.is_error:
                say(str(finding))


def _batch(options: argparse.Namespace) -> int:
    from reasoner.batch import run
    from reasoner.workers import Settings

    if options.pronoun or options.candidates or options.why_not or options.format != "text":
        raise InputError(
            "--jsonl goes with --out, --workers, --time-limit, --explain, --model and --knowledge only"
        )
    settings = Settings(options.model, tuple(options.knowledge), options.explain)
    done = run(
        options.jsonl,
        options.out or "-",
        settings,
        workers=options.workers,
        limit=options.time_limit,
    )
    if done.failed:
        say(f"{done.failed} of {done.lines} lines have an error message for an answer")
    return 0


def _candidates(given: str | None) -> list[str] | None:
    if given is None:
        return None
    names = [name.strip() for name in given.split(";") if name.strip()]
    if len(names) < 2:
        raise InputError(
            f"two or more candidates are needed, not {len(names)}",
            hint='Separate them by semicolons: --candidates "the cup; the table".',
        )
    return names


def _pronoun(given: str | None) -> str | int | None:
    """Give a pronoun as a word or, if it is a number, an offset."""
    is_number = re.fullmatch("[0-9]{1,9}", given or "")
    return int(is_number[0]) if is_number else given


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = verb(verbs, "solve", solve, JSONL)
    parser.add_argument(
        "text", nargs="?", metavar="TEXT", help="a text; the pronoun may stand in brackets: [it]"
    )
    parser.add_argument(
        "--pronoun", metavar="WORD", help="the pronoun asked about: a word, or its offset"
    )
    parser.add_argument(
        "--candidates",
        metavar='"A; B"',
        help="what it may stand for; found in the text if not given",
    )
    parser.add_argument(
        "--explain", action="store_true", help="the rules that fired, and what spoke for the others"
    )
    parser.add_argument("--why-not", metavar="NAME", help="say why this candidate was not chosen")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument(
        "--conllu", metavar="FILE", help="read analyses in CoNLL-U instead of a text"
    )
    parser.add_argument("--jsonl", metavar="IN", help="read questions, one JSON object a line")
    parser.add_argument(
        "--out", metavar="OUT", help="where the answers go (default: standard output)"
    )
    worker_options(parser)
    knowledge_options(parser)
