#!/usr/bin/env python3
"""The command line: ``python cli.py VERB ...``, or ``antecedent VERB ...`` once installed.

Each verb is a few lines over the packages. What a verb needs is imported when it runs, so that ``--help`` and a single
question start fast. Exit status: 0 done, 1 a check that was asked for failed, 2 bad usage or input.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kparse.errors import AntecedentError, InputError

if TYPE_CHECKING:
    from kparse.graph import SemanticGraph
    from reasoner import Answer, Reasoner

    Verbs: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

EPILOG = """exit status: 0 done; 1 a check that was asked for failed; 2 bad usage or input.
Set ANTECEDENT_DEBUG=1 for the traceback of an internal error."""

JSONL = """batch mode (--jsonl IN --out OUT):
  Each line of IN is {"id", "text", "pron_start", "pron_end", "candidates": [...]}; offsets count code points.
  Line n of OUT answers line n of IN; a line that cannot be used is answered by a line whose "error" says why.
  OUT appears when all is done. Until then the lines are kept in OUT.<digest>.part: after an interruption the same
  command goes on from there, as long as IN, the options and the knowledge are the same. `-` is standard input or
  output; answers to standard output are written as they come."""


# ------------------------------------------------------------------------------------------- verbs


def solve(options: argparse.Namespace) -> int:
    """Answer what pronouns stand for."""
    _one_source(options, "text", "conllu", "jsonl")
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
            for graph in _read_graphs(options.conllu)
            for answer in reasoner.answer_graph(
                graph, pronoun=_pronoun(options.pronoun), candidates=given, explain=explain
            )
        ]
    else:
        answers = reasoner.solve_all(
            _text(options.text),
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
                _say(str(finding))


def _batch(options: argparse.Namespace) -> int:
    from reasoner.batch import Settings, run

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
        _say(f"{done.failed} of {done.lines} lines have an error message for an answer")
    return 0


def parse(options: argparse.Namespace) -> int:
    """Print the semantic graph of a text, or of every text of a CoNLL-U file."""
    _one_source(options, "text", "conllu")
    if options.conllu:
        graphs = list(_read_graphs(options.conllu))
    else:
        from kparse import load_model, parse_text, strip_brackets

        text = strip_brackets(_text(options.text))[0]
        graphs = [parse_text(load_model(options.model), text, blanks="_" in text)]
    if options.format == "svg" and len(graphs) != 1:
        raise InputError(
            f"one picture shows one graph, and there are {len(graphs)}",
            hint="Use another --format.",
        )
    for graph in graphs:
        print(_graph_as(graph, options.format).rstrip("\n"))
    return 0


def kb_show(options: argparse.Namespace) -> int:
    """Tell what is known of a word, a class, a row or a rule."""
    from reasoner.engine import KNOWLEDGE
    from reasoner.kb import show
    from reasoner.store import Store

    print(show(Store.open([KNOWLEDGE, *options.knowledge]), " ".join(options.query)))
    return 0


def kb_lint(options: argparse.Namespace) -> int:
    """Check knowledge files."""
    from reasoner.kb import lint, report, status

    found = lint(options.paths, select=options.select)
    if text := report(found, options.format):
        print(text)
    return status(found)


def kb_test(options: argparse.Namespace) -> int:
    """Ask the examples that say what rules must and must not decide."""
    from reasoner import Reasoner
    from reasoner.engine import KNOWLEDGE
    from reasoner.examples import check, read_examples
    from reasoner.kb import report, status

    examples = read_examples([Path(p) for p in options.paths] or [KNOWLEDGE / "examples"])
    found = check(Reasoner(model=options.model, extra=options.knowledge), examples)
    if text := report(found, options.format):
        print(text)
    _say(f"{len(examples) - len(found)} of {len(examples)} examples are as they must be")
    return status(found)


def evaluate(options: argparse.Namespace) -> int:
    """Answer a collection of questions and compare with its answers."""
    import random

    from harness.evaluate import describe, table, tally
    from harness.questions import read_questions, write_items
    from reasoner import Reasoner
    from reasoner.batch import Progress

    seed = str(options.seed)
    golds = [g for g in read_questions(options.file) if options.part in (None, g.part(seed))]
    if options.third:
        pairs = sorted({g.pair for g in golds})
        kept = set(random.Random(seed).sample(pairs, -(-len(pairs) // 3)))
        golds = [g for g in golds if g.pair in kept]
    if options.questions:
        write_items([g.item for g in golds], options.questions)
        return 0
    reasoner = Reasoner(model=options.model, extra=options.knowledge)
    with Progress(len(golds)) as progress:
        answers = list(progress.over(reasoner.solve_many(g.item for g in golds)))
    pairs_done = list(zip(golds, answers, strict=True))
    wrong = [p for p in pairs_done if p[0].answer != p[1].answer]
    for gold, answer in wrong[: options.errors]:
        print(describe(gold, answer))
    print(table(tally(pairs_done, seed)))
    return 0


# ------------------------------------------------------------------------------- input and output


def _say(message: str) -> None:
    print(f"antecedent: {message}", file=sys.stderr)


def _one_source(options: argparse.Namespace, *names: str) -> None:
    given = [name for name in names if getattr(options, name) is not None]
    if len(given) != 1:
        ways = [
            "a TEXT in quotes, `-` for standard input",
            *(f"--{name} FILE" for name in names[1:]),
        ]
        problem = "there is no text" if not given else f"there are {len(given)} texts to read"
        raise InputError(problem, hint=f"Give one of: {', '.join(ways)}.")


def _text(given: str) -> str:
    """Give the text of the command line; ``-`` reads standard input."""
    if given == "-":
        try:
            given = sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"standard input is not UTF-8 (byte {error.start + 1})") from error
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"the text is not valid Unicode (character {error.start + 1})") from error
    if not given.strip():
        raise InputError("the text is empty", hint="Give a sentence.")
    return given


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


def _read_graphs(path: str) -> Iterator[SemanticGraph]:
    from kparse.build import build
    from kparse.conllu import read_conllu

    return (build(parsed) for parsed in read_conllu(Path(path)))


def _graph_as(graph: SemanticGraph, form: str) -> str:
    import json

    from kparse import draw
    from kparse.facts import facts
    from kparse.notation import encode

    if form == "penman":
        return encode(graph)
    if form == "facts":
        return "\n".join(facts(encode(graph)))
    if form == "json":
        return json.dumps(draw.to_json(graph), ensure_ascii=False)
    return draw.to_dot(graph) if form == "dot" else draw.to_svg(graph)


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


# -------------------------------------------------------------------------------------- the parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


_positive.__name__, _seconds.__name__ = "number above 0", "number of seconds"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="antecedent",
        description="Which noun phrase a pronoun stands for, and the rules that say so.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")

    verb = _verb(verbs, "solve", solve, JSONL)
    verb.add_argument(
        "text", nargs="?", metavar="TEXT", help="a text; the pronoun may stand in brackets: [it]"
    )
    verb.add_argument(
        "--pronoun", metavar="WORD", help="the pronoun asked about: a word, or its offset"
    )
    verb.add_argument(
        "--candidates",
        metavar='"A; B"',
        help="what it may stand for; found in the text if not given",
    )
    verb.add_argument(
        "--explain", action="store_true", help="the rules that fired, and what spoke for the others"
    )
    verb.add_argument("--why-not", metavar="NAME", help="say why this candidate was not chosen")
    verb.add_argument("--format", choices=["text", "json", "dot", "svg", "html"], default="text")
    verb.add_argument("--conllu", metavar="FILE", help="read analyses in CoNLL-U instead of a text")
    verb.add_argument("--jsonl", metavar="IN", help="read questions, one JSON object a line")
    verb.add_argument(
        "--out", metavar="OUT", help="where the answers go (default: standard output)"
    )
    verb.add_argument(
        "--workers",
        type=_positive,
        default=1,
        metavar="N",
        help="processes for --jsonl (default: 1)",
    )
    verb.add_argument(
        "--time-limit",
        type=_seconds,
        default=60.0,
        metavar="S",
        help="seconds a question of --jsonl may take (60)",
    )
    _common(verb)

    verb = _verb(verbs, "parse", parse)
    verb.add_argument("text", nargs="?", metavar="TEXT")
    verb.add_argument("--conllu", metavar="FILE", help="read analyses in CoNLL-U instead of a text")
    verb.add_argument(
        "--format", choices=["penman", "facts", "json", "dot", "svg"], default="penman"
    )
    verb.add_argument(
        "--model", metavar="NAME_OR_PATH", help="another spaCy pipeline with UD labels"
    )

    kb = verbs.add_parser("kb", help="look into the knowledge and check it", allow_abbrev=False)
    kb.set_defaults(run=None, usage=kb)
    kb_verbs = kb.add_subparsers(title="verbs", metavar="VERB")
    verb = _verb(kb_verbs, "show", kb_show)
    verb.add_argument(
        "query",
        nargs="+",
        metavar="QUERY",
        help="a word, a class, a rule's id, or a row with _ in it",
    )
    verb.add_argument(
        "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
    )
    verb = _verb(kb_verbs, "lint", kb_lint)
    verb.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or directories; the shipped ones if none"
    )
    verb.add_argument(
        "--select", metavar="CODE", action="append", default=[], help="codes, or how they begin"
    )
    verb.add_argument("--format", choices=["text", "json"], default="text")
    verb = _verb(kb_verbs, "test", kb_test)
    verb.add_argument("paths", nargs="*", metavar="PATH", help="example files; the shipped if none")
    verb.add_argument("--format", choices=["text", "json"], default="text")
    _common(verb)

    verb = _verb(verbs, "evaluate", evaluate)
    verb.add_argument(
        "file", metavar="FILE", help="questions with answers: .xml (Winograd), .txt (DPR) or .jsonl"
    )
    verb.add_argument("--part", choices=["tune", "held"], help="only this half of the pairs")
    verb.add_argument("--third", action="store_true", help="only a random third of the pairs")
    verb.add_argument("--seed", default="1", help="decides the halves and the third (default: 1)")
    verb.add_argument(
        "--questions",
        metavar="OUT",
        help="only write the questions, without their answers, as JSONL for solve --jsonl",
    )
    verb.add_argument(
        "--errors", type=_positive, default=0, metavar="N", help="show the first N wrong answers"
    )
    _common(verb)
    return parser


def _verb(
    verbs: Verbs, name: str, run: Callable[..., int], epilog: str = ""
) -> argparse.ArgumentParser:
    what = (run.__doc__ or "").strip()
    parser = verbs.add_parser(
        name,
        help=what[:1].lower() + what[1:].rstrip("."),
        description=what,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def _common(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--model", metavar="NAME_OR_PATH", help="another spaCy pipeline with UD labels"
    )
    verb.add_argument(
        "--knowledge",
        metavar="PATH",
        action="append",
        default=[],
        help="further knowledge, besides the shipped one",
    )


# -------------------------------------------------------------------------------------------- main


def main(argv: list[str] | None = None) -> int:
    """Run a command and give its exit status. Whatever goes wrong is one message on standard error."""
    try:
        return _run(argv)
    except AntecedentError as error:
        _say(str(error))
    except BrokenPipeError:
        # Whoever read the output has left; what Python still holds for it goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        _say("interrupted")
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _say(f"{place}{error.strerror or error}")
    except Exception as error:
        if os.environ.get("ANTECEDENT_DEBUG"):
            raise
        _say(f"internal error: {type(error).__name__}: {error} (ANTECEDENT_DEBUG=1 shows where)")
    return 2


def _run(argv: list[str] | None) -> int:
    parser = _parser()
    try:
        options = parser.parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    if options.version:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"antecedent {version('antecedent')}")
        except PackageNotFoundError:
            print("antecedent (not installed)")
        return 0
    if getattr(options, "run", None) is None:
        getattr(options, "usage", parser).print_help(sys.stderr)
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # what a terminal cannot show
    status: int = options.run(options)
    sys.stdout.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
