"""The picture of the data flow: ``python bench/data_flow.py`` writes ``docs/data_flow.svg`` anew.

It follows the reader's light or dark setting and needs no other program.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree.ElementTree import Element

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PICTURE = ROOT / "docs" / "data_flow.svg"

STEPS = (
    ("Text", "“The sofa did not go through the hatch, because it was too narrow.”", "text"),
    ("Parser", "words, parts of speech, which word depends on which", "learnt"),
    ("Graph", "frequent parser errors repaired; who does what to whom, and why", "grammar"),
    ("Question", "which pronoun is asked about, and which phrases agree with it", "grammar"),
    ("Relevance", "the rows and rules that the words of the text can reach", "computed"),
    ("Meaning", "roles, negation, comparison, what the text presents as a reason", "rules"),
    ("Reasons", "what speaks for each candidate, and what against it", "rules"),
    ("Solver", "the best reading for each candidate, proven; levels in order", "computed"),
    ("Confidence", "how often such an answer is right", "learnt"),
    ("Explanation", "the strongest reasons in English, with file and line", "computed"),
)
"""Name, what it settles, and where that comes from."""
SIDE = (
    (1, "kparse/model", "learnt"),
    (2, "kparse/repair, kparse/semantics", "grammar"),
    (3, "kparse/mentions", "grammar"),
    (4, "coindex/reasoner/grounding", "computed"),
    (5, "encodings, knowledge/rows", "rules"),
    (6, "knowledge: rows, profiles, scripts, axioms", "rules"),
    (7, "clingo; statistics enter as facts", "computed"),
    (8, "coindex/reasoner/calibration.py", "learnt"),
    (9, "coindex/reasoner/rendering", "computed"),
)
"""Step -> what it uses."""
ORIGINS = {
    "text": "given",
    "grammar": "written: grammar",
    "rules": "written: knowledge",
    "learnt": "learnt from data",
    "computed": "computed",
}
LIGHT = {
    "text": "#76808f",
    "grammar": "#3b73c4",
    "rules": "#2e7d4f",
    "learnt": "#b8651b",
    "computed": "#7a58b8",
}
DARK = {
    "text": "#a8b0bc",
    "grammar": "#8fb6ee",
    "rules": "#6fd39b",
    "learnt": "#eaa86a",
    "computed": "#c3b3f0",
}
LEFT, WIDTH, HEIGHT, GAP, TOP = 20.0, 470.0, 46.0, 22.0, 58.0
SIDE_LEFT, SIDE_WIDTH = 530.0, 330.0


def drawn() -> str:
    """Return the picture."""
    from kparse.notation.svg import add, document, finish

    picture = document("From a sentence to an answer: which part decides what")
    add(picture, "style", _style())
    height = TOP + len(STEPS) * (HEIGHT + GAP) + 34
    add(picture, "rect", class_="paper", width=SIDE_LEFT + SIDE_WIDTH + 20, height=height)
    title = "From a sentence to an answer"
    add(picture, "text", title, class_="ink", x=LEFT, y=32, font_size="17", font_weight="bold")
    for number, (name, what, origin) in enumerate(STEPS):
        y = TOP + number * (HEIGHT + GAP)
        _box(picture, LEFT, y, WIDTH, origin)
        add(picture, "text", name, class_="ink", x=LEFT + 14, y=y + 19, font_size="14", font_weight="bold")  # fmt: skip
        add(picture, "text", what, class_="faint", x=LEFT + 14, y=y + 36, font_size="12")
        if number + 1 < len(STEPS):
            _arrow(picture, LEFT + WIDTH / 2, y + HEIGHT, y + HEIGHT + GAP)
    for step, what, origin in SIDE:
        y = TOP + step * (HEIGHT + GAP)
        _box(picture, SIDE_LEFT, y + 7, SIDE_WIDTH, origin, height=HEIGHT - 14)
        add(picture, "text", what, class_="ink", x=SIDE_LEFT + 12, y=y + 28, font_size="12")
        way = f"M{SIDE_LEFT:.1f} {y + HEIGHT / 2:.1f}H{LEFT + WIDTH:.1f}"
        add(picture, "path", class_="edge dashed", fill="none", d=way)
    x = LEFT
    for origin, words in ORIGINS.items():
        mark = add(picture, "rect", class_=f"box {origin}", x=x, y=height - 26, width=14, height=14)
        mark.attrib |= {"rx": "3", "stroke-width": "2"}
        add(picture, "text", words, class_="faint", x=x + 21, y=height - 15, font_size="12")
        x += 40 + 7.2 * len(words) + 10
    return finish(picture, SIDE_LEFT + SIDE_WIDTH + 20, height)


def _box(
    picture: Element, x: float, y: float, width: float, origin: str, height: float = HEIGHT
) -> None:
    from kparse.notation.svg import add

    box = add(picture, "rect", class_=f"box {origin}", x=x, y=y, width=width, height=height)
    box.attrib |= {"rx": "7", "stroke-width": "1.8"}


def _arrow(picture: Element, x: float, top: float, bottom: float) -> None:
    from kparse.notation.svg import add

    add(picture, "path", class_="edge", fill="none", d=f"M{x:.1f} {top:.1f}V{bottom - 6:.1f}")
    points = f"{x - 4.5:.1f},{bottom - 8:.1f} {x + 4.5:.1f},{bottom - 8:.1f} {x:.1f},{bottom:.1f}"
    add(picture, "polygon", class_="head", points=points)


def _style() -> str:
    sheets = []
    for colours, paper, ink, faint, edge in (
        (LIGHT, "#ffffff", "#1d2530", "#4d5763", "#8a94a1"),
        (DARK, "#16191e", "#e8eaee", "#b4bcc8", "#6b7582"),
    ):
        rules = [f".paper,.box{{fill:{paper}}}.ink{{fill:{ink}}}.faint{{fill:{faint}}}"]
        rules += [f".edge{{stroke:{edge}}}.head{{fill:{edge}}}"]
        rules += [f".{origin}{{stroke:{colour}}}" for origin, colour in colours.items()]
        sheets.append("".join(rules))
    return f"{sheets[0]}.dashed{{stroke-dasharray:4 4}}@media (prefers-color-scheme:dark){{{sheets[1]}}}"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
