"""``kb``: look into the knowledge and check it."""

from __future__ import annotations

import argparse
from pathlib import Path

from commands.common import Verbs, group, knowledge_options, say, verb


def kb_show(options: argparse.Namespace) -> int:
    """Tell what is known of a word, a class, a row or a rule."""
    from reasoner.engine import KNOWLEDGE
    from reasoner.kb import show
    from reasoner.store import Store

    print(show(Store.open([KNOWLEDGE, *options.knowledge]), " ".join(options.query)))
    return 0


def kb_lint(options: argparse.Namespace) -> int:
    """Check knowledge files."""
    from reasoner.kb import lint, report, status

    found = lint(options.paths, select=options.select)
    if text := report(found, options.format):
        print(text)
    return status(found)


def kb_test(options: argparse.Namespace) -> int:
    """Ask the examples that say what rules must and must not decide."""
    from reasoner import Reasoner
    from reasoner.engine import KNOWLEDGE
    from reasoner.examples import check, read_examples
    from reasoner.kb import report, status

    examples = read_examples([Path(p) for p in options.paths] or [KNOWLEDGE / "examples"])
    found = check(Reasoner(model=options.model, extra=options.knowledge), examples)
    if text := report(found, options.format):
        print(text)
    say(f"{len(examples) - len(found)} of {len(examples)} examples are as they must be")
    return status(found)


def register(verbs: Verbs) -> None:
    """Declare the verbs."""
    inner = group(verbs, "kb", "look into the knowledge and check it")
    parser = verb(inner, "show", kb_show)
    parser.add_argument(
        "query",
        nargs="+",
        metavar="QUERY",
        help="a word, a class, a rule's id, or a row with _ in it",
    )
    parser.add_argument(
        "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
    )
    parser = verb(inner, "lint", kb_lint)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or directories; the shipped ones if none"
    )
    parser.add_argument(
        "--select", metavar="CODE", action="append", default=[], help="codes, or how they begin"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser = verb(inner, "test", kb_test)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="example files; the shipped if none"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    knowledge_options(parser)
