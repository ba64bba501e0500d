"""The gallery of the documentation: ``python bench/gallery.py`` writes ``docs/gallery.md`` anew.

Twelve sentences of our own are answered and explained, good and bad. ``--check`` writes nothing; its exit status is 1
if the page is not what would be written, apart from numbers.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PAGE = ROOT / "docs" / "gallery.md"

if TYPE_CHECKING:
    from coindex.reasoner import Answer, Reasoner


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, its right answer, and what a reader should notice."""

    text: str
    right: str
    note: str


PIECES = (
    Piece(
        "The porter could not carry the piano upstairs because [it] was far too heavy.",
        "the piano",
        "A load, and what hinders that it is carried.",
    ),
    Piece(
        "The porter could not carry the piano upstairs because [he] had hurt his back.",
        "the porter",
        "The same beginning: now the reason lies with the one who carries.",
    ),
    Piece(
        "Marta lent Helga her umbrella because [she] had forgotten her own.",
        "Helga",
        "Both are women, so grammar does not help; who lends what to whom does.",
    ),
    Piece(
        "Marta lent Helga an umbrella although [she] had been rude to her.",
        "Helga",
        "*Although* denies what one would expect: one lends nothing to those who are rude.",
    ),
    Piece(
        "The sofa did not go through the hatch, because [it] was too narrow.",
        "the hatch",
        "Too big for one thing is too small for the other; *narrow* is on the side of the place.",
    ),
    Piece(
        "The cat chased the mouse until [it] vanished in a hole.",
        "the mouse",
        "No *because*: what comes at the end of a chase.",
    ),
    Piece(
        "The truck passed the tractor easily because [it] was going so slowly.",
        "the tractor",
        "Two parties are compared without a comparative.",
    ),
    Piece(
        "Paul hid the letter from Simon because [he] was ashamed of it.",
        "Paul",
        "A motive of the one who acts.",
    ),
    Piece(
        "The judge believed the witness because [he] had nothing to gain by lying.",
        "the witness",
        "Compare reason and sentence: somebody may be right for a reason that misses the point. *Lying* here is what"
        " the witness has no motive for, and that is not understood.",
    ),
    Piece(
        "The older brother carried the younger one because [he] was tired.",
        "the younger one",
        "*One* stands for another brother, and a rule about carrying tells the two apart.",
    ),
    Piece(
        "The committee turned the architects down because [they] wanted too much money.",
        "the architects",
        "To want too much is a reason to be turned down. The rule that speaks is about those who refuse because of"
        " what they want, and it does not ask what that is.",
    ),
    Piece(
        "The ladder leaned against the wall, and when the wind came [it] fell over.",
        "the ladder",
        "Rows learnt for *lean* speak for either party, and nothing knows that walls stand and ladders tip.",
    ),
)


def written(reasoner: Reasoner) -> str:
    """Return the page."""
    answers = [reasoner.solve(piece.text) for piece in PIECES]
    right = sum(_is_right(p, a) for p, a in zip(PIECES, answers, strict=True))
    lines = [
        "# Gallery",
        "",
        "Twelve sentences of our own with answers and reasons as `solve --explain` prints them, good and bad. They",
        "were chosen to show what the program does and does not do, and are no measure of it:",
        "[limits.md](limits.md) and [evaluation.md](evaluation.md) have figures. The page is written by",
        "",
        "    python bench/gallery.py",
        "",
        f"Of the twelve, {right} are answered rightly.",
    ]
    for number, (piece, answer) in enumerate(zip(PIECES, answers, strict=True), 1):
        lines += ["", *_entry(number, piece, answer)]
    return "\n".join(lines) + "\n"


def _entry(number: int, piece: Piece, answer: Answer) -> list[str]:
    from coindex.reasoner.rendering.render import to_text

    plain = piece.text.replace("[", "").replace("]", "")
    verdict = "Right" if _is_right(piece, answer) else f"Wrong (right is *{piece.right}*)"
    if answer.decided_by in ("preference", "tie"):
        verdict += ", by a guess"
    return [
        f"## {number}. {plain}",
        "",
        f"**{verdict}.** {piece.note}",
        "",
        "```text",
        to_text(answer),
        "```",
    ]


def _is_right(piece: Piece, answer: Answer) -> bool:
    return (answer.candidate or "").casefold() == piece.right.casefold()


def without_numbers(page: str) -> list[str]:
    """Return the words of a page; numbers change as knowledge grows."""
    return re.sub(r"\d+|  +", " ", page).split()


def main() -> int:
    """Write the page, or compare it."""
    from coindex.reasoner import Reasoner

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    options = parser.parse_args()
    page = written(Reasoner())
    if not options.check:
        PAGE.write_text(page, encoding="utf-8")
        return 0
    if without_numbers(page) == without_numbers(PAGE.read_text(encoding="utf-8")):
        return 0
    print("docs/gallery.md is not what `python bench/gallery.py` would write", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
