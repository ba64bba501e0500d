"""``contest``: the 2016 Winograd Schema Challenge: answer its problems, grade the answers, apply the award rules."""

from __future__ import annotations

import argparse

from coindex.commands.options import asking_option
from coindex.commands.options.common import (
    Verbs,
    add_group,
    add_knowledge_options,
    add_mined_option,
    add_verb,
    add_worker_options,
    keeps,
    print_message,
)

RUN = """NAME-output.txt is the file that a team submits: text, excerpt and answer of each problem, then the list of
letters. NAME-trace.jsonl has one line per problem: what decided, the rules, the explanation, and whether it was a
guess. Every problem gets an answer. Both files are written when all problems are answered. After an interruption, run
the same command again; it continues."""

SCORE = """Only the last line of OUTPUT is graded: the comma-separated list of letters. An omitted answer (an empty
entry, -, ?, or none at all) is wrong. A message names each Answer line that disagrees with the list."""

AWARD = """coindex contest award --round ROUND1.xml A-output.txt B-output.txt --round ROUND2.xml 2/A-output.txt
A team's name is its file's name without -output.txt. See docs/contest.md."""


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


def register(verbs: Verbs) -> None:
    """Declare the verbs."""
    verbs = add_group(verbs, "contest", "run and score the 2016 Winograd Schema Challenge")
    parser = add_verb(verbs, "run", run, RUN)
    keeps(parser, "answers")
    parser.add_argument("input", metavar="INPUT.xml", help="the contest's problems")
    parser.add_argument(
        "--team", required=True, metavar="NAME", help="team name; both file names begin with it"
    )
    parser.add_argument(
        "--out", default=".", metavar="DIR", help="directory for both files (default: here)"
    )
    add_worker_options(parser)
    asking_option.add_asking_options(parser)
    add_mined_option(parser)
    add_knowledge_options(parser)

    parser = add_verb(verbs, "score", score, SCORE)
    parser.add_argument("output", metavar="OUTPUT", help="NAME-output.txt")
    parser.add_argument("gold", metavar="GOLD.xml", help="the problems with their right answers")

    parser = add_verb(verbs, "award", award, AWARD)
    parser.add_argument(
        "--round",
        action="append",
        nargs="+",
        required=True,
        metavar=("GOLD.xml", "OUTPUT"),
        help="the right answers of a round, then the teams' output files; repeat the option for round two",
    )
