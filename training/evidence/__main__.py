"""``python -m training.evidence``: write the evidence for each candidate of questions as rows of numbers."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from coindex.files.atomic import ensure_writable
from coindex.files.progress import Progress
from coindex.harness.questions.sources import Entry, Selection, read_sets
from coindex.harness.scores.table import table
from coindex.reasoner.jobs.executor import cut, in_chunks
from coindex.reasoner.jobs.journal import Journal, digest_of
from coindex.reasoner.jobs.workers import Settings
from kparse.errors import CoindexError, InputError
from training.evidence.questions import Asked, from_line, task, to_line, to_lines, unanswered
from training.pairing.model import Setting, learn
from training.pairing.samples import Sample


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask the questions and write the rows."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:
    ensure_writable(options.out)
    sets, entries = read_sets(options.files, Selection(seed=options.seed), {})
    most = dict(map(_of_set, options.most))
    unknown = sorted({*options.check, *most} - set(sets))
    if unknown:
        raise InputError(f"there is no set {unknown[0]!r}", hint=f"The sets are {', '.join(sets)}.")
    entries = [
        replace(e, part="check") if e.set in options.check else e
        for name in sets
        for e in some([e for e in entries if e.set == name], most.get(name), options.seed)
        if e.gold is not None
    ]
    settings = Settings(options.model)
    asked = _asked(entries, settings, options)
    fitted = cross_fitted(asked)
    lines = [line for n, one in enumerate(asked) for line in to_lines(one, fitted.get(n))]
    Path(options.out).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    print(report(asked, fitted))
    return 0


def _of_set(text: str) -> tuple[str, int]:
    name, _, number = text.rpartition("=")
    if not name or not number.isdecimal():
        raise InputError(f"--most {text} is not NAME=NUMBER")
    return name, int(number)


def some(entries: Sequence[Entry], most: int | None, seed: str) -> list[Entry]:
    """Draw whole pairs at random until there are enough questions, and keep the order of the file."""
    if most is None or len(entries) <= most:
        return list(entries)
    pairs = sorted({e.pair for e in entries})
    random.Random(seed).shuffle(pairs)
    size = dict.fromkeys(pairs, 0)
    for entry in entries:
        size[entry.pair] += 1
    drawn: set[str] = set()
    total = 0
    for pair in pairs:
        if total >= most:
            break
        drawn.add(pair)
        total += size[pair]
    return [e for e in entries if e.pair in drawn]


def _asked(
    entries: Sequence[Entry], settings: Settings, options: argparse.Namespace
) -> list[Asked]:
    """Ask the questions; an interrupted run goes on where it stopped."""
    described = "\n".join(f"{e.set} {e.id} {e.part} {e.gold}" for e in entries)
    with Journal(options.out, digest_of(described, settings=settings)) as journal:
        found = journal.resumed(from_line)
        rest = in_chunks(
            cut(entries[len(found) :]),
            task,
            settings,
            unanswered,
            workers=options.workers,
            seconds=options.time_limit,
        )
        with Progress(len(entries), done=len(found)) as bar:
            for one in bar.over(rest):
                found.append(one)
                journal.append(to_line(one))
        journal.finish("")
    return found


def cross_fitted(asked: Sequence[Asked]) -> dict[int, float]:
    """Give the lead of the right candidate by a pairwise model that was fitted without the question's pair.

    The model is fitted to all other questions, whatever their part: in log-odds, by the question's number.
    """
    samples = [
        Sample(
            one.set,
            one.id,
            one.pair,
            one.gold,
            one.decided_by == "knowledge",
            one.answer == one.gold,
            one.terms,
        )
        for one in asked
    ]
    if not any(sample.terms for sample in samples):
        return {}
    return learn(samples, Setting()).scores


def report(asked: Sequence[Asked], fitted: dict[int, float]) -> str:
    """Say how many questions there are, how many are right today, and how many the fitted pairwise model has right."""
    rows: list[Sequence[object]] = [
        ["set", "part", "questions", "answered", "right today", "pairs, fitted without the pair"]
    ]
    for name, part in dict.fromkeys((one.set, one.part) for one in asked):
        mine = [(n, one) for n, one in enumerate(asked) if (one.set, one.part) == (name, part)]
        judged = [fitted[n] for n, _ in mine if fitted.get(n)]
        rows.append(
            [
                name,
                part,
                len(mine),
                sum(bool(one.candidates) for _, one in mine),
                sum(one.answer == one.gold for _, one in mine),
                f"{sum(score > 0 for score in judged)} of {len(judged)}",
            ]
        )
    return table(rows)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.evidence", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="[NAME=]FILE", help="questions with answers")
    parser.add_argument("--out", metavar="FILE.jsonl", required=True, help="a line a candidate")
    parser.add_argument(
        "--check",
        metavar="NAME",
        action="append",
        default=[],
        help="a set of which nothing is read",
    )
    parser.add_argument(
        "--most", metavar="NAME=N", action="append", default=[], help="draw N questions of a set"
    )
    parser.add_argument("--seed", default="1", help="decides the parts and the draw (default: 1)")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S")
    parser.add_argument("--model", metavar="NAME_OR_PATH")
    return parser


if __name__ == "__main__":
    sys.exit(main())
