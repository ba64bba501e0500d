"""``choose``: decide which of two alternatives is the cause or the effect of a premise."""

from __future__ import annotations

import argparse

from coindex.commands.options import asking_option, knowledge_option
from coindex.commands.options.answer_output import (
    FORMATS,
    add_explain_option,
    format_answers,
    needs_proofs,
)
from coindex.commands.options.common import (
    Verbs,
    add_confidence_option,
    add_knowledge_options,
    add_mined_option,
    add_verb,
)
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


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(verbs, "choose", choose)
    parser.add_argument("premise", metavar="PREMISE", help="what happened")
    parser.add_argument(
        "alternative", nargs=2, metavar="ALTERNATIVE", help="two sentences to choose from"
    )
    parser.add_argument(
        "--asks",
        choices=["cause", "effect"],
        required=True,
        help="whether the alternatives are possible causes or effects of the premise",
    )
    add_explain_option(parser)
    add_confidence_option(parser, "call the answer undecided if its confidence is below P")
    parser.add_argument("--format", choices=FORMATS, default="text")
    asking_option.add_asking_options(parser)
    add_mined_option(parser)
    add_knowledge_options(parser, knowledge_option.HELP, "PATH|SENTENCE")
