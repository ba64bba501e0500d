"""``solve``: decide what pronouns stand for, in a text or in a batch of questions."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options import asking_option, knowledge_option
from coindex.commands.options.answer_output import format_answers, needs_proofs
from coindex.commands.options.common import print_message
from coindex.commands.options.text_input import (
    candidates_argument,
    pronoun_argument,
    read_graphs,
    require_one_source,
    text_argument,
)
from kparse.errors import InputError
from kparse.input.language import require_english

if TYPE_CHECKING:
    from coindex.reasoner import Answer, Reasoner
    from coindex.reasoner.counterfactuals.suggest import Suggestion

PROGRAM = "lp"
"""The format that prints the program of a question."""


def solve(options: argparse.Namespace) -> int:
    """Decide what the pronouns of a text stand for."""
    if options.interactive:
        return _prompt(options)
    require_one_source(options, "text", "conllu", "jsonl", "file")
    if options.jsonl is not None:
        return _batch(options)
    if options.file is not None:
        return _book(options)
    if options.out is not None:
        raise InputError("--out goes with --jsonl and --file")
    if options.suggest and (options.format not in ("text", "json") or options.why_not is not None):
        raise InputError("--suggest goes with --format text or json, and without --why-not")
    if options.min_confidence is not None and (
        options.format not in ("text", "json") or options.why_not is not None
    ):
        raise InputError("--min-confidence goes with --format text or json, and without --why-not")
    from coindex.reasoner import Reasoner

    paths, sentences = knowledge_option.split_values(options.knowledge)
    reasoner = Reasoner(model=options.model, extra=paths, mined=options.mined)
    asking_option.attach(options, reasoner)
    _report_errors([Path(path) for path in paths])
    explain = needs_proofs(options) or options.why_not is not None
    given = candidates_argument(options.candidates)
    if options.format == PROGRAM:
        if options.conllu is not None or explain or options.explain:
            raise InputError(f"--format {PROGRAM} prints a program, without --explain and --conllu")
        if reasoner.asks is not None:
            raise InputError(
                f"--format {PROGRAM} asks nobody", hint="Give the rules with --knowledge."
            )
        text, pronoun = text_argument(options.text), pronoun_argument(options.pronoun)
        program = reasoner.program(text, pronoun=pronoun, candidates=given, knowledge=sentences)
        print(program, end="")
        return 0
    if options.conllu is not None:
        answers = [
            answer
            for graph in read_graphs(options.conllu)
            for answer in reasoner.answer_graph(
                graph,
                pronoun=pronoun_argument(options.pronoun),
                candidates=given,
                explain=explain,
                knowledge=sentences,
            )
        ]
    else:
        text = text_argument(options.text)
        require_english(text)
        answers = reasoner.solve_all(
            text,
            pronoun=pronoun_argument(options.pronoun),
            candidates=given,
            explain=explain,
            knowledge=sentences,
        )
    if asking_option.show_noted(reasoner):
        return 0
    knowledge_option.report_unused(answers)
    if options.suggest or options.min_confidence is not None:
        return _suggest(reasoner, answers, options)
    for piece in format_answers(
        reasoner, answers, options.format, explain=options.explain, why_not=options.why_not
    ):
        print(piece)
    return 0


def _suggest(reasoner: Reasoner, answers: list[Answer], options: argparse.Namespace) -> int:
    """Print each answer with the rows that would decide for each candidate; of sure ones only with ``--suggest``."""
    least = options.min_confidence
    for answer in answers:
        undecided = answer.is_undecided(least)
        wanted = options.suggest or undecided
        found = reasoner.suggestions(answer) if wanted else []
        if options.format == "json":
            rows = [suggestion.to_dict() for suggestion in found]
            record: dict[str, object] = {"answer": answer.to_dict(), "suggestions": rows}
            record |= {} if least is None else {"undecided": undecided}
            print(json.dumps(record, ensure_ascii=False))
            continue
        for piece in format_answers(
            reasoner, [answer], "text", explain=options.explain, least=least
        ):
            print(piece)
        if not wanted:
            continue
        for index, candidate in enumerate(answer.candidates):
            those = [s for s in found if s.index == index]
            lines = [line for suggestion in those for line in _suggested(suggestion)]
            print(_suggested_rows(answer, index, candidate, lines))
    return 0


def _suggested(one: Suggestion) -> list[str]:
    """Format a suggestion: what it says, what to do or what the row is about, and the row."""
    notes = [note for note in (one.advice, one.covers) if note]
    return [f"% {one.says}", *(f"%   {note}" for note in notes), *one.rows]


def _suggested_rows(answer: Answer, index: int, candidate: str, rows: list[str]) -> str:
    """Format the rows for one candidate. Any one of them would decide for it."""
    if rows:
        lines = "".join(f"\n  {row}" for row in rows)
        return f"% for “{candidate}”, one of:{lines}"
    from coindex.reasoner.answer import INFORMED

    if index == answer.answer and answer.decided_by in INFORMED:
        return f"% for “{candidate}”: nothing is missing"
    return f"% for “{candidate}”: no single word or row would decide"


def _prompt(options: argparse.Namespace) -> int:
    """Answer texts that are typed, one after the other."""
    others = ("text", "conllu", "jsonl", "file", "out", "why_not")
    given = [name for name in others if getattr(options, name) is not None]
    if given or options.suggest or options.min_confidence is not None or options.ask_show:
        raise InputError("-i reads texts from a prompt, and goes with no other text and no file")
    from coindex.commands.prompt import interact
    from coindex.reasoner import Reasoner

    paths, sentences = knowledge_option.split_values(options.knowledge)
    reasoner = Reasoner(model=options.model, extra=paths, mined=options.mined)
    asking_option.attach(options, reasoner)
    _report_errors([Path(path) for path in paths])
    return interact(reasoner, options, sentences)


def _report_errors(paths: list[Path]) -> None:
    """Print the errors that `kb lint` finds in the given files: a misspelt class would just have no effect."""
    if paths:
        from coindex.reasoner.linting.lint import lint

        for finding in lint(paths):
            if finding.is_error:
                print_message(str(finding))


def _batch(options: argparse.Namespace) -> int:
    from coindex.reasoner.jobs.batch import entries_of, run
    from coindex.reasoner.jobs.workers import Settings

    others = (options.pronoun, options.candidates, options.why_not, options.suggest)
    if any(others) or options.format != "text":
        raise InputError(
            "--jsonl goes with --out, --workers, --scheduler, --time-limit, --explain, --min-confidence, --model, "
            "--mined, --knowledge, --ask and its companions only"
        )
    paths, sentences = knowledge_option.split_values(options.knowledge)
    if sentences:
        raise InputError(
            "with --jsonl, sentences of knowledge belong to single questions",
            hint='Write "knowledge": ["..."] into the lines.',
        )
    settings = Settings(
        options.model, tuple(paths), bool(options.explain), options.mined, options.min_confidence
    )
    if asking_option.is_given(options):
        needed = asking_option.asks_somebody(options)
        if options.jsonl == "-" and needed:
            raise InputError(
                "--ask reads the questions twice, which standard input does not allow",
                hint="Name a file with --jsonl.",
            )
        entries = entries_of(options.jsonl) if needed else ()
        items = [entry.item for entry in entries if entry.item is not None]
        asking = asking_option.prepared(options, settings, items)
        if asking is None:
            return 0
        settings = asking
    done = run(
        options.jsonl,
        options.out or "-",
        settings,
        workers=options.workers,
        limit=options.time_limit,
    )
    if done.failed:
        print_message(f"{done.failed} of {done.lines} lines have an error instead of an answer")
    return 0


def _book(options: argparse.Namespace) -> int:
    from coindex.reasoner.jobs.long_texts import run
    from coindex.reasoner.jobs.workers import Settings

    others = (options.pronoun, options.candidates, options.why_not, options.suggest)
    more = (options.explain, options.min_confidence is not None)
    if any((*others, *more)) or (options.out is None and not options.ask_show):
        raise InputError(
            "--file goes with --out, --workers, --scheduler, --time-limit, --model, --mined, --knowledge, --ask and "
            "its companions only",
            hint="Name the file for the answers: --out chains.jsonl.",
        )
    paths, sentences = knowledge_option.split_values(options.knowledge)
    if sentences:
        raise InputError("with --file, knowledge comes from files, not from sentences")
    plain = Settings(options.model, tuple(paths), mined=options.mined)
    settings = asking_option.prepared_for_text(options, plain, options.file)
    if settings is None:
        return 0
    done = run(
        options.file, options.out, settings, workers=options.workers, limit=options.time_limit
    )
    if done.failed:
        print_message(f"{done.failed} of {done.lines} sections have an error instead of answers")
    return 0
