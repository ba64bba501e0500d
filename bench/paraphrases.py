"""What sentences in other words do for questions: ``python bench/paraphrases.py [FILE...] [--set SET] [--why]``.

A line of FILE is a pair of twins (``text``, ``right``, ``twin``, ``twin_right``) with a sentence (``knowledge``) that
is true, speaks for the answer of the first, and is in other words than its text. *Used, right* is: the sentence was
used for the first, and the answer is right. *Misled* is: it was used for the second, and the answer is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from coindex import Reasoner
    from coindex.reasoner.answer import SentenceUse

FILES = [ROOT / "tests" / "reasoner" / name for name in ("paraphrases.jsonl", "paraphrases2.jsonl")]
HEAD = ["set", "n", "used, right", "used, wrong", "twin's used", "twin misled"]
CLOSED = ("check",)
"""Sets of which totals are printed only."""


def asked(reasoner: Reasoner, pair: dict[str, str], text: str) -> tuple[str, SentenceUse]:
    """Ask one of two twins with the sentence; return the answer and what became of the sentence."""
    names = sorted(
        (pair["right"], pair["twin_right"]), key=lambda name: text.lower().index(name.lower())
    )
    answer = reasoner.solve(text, candidates=names, knowledge=[pair["knowledge"]])
    return str(answer.candidate), answer.sentence_uses[0]


def main() -> int:
    """Ask and print."""
    from coindex import Reasoner
    from coindex.harness.scores.table import table
    from kparse.errors import InputError

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", default=FILES)
    parser.add_argument("--set", dest="only", help="ask this set only")
    parser.add_argument("--why", action="store_true", help="also print what is not as it should be")
    options = parser.parse_args()
    reasoner = Reasoner()
    counts: dict[str, list[int]] = {}
    for file in options.files:
        for line in file.read_text("utf-8").splitlines():
            pair = json.loads(line)
            if options.only not in (None, pair["set"]):
                continue
            count = counts.setdefault(pair["set"], [0] * 5)
            count[0] += 1
            try:
                found, use = asked(reasoner, pair, pair["text"])
            except InputError as error:  # no rule could be made of the sentence
                shown = options.why and pair["set"] not in CLOSED
                print(f"unread {error.message}" if shown else "", end="\n" if shown else "")
                continue
            count[1] += use.used and found == pair["right"]
            count[2] += use.used and found != pair["right"]
            twin_found, twin_use = asked(reasoner, pair, pair["twin"])
            misled = twin_use.used and twin_found != pair["twin_right"]
            count[3] += twin_use.used
            count[4] += misled
            if not options.why or pair["set"] in CLOSED:
                continue
            if not use.used or found != pair["right"]:
                state = "unused" if not use.used else "WRONG "
                print(f"{state} {pair['text']}\n       {pair['knowledge']}  [{use.why}]")
            if misled:
                print(f"MISLED {pair['twin']}\n       {pair['knowledge']}  [{twin_use.why}]")
    rows = [[name, *map(str, count)] for name, count in counts.items()]
    print(table([HEAD, *rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
