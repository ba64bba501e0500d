"""``kb new``: a draft of an axiom or of rows, with places for examples."""

from __future__ import annotations

import argparse
from pathlib import Path

from coindex.commands.options.common import Verbs, add_verb, print_message
from kparse.errors import InputError

EPILOG = """examples:
  python cli.py kb new hire                                    rows for a class: causes and effects of hiring
  python cli.py kb new angry_hits --class harm --part actor --says angry --weight 6
  python cli.py kb new hire --to knowledge/theory/work.lp --examples knowledge/examples/work.txt
Nothing is overwritten: the draft is added at the end of the file."""


HEADS = ("expl", "cons", "goal", "accept", "favour", "clash")


def kb_new(options: argparse.Namespace) -> int:
    """Draft an axiom, or rows for a class or property."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.authoring.scaffold import Slots, draft
    from coindex.reasoner.knowledge.store import Store

    store = Store.open([KNOWLEDGE, *options.knowledge])
    slots = Slots(options.head, options.happening, options.part, options.says, options.weight)
    made = draft(store, options.name, slots)
    targets = [(options.to, made.rule, ".lp"), (options.examples, made.examples, ".txt")]
    for target, _, suffix in targets:
        _check(target, suffix)
    for target, text, _ in targets:
        if target is None:
            print(text, end="")
        else:
            _append(Path(target), text)
            print_message(f"the draft is at the end of {target}")
    return 0


def _check(target: str | None, suffix: str) -> None:
    """Check that text can be added to a file.

    Raises:
        InputError: it has another suffix, is not a file, or its directory is missing.
    """
    if target is None:
        return
    path = Path(target)
    if path.suffix != suffix:
        raise InputError(f"{target}: the file's name must end in {suffix}")
    if (path.exists() and not path.is_file()) or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {target}: not a file in a directory that exists")


def _append(path: Path, text: str) -> None:
    """Append text to a file after a blank line; the file is replaced atomically."""
    from coindex.files.textfile import write_text

    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: not UTF-8 (byte {error.start + 1})", hint="Save it as UTF-8."
        ) from error
    if before:
        before = before.rstrip("\n") + "\n\n"
    write_text(path, before + text)


def register(inner: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(inner, "new", kb_new, EPILOG)
    parser.add_argument("name", metavar="ID|CLASS", help="a new rule's id, or a class or property")
    parser.add_argument(
        "--head",
        choices=HEADS,
        default="expl",
        help="the predicate of an axiom's head (default: expl)",
    )
    parser.add_argument(
        "--class",
        dest="happening",
        metavar="CLASS",
        default="",
        help="the class of event that the axiom is about",
    )
    parser.add_argument(
        "--part",
        default="",
        metavar="PART",
        help="the participant it is about: actor, other, or a thematic role",
    )
    parser.add_argument(
        "--says",
        default="",
        metavar="PROPERTY",
        help="the property of that participant: angry, does(help)",
    )
    parser.add_argument(
        "--weight",
        type=int,
        choices=range(1, 10),
        default=4,
        metavar="W",
        help="1 to 9 (default: 4)",
    )
    parser.add_argument("--to", metavar="FILE.lp", help="add the draft to this file")
    parser.add_argument("--examples", metavar="FILE.txt", help="add the examples to this file")
    parser.add_argument(
        "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
    )
