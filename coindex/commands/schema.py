"""``schema``: list, administer, convert and check Winograd schemas."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TYPE_CHECKING

from coindex.commands.options import asking_option
from coindex.commands.options.common import (
    Verbs,
    add_group,
    add_knowledge_options,
    add_model_option,
    add_verb,
    positive,
    print_message,
)
from coindex.files.extras import program

if TYPE_CHECKING:
    from coindex.harness.schemas.administer import Asked
    from coindex.harness.schemas.schema import Half, Schema

_FILES = """\
FILE is a YAML file of schemas, a directory of such files, or the XML of the Winograd Schema Collection. The default is
the schemas that ship. docs/schemas.md describes the format."""
_ADMINISTER = f"""\
{_FILES}
One half of each schema is drawn at random, and so is the order of its answers. The test runs on the terminal (Ctrl-D
ends it and grades the answers so far), or --sheet writes it to a file, with the key in SHEET.key. If the file is called
NAME.html, it is a page to be printed, and NAME-answers.html has the answers for whoever marks it. --answers grades a
filled-in sheet, or lines such as `1 A`; give the same options as for the sheet, or its --key."""
_CHECK = f"""\
{_FILES}
Each finding is one line: place, code, message and reason. E marks an error, W a warning. The exit status is 1 if there
is an error. docs/schemas.md lists the codes."""


def _schemas(options: argparse.Namespace) -> list[Schema]:
    """Read the files of the command line and select schemas; print what could not be converted from XML."""
    from coindex.harness.schemas.files import load
    from coindex.harness.schemas.picking import pick

    contents = load(options.files)
    for left in contents.left:
        print_message(f"{left.location}: {left.message}")
    return pick(contents.schemas, domains=options.domain, levels=options.level)


def administer(options: argparse.Namespace) -> int:
    """Run a test on the terminal, write it to a file, or grade it."""
    from coindex.harness.schemas import administer as tests
    from coindex.harness.schemas.files import text_of
    from kparse.errors import InputError

    if options.key is not None and options.answers is None:
        raise InputError("--key goes with --answers")
    if options.answers is not None and options.sheet is not None:
        raise InputError(
            "--answers grades a test, and --sheet writes one", hint="Give one of them."
        )
    if options.key is not None:
        key = tests.read_key(text_of(options.key), options.key)
    else:
        test = tests.draw(_schemas(options), options.seed, options.n)
        key = tests.key_of(test)
    if options.answers is not None:
        grades = tests.grade(text_of(options.answers), key, options.answers)
        print(tests.result(grades, len(grades)))
    elif options.sheet is not None:
        _write_sheet(options.sheet, test)
    else:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        print(tests.result(tests.ask(test, sys.stdin.readline, _print_now), len(test)))
    return 0


def _write_sheet(sheet: str, test: list[Asked[Half]]) -> None:
    from pathlib import Path

    from coindex.files.textfile import write_text
    from coindex.harness.schemas import administer as tests

    key = f"{sheet}.key"
    write_text(key, tests.key(test))
    questions = f"{len(test)} question{'s' * (len(test) != 1)} in {sheet}"
    path = Path(sheet)
    if path.suffix.lower() not in (".html", ".htm"):
        write_text(sheet, tests.sheet(test))
        print_message(f"{questions}, the key in {key}")
        return
    answers = path.with_name(f"{path.stem}-answers{path.suffix}")
    command = f"{program()} schema administer --answers FILE --key {Path(key).name}"
    write_text(answers, tests.page(test, answers=True, command=command))
    write_text(sheet, tests.page(test))
    print_message(f"{questions}, the answers in {answers}, the key for --answers in {key}")


def _print_now(text: str) -> None:
    print(text, end="", flush=True)


def show(options: argparse.Namespace) -> int:
    """Show a whole schema."""
    from coindex.harness.schemas.files import load
    from coindex.harness.schemas.picking import by_id, shown

    print(shown(by_id(load(options.files).schemas, options.id)))
    return 0


def list_schemas(options: argparse.Namespace) -> int:
    """List schemas: id, level, domains, text."""
    from coindex.harness.schemas.picking import listed, summary

    schemas = _schemas(options)
    print(*listed(schemas), sep="\n")
    print_message(summary(schemas))
    return 0


def vocabulary(options: argparse.Namespace) -> int:
    """List all words that a test may use, so that participants can know them beforehand."""
    from coindex.harness.schemas.vocabulary import table, to_json
    from coindex.harness.schemas.vocabulary import vocabulary as words_of
    from kparse.input.pipeline import load_model

    entries = words_of(_schemas(options), load_model(options.model))
    print(to_json(entries) if options.format == "json" else table(entries))
    return 0


def convert(options: argparse.Namespace) -> int:
    """Convert schemas to or from the XML of the Winograd Schema Collection."""
    from pathlib import Path

    from coindex.files.textfile import write_text
    from coindex.harness.schemas.convert import to_xml
    from coindex.harness.schemas.files import to_yaml
    from kparse.errors import InputError

    suffix = Path(options.out).suffix.lower()
    if suffix not in (".xml", ".yaml", ".yml"):
        raise InputError(f"{options.out}: unknown kind of file", hint="Name it .yaml or .xml.")
    options.files = [options.file]
    schemas = _schemas(options)
    write_text(options.out, to_xml(schemas) if suffix == ".xml" else to_yaml(schemas))
    print_message(f"{len(schemas)} schema{'s' * (len(schemas) != 1)} in {options.out}")
    return 0


def check(options: argparse.Namespace) -> int:
    """Check schemas against the requirements and the two pitfalls of Levesque et al. (2012)."""
    from contextlib import ExitStack

    from coindex.files.progress import Progress
    from coindex.harness.copa.counts import Counts
    from coindex.harness.schemas.checks import check as checks
    from coindex.harness.schemas.checks.association import Association
    from coindex.harness.schemas.files import read
    from coindex.harness.schemas.picking import pick
    from coindex.reasoner import Reasoner
    from coindex.reasoner.linting.lint import status

    contents = read(options.files)
    if contents.schemas:
        contents.schemas = pick(contents.schemas, domains=options.domain, levels=options.level)
    reasoner = Reasoner(model=options.model, extra=options.knowledge)
    asking_option.attach(options, reasoner)
    with ExitStack() as stack:
        counts = stack.enter_context(Counts(options.counts)) if options.counts else None
        found = checks.check(
            contents,
            reasoner,
            association=Association(counts) if counts else None,
            select=options.select,
            ignore=options.ignore,
        )
    if asking_option.show_noted(reasoner):
        return 0
    verdicts = None
    if options.solve:
        with Progress(len(contents.schemas)) as progress:
            verdicts = list(progress.over(checks.solve(contents.schemas, reasoner)))
    wanted = checks.wanted_codes(options.select, options.ignore)
    not_checked = [] if options.counts or "W503" not in wanted else [checks.NO_COUNTS]
    if options.format == "json":
        number = len(contents.schemas)
        print(checks.report_json(number, found, verdicts, not_looked_at=not_checked))
    else:
        print(checks.report(found, verdicts))
        for line in not_checked:
            print_message(line)
    return status(found)


def register(verbs: Verbs) -> None:
    """Declare the verbs."""
    inner = add_group(verbs, "schema", "list, administer, convert and check Winograd schemas")
    parser = add_verb(inner, "administer", administer, _ADMINISTER)
    _schema_options(parser)
    parser.add_argument("--seed", default="1", help="random seed of the draw (default: 1)")
    parser.add_argument(
        "--n", type=positive, metavar="N", help="number of questions (default: one per schema)"
    )
    parser.add_argument(
        "--sheet",
        metavar="SHEET",
        help="write the test to this file, and its key beside it; NAME.html is a page to print",
    )
    parser.add_argument(
        "--answers", metavar="ANSWERS", help="grade a filled-in sheet, or lines such as `1 A`"
    )
    parser.add_argument("--key", metavar="KEY", help="the key written with the sheet")
    _schema_options(add_verb(inner, "list", list_schemas, _FILES))
    parser = add_verb(inner, "show", show, _FILES)
    parser.add_argument("id", metavar="ID", help="a schema's id")
    parser.add_argument(
        "files", nargs="*", default=[], metavar="FILE", help="schemas (default: those that ship)"
    )
    parser = add_verb(inner, "vocabulary", vocabulary, _FILES)
    _schema_options(parser)
    parser.add_argument("--format", choices=["text", "json"], default="text")
    add_model_option(parser)
    parser = add_verb(inner, "convert", convert)
    parser.add_argument("file", metavar="IN", help=".yaml or .xml")
    parser.add_argument("out", metavar="OUT", help=".yaml or .xml")
    _filter_options(parser)
    parser = add_verb(inner, "check", check, _CHECK)
    _schema_options(parser)
    parser.add_argument(
        "--select",
        metavar="CODE",
        action="append",
        default=[],
        help="show only these codes, or codes that begin so",
    )
    parser.add_argument(
        "--ignore",
        metavar="CODE",
        action="append",
        default=[],
        help="do not look for these codes, or codes that begin so (W504 to W507 take the reasoner's time)",
    )
    parser.add_argument(
        "--counts",
        metavar="COUNTS",
        help="a file written by `copa count`; needed to check association",
    )
    parser.add_argument("--solve", action="store_true", help="show the reasoner's answers, too")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    add_knowledge_options(parser)
    asking_option.add_asking_options(parser)


def _schema_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", default=[], metavar="FILE", help="schemas (default: those that ship)"
    )
    _filter_options(parser)


def _filter_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--domain",
        metavar="D",
        action="append",
        default=[],
        help="only schemas of this domain; may be repeated",
    )
    parser.add_argument(
        "--level",
        metavar="L",
        action="append",
        default=[],
        help="only schemas of this level; may be repeated",
    )
