"""``choose``: decide which of two alternatives is the cause or the effect of a premise."""

from __future__ import annotations

import argparse

from coindex.commands.options import asking_option, knowledge_option
from coindex.commands.options.answer_output import format_answers, needs_proofs
from coindex.commands.options.text_input import text_argument
from kparse.errors import InputError


def choose(options: argparse.Namespace) -> int:
    """Decide which of two alternatives is the cause or the effect of a premise."""
    from coindex.reasoner import Reasoner
    from coindex.reasoner.solving.choice import Choice

    premise, first, second = map(text_argument, (options.premise, *options.alternative))
    paths, sentences = knowledge_option.split_values(options.knowledge)
    reasoner = Reasoner(model=options.model, extra=paths, mined=options.mined)
    asking_option.attach(options, reasoner)
    choice = Choice("1", premise, (first, second), options.asks, tuple(sentences))
    answer = reasoner.choose(choice, explain=needs_proofs(options))
    if answer.error is not None:
        raise InputError(answer.error)
    if asking_option.show_noted(reasoner):
        return 0
    knowledge_option.report_unused([answer])
    least = options.min_confidence
    if least is not None and options.format != "text":
        raise InputError("--min-confidence goes with --format text")
    for piece in format_answers(
        reasoner, [answer], options.format, explain=options.explain, least=least
    ):
        print(piece)
    return 0
