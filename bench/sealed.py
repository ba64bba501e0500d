"""Ask the sealed questions, and print totals only: ``python bench/sealed.py [--check] [--checkout DIR]``.

The questions of ``tests/sealed`` were written by people who saw neither the program nor other questions. They are asked
once, at the end of a piece of work, never to choose between variants; nobody reads them. ``docs/sealed.md`` has the
figures. ``--check`` asks only the part that may be asked at any time, ``everyday-check``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coindex import Reasoner

ROOT = Path(__file__).resolve().parent.parent
SEALED = ROOT / "tests" / "sealed"
QUESTIONS = ("pairs", "everyday")
CHECK = "everyday-check"

Record = dict[str, Any]


def records(name: str) -> list[Record]:
    """Read a sealed file."""
    with gzip.open(SEALED / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def rows(reasoner: Reasoner, names: tuple[str, ...], *, all_kinds: bool) -> Iterator[list[str]]:
    """Ask set after set, and give a row of the table for each."""
    for name in names:
        yield _questions(reasoner, name, records(name))
    if all_kinds:
        yield _paraphrases(reasoner, records("paraphrases"))
        yield _choices(reasoner, records("choices"))
        yield _passages(records("passages"), reasoner)


def _row(
    name: str, asked: int, right: int, known: int, known_right: int, more: str = ""
) -> list[str]:
    share = f"{right} ({100 * right / asked:.1f} %)"
    return [name, str(asked), share, f"{known_right} of {known}", more]


def _questions(reasoner: Reasoner, name: str, asked: list[Record]) -> list[str]:
    keys = ("id", "text", "pron_start", "pron_end", "candidates")
    answers = list(reasoner.solve_many([{key: one[key] for key in keys} for one in asked]))
    right = [answer.answer == one["answer"] for answer, one in zip(answers, asked, strict=True)]
    known = [answer.decided_by == "knowledge" for answer in answers]
    twins = Counter(
        one["pair_id"] for one, good in zip(asked, right, strict=True) if good and "pair_id" in one
    )
    pairs = len({one["pair_id"] for one in asked if "pair_id" in one})
    more = f"both twins {sum(n == 2 for n in twins.values())} of {pairs}" if pairs else ""
    both = sum(a and b for a, b in zip(right, known, strict=True))
    return _row(name, len(asked), sum(right), sum(known), both, more)


def _paraphrases(reasoner: Reasoner, asked: list[Record]) -> list[str]:
    """Count knowledge in other words that is used and decides rightly, and twins that it misleads."""
    used = right = misled = 0
    for one in asked:

        def answer(question: Record, *knowledge: str, one: Record = one) -> tuple[int | None, bool]:
            found = reasoner.solve(
                question["text"],
                pronoun=question["pron_start"],
                candidates=one["candidates"],
                knowledge=knowledge,
            )
            return found.answer, any(use.used for use in found.sentence_uses)

        found, was_used = answer(one["question"], one["knowledge"])
        right += found == one["answer"]
        used += was_used and found == one["answer"]
        misled += (
            answer(one["twin"])[0] == one["twin_answer"]
            and answer(one["twin"], one["knowledge"])[0] != one["twin_answer"]
        )
    return _row("paraphrases", len(asked), right, used, used, f"twins misled {misled}")


def _choices(reasoner: Reasoner, asked: list[Record]) -> list[str]:
    from coindex.reasoner.solving.choice import Choice

    right = known = both = 0
    for one in asked:
        answer = reasoner.choose(
            Choice(one["id"], one["premise"], tuple(one["alternatives"]), one["asks"])
        )
        good, knew = answer.answer == one["answer"], answer.decided_by == "knowledge"
        right, known, both = right + good, known + knew, both + (good and knew)
    return _row("choices", len(asked), right, known, both)


def _passages(asked: list[Record], reasoner: Reasoner) -> list[str]:
    from coindex import resolve
    from coindex.harness.evaluation.passages import judged
    from coindex.harness.questions.chains import passage_of

    def solve(text: str) -> dict[int, str]:
        found = resolve(text, reasoner=reasoner).pronouns
        return {one.pronoun.start: " ".join(one.candidates[0].text.split()) for one in found}

    found = []
    for one in asked:
        passage = passage_of({**one, "part": "aside"})
        found += judged(passage, solve)
    answered = [one for one in found if one.answer is not None]
    right = sum(one.is_right for one in answered)
    absurd = sum(one.is_absurd for one in found)
    return _row(
        "passages",
        len(found),
        sum(one.is_right for one in found),
        len(answered),
        right,
        f"absurd {absurd}",
    )


def main() -> int:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help=f"ask {CHECK} alone")
    parser.add_argument(
        "--checkout", type=Path, default=ROOT, help="ask the program of another checkout"
    )
    options = parser.parse_args()
    sys.path.insert(0, str(options.checkout.resolve()))
    from coindex import Reasoner
    from coindex.harness.scores.table import table

    names = (CHECK,) if options.check else (*QUESTIONS, CHECK)
    head = ["set", "items", "right", "right of those decided by knowledge", ""]
    print(table([head, *rows(Reasoner(), names, all_kinds=not options.check)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
