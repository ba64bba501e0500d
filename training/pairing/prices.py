"""What evidence counts, asked of the encodings themselves, so that a fit adds up as the reasoner does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cache

from coindex.reasoner.knowledge.weights import HEAVIEST
from kparse.errors import KnowledgeError

KNOWN, FAINT = 1, 4
"""Places of the levels *knowledge* and *preference* in a cost."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What counts how much (``encodings/objective.lp``)."""

    point: int = 10
    """A point of the strongest support of a link, of a hint or a clash."""
    further: int = 1
    """Each support of a link, the strongest among them."""
    faint: int = 3
    """A point of what is too weak for the level of knowledge, at the level of preference."""
    strong: int = 3
    """The least weight that counts at the level of knowledge (a clash always does)."""


@cache
def prices() -> Prices:
    """Find out what the encodings count.

    Raises:
        KnowledgeError: they add up otherwise than a fit can follow.
    """
    strong = next(w for w in (*range(1, HEAVIEST + 1), 0) if not w or _cost("hint", w)[KNOWN])
    further = -_cost("support", HEAVIEST)[KNOWN] if strong else 0
    point = -_cost("hint", strong)[KNOWN] // strong if strong else 0
    faint = -_cost("hint", 1)[FAINT]
    found = Prices(point, further, faint, strong)
    for weight in range(1, HEAVIEST + 1):
        told = (
            [_cost(kind, weight)[level] for level in (KNOWN, FAINT)]
            for kind in ("strongest", "support", "hint", "clash")
        )
        weak = weight < strong
        due = (
            [0 if weak else -point * weight, 0],
            [0, -faint * weight] if weak else [-further, 0],
            [0, -faint * weight] if weak else [-point * weight, 0],
            [point * weight, 0],
        )
        if list(told) != list(due):
            raise KnowledgeError(
                f"encodings/objective.lp adds up otherwise than {astuple(found)} for weight {weight}",
                hint="training/pairing/prices.py and training/pairing/evidence.py have to follow it.",
            )
    return found


def _cost(kind: str, weight: int) -> Sequence[int]:
    """Give the cost of a single piece of evidence by level."""
    import clingo

    from coindex.files.shipped import ENCODINGS

    facts = {
        "strongest": f"strongest(l,{weight}).",
        "support": f"support(r,l,{weight}).",
        "hint": f"hint(r,x,{weight}).",
        "clash": f"clash(r,x,y). binds(x,y). weight(r,{weight}).",
    }
    control = clingo.Control(["--warn=none"])
    text = (ENCODINGS / "objective.lp").read_text("utf-8")
    control.add("base", [], f"{text}\n{facts[kind]}")
    control.ground([("base", [])])
    costs: list[Sequence[int]] = []
    control.solve(on_model=lambda model: costs.append(list(model.cost)))
    if not costs or len(costs[-1]) <= FAINT:
        raise KnowledgeError("encodings/objective.lp: a level is missing")
    return costs[-1]
