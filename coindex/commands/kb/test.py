"""``kb test``: run the examples of what rules must and must not decide."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import print_message
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.answer import Answer
    from coindex.reasoner.authoring.examples import Example, Judged
    from coindex.reasoner.store.store import Store
FEW = 200
"""The number of examples that are answered before a second process has loaded the parser."""

SHOWN = 10
"""The most known failures that are named because they are right."""


def kb_test(options: argparse.Namespace) -> int:
    """Run examples: what rules must and must not decide."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.authoring.examples import read_examples, unknown_rules
    from coindex.reasoner.authoring.kept_results import compare_with_last
    from coindex.reasoner.authoring.known_failures import (
        KNOWN_FAILURES,
        known_as,
        known_failures,
        new_failures,
        write_known,
    )
    from coindex.reasoner.linting.lint import report, status
    from coindex.reasoner.store.store import Store

    examples = read_examples([Path(p) for p in options.paths] or [KNOWLEDGE / "examples"])
    if not examples:
        raise InputError(
            f"there is no example in {', '.join(options.paths)}",
            hint="Write: rule: text with [pronoun]. = right answer | other answer",
        )
    if options.rule:
        examples = _of_rule(examples, options.rule)
    store = Store.open([KNOWLEDGE, *options.knowledge])
    those = list(_answered(examples, options))
    known = known_failures(KNOWN_FAILURES)
    compared = compare_with_last(those, [KNOWLEDGE, *map(Path, options.knowledge)], options.model)
    if options.update_known:
        if options.paths or options.rule:
            raise InputError("--update-known asks all examples", hint="Leave out PATH and --rule.")
        print_message(f"{write_known(KNOWN_FAILURES, those)} known failures are listed")
        known = known_failures(KNOWN_FAILURES)
    listed = [t for t in those if known_as(t.example) in known]
    found = [*unknown_rules(store, examples), *new_failures(those, known, compared.now_wrong)]
    if options.rules and options.format == "text":
        print("\n".join(_rules(store, those)))
    if text := report(found, options.format):
        print(text)
    failed = sum(t.finding is not None for t in those)
    print_message(f"{len(those) - failed} of {len(those)} examples pass")
    if listed:
        right = [t for t in listed if t.finding is None]
        print_message(
            f"{len(listed) - len(right)} of the failures are known ({KNOWN_FAILURES.name})"
        )
        for one in right[:SHOWN]:
            print_message(
                f"known as a failure, but right: {one.example.location}: {one.example.line}"
            )
        if right[SHOWN:]:
            print_message(
                f"and {len(right) - SHOWN} more are right; --update-known takes all off the list"
            )
    for line in compared.lines():
        print_message(line)
    for line in _summary(store, those, everything=not (options.paths or options.rule)):
        print_message(line)
    return status(found)


def _of_rule(examples: list[Example], rule: str) -> list[Example]:
    chosen = [e for e in examples if e.rule == rule]
    if not chosen:
        raise InputError(
            f"there is no example of `{rule}`",
            hint=f"Add one in knowledge/examples: {rule}: text with [pronoun]. = right answer | other",
        )
    return chosen


def _answered(examples: Sequence[Example], options: argparse.Namespace) -> Iterator[Judged]:
    """Answer the examples, in worker processes if that is faster."""
    from coindex.files.progress import Progress
    from coindex.reasoner.authoring.examples import Judged, ask
    from coindex.reasoner.running.engine import Reasoner

    workers = options.workers or (min(2, os.cpu_count() or 1) if len(examples) > FEW else 1)
    with Progress(len(examples)) as progress:
        if workers == 1:
            reasoner = Reasoner(model=options.model, extra=options.knowledge, mined="")
            yield from progress.over(ask(reasoner, examples))
            return
        answers = progress.over(_by_workers(examples, options, workers))
        for example, answer in zip(examples, answers, strict=True):
            yield Judged(example, answer, example.judge(answer))


def _by_workers(
    examples: Sequence[Example], options: argparse.Namespace, workers: int
) -> Iterator[Answer]:
    from coindex.reasoner.authoring.examples import TOGETHER, answers_of
    from coindex.reasoner.jobs.executor import in_order
    from coindex.reasoner.jobs.workers import Limits, Lost, Settings
    from coindex.reasoner.running.parses import Parses

    items = [example.item for example in examples]
    tasks = [items[i : i + TOGETHER] for i in range(0, len(items), TOGETHER)]
    parser = any(graph is None for graph in Parses(options.model).find(items))
    settings = Settings(options.model, tuple(options.knowledge), mined="", parser=parser)
    done = in_order(tasks, answers_of, settings, workers=workers, limits=Limits(seconds=300.0))
    for task, answers in zip(tasks, done, strict=True):
        if isinstance(answers, Lost):
            yield from (item.failed(answers.reason) for item in task)
        else:
            yield from answers


def _summary(store: Store, those: Sequence[Judged], *, everything: bool) -> Iterator[str]:
    from coindex.reasoner.authoring.examples import both_right, exampled, twins

    groups = twins(those)
    if groups:
        right = sum(map(both_right, groups))
        yield f"{right} of {len(groups)} groups of twins are all right"
    if everything:
        rules = exampled(store, those)
        without = sum(not r.must for r in rules)
        free = sum(not r.must_not for r in rules)
        yield f"of {len(rules)} axioms, {without} have no example that they must decide"
        yield f"and {free} none in which they must stay silent (--rules lists them)"
        rows, fired = _default_rows(store, those)
        if rows:
            yield f"{fired} of {rows} rows reason/4 and effect/4 speak for a right answer"


def _default_rows(store: Store, those: Sequence[Judged]) -> tuple[int, int]:
    """Count the rows of default rules, and those that spoke for a right answer."""
    from coindex.reasoner.authoring.examples import speaking
    from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, is_default_rule

    predicates = store.stats()["predicates"]
    rows = sum(predicates.get(name, 0) for name in DEFAULT_PREDICATES)
    return rows, len({rule for t in those for rule in speaking(t.answer) if is_default_rule(rule)})


def _rules(store: Store, those: Sequence[Judged]) -> Iterator[str]:
    from coindex.reasoner.authoring.examples import exampled

    yield "must  stay silent  fired"
    for rule in exampled(store, those):
        if not rule.must or not rule.must_not:
            counts = f"{rule.must:4}  {rule.must_not:11}  {rule.fired:5}"
            yield f"{counts}  {rule.rule}  {rule.file}:{rule.line}"
