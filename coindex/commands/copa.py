"""``copa``: Choice of Plausible Alternatives: answers, choice files, the paired test, the paper's baselines."""

from __future__ import annotations

import argparse

from coindex.commands.options import asking_option
from coindex.commands.options.common import (
    Verbs,
    add_group,
    add_knowledge_options,
    add_mined_option,
    add_model_option,
    add_verb,
    add_worker_options,
    keeps,
    positive,
    print_message,
)
from kparse.errors import InputError

_RUN = """\
OUT has one line per question, `ID 1 0` or `ID 0 1`. OUT-trace.jsonl records for each how it was decided and by which
rules, and the error if one forced a guess. Both files are written when all questions are answered. After an
interruption, run the same command again; it continues."""
_SCORE = """\
GOLD is an official choice file, or the questions with their answers (.xml, .jsonl). OTHER is a second choice file; the
official paired test (two-sided approximate randomisation) then shows whether the two differ."""
_AGREE = """\
Each rater's answers are a choice file; all are about the same questions. Cohen's kappa is printed for each two, then
the questions on which not all agree."""
_CHECK = """\
Sentences that are long, not in the past tense, or have names; alternatives that differ much in length. Then whether the
position of an alternative, its length, or words of the premise in it tell which one is right (p of a fair coin)."""
_COUNT = """\
CORPUS is a text file (plain, gzip or xz), a directory of such files (.txt, .txt.gz, .txt.xz), or - for standard input.
A window of 5 pairs a word with each of the 4 words after it. One pass counts several windows. Memory use does not grow
with the text. After an interruption, run the same command again; it continues from its last checkpoint."""
_BASELINE = """\
The score of an alternative is the mean association of a word of the cause with a later word of the effect. The
alternative with the higher score is chosen; the first if both are equal."""


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
    from coindex.harness.copa.scoring import (
        comparison_lines,
        legend,
        marks,
        read_key,
        score_lines,
    )
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


def register(verbs: Verbs) -> None:
    """Declare ``copa`` and its verbs."""
    verbs = add_group(verbs, "copa", "answer and score COPA (Choice of Plausible Alternatives)")

    parser = add_verb(verbs, "run", run, _RUN)
    keeps(parser, "answers")
    parser.add_argument("file", metavar="FILE", help="questions: .xml (copa.dtd) or .jsonl")
    parser.add_argument("--out", metavar="OUT", required=True, help="file for the choices")
    parser.add_argument("--explain", action="store_true", help="write explanations into the trace")
    add_worker_options(parser)
    asking_option.add_asking_options(parser)
    add_mined_option(parser)
    add_knowledge_options(parser)

    parser = add_verb(verbs, "score", score, _SCORE)
    parser.add_argument("choices", metavar="CHOICES", help="a choice file")
    parser.add_argument("gold", metavar="GOLD", help="the right choices")
    parser.add_argument("other", metavar="OTHER", nargs="?", help="another choice file")
    parser.add_argument("--seed", default="1", help="random seed of the shuffles (1)")
    parser.add_argument(
        "--shuffles", type=positive, default=9_999, metavar="N", help="number of shuffles (9999)"
    )

    parser = add_verb(verbs, "agree", agree, _AGREE)
    parser.add_argument(
        "choices", metavar="CHOICES", nargs="+", help="a choice file of each rater, two or more"
    )

    parser = add_verb(verbs, "check", check, _CHECK)
    parser.add_argument("file", metavar="FILE", help="questions: .xml (copa.dtd) or .jsonl")
    add_model_option(parser)

    parser = add_verb(verbs, "count", count, _COUNT)
    keeps(parser, "counts up to the last checkpoint")
    parser.add_argument("corpora", metavar="CORPUS", nargs="+", help="text files or directories")
    parser.add_argument("--out", metavar="COUNTS", required=True, help="file for the counts")
    parser.add_argument(
        "--window",
        type=positive,
        metavar="N",
        action="append",
        help="window size in words; may be given several times (5)",
    )
    parser.add_argument(
        "--vocabulary-from",
        metavar="FILE",
        action="append",
        default=[],
        help="count only words of this file: questions, or any text",
    )
    parser.add_argument(
        "--phrases",
        action="store_true",
        help="count also the phrases of these files: two to four words, the first and the last content words",
    )
    parser.add_argument(
        "--unit",
        choices=["line", "block"],
        default="line",
        help="the unit that a window stays within: a line, or a block of lines up to an empty one (line)",
    )
    parser.add_argument(
        "--at-least",
        type=positive,
        default=1,
        metavar="N",
        help="omit pairs that occur less often (1)",
    )
    parser.add_argument("--encoding", choices=["utf-8", "latin-1", "cp1252"], default="utf-8")

    parser = add_verb(verbs, "baseline", baseline, _BASELINE)
    parser.add_argument("file", metavar="FILE", help="questions: .xml (copa.dtd) or .jsonl")
    parser.add_argument("--method", choices=["first", "pmi", "dice"], required=True)
    parser.add_argument("--counts", metavar="COUNTS", help="a file written by `copa count`")
    parser.add_argument(
        "--window", type=positive, default=5, metavar="N", help="window size in words (5)"
    )
    parser.add_argument(
        "--all-words",
        action="store_true",
        help="also function words; by default content words only, as in the paper",
    )
    parser.add_argument(
        "--phrases",
        action="store_true",
        help="pair phrases, too; the counts must have been made with --phrases",
    )
    parser.add_argument("--out", metavar="OUT", required=True, help="file for the choices")
