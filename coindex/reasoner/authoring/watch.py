"""Watches knowledge files: after each edit, the examples that it affects are asked again.

A changed file is recognized by its time and size. Edits are compared row by row and rule by rule, and an example is
asked again only if the store now selects something different for it. Texts are parsed once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias, TypeVar

from coindex.reasoner.authoring.examples import Example, Judged, read_examples
from coindex.reasoner.authoring.prepared import Concern, Prepared, concern, prepare, touched
from coindex.reasoner.knowledge.reading import Row, Rule, Source, read, remembering, sources
from coindex.reasoner.knowledge.store import Store, cache_place
from coindex.reasoner.knowledge.typical_rows import DEFAULT_PREDICATES
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.running.engine import Reasoner
from kparse.cachedir import cache_directory
from kparse.errors import CoindexError, Diagnostic

T = TypeVar("T")
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
    """Examples that the edit may affect, and new ones; many will turn out to be unchanged."""
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

    tested: Judged
    before: Judged | None
    """The previous result, if it was asked before."""
    asked: bool = True
    """False if the question's program, and so its answer, is unchanged."""

    @property
    def kind(self) -> str:
        """``now right``, ``now fails``, ``still fails``, ``as before`` or, the first time, ``right`` or ``fails``."""
        fails = self.tested.finding is not None
        if self.before is None:
            return "fails" if fails else "right"
        failed = self.before.finding is not None
        if fails:
            return "still fails" if failed else "now fails"
        return "now right" if failed else "as before"


@dataclass(slots=True, eq=False)
class _Watched:
    example: Example
    question: Prepared
    concern: Concern | None = None
    last: Judged | None = None
    stale: bool = False
    """Whether anything but axioms and default rules has changed since it was analysed."""


@dataclass(frozen=True, slots=True)
class _State:
    """The contents of a file: rows by their fact, rules by their text."""

    rows: dict[tuple[str, str], Row] = field(default_factory=dict)
    rules: dict[tuple[str, str], Rule] = field(default_factory=dict)


