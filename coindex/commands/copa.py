"""``copa``: Choice of Plausible Alternatives: answers, choice files, the paired test, the paper's baselines."""

from __future__ import annotations

import argparse

from coindex.commands.options import asking_option
from coindex.commands.options.common import print_message
from kparse.errors import InputError


def run(options: argparse.Namespace) -> int:
    """Answer a file of COPA questions."""
    from coindex.harness.copa.answering import keep_apart
    from coindex.harness.copa.answering import run as answer
    from coindex.harness.questions.copa import read_copa
    from coindex.reasoner.jobs.workers import Limits, Settings

    golds = read_copa(options.file, print_message)
    keep_apart(options.out, options.file)
    choices = [gold.choice for gold in golds]
    plain = Settings(options.model, tuple(options.knowledge), options.explain, options.mined)
    settings = asking_option.prepared(options, plain, choices)
    if settings is None:
        return 0
    done = answer(
        choices,
        options.out,
        settings,
        workers=options.workers,
        limits=Limits(seconds=options.time_limit),
    )
    if done.resumed:
        print_message(f"{done.resumed} of {done.items} questions were answered by an earlier run")
    if done.guesses:
        failed = f", {done.failed} of them with an error" if done.failed else ""
        print_message(
            f"{done.guesses} of {done.items} choices are guesses{failed}; see {done.trace}"
        )
    return 0


def score(options: argparse.Namespace) -> int:
    """Grade a choice file, and test whether another one differs from it."""
    from coindex.harness.copa.choices import read_choices
    from coindex.harness.copa.scoring import comparison_lines, legend, marks, read_key, score_lines
    from coindex.harness.statistics.paired import compare

    key = read_key(options.gold)
    marked = []
    for path in filter(None, (options.choices, options.other)):
        choices = read_choices(path)
        marked.append(marks(choices, key))
        print("\n".join(score_lines(choices, key, marked[-1])))
    print(legend())
    if options.other:
        result = compare(*marked, shuffles=options.shuffles, seed=options.seed)
        print("\n".join(comparison_lines(result, options.seed)))
    return 0


def agree(options: argparse.Namespace) -> int:
    """Say how far raters agree beyond chance."""
    from coindex.harness.copa.choices import read_choices
    from coindex.harness.copa.scoring import agreement_lines

    if len(options.choices) < 2:
        raise InputError("one file has nobody to agree with", hint="Give two choice files or more.")
    print("\n".join(agreement_lines([read_choices(path) for path in options.choices])))
    return 0


def check(options: argparse.Namespace) -> int:
    """Check questions by the guidelines that the collection was authored by."""
    from coindex.harness.copa import authoring
    from coindex.harness.questions.copa import read_copa
    from coindex.reasoner import Reasoner
    from coindex.reasoner.linting.lint import report, status

    golds = read_copa(options.file, print_message)
    reasoner = Reasoner(model=options.model)
    found = authoring.check(golds, options.file, reasoner)
    if found:
        print(report(found))
    for clue in authoring.clues(golds):
        print(clue)
    return status(found)


def count(options: argparse.Namespace) -> int:
    """Count how often words occur and follow each other in texts."""
    from coindex.harness.copa.answering import keep_apart
    from coindex.harness.copa.counting import MAX_WINDOWS, Task
    from coindex.harness.copa.counting import count as count_texts
    from coindex.harness.copa.words import vocabulary

    for file in options.vocabulary_from:
        keep_apart(options.out, file)
    if options.phrases and not options.vocabulary_from:
        raise InputError("--phrases needs --vocabulary-from", hint="Name the questions' file.")
    windows = tuple(sorted(set(options.window or [5])))
    if windows[0] < 2 or len(windows) > MAX_WINDOWS:
        raise InputError(f"give up to {MAX_WINDOWS} windows of 2 words or more")
    header = count_texts(
        Task(
            sources=tuple(options.corpora),
            windows=windows,
            unit=options.unit,
            vocabulary=vocabulary(options.vocabulary_from, with_phrases=options.phrases)
            if options.vocabulary_from
            else None,
            at_least=options.at_least,
            encoding=options.encoding,
        ),
        options.out,
    )
    files = len(header.sources)
    print_message(f"{header.words:,} words counted in {files} file{'s' * (files != 1)}")
    return 0


def baseline(options: argparse.Namespace) -> int:
    """Answer COPA questions by a baseline of the paper."""
    from coindex.harness.copa.answering import keep_apart
    from coindex.harness.copa.baselines import Association, best
    from coindex.harness.copa.choices import write_choices
    from coindex.harness.copa.counts import Counts
    from coindex.harness.copa.words import stop_words
    from coindex.harness.questions.copa import read_copa

    choices = [gold.choice for gold in read_copa(options.file, print_message)]
    keep_apart(options.out, options.file)
    if options.method == "first":
        write_choices(options.out, [(choice.id, 0) for choice in choices])
        return 0
    if options.counts is None:
        raise InputError(f"--method {options.method} needs --counts", hint="See `copa count`.")
    keep_apart(options.out, options.counts)
    with Counts(options.counts) as counts:
        association = Association(
            counts,
            options.method,
            options.window,
            frozenset() if options.all_words else stop_words(),
            options.phrases,
        )
        scores = [association.scores(choice) for choice in choices]
    write_choices(options.out, [(c.id, best(s)) for c, s in zip(choices, scores, strict=True)])
    if ties := sum(first == second for first, second in scores):
        print_message(
            f"{ties} of {len(scores)} questions are ties, answered by the first alternative"
        )
    return 0
