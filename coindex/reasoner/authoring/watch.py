"""Watches knowledge files: after each edit, the examples that it can touch are asked again.

A changed file is recognized by its time and size. Edits are compared row by row and rule by rule, and put into the
compiled knowledge without writing it anew. What can speak about an example is noted when it is asked, and kept for the
next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from coindex.reasoner.answer import Answer
from coindex.reasoner.asp.records import FileContent
from coindex.reasoner.authoring.examples import Example, read_examples
from coindex.reasoner.authoring.kept_results import KeptResults, identity
from coindex.reasoner.authoring.paraphrases import paraphrases
from coindex.reasoner.authoring.prepared import (
    Changes,
    Concern,
    Prepared,
    asked,
    differing,
    prepare,
)
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.sentences import PREDICATE as SENTENCE
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.running.sentence_reader import read_unread
from coindex.reasoner.store.folders import examples_of
from coindex.reasoner.store.overlay import contents_of, with_other_files
from coindex.reasoner.store.reading_files import remembering, sources
from coindex.reasoner.store.store import Store
from kparse.errors import CoindexError, Diagnostic
from kparse.loading import collector_paused

Signature: TypeAlias = "dict[Path, tuple[int, int]]"
"""The modification time and size of each file."""

SETTLED = 0.05
"""Seconds for which a file must stay unchanged, because editors write in several steps."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What has changed since the last check."""

    files: tuple[str, ...]
    rows: int = 0
    rules: int = 0
    touched: int = 0
    """Examples that the edit may affect, and new ones."""
    examples: int = 0
    unknown: int = 0
    """Examples that have not been analysed yet; they are asked later."""
    findings: tuple[Diagnostic, ...] = ()
    """What the linter finds in the files and did not find before."""
    error: CoindexError | None = None
    """Why the files cannot be used; the previous state is kept."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one example."""

    example: Example
    finding: Diagnostic | None
    """What is wrong with the answer, if anything."""
    failed: bool | None
    """Whether it failed before; ``None`` if it was not asked before."""

    @property
    def kind(self) -> str:
        """``now right``, ``now fails``, ``still fails``, ``as before`` or, the first time, ``right`` or ``fails``."""
        if self.failed is None:
            return "fails" if self.finding else "right"
        if self.finding:
            return "still fails" if self.failed else "now fails"
        return "now right" if self.failed else "as before"


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """An example in other words, and what came of it."""

    example: Example
    item: Item
    answer: Answer

    @property
    def is_reached(self) -> bool:
        """Whether knowledge gives the right answer to it, too."""
        return self.answer.answer == 0 and self.answer.decided_by == "knowledge"


@dataclass(slots=True, eq=False)
class _Watched:
    example: Example
    question: Prepared
    concern: Concern | None = None
    """What can speak about it, once it was asked."""
    finding: Diagnostic | None = None
    """What was wrong with the last answer, if anything."""


