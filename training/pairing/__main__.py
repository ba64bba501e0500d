"""``python -m training.pairing``: learn the pairwise model of terms, and write the file that the reasoner reads."""

from __future__ import annotations

import argparse
import math
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import write_text
from coindex.harness.questions.sources import Selection, read_sets
from coindex.harness.scores.table import table
from coindex.reasoner.evidence.pairwise_model import UNIT
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.workers import Settings
from kparse.errors import CoindexError, InputError
from training.pairing.model import Learnt, Setting, learn
from training.pairing.samples import EXAMPLES, Sample, examples
from training.pairing.solving import Work, read_or_solve

SHARE_OF_EXAMPLES = 0.2
"""The weight of an example relative to a question: examples are many, and rules already decide them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn from the tuned part of questions, and from the examples beside the axioms."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2


def _checked(options: argparse.Namespace) -> None:
    """Reject invalid options before the long work starts."""
    bounds = {
        "--least": (options.least >= 1, "a whole number from 1 on"),
        "--price": (0 < options.price < math.inf, "a number above 0"),
        "--smallest": (0 <= options.smallest < 1, "a share: from 0 up to 1, without 1"),
        "--workers": (options.workers >= 1, "a whole number from 1 on"),
    }
    for name, (good, wanted) in bounds.items():
        if not good:
            raise InputError(f"{name} is {vars(options)[name[2:]]}", hint=f"Give {wanted}.")
    targets = [Path(name) for name in (options.out, options.samples) if name]
    for target in targets:
        if target.is_dir() or not target.parent.is_dir():
            raise InputError(f"cannot write {target}: not a file in a directory that exists")
    if len({target.resolve() for target in targets}) < len(targets):
        raise InputError("--out and --samples name the same file", hint="Give two files.")


def _run(options: argparse.Namespace) -> int:
    _checked(options)
    _, entries = read_sets(options.files, Selection(seed=options.seed), {})
    out = set(options.without)
    asked = [
        e
        for e in entries
        if e.part == "tune"
        and e.gold is not None
        and isinstance(e.asked, Item)
        and not {f"{e.set}:{e.id}", f"{e.set}:{e.pair}"} & out
    ]
    if not asked:
        raise InputError("no question is left to learn from", hint="Give more files.")
    asked += examples(KNOWLEDGE / "examples")
    work = Work(Settings(options.model, mined=""), options.workers)
    file = Path(options.samples) if options.samples else None
    samples = read_or_solve(asked, work, file, lambda text: print(text, file=sys.stderr))
    setting = Setting(
        least=options.least,
        price=options.price,
        shares={EXAMPLES: SHARE_OF_EXAMPLES},
        smallest=options.smallest,
    )
    learnt = learn(samples, setting, without=[EXAMPLES])
    print(report(samples, learnt))
    if options.out:
        write_text(options.out, written(learnt, _command(options)))
    return 0


def report(samples: Sequence[Sample], learnt: Learnt) -> str:
    """Report for each set how many questions the model answers right, with their pair left out of the fit."""
    lines: list[Sequence[object]] = [
        [
            "set",
            "questions",
            "right by pairs",
            "silent",
            "not by knowledge",
            "right by pairs",
            "by preference",
        ]
    ]
    for name in dict.fromkeys(sample.set for sample in samples):
        mine = [n for n, s in enumerate(samples) if s.set == name and n in learnt.scores]
        right = [n for n in mine if learnt.scores[n] > 0]
        rest = [n for n in mine if not samples[n].by_knowledge]
        lines.append(
            [
                name,
                len(mine),
                _share(len(right), len(mine)),
                sum(not learnt.scores[n] for n in mine),
                len(rest),
                _share(sum(learnt.scores[n] > 0 for n in rest), len(rest)),
                _share(sum(samples[n].right for n in rest), len(rest)),
            ]
        )
    return f"{len(learnt.weights)} pairs\n{table(lines)}"


def _share(some: int, of: int) -> str:
    return f"{some} ({100 * some / of:.1f} %)" if of else "0"


def written(learnt: Learnt, command: str) -> str:
    """Write the file: a head, then pairs by the pronoun's term and the candidate's."""
    head = [
        "# Which term of a candidate goes with which term of the pronoun, learnt from questions (docs/statistics.md).",
        f"# Written by `{command}`; not to be edited.",
        f"# weight in 1/{UNIT} of a unit of log-odds, the candidate's term, the pronoun's term",
    ]
    lines = []
    for (term, pronoun_term), weight in sorted(
        learnt.weights.items(), key=lambda item: item[0][::-1]
    ):
        whole = round(weight * UNIT)
        if whole:
            lines.append(f"{whole}\t{term}\t{pronoun_term}")
    return "\n".join([*head, *lines]) + "\n"


def _command(options: argparse.Namespace) -> str:
    """Write the command that repeats the run, with files but not their directories."""
    words = ["python", "-m", "training.pairing"]
    for file in options.files:
        name, equals, path = file.rpartition("=")
        words.append(f"{name}{equals}{Path(path).name}")
    words += [word for name in options.without for word in ("--without", name)]
    words += ["--least", str(options.least), "--price", str(options.price)]
    words += ["--smallest", str(options.smallest), "--seed", options.seed]
    return shlex.join([*words, "--out", "knowledge/learned/statistics/pairs.tsv"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.pairing", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="[NAME=]FILE", help="questions with answers")
    parser.add_argument("--out", metavar="FILE", help="write the pairs there")
    parser.add_argument("--samples", metavar="FILE.jsonl", help="keep what the questions give")
    parser.add_argument("--without", metavar="SET:ID", action="append", default=[])
    parser.add_argument("--seed", default="1", help="decides which part is tuned (default: 1)")
    parser.add_argument("--least", type=int, default=Setting.least, metavar="N")
    parser.add_argument("--price", type=float, default=Setting.price, metavar="P")
    parser.add_argument("--smallest", type=float, default=Setting.smallest, metavar="S")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--model", metavar="NAME_OR_PATH")
    return parser


if __name__ == "__main__":
    sys.exit(main())