class Watcher:
    """Keeps a directory's knowledge in memory and asks examples again after edits.

    Args:
        home: a knowledge directory, with ``examples`` beside ``lexicon`` and ``theory``.
        extra: further knowledge to read.
        examples: example files or directories read instead of the directory's own.
        model: as for :class:`Reasoner`.

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
    ) -> None:
        self._paths = [home, *map(Path, extra)]
        self._examples = list(examples) or [p for p in [home / "examples"] if p.is_dir()]
        self._memory = remembering()
        self._memory.__enter__()
        self.reasoner = Reasoner(model=model, knowledge=[home], extra=extra)
        self._signature = self._seen = self._look()
        self._states = {s.path: _state_of(s) for s in sources(self._paths)}
        self._found: dict[Path, set[tuple[str, str]]] = {}
        self._pending: set[Path] = set()
        self._watched: list[_Watched] = []
        self._waiting: list[_Watched] = []
        self._take_examples()

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
            try:
                status = file.stat()
            except OSError:
                continue
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
            rows, rules = self._take_knowledge(sorted(self._pending))
        except CoindexError as error:
            return Edit(names, examples=self.examples, error=error)
        again = [
            one
            for one in self._watched
            if one in fresh or (one.concern is not None and touched(one.concern, rows, rules))
        ]
        if not all(r.predicate in DEFAULT_PREDICATES for r in rows) or any(
            r.kind != "axiom" for r in rules
        ):
            for one in again:
                one.stale = True
        rest = [one for one in self._waiting if one not in again]
        stems = {path.stem for path in self._pending}
        self._waiting = [*_ordered(again, {rule.id for rule in rules}, stems), *rest]
        found = tuple(self._lint(sorted(self._pending)))
        self._pending.clear()
        unknown = sum(one.concern is None and one not in fresh for one in self._watched)
        counts = len(rows), len(rules), len(again), self.examples, unknown
        return Edit(names, *counts, findings=found)

    def _lint(self, files: Sequence[Path]) -> Iterator[Diagnostic]:
        """Check edited knowledge files; give what was not found in them before."""
        for path in (path for path in files if path in self._states):
            found = lint([path], context=self._paths)
            before = self._found.get(path, set())
            yield from (one for one in found if (one.code, one.message) not in before)
            self._found[path] = {(one.code, one.message) for one in found}

    def _take_knowledge(self, files: Iterable[Path]) -> tuple[list[Row], list[Rule]]:
        """Recompile the knowledge; return the rows and rules that were added, removed or changed."""
        found = {source.path: source for source in sources(self._paths)}
        edited = [p for p in files if p in found or p in self._states]
        if not edited and all(path.suffix == ".txt" for path in files):
            return [], []
        store = Store.open(self._paths)  # first, so that an error leaves the state unchanged
        self.reasoner.store.close()
        self.reasoner.store = store
        rows: list[Row] = []
        rules: list[Rule] = []
        for path in edited:
            before = self._states.pop(path, _State())
            after = _state_of(found[path]) if path in found else _State()
            if path in found:
                self._states[path] = after
            rows += _difference(before.rows, after.rows)
            rules += _difference(before.rules, after.rules)
        return rows, rules

    # -- examples

    def _take_examples(self) -> list[_Watched]:
        """Read the examples; return those that are new or changed."""
        known = {_identity(one.example): one for one in self._watched}
        taken: list[_Watched] = []
        fresh: list[_Watched] = []
        new: list[Example] = []
        for example in read_examples(self._examples):
            one = known.get(_identity(example))
            if one is None:
                new.append(example)
            else:
                one.example = example  # its line may have changed
                taken.append(one)
        questions = prepare(self.reasoner, [example.item for example in new])
        for example, question in zip(new, questions, strict=True):
            fresh.append(_Watched(example, question))
        self._watched = sorted([*taken, *fresh], key=lambda one: _place(one.example))
        self._waiting = [one for one in self._waiting if one in self._watched]
        self._waiting += [one for one in fresh if one not in self._waiting]
        return fresh

    def step(self) -> Result | None:
        """Ask the next queued example; ``None`` if there is none."""
        if not self._waiting:
            return None
        one = self._waiting.pop(0)
        earlier = one.concern
        known = None if one.stale else earlier
        one.concern = concern(self.reasoner, one.question, closely=True, before=known)
        one.stale = False
        if one.last is not None and earlier is not None and earlier.program == one.concern.program:
            return Result(one.last, one.last, asked=False)
        answer = one.question.answer(self.reasoner)
        before, one.last = one.last, Judged(one.example, answer, one.example.judge(answer))
        return Result(one.last, before)

    def look_ahead(self) -> bool:
        """Find the relevant knowledge of one more example; return false if that is known for all."""
        one = next((one for one in self._watched if one.concern is None), None)
        if one is None:
            return False
        one.concern = concern(self.reasoner, one.question, closely=True)
        return True

    def failing(self) -> list[Diagnostic]:
        """Return the findings for the examples that were asked, in file order."""
        lasts = (one.last for one in self._watched if one.last is not None)
        return [last.finding for last in lasts if last.finding is not None]


def _place(example: Example) -> tuple[str, int]:
    return example.location.file or "", example.location.line or 0


def _identity(example: Example) -> tuple[str, bool, object, str]:
    """Return the content of an example, without its position in the file."""
    return (
        example.rule,
        example.fires,
        replace(example.item, id=""),
        example.location.file or "",
    )


def _state_of(source: Source) -> _State:
    try:
        data = {source.path: source.path.read_bytes()}
    except OSError:
        data = {}
    content = read([source], data, cache_place(cache_directory()))[0]
    return _State(
        {(row.fact, row.file): row for row in content.rows},
        {(f"{rule.id} {rule.weight} {rule.text}", rule.program): rule for rule in content.rules},
    )


def _difference(before: dict[tuple[str, str], T], after: dict[tuple[str, str], T]) -> list[T]:
    gone = [value for key, value in before.items() if key not in after]
    return gone + [value for key, value in after.items() if key not in before]


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(path.glob("*.txt"))
    else:
        yield path


def _ordered(those: Sequence[_Watched], rules: set[str], stems: set[str]) -> list[_Watched]:
    """Sort examples: of a changed rule, in a file of the same name as an edited one, those that failed, the rest."""

    def rank(one: _Watched) -> tuple[bool, bool, bool]:
        stem = Path(one.example.location.file or "").stem
        failed = one.last is not None and one.last.finding is not None
        return one.example.rule not in rules, stem not in stems, not failed

    return sorted(those, key=rank)
