"""``hardness evaluate`` and ``hardness fit``: compare collections of schemas with how many people answer rightly."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coindex.commands.mine_query import index_path
from coindex.commands.options.common import print_message
from coindex.commands.options.targets import check_targets
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.hardness.measured import Measured, Work
    from coindex.harness.hardness.report.evaluation import Options, Row
    from coindex.harness.hardness.rounds import Plan
    from coindex.harness.questions.questions import Gold

EVALUATE = ("labels", "html", "plots", "table", "subjects", "least")
"""Options of ``evaluate`` alone."""
STUDY = ("sheets", "sets", "filled")
"""Options of ``study`` alone."""


def forbid_others(options: argparse.Namespace, word: str, others: Sequence[str]) -> None:
    """Raise an error if an option is given that does not apply to this use."""
    for name in others:
        if getattr(options, name) is not None:
            raise InputError(f"--{name} does not go with `hardness {word}`")


def read_index(options: argparse.Namespace) -> str | None:
    """Return the path of the index to read, if any."""
    return index_path(options) if options.index is not None or options.corpus else None


def plan_of(options: argparse.Namespace) -> Plan:
    """Return the rounds that the options ask for."""
    from coindex.harness.hardness.rounds import Plan

    return Plan(tuple(sorted(set(options.sentences))), options.rounds, options.seed)


def evaluate(options: argparse.Namespace, path: str) -> int:
    """Compare the indexes of a collection with people's accuracy."""
    from coindex.harness.hardness.report.evaluation import record, rows_of, rows_of_labels
    from coindex.harness.statistics.correlation import needs_scipy

    needs_scipy()
    golds = _golds(path)
    humans = _humans(options, golds)
    written = ("out", "html", "plots", "table", "measured")
    check_targets(options, written, _read(options, path), folders=["plots"])
    if options.plots is not None or options.html is not None:
        from coindex.harness.hardness.report.plots import needs_matplotlib

        needs_matplotlib()
    rows: list[Row]
    if options.labels is not None:
        if options.index is not None or options.corpus:
            raise InputError("--labels evaluates another system's answers, and reads no corpus")
        from coindex.harness.hardness.labels import read_labels

        files = _named(options.labels)
        if len(files) > 1:
            return _compare(options, path, golds, humans, files)
        labels = read_labels(next(iter(files.values())), golds)
        made = _options(options, labels.sizes)
        rows = rows_of_labels(golds, labels, humans, made)
    else:
        from coindex.harness.hardness.coefficients import read_coefficients

        coefficients = read_coefficients(*([options.coefficients] if options.coefficients else []))
        measured = _measured(options, golds)
        made = _options(options, plan_of(options).sizes)
        rows = rows_of(measured, humans, coefficients, made)
    found = record(rows, made, _origin(options, path, "evaluate"))
    _write(options, found)
    if options.format == "json":
        print(json.dumps(found, ensure_ascii=False))
    else:
        from coindex.harness.hardness.report.tables import text

        print(text(found))
    return 0


def _named(given: Sequence[str]) -> dict[str, str]:
    """Return the files of systems by the systems' names; without a name the file's."""
    files: dict[str, str] = {}
    for argument in given:
        name, sign, path = argument.partition("=")
        if not sign or "/" in name or os.path.exists(argument):
            name, path = Path(argument).stem, argument
        if name in files:
            hint = "Write --labels NAME=FILE with another name."
            raise InputError(f"--labels: two systems are called {name[:40]!r}", hint=hint)
        files[name] = path
    return files


def _compare(
    options: argparse.Namespace,
    path: str,
    golds: Sequence[Gold],
    humans: Mapping[str, float],
    files: Mapping[str, str],
) -> int:
    """Compare several systems in one table."""
    from coindex.files.textfile import write_text
    from coindex.harness.hardness.labels import read_labels
    from coindex.harness.hardness.report.systems import systems, systems_rows, systems_text

    for name in ("html", "plots"):
        if getattr(options, name) is not None:
            hint = "Give one --labels for a report, or --table and --out for several."
            raise InputError(f"--{name} shows one system, and there are {len(files)}", hint=hint)
    named = {name: read_labels(file, golds) for name, file in files.items()}
    found = systems(golds, named, humans, _options(options, (1,)))
    whole = {"origin": _origin(options, path, "evaluate"), "systems": found}
    if options.out:
        write_text(options.out, json.dumps(whole, ensure_ascii=False, indent=1) + "\n")
    if options.table:
        write_text(options.table, systems_rows(found))
    as_json = options.format == "json"
    print(json.dumps(whole, ensure_ascii=False) if as_json else systems_text(found))
    return 0


