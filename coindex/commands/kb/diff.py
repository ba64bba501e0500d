"""``kb diff``: which questions two versions of the knowledge, or two runs, answer differently, and why."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.scores.run import RunItem
    from coindex.reasoner.authoring.difference import Change, Difference, Question, Side
    from coindex.reasoner.item import Item
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.store.store import Store


def kb_diff(options: argparse.Namespace) -> int:
    """Say what two versions answer differently, and why."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.authoring.difference import report, to_record

    old, new = Path(options.old), Path(options.new) if options.new else KNOWLEDGE
    stores = None
    if old.suffix == ".json" and new.suffix == ".json":
        if options.questions or options.examples:
            raise InputError(
                "two runs bring their own questions: leave out --questions and --examples"
            )
        found = _of_runs(old, new)
    elif ".json" in (old.suffix, new.suffix):
        raise InputError(
            "a run cannot be compared with knowledge",
            hint="Give two knowledge directories, or two files of `evaluate --out`.",
        )
    else:
        found, stores = _of_knowledge(old, new, options)
    if options.format == "json":
        print(json.dumps(to_record(found), ensure_ascii=False, indent=1))
    else:
        print(report(found, stores, everything=options.all))
    return 0


def _of_knowledge(
    old: Path, new: Path, options: argparse.Namespace
) -> tuple[Difference, tuple[Store, Store]]:
    from coindex.files.progress import Progress
    from coindex.reasoner.authoring.difference import compare, gathered

    questions = _questions(options, [home for home in (old, new) if not home.is_file()])
    before, after = (_reasoner(path, options.model) for path in (old, new))
    after.share_parser(before)
    with Progress(len(questions)) as progress:
        found = gathered(progress.over(compare(before, after, questions)))
    return found, (before.store, after.store)


def _reasoner(path: Path, model: str | None) -> Reasoner:
    """Make a reasoner for a knowledge directory, or for the shipped knowledge with one file replaced."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.store.folders import role_of, sources
    from coindex.reasoner.store.overlay import with_file
    from coindex.reasoner.store.reading_files import read

    if not path.is_file():
        return Reasoner(model=model, knowledge=[path])
    files = [source for source in sources([KNOWLEDGE]) if source.path.name == path.name]
    if (
        len(files) > 1
    ):  # facts and rules of one topic: the folder tells which, or what is in the file
        role = role_of(path)
        if role == "any":
            role = "axioms" if read(sources([path]))[0].rules else "rows"
        files = [source for source in files if source.role == role]
    named = [source.path for source in files]
    if len(named) != 1:
        raise InputError(
            f"{path}: the shipped knowledge has {len(named) or 'no'} files of that name",
            hint="Give a knowledge directory, or another version of one shipped file, under its name.",
        )
    made = Reasoner(model=model, knowledge=[KNOWLEDGE])
    if named[0] != path.resolve():
        made.use(with_file(made.store, named[0], path))
    return made


def _questions(options: argparse.Namespace, homes: list[Path]) -> list[tuple[Question, Item]]:
    """Read the given questions; without any, the examples of the newer version, or of the older one."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.authoring.difference import Question
    from coindex.reasoner.authoring.examples import read_examples

    found = [(Question(*entry), item) for entry, item in _entries(options.questions)]
    paths = [Path(path) for path in options.examples]
    if not paths and not found:
        beside = [home / "examples" for home in (*reversed(homes), KNOWLEDGE)]
        paths = [next(path for path in beside if path.is_dir())]
    for example in read_examples(paths):
        item, place = example.item, example.location
        name = f"{place.file}:{place.line}"
        found.append((Question(name, item.text, item.candidates, 0), item))
    return found


def _entries(
    files: list[str],
) -> Iterator[tuple[tuple[str, str, tuple[str, ...], int | None], Item]]:
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.reasoner.item import Item

    _, entries = read_sets(files, Selection(), {})
    for entry in entries:
        if not isinstance(entry.asked, Item):
            raise InputError(
                "--questions takes questions about pronouns; COPA asks for causes and effects",
                hint="Compare two records of `evaluate --out` instead.",
            )
        yield (
            (f"{entry.set}:{entry.id}", entry.asked.text, entry.candidates, entry.gold),
            entry.asked,
        )


def _of_runs(old: Path, new: Path) -> Difference:
    from coindex.harness.scores.run import read_run
    from coindex.reasoner.authoring.difference import Change, Difference

    before = dict(_keyed(read_run(old).items))
    after = dict(_keyed(read_run(new).items))
    common = [key for key in after if key in before and after[key].text == before[key].text]
    if not common:
        raise InputError("the two runs have no question in common")
    changes: list[Change] = []
    for key in common:
        sides = _side(before[key]), _side(after[key])
        if sides[0] != sides[1]:
            changes.append(Change(_question(after[key]), *sides))
    return Difference(len(common), len(changes), tuple(changes))


def _keyed(items: tuple[RunItem, ...]) -> Iterator[tuple[tuple[str, str, int], RunItem]]:
    seen: dict[tuple[str, str], int] = {}
    for item in items:
        number = seen[item.key] = seen.get(item.key, 0) + 1
        yield (*item.key, number), item


def _question(item: RunItem) -> Question:
    from coindex.reasoner.authoring.difference import Question

    return Question(f"{item.set}:{item.id}", item.text, item.candidates, item.gold)


def _side(item: RunItem) -> Side:
    from coindex.reasoner.authoring.difference import Side

    rules = tuple(frozenset((r.id, r.weight * r.sign) for r in several) for several in item.rules)
    return Side(item.answer, item.decided_by, rules)
