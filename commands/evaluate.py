"""``evaluate``: answer collections of questions and compare with their answers."""

from __future__ import annotations

import argparse

from commands.common import Verbs, knowledge_options, positive, verb


def evaluate(options: argparse.Namespace) -> int:
    """Answer a collection of questions and compare with its answers."""
    import random

    from harness.evaluate import describe, table, tally
    from harness.questions import read_questions, write_items
    from reasoner import Reasoner
    from reasoner.progress import Progress

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


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = verb(verbs, "evaluate", evaluate)
    parser.add_argument(
        "file", metavar="FILE", help="questions with answers: .xml (Winograd), .txt (DPR) or .jsonl"
    )
    parser.add_argument("--part", choices=["tune", "held"], help="only this half of the pairs")
    parser.add_argument("--third", action="store_true", help="only a random third of the pairs")
    parser.add_argument("--seed", default="1", help="decides the halves and the third (default: 1)")
    parser.add_argument(
        "--questions",
        metavar="OUT",
        help="only write the questions, without their answers, as JSONL for solve --jsonl",
    )
    parser.add_argument(
        "--errors", type=positive, default=0, metavar="N", help="show the first N wrong answers"
    )
    knowledge_options(parser)
