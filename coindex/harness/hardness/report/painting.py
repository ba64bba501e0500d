"""Drawings in SVG as PNG, for papers: their marks are painted by matplotlib, an extra."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coindex.files.textfile import write_bytes, write_text
from coindex.harness.hardness.report.pictures import STYLES, standing_alone
from coindex.harness.report.markup import Html
from kparse.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

_DPI = 200
_UNITS = 72.0
"""Units of a drawing in an inch."""


def write_pictures(drawings: Mapping[str, tuple[str, Html]], folder: str | Path) -> list[Path]:
    """Write drawings as SVG and PNG, ``NAME.svg`` and ``NAME.png``.

    Args:
        drawings: by name, as :func:`coindex.harness.hardness.report.pictures.pictures` gives them.
        folder: made if it is not there.

    Returns:
        The files.

    Raises:
        InputError: matplotlib is not installed, or they cannot be written.
    """
    needs_matplotlib()
    directory = Path(folder)
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror}") from error
    written = []
    for name, (_, drawing) in drawings.items():
        whole = standing_alone(drawing)
        write_text(directory / f"{name}.svg", whole)
        write_bytes(directory / f"{name}.png", painted(whole))
        written += [directory / f"{name}.svg", directory / f"{name}.png"]
    return written


def needs_matplotlib() -> Any:
    """Give what figures are made of.

    Raises:
        InputError: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InputError(
            "matplotlib is not installed: pictures for papers are painted by it",
            hint="Install it: pip install 'coindex[hardness]'; the page of --html needs none.",
        ) from error
    return Figure, FigureCanvasAgg


def painted(drawing: str) -> bytes:
    """Paint a drawing that is a file of its own; the same drawing gives the same bytes."""
    figure_class, canvas_class = needs_matplotlib()
    root = ElementTree.fromstring(drawing)
    width, height = float(root.get("width", "1")), float(root.get("height", "1"))
    figure = figure_class(figsize=(width / _UNITS, height / _UNITS), dpi=_DPI)
    canvas_class(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    for order, mark in enumerate(root.iter()):
        _paint(axes, mark.tag.rpartition("}")[2], mark, order)
    held = io.BytesIO()
    figure.savefig(held, format="png", metadata={"Software": None})
    return held.getvalue()


def _paint(axes: Any, tag: str, mark: ElementTree.Element, order: int) -> None:
    names = mark.get("class", "").split()
    look: dict[str, str] = {}
    for name in names:
        look.update(STYLES.get(name, {}))

    def at(key: str) -> float:
        return float(mark.get(key, "0"))

    # Later marks lie over earlier ones.
    colour, wide = look.get("stroke", "none"), float(look.get("stroke-width", "1"))
    if tag == "line":
        ends = [at("x1"), at("x2")], [at("y1"), at("y2")]
        axes.plot(*ends, color=colour, linewidth=wide, zorder=order)
    elif tag == "polyline":
        places = [tuple(map(float, each.split(","))) for each in mark.get("points", "").split()]
        axes.plot(*zip(*places, strict=True), color=colour, linewidth=wide, zorder=order)
    elif tag == "rect" and names:
        from matplotlib.patches import Rectangle

        box = Rectangle((at("x"), at("y")), at("width"), at("height"))
        box.set(facecolor=look.get("fill", "none"), edgecolor="none", zorder=order)
        axes.add_patch(box)
    elif tag == "circle":
        from matplotlib.patches import Circle

        spot = Circle((at("cx"), at("cy")), at("r"), facecolor=look.get("fill", "none"))
        spot.set(zorder=order)
        axes.add_patch(spot)
    elif tag == "text":
        side = "center" if "mid" in names else "right" if "end" in names else "left"
        size = 8.5 if "small" in names else 9.5
        axes.text(at("x"), at("y"), mark.text or "", ha=side, va="baseline", fontsize=size)