class Watcher:
    """Keeps a directory's knowledge in memory and asks examples again after edits.

    Args:
        home: a knowledge directory, with ``examples`` beside ``rows`` and ``axioms``.
        extra: further knowledge to read, with examples beside it.
        examples: example files or directories read instead of the directories' own.
        model: as for :class:`Reasoner`.
        over: shows how many of the examples have been parsed.

    Raises:
        KnowledgeError, InputError: the files have errors.
    """

    def __init__(
        self,
        home: Path,
        *,
        extra: Sequence[str | Path] = (),
        examples: Sequence[Path] = (),
        model: str | None = None,
        over: Callable[[Sequence[Example]], Iterable[Example]] = iter,
    ) -> None:
        self._paths = [home, *map(Path, extra)]
        self._examples = list(examples) or [one for p in self._paths for one in examples_of(p)]
        self._memory = remembering()
        self._memory.__enter__()
        self.reasoner = Reasoner(model=model, knowledge=[home], extra=extra)
        self._signature = self._seen = self._look()
        self._contents = contents_of(self._paths, checked=())
        self._kept = KeptResults(self._paths, model)
        self._found: dict[Path, set[tuple[str, str]]] = {}
        self._pending: set[Path] = set()
        self._watched: list[_Watched] = []
        self._waiting: list[_Watched] = []
        self._take_examples(over)
        kept = self._kept.find(self._contents)
        for one in self._watched:
            if (found := kept.get(identity(one.example))) is not None:
                one.concern, wrong = found
                one.finding = wrong and Diagnostic(*wrong, one.example.location)
        self._waiting = [one for one in self._watched if one.concern is None]

    def close(self) -> None:
        """Release what was read."""
        self._memory.__exit__(None, None, None)
        self.reasoner.store.close()

    @property
    def examples(self) -> int:
        """The number of examples."""
        return len(self._watched)

    @property
    def waiting(self) -> int:
        """The number of examples still to be asked."""
        return len(self._waiting)

    # -- files

    def _look(self) -> Signature:
        files = [s.path for s in sources(self._paths)]
        files += [file for path in self._examples for file in _files(path)]
        found: Signature = {}
        for file in files:
            with suppress(OSError):
                status = file.stat()
                found[file] = status.st_mtime_ns, status.st_size
        return found

    def changed(self) -> list[Path]:
        """Return the files that were changed, added or removed, once they have settled."""
        now = self._look()
        names = sorted(p for p in {*now, *self._signature} if now.get(p) != self._signature.get(p))
        if names:
            time.sleep(SETTLED)
            if self._look() != now:
                return []
        self._seen = now
        return names

    def update(self, files: Sequence[Path]) -> Edit:
        """Read the files from :meth:`changed`; the examples that they affect are then queued."""
        names = tuple(path.name for path in files)
        self._pending.update(files)
        self._signature = self._seen  # an error is reported once per edit
        try:
            fresh = self._take_examples()
            with collector_paused():
                changes = self._take_knowledge(sorted(self._pending))
        except CoindexError as error:
            return Edit(names, examples=self.examples, error=error)
        again = [
            one
            for one in self._watched
            if one in fresh or (one.concern is not None and changes.touch(one.concern))
        ]
        rest = [one for one in self._waiting if one not in again]
        stems = {path.stem for path in self._pending}
        self._waiting = [*_ordered(again, {rule.id for rule in changes.rules}, stems), *rest]
        found = tuple(self._lint(sorted(self._pending)))
        self._pending.clear()
        unknown = sum(one.concern is None and one not in fresh for one in self._watched)
        counts = len(changes.rows), len(changes.rules), len(again), self.examples, unknown
        return Edit(names, *counts, findings=found)

    def _lint(self, files: Sequence[Path]) -> Iterator[Diagnostic]:
        """Check edited knowledge files; give what was not found in them before."""
        known = {content.source.path for content in self._contents}
        for path in (path for path in files if path in known):
            found = lint([path], context=self._paths)
            before = self._found.get(path, set())
            yield from (one for one in found if (one.code, one.message) not in before)
            self._found[path] = {(one.code, one.message) for one in found}

    def _take_knowledge(self, files: Sequence[Path]) -> Changes:
        """Put the edit into the compiled knowledge; return the rows and rules that were added, removed or changed."""
        known = {source.path for source in sources(self._paths)}
        known |= {content.source.path for content in self._contents}
        if known.isdisjoint(files):
            return Changes([], [])
        contents = contents_of(
            self._paths, files
        )  # first, so that an error leaves the state unchanged
        sides = _one_sided(self._contents, contents)
        rows, rules = differing(
            *(
                ([r for c in side for r in c.rows], [r for c in side for r in c.rules])
                for side in sides
            )
        )
        said = [row for row in rows if row.predicate == SENTENCE]
        halves = [half for row in said for half in self.reasoner.store.halves_of(row)]
        store = with_other_files(self.reasoner.store, self._contents, contents)
        if store is None:
            store = Store.open(self._paths)
            self.reasoner.store.close()
        self.reasoner.use(store)
        self._contents = contents
        if said:
            read_unread(self.reasoner)
            halves += [half for row in said for half in store.halves_of(row)]
        return Changes(rows, rules, halves)

    # -- examples

    def _take_examples(
        self, over: Callable[[Sequence[Example]], Iterable[Example]] = iter
    ) -> list[_Watched]:
        """Read the examples; return those that are new or changed."""
        known = {identity(one.example): one for one in self._watched}
        taken: list[_Watched] = []
        new: list[Example] = []
        for example in read_examples(self._examples):
            one = known.get(identity(example))
            if one is None:
                new.append(example)
            else:
                one.example = example  # its line may have changed
                taken.append(one)
        questions = prepare(self.reasoner, [example.item for example in new])
        fresh = [_Watched(*pair) for pair in zip(over(new), questions, strict=True)]
        self._watched = sorted([*taken, *fresh], key=lambda one: _place(one.example))
        self._waiting = [one for one in self._waiting if one in self._watched]
        self._waiting += [one for one in fresh if one not in self._waiting]
        return fresh

    def step(self) -> Result | None:
        """Ask the next queued example; ``None`` if there is none."""
        if not self._waiting:
            return None
        one = self._waiting.pop(0)
        failed = None if one.concern is None else one.finding is not None
        answer, one.concern = asked(self.reasoner, one.question)
        one.finding = one.example.judge(answer)
        return Result(one.example, one.finding, failed)

    def paraphrased(self, example: Example) -> Iterator[Paraphrase]:
        """Ask an example in other words, made with synonyms of its words."""
        known = {identity(one.example): one.question.graph for one in self._watched}
        graph = known.get(identity(example))
        if graph is None:
            return
        items = paraphrases(graph, example.item)
        for item, question in zip(items, prepare(self.reasoner, items), strict=True):
            yield Paraphrase(example, item, question.answer(self.reasoner))

    def keep(self) -> None:
        """Keep what came of the examples for the next start."""
        results = ((o.example, o.concern, o.finding) for o in self._watched if o.concern)
        self._kept.keep(self._contents, results)

    def failing(self) -> list[Diagnostic]:
        """Return the findings for the examples that were asked, in file order."""
        return [one.finding for one in self._watched if one.finding is not None]


def _place(example: Example) -> tuple[str, int]:
    return example.location.file or "", example.location.line or 0


def _one_sided(
    before: Sequence[FileContent], after: Sequence[FileContent]
) -> tuple[list[FileContent], list[FileContent]]:
    """Give the contents of files before and after an edit, without those that are the same."""
    old, new = ({one.source.path: one for one in contents} for contents in (before, after))
    changed = [path for path in sorted({*old, *new}) if old.get(path) != new.get(path)]
    return [old[p] for p in changed if p in old], [new[p] for p in changed if p in new]


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(path.glob("*.txt"))
    else:
        yield path


def _ordered(those: Sequence[_Watched], rules: set[str], stems: set[str]) -> list[_Watched]:
    """Sort examples: of a changed rule, in a file of the same name as an edited one, those that failed, the rest."""

    def rank(one: _Watched) -> tuple[bool, bool, bool]:
        stem = Path(one.example.location.file or "").stem
        return one.example.rule not in rules, stem not in stems, one.finding is None

    return sorted(those, key=rank)
