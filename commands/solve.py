"""``solve``: what pronouns stand for, of a text or of a batch."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from commands.common import Verbs, knowledge_options, say, verb, worker_options
from commands.texts import one_source, read_graphs, text_of
from kparse.errors import InputError

if TYPE_CHECKING:
    from reasoner import Answer, Reasoner

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
    if options.conllu:
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
    for piece in _shown(reasoner, answers, options):
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


def _shown(reasoner: Reasoner, answers: list[Answer], options: argparse.Namespace) -> Iterator[str]:
    """Give each answer in the form asked for."""
    from reasoner import render

    if options.format in ("svg", "html") and len(answers) != 1:
        raise InputError(
            f"--format {options.format} shows one answer, and {len(answers)} pronouns are asked about",
            hint="Name one with --pronoun, or put it in brackets: [it].",
        )
    plain = not _unicode(sys.stdout.encoding)
    for answer in answers:
        if options.format == "json":
            yield render.to_json(answer)
        elif options.format == "dot":
            yield render.to_dot(answer)
        elif options.format == "svg":
            yield render.to_svg(answer)
        elif options.format == "html":
            from kparse.draw import to_svg
            from kparse.notation import decode

            yield render.to_html(answer, picture=to_svg(decode(answer.graph)))
        elif options.why_not is not None:
            near = reasoner.near_misses(answer, render.candidate_index(answer, options.why_not))
            yield render.why_not(answer, options.why_not, near, ascii_only=plain)
        elif options.explain:
            yield render.to_text(answer, ascii_only=plain) + "\n"
        else:
            yield _line(answer)


def _line(answer: Answer) -> str:
    """Give an answer in one line.

    >>> from reasoner.answer import Answer
    >>> _line(Answer("It slept.", "It", 0, 2, ("the cat", "the dog"), 1, "knowledge", 0.875))
    'It = the dog  (knowledge, 0.88)'
    """
    rivals = [c for i, c in enumerate(answer.candidates) if i != answer.answer]
    how = f"tie with {'; '.join(rivals)}" if answer.decided_by == "tie" else answer.decided_by
    return f"{answer.pronoun} = {answer.candidate or '?'}  ({how}, {answer.confidence:.2f})"


def _unicode(encoding: str | None) -> bool:
    try:
        "├─“”".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


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
    parser.add_argument("--format", choices=["text", "json", "dot", "svg", "html"], default="text")
    parser.add_argument(
        "--conllu", metavar="FILE", help="read analyses in CoNLL-U instead of a text"
    )
    parser.add_argument("--jsonl", metavar="IN", help="read questions, one JSON object a line")
    parser.add_argument(
        "--out", metavar="OUT", help="where the answers go (default: standard output)"
    )
    worker_options(parser)
    knowledge_options(parser)
