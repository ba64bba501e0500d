"""How long short explanations are, and what is wrong with them: ``python bench/explanations.py [NAME=FILE ...]``.

With ``--draw 60 --part held --seed 27`` it prints that many explanations of right answers that knowledge decided, drawn
at random and numbered, for readers who do not know each other's marks.

Questions are drawn from the files, or from the project's own examples, and answered. Printed are the number of lines,
the kinds of violation (``coindex/reasoner/rendering/checks.py``) and the time. ``docs/evaluation.md`` has figures.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Answer, check, count and print."""
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.harness.scores.table import percent, table
    from coindex.reasoner import Reasoner
    from coindex.reasoner.authoring.examples import read_examples
    from coindex.reasoner.item import Item
    from coindex.reasoner.rendering.checks import KINDS, violations
    from coindex.reasoner.rendering.render import to_text

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", metavar="NAME=FILE")
    parser.add_argument("--part", choices=["tune", "held"], default="tune")
    parser.add_argument("--number", type=int, default=1000, help="questions that are drawn")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=0, help="violations of each kind to print")
    parser.add_argument("--print", action="store_true", help="print the explanations")
    parser.add_argument(
        "--draw", type=int, metavar="N", help="print N of right answers decided by knowledge"
    )
    options = parser.parse_args()
    if options.draw:
        return _draw(options)
    if options.sets:
        _, entries = read_sets(options.sets, Selection(part=options.part), {})
        asked = [entry.asked for entry in entries]
    else:
        files = sorted((ROOT / "knowledge" / "examples").rglob("*.txt"))
        asked = [example.item for example in read_examples(files)]
    drawn = random.Random(options.seed).sample(asked, min(options.number, len(asked)))
    reasoner = Reasoner()
    counts: Counter[str] = Counter()
    affected: Counter[str] = Counter()
    lengths, decided = [], Counter[str]()
    solving = writing = 0.0
    for question in drawn:
        began = time.perf_counter()
        is_item = isinstance(question, Item)
        answer = next(reasoner.solve_many([question])) if is_item else reasoner.choose(question)
        solved = time.perf_counter()
        text = to_text(answer)
        solving, writing = solving + solved - began, writing + time.perf_counter() - solved
        lengths.append(len(text.splitlines()))
        decided[answer.decided_by] += 1
        found = list(violations(answer))
        affected.update({kind for kind, _ in found})
        for kind, words in found:
            counts[kind] += 1
            if counts[kind] <= options.show:
                print(f"{kind}: {words}")
        if options.print:
            print(f"\n# {answer.text}\n{text}")
    rows = [["violation", "answers", "share", "what"]]
    rows += [
        [kind, str(affected[kind]), percent(affected[kind] / len(drawn)), what]
        for kind, what in KINDS.items()
    ]
    print(table(rows))
    lengths.sort()
    print(
        f"{len(drawn)} answers ({', '.join(f'{n} {name}' for name, n in decided.most_common())}); lines: median"
        f" {statistics.median(lengths):.0f}, 95 of 100 at most {lengths[int(0.95 * len(lengths))]}, most {lengths[-1]};"
        f" time with explanation / without: {(solving + writing) / solving:.2f}"
    )
    return int(bool(affected))


def _draw(options: argparse.Namespace) -> int:
    """Print explanations for blind readers: text, question, answer and reasons."""
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.reasoner import Reasoner
    from coindex.reasoner.item import Item
    from coindex.reasoner.rendering.render import to_text

    _, entries = read_sets(options.sets, Selection(part=options.part), {})
    entries = [entry for entry in entries if isinstance(entry.asked, Item)]
    random.Random(options.seed).shuffle(entries)
    reasoner = Reasoner()
    number = 0
    for entry in entries:
        if number == options.draw:
            break
        assert isinstance(entry.asked, Item)
        answer = next(reasoner.solve_many([entry.asked]))
        if answer.answer != entry.gold or answer.decided_by != "knowledge":
            continue
        number += 1
        text, start, end = answer.text, answer.start, answer.end
        lines = [line for line in to_text(answer).splitlines()[1:] if line]
        asked = f"{text[:start]}[{text[start:end]}]{text[end:]}"
        print(f"{number}.\nText: {asked}")
        print(f"Question: {' or '.join(answer.candidates)}?\nAnswer: {answer.candidate}")
        print("Explanation:")
        print("\n".join(f"  {line}" for line in lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
