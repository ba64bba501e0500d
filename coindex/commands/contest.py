"""``contest``: the 2016 Winograd Schema Challenge: answer its problems, grade the answers, apply the award rules."""

from __future__ import annotations

import argparse

from coindex.commands.options import asking_option
from coindex.commands.options.common import print_message


def run(options: argparse.Namespace) -> int:
    """Answer a contest's problems and write the output file and the trace."""
    from coindex.harness.contest.run import items_of
    from coindex.harness.contest.run import run as run_contest
    from coindex.reasoner.jobs.workers import Limits, Settings

    plain = Settings(options.model, tuple(options.knowledge), explain=True, mined=options.mined)
    settings = asking_option.prepared(options, plain, items_of(options.input))
    if settings is None:
        return 0
    done = run_contest(
        options.input,
        options.team,
        options.out,
        settings,
        workers=options.workers,
        limits=Limits(options.time_limit),
    )
    if done.remark:
        print_message(f"{options.input}: {done.remark}")
    if done.resumed:
        print_message(f"{done.resumed} answers were kept from an interrupted run")
    failed = f", {done.errors} of them because of an error" if done.errors else ""
    print_message(
        f"{done.problems} problems answered, {done.guesses} by a guess{failed}: {done.output}"
    )
    print_message(f"trace: {done.trace}")
    return 0


def score(options: argparse.Namespace) -> int:
    """Grade an output file against the right answers."""
    from coindex.harness.contest.award import alone
    from coindex.harness.contest.score import read_gold, score_output, table

    gold = read_gold(options.gold)
    _print_remarks(gold.remark and f"{gold.name}: {gold.remark}")
    graded = score_output(options.output, gold)
    _print_remarks(*graded.output.disagreements())
    print(f"{options.output} against {options.gold}")
    print(table(graded))
    print(f"  as round one, alone: {alone(graded)}")
    return 0


def award(options: argparse.Namespace) -> int:
    """Apply the contest's award rules to several teams, after one round or two."""
    from coindex.harness.contest.award import award as decide
    from coindex.harness.contest.award import table
    from coindex.harness.contest.score import read_gold, score_output
    from kparse.errors import InputError

    if len(options.round) > 2:
        raise InputError(f"there are {len(options.round)} rounds, and the contest has one or two")
    rounds = []
    for paths in options.round:
        if len(paths) < 2:
            raise InputError(
                f"--round {paths[0]}: no output file",
                hint="Give the file with the right answers, then the teams' output files.",
            )
        gold = read_gold(paths[0])
        rounds.append([score_output(path, gold) for path in paths[1:]])
        _print_remarks(gold.remark and f"{gold.name}: {gold.remark}")
        _print_remarks(*(d for graded in rounds[-1] for d in graded.output.disagreements()))
    print(table(decide(*rounds)))
    return 0


def _print_remarks(*remarks: str, most: int = 5) -> None:
    """Print the first ``most`` remarks on standard error, and how many more there are."""
    given = [remark for remark in remarks if remark]
    for remark in given[:most]:
        print_message(remark)
    if len(given) > most:
        print_message(f"... and {len(given) - most} more")
