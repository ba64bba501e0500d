"""What came of each example in the last run of ``kb test``, to say what has changed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coindex.files.cache import digest, keep, recall
from coindex.reasoner.authoring.examples import Example, Judged
from coindex.reasoner.authoring.kept_results import identity
from kparse.cachedir import cache_directory

_FORM = b"2"
"""To be changed when what is kept has another form."""
_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Compared:
    """The examples that came out otherwise than in the last run; those that are new are not among them."""

    now_wrong: tuple[Example, ...]
    now_right: tuple[Example, ...]
    before: int
    """How many of the examples had been asked before."""

    def lines(self) -> Iterator[str]:
        """Say what has changed."""
        if not self.before:
            return
        if not self.now_wrong and not self.now_right:
            yield f"as in the last run: all {self.before} examples that it had come out the same"
            return
        counts = f"{len(self.now_wrong)} now fail, {len(self.now_right)} are now right"
        yield f"compared with the last run: {counts}"
        for said, several in (("now fails", self.now_wrong), ("now right", self.now_right)):
            for example in several[:_SHOWN]:
                yield f"  {said}  {example.location.file}:{example.location.line}  {example.line}"
            if several[_SHOWN:]:
                yield f"  and {len(several) - _SHOWN} more"


def compare_with_last(
    those: Sequence[Judged], paths: Iterable[Path], model: str | None
) -> Compared:
    """Compare results with those of the last run with the same folders and parser, and keep them in their place."""
    named = digest(("tested", model or "", *(str(path.resolve()) for path in paths))).hex()[:24]
    path = cache_directory() / "tested" / named
    known: dict[bytes, bool] = dict(recall(path, _FORM) or ())
    wrong: list[Example] = []
    right: list[Example] = []
    before = 0
    for one in those:
        was = known.get(identity(one.example))
        before += was is not None
        if was is not None and was != (one.finding is not None):
            (right if was else wrong).append(one.example)
    known |= {identity(one.example): one.finding is not None for one in those}
    keep(path, _FORM, tuple(sorted(known.items())))
    return Compared(tuple(wrong), tuple(right), before)
