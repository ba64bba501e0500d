"""``kb watch``: after each edit of the knowledge, run the affected examples again."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import print_message
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.authoring.examples import Example
    from coindex.reasoner.authoring.watch import Edit, Paraphrase, Result, Watcher
PAUSE = 0.15
"""Seconds between two checks of the files."""
SHOWN = 40
"""The most examples listed after an edit."""
LINTED = 10
"""The most findings of the linter listed after an edit."""
FEW = 8
"""The most affected examples of which paraphrases are asked: those of one's own, not of a whole library."""
VERDICT = 1.5
"""Seconds after which it is said how many of the examples have been asked, and what came of them."""


def kb_watch(options: argparse.Namespace) -> int:
    """Run the affected examples again after each edit."""
    from coindex.files.progress import Progress
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.authoring.watch import Watcher
    from coindex.reasoner.store.folders import examples_of, is_whole

    given = Path(options.directory) if options.directory else KNOWLEDGE
    if not given.is_dir():
        raise InputError(
            f"{given}: no directory",
            hint="Give a directory with rows/, axioms/ and examples/, or one with your own .lp files and examples.",
        )
    home, extra = given, list(options.knowledge)
    examples = [Path(path) for path in options.examples]
    if not is_whole(given):  # files of one's own beside what ships, as in the tutorial
        home, extra = KNOWLEDGE, [given, *extra]
        examples = examples or [one for path in extra for one in examples_of(Path(path))]
        if not examples:
            raise InputError(
                f"{given}: there are no examples",
                hint="Write some into a file beside it that ends in .txt: rule: text with [pronoun]. = right | other",
            )
    watcher = None
    try:
        with Progress(None) as progress:
            watcher = Watcher(
                home, extra=extra, examples=examples, model=options.model, over=progress.over
            )
        print(f"watching {given}: {watcher.examples} examples (Ctrl-C ends it)", flush=True)
        _watch(watcher)
    except KeyboardInterrupt:
        print_message("no longer watching; what came of the examples is kept for the next start")
    finally:
        if watcher is not None:
            watcher.keep()
            watcher.close()
    return 0


def _watch(watcher: Watcher) -> None:
    asked_all = False
    looked = 0.0
    while True:
        began = time.monotonic()
        files = watcher.changed() if began - looked > PAUSE else []
        looked = began if began - looked > PAUSE else looked
        if files:
            _after(watcher, watcher.update(files), began)
        elif watcher.step() is None:  # no edit: ask the examples that are still waiting
            if not asked_all:
                asked_all = True
                print(f"all examples asked: {len(watcher.failing())} fail", flush=True)
                watcher.keep()
            _pause()
            looked = 0.0


def _pause() -> None:
    time.sleep(PAUSE)


def _after(watcher: Watcher, edit: Edit, began: float) -> None:
    """Report what an edit has changed. Another edit interrupts this; the remaining examples then wait."""
    clock = time.strftime("%H:%M:%S")
    print(f"{clock} {', '.join(edit.files)}", end="", flush=True)
    if edit.error is not None:
        print(f": cannot be used\n  {edit.error}", flush=True)
        return
    changed = f": {edit.rows} rows and {edit.rules} rules differ"
    later = f", {edit.unknown} have not been asked yet" if edit.unknown else ""
    touched = f"of {edit.examples} examples, {edit.touched} may be affected{later}"
    print(f"{changed}; {touched}", flush=True)
    for finding in edit.findings[:LINTED]:
        print(f"  {finding}", flush=True)
    if len(edit.findings) > LINTED:
        more = len(edit.findings) - LINTED
        print(f"  and {more} more findings (kb lint lists them)", flush=True)
    kinds: Counter[str] = Counter()
    passed: list[Example] = []
    said = False
    for number in range(edit.touched):
        result = watcher.step()
        if result is None or (number % 8 == 7 and watcher.changed()):
            break
        kinds[result.kind] += 1
        if result.finding is None and result.example.fires:
            passed.append(result.example)
        if result.kind not in ("as before", "right") and kinds.total() <= SHOWN:
            _show(result)
        if not said and time.monotonic() - began > VERDICT and number + 1 < edit.touched:
            said = True
            first = _summary(kinds, began)
            print(f"  the first {number + 1} of {edit.touched}: {first}; going on", flush=True)
    print(f"  {_summary(kinds, began)}", flush=True)
    if edit.touched <= FEW and not watcher.changed():
        _paraphrases(watcher, passed)


def _paraphrases(watcher: Watcher, examples: Sequence[Example]) -> None:
    """Ask examples that pass in other words, and say which of these are reached. An edit interrupts this."""
    found: list[Paraphrase] = []
    for example in examples:
        found += watcher.paraphrased(example)
        if watcher.changed():
            return
    if not found:
        return
    reached = sum(one.is_reached for one in found)
    print(f"  with synonyms: {reached} of {len(found)} paraphrases are reached", flush=True)
    for one in found:
        if not one.is_reached:
            answer = one.answer
            print(
                f"    not reached  {one.item.text}  ({answer.candidate}, {answer.decided_by})",
                flush=True,
            )


def _summary(kinds: Counter[str], began: float) -> str:
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"{counts or 'none is affected'} ({time.monotonic() - began:.1f} s)"


def _show(result: Result) -> None:
    place = result.example.location
    found = result.finding
    what = f"{found.code} {found.message}" if found else result.example.item.text
    print(f"  {result.kind:<11} {place.file}:{place.line}  {what}", flush=True)
