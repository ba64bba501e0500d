"""Which rules fire in no question: ``python bench/firing.py FILE... [--most N] [--out LIST]``.

FILE is a file of questions (see ``cli.py evaluate --help``) or of examples (``knowledge/examples/*.txt``). Each
question is grounded alone; a rule fires if its body holds in some reading. Printed is how many never do, by file.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from coindex.reasoner.solving.solver import Grounded


def questions_of(file: str) -> list[Any]:
    """Read questions, or examples."""
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.reasoner.authoring.examples import read_examples

    path = Path(file.partition("=")[2] or file)
    if path.suffix == ".txt" and path.parent.name == "examples":
        return [example.item for example in read_examples([path])]
    return [entry.asked for entry in read_sets([file], Selection(), {})[1]]


def _key(place: str) -> tuple[str, int]:
    file, _, line = place.rpartition(":")
    return file, int(line)


def main() -> int:
    """Ask, count and print."""
    from coindex import Reasoner
    from coindex.files.progress import Progress
    from coindex.reasoner.grounding.compiling import compile_text
    from coindex.reasoner.grounding.program import compiled, encoding_files
    from coindex.reasoner.item import Item

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--most", type=int, help="ask only so many questions, drawn at random")
    parser.add_argument(
        "--out", type=Path, help="also write the places of the rules that never fire"
    )
    options = parser.parse_args()
    asked = [one for file in options.files for one in questions_of(file)]
    random.Random(1).shuffle(asked)
    asked = asked[: options.most]
    reasoner = Reasoner()
    fired: set[str] = set()

    def observe(readings: Grounded) -> None:
        statements = readings.program.statements
        fired.update(readings.firing(one for one in statements if one.place not in fired))

    reasoner.observe = observe
    with Progress(len(asked), show=True) as bar:
        for one in bar.over(asked):
            if isinstance(one, Item):
                next(iter(reasoner.solve_many([one])))
            else:
                reasoner.choose(one)
    units = [compile_text(text, Path(name).stem, name) for name, text in encoding_files()]
    units += map(compiled, reasoner.store.rules())
    rules = [one for unit in units for one in unit.rules if " :- " in one.text and one.gives]
    places = sorted({one.place for one in rules}, key=_key)
    silent = [place for place in places if place not in fired]
    print(f"{len(asked)} questions; {len(silent)} of {len(places)} rules fire in none")
    every = Counter(place.rpartition(":")[0] for place in places)
    for file, number in Counter(place.rpartition(":")[0] for place in silent).most_common():
        print(f"{file}\t{number} of {every[file]}")
    if options.out is not None:
        options.out.write_text("".join(f"{place}\n" for place in silent), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