def _write(options: argparse.Namespace, found: Mapping[str, Any]) -> None:
    from coindex.files.textfile import write_text

    if options.out:
        write_text(options.out, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    if options.table:
        from coindex.harness.hardness.report.tables import items

        write_text(options.table, items(found["items"]))
    if options.html:
        from coindex.harness.hardness.report.page import write_page

        write_page(found, options.html)
    if options.plots:
        from coindex.harness.hardness.report.plots import write_plots

        print_message(f"{len(write_plots(found, options.plots))} plots in {options.plots}")


def fit(options: argparse.Namespace, path: str) -> int:
    """Fit the explained index to a collection."""
    import datetime

    from coindex.files.textfile import write_text
    from coindex.harness.hardness.coefficients import Origin, to_toml
    from coindex.harness.hardness.measured import knowledge_state
    from coindex.harness.hardness.report.fitting import digest_of_file, fit_all
    from coindex.harness.hardness.report.tables import with_interval
    from coindex.harness.scores.table import table
    from coindex.harness.statistics.correlation import needs_scipy
    from coindex.reasoner.jobs.workers import Settings

    needs_scipy()
    forbid_others(options, "fit", EVALUATE)
    golds = _golds(path)
    humans = _humans(options, golds)
    check_targets(options, ("out", "measured"), _read(options, path))
    if not humans:
        raise InputError("there is nothing to fit to", hint="Give --human FILE.tsv.")
    if read_index(options) is None:
        raise InputError(
            "a fit needs a corpus",
            hint="Give --index FILE (made by `mine index`) or --corpus PATH.",
        )
    date = options.date or datetime.date.today().isoformat()
    measured = _measured(options, golds)
    origin = Origin(
        date,
        _command(options, path, "fit"),
        {Path(p).name: digest_of_file(p) for p in (path, *(options.human or ()))},
        len(golds),
        knowledge_state(Settings(options.model)),
        _corpus(options),
    )
    fitted = fit_all(measured, humans, origin, seed=options.seed)
    rows = [["model", "penalty", "Pearson out of fold (95 %)", "Spearman (95 %)"]]
    for name, pearson in fitted.pearson.items():
        model = getattr(fitted.coefficients, name)
        words = [with_interval(each.to_dict()) for each in (pearson, fitted.spearman[name])]
        rows.append([name.replace("_", " "), f"{model.penalty:g}", *words])
    print(table(rows))
    if options.out:
        write_text(options.out, to_toml(fitted.coefficients))
    else:
        print_message("nothing was written; use --out FILE.toml to write the coefficients")
    return 0


def study(options: argparse.Namespace, path: str) -> int:
    """Write the sheets of a study with people, or read them back."""
    from coindex.files.textfile import write_text
    from coindex.harness.hardness.listing import read_golds
    from coindex.harness.hardness.report import study as studies
    from coindex.harness.statistics.correlation import needs_scipy

    others = (*EVALUATE, "human", "index", "corpus", "measured")
    forbid_others(options, "study", others)
    if (options.sheets is None) == (options.filled is None):
        raise InputError(
            "a study is written or read back",
            hint="Give --sheets DIR to write the sheets, or --filled DIR to read filled ones.",
        )
    golds = read_golds(path)
    sets = studies.sets_of(golds, options.sets or studies.SETS, str(options.seed))
    if options.sheets is not None:
        if not Path(options.sheets).absolute().parent.is_dir() or Path(options.sheets).is_file():
            raise InputError(
                f"cannot write to {options.sheets}: not a directory in one that exists"
            )
        names = studies.write_sets(sets, options.sheets)
        sizes = sorted({len(one) for one in sets})
        each = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
        print_message(
            f"{len(golds)} questions in {len(names)} sets of {each}, no twins in one: {options.sheets}/set-N.txt to"
            " fill in, set-N.html to print"
        )
        return 0
    needs_scipy()
    found = studies.study(studies.read_filled(options.filled, sets), golds, options.seed)
    if options.out:
        write_text(options.out, studies.accuracies(found))
    as_json = options.format == "json"
    print(json.dumps(found, ensure_ascii=False) if as_json else studies.study_text(found))
    return 0


def _corpus(options: argparse.Namespace) -> str:
    """Describe the corpus: the names of its files, without directories, and the number of lines."""
    from coindex.mining.querying.index import Index

    with Index(read_index(options) or "") as index:
        return f"{', '.join(index.files)}: {index.meta['lines']:,} lines"


def _golds(path: str) -> list[Gold]:
    from coindex.harness.questions.questions import read_questions

    golds = read_questions(path)
    if not golds:
        raise InputError(f"{path}: the file has no questions")
    for gold in golds:
        if gold.answer is None:
            raise InputError(
                f"{path}: question {gold.item.id} has no right answer",
                hint="Add the answer; only `hardness TEXT` works without one.",
            )
    ids = [gold.item.id for gold in golds]
    for name in ids:
        if ids.count(name) > 1:
            raise InputError(f"{path}: two questions have the id {name[:40]!r}")
    return golds


def _humans(options: argparse.Namespace, golds: Sequence[Gold]) -> dict[str, float]:
    """Return people's accuracy by question: from the table, or else from the collection itself."""
    from coindex.harness.questions.sources import read_humans

    if options.human is None:
        return {gold.item.id: gold.human for gold in golds if gold.human is not None}
    humans = read_humans(options.human, ["schemas"])["schemas"]
    known = {gold.item.id for gold in golds}
    unknown = [name for name in humans if name not in known]
    if unknown:
        raise InputError(
            f"--human: there is no question {unknown[0][:40]!r} in the collection",
            hint="The column item has the ids of questions (in an XML collection, their numbers).",
        )
    if missing := len(known) - len(humans):
        print_message(
            f"{missing} of {len(known)} questions have no human accuracy and are left out"
        )
    return humans


def _measured(options: argparse.Namespace, golds: Sequence[Gold]) -> list[Measured]:
    from coindex.harness.hardness.measured import measure_all

    work = work_of(options)
    if work.index is None:
        print_message(
            "without a corpus (--index FILE or --corpus PATH) there is no published index;"
            " the explained one rests on knowledge and on the text"
        )
    measured = measure_all(golds, work, options.measured, print_message)
    failed = [m for m in measured if m.error]
    if failed:
        print_message(f"{len(failed)} questions failed, first {failed[0].id}: {failed[0].error}")
    return measured


def work_of(options: argparse.Namespace) -> Work:
    """Return how questions are measured."""
    from coindex.harness.hardness.measured import Work
    from coindex.reasoner.jobs.workers import Settings

    return Work(
        read_index(options),
        plan_of(options),
        options.margin,
        Settings(options.model),
        options.workers,
    )


def _options(options: argparse.Namespace, sizes: tuple[int, ...]) -> Options:
    from coindex.harness.hardness.report.evaluation import Options

    return Options(sizes, options.least or 1, options.seed, options.subjects)


def _read(options: argparse.Namespace, path: str) -> list[str | None]:
    """Return the files that are read."""
    labels = _named(options.labels or ()).values()
    return [path, *(options.human or ()), *labels, options.index, *(options.corpus or ())]


def _origin(options: argparse.Namespace, path: str, word: str) -> dict[str, Any]:
    """Record where the figures come from."""
    from coindex.harness.hardness.report.fitting import digest_of_file
    from coindex.version import __version__

    found: dict[str, Any] = {
        "command": _command(options, path, word),
        "program": __version__,
        "schemas": Path(path).name,
        "sha256": digest_of_file(path),
        "human": ", ".join(Path(p).name for p in options.human or ()),
        "labels": ", ".join(Path(p).name for p in _named(options.labels or ()).values()),
    }
    if options.labels is None:
        found |= {
            "corpus": _corpus(options) if read_index(options) else "none",
            "rounds": options.rounds,
            "seed": options.seed,
        }
    return found


def _command(options: argparse.Namespace, path: str, word: str) -> str:
    """Return the command that repeats this run, with file names without directories."""
    words = ["python", "cli.py", "hardness", word, Path(path).name]
    for name in ("human", "corpus"):
        words += [w for p in getattr(options, name) or () for w in (f"--{name}", Path(p).name)]
    for name, file in _named(options.labels or ()).items():
        words += ["--labels", f"{name}={Path(file).name}"]
    for name in ("index", "coefficients", "model"):
        if (given := getattr(options, name)) is not None:
            words += [f"--{name}", Path(given).name]
    from coindex.harness.hardness.metric import ROUNDS, SIZES

    if tuple(options.sentences) != SIZES:
        words += ["--sentences", ",".join(map(str, options.sentences))]
    if options.rounds != ROUNDS:
        words += ["--rounds", str(options.rounds)]
    words += ["--seed", str(options.seed)]
    return shlex.join([*words, "--date", options.date] if options.date else words)
