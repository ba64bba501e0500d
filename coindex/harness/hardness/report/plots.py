"""The plots of an evaluation: answers by number of sentences, labels of all items, indexes against people."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from coindex.files.extras import missing_extra
from coindex.files.textfile import write_bytes
from kparse.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Record = Mapping[str, Any]
OUTCOMES = ("right", "wrong", "none")
COLOURS = {"answered": "#1b222c", "right": "#17694a", "wrong": "#d0695f", "none": "#eef0f3"}


class Plot(NamedTuple):
    """A figure, and what it shows."""

    name: str
    title: str
    description: str
    figure: Figure

    def image(self, kind: str) -> bytes:
        """Return the image as ``svg`` or ``png``; the same figure gives the same bytes."""
        from matplotlib import rc_context

        held = io.BytesIO()
        with rc_context({"svg.hashsalt": "coindex", "svg.fonttype": "none"}):
            metadata = {"Date": None} if kind == "svg" else {"Software": None}
            self.figure.savefig(held, format=kind, metadata=metadata, bbox_inches="tight")
        return held.getvalue()


def needs_matplotlib() -> None:
    """Check that plots can be made.

    Raises:
        InputError: matplotlib is not installed.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise missing_extra("--html and --plots need matplotlib", "hardness") from error


def write_plots(record: Record, folder: str | Path) -> list[Path]:
    """Write the plots as ``NAME.svg`` and ``NAME.png``.

    Args:
        record: an evaluation (:func:`coindex.harness.hardness.report.evaluation.record`).
        folder: created if it does not exist.

    Returns:
        The files.

    Raises:
        InputError: matplotlib is not installed, or a file cannot be written.
    """
    directory = Path(folder)
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror}") from error
    written = []
    for plot in plots(record):
        for kind in ("svg", "png"):
            path = directory / f"{plot.name}.{kind}"
            write_bytes(path, plot.image(kind))
            written.append(path)
    return written


def plots(record: Record) -> Iterator[Plot]:
    """Draw everything that a record has data for.

    Raises:
        InputError: matplotlib is not installed.
    """
    needs_matplotlib()
    if record["classes"]:
        yield _by_size(record)
        yield _map(record)
        yield _stack(record)
    indexes = dict.fromkeys(each["index"] for each in record["correlations"])
    for number, index in enumerate(indexes if record["people"] else (), 1):
        yield _people(record, index, f"people-{number}")


def _new(height: float = 3.0, **names: str) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5, height), dpi=200)
    axes = figure.add_subplot()
    axes.set(**names)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _by_size(record: Record) -> Plot:
    """Draw shares with their standard errors, as in the paper."""
    table = record["by_size"]
    figure, axes = _new(xlabel="sentences", ylabel="share of items, %")
    for outcome in ("answered", "right", "wrong"):
        shares, errors = (
            [100 * each[outcome][key] for each in table] for key in ("share", "error")
        )
        axes.errorbar(range(len(table)), shares, errors, label=outcome, color=COLOURS[outcome])
    axes.set_ylim(0, 100)
    axes.set_xticks(range(len(table)), [_short(size) for size in record["sizes"]])
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    last = table[-1]
    listed = ", ".join(
        f"{each} {100 * last[each]['share']:.1f} %" for each in ("answered", "right", "wrong")
    )
    words = f"With {last['sentences']:,} sentences: {listed}."
    return Plot("sizes", "Answered, right and wrong by number of sentences", words, figure)


def _short(size: int) -> str:
    """Write a number in few characters.

    >>> _short(500), _short(20_000)
    ('500', '20k')
    """
    return f"{size // 1000}k" if size >= 1000 and size % 1000 == 0 else str(size)


def _sorted(record: Record) -> list[Record]:
    """Return the items, those with the most right labels first, then those with the fewest wrong ones."""
    return sorted(record["items"], key=lambda i: (-i["right"], i["wrong"], i["id"]))


def _map(record: Record) -> Plot:
    from matplotlib.colors import ListedColormap

    items, sizes = _sorted(record), record["sizes"]
    figure, axes = _new(1 + len(items) / 50, xlabel="sentences", ylabel=f"{len(items):,} items")
    cells = [
        [2 if label is None else 0 if label == item["answer"] else 1 for label in item["labels"]]
        for item in items
    ]
    colours = ListedColormap([COLOURS[each] for each in OUTCOMES])
    axes.imshow(cells, cmap=colours, vmin=0, vmax=2, aspect="auto", interpolation="nearest")
    axes.set_xticks(range(len(sizes)), [_short(size) for size in sizes])
    axes.set_yticks([])
    _key(axes)
    totals = ", ".join(f"{each} {sum(i[each] for i in items)}" for each in OUTCOMES)
    title = "Labels of each item by number of sentences, sorted by answers"
    return Plot("map", title, f"Labels of all items: {totals}.", figure)


def _stack(record: Record) -> Plot:
    items = _sorted(record)
    figure, axes = _new(xlabel=f"{len(items):,} items", ylabel="share of the labels, %")
    totals = [sum(item[each] for each in OUTCOMES) or 1 for item in items]
    done = [0.0] * len(items)
    for outcome in OUTCOMES:
        shares = [100 * item[outcome] / total for item, total in zip(items, totals, strict=True)]
        axes.bar(range(len(items)), shares, 1.0, done, color=COLOURS[outcome])
        done = [a + b for a, b in zip(done, shares, strict=True)]
    axes.set(xlim=(-0.5, len(items) - 0.5), xticks=[])
    _key(axes)
    words = (
        f"Items with more right than wrong labels: {sum(i['right'] > i['wrong'] for i in items)}."
    )
    return Plot("stack", "Right, wrong and no labels of each item", words, figure)


def _key(axes: Axes) -> None:
    from matplotlib.patches import Patch

    patches = [Patch(color=COLOURS[each], label=each) for each in OUTCOMES]
    axes.legend(handles=patches, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _people(record: Record, index: str, name: str) -> Plot:
    some = [
        (float(item["indexes"][index]), 100 * (1 - float(item["human"])))
        for item in record["items"]
        if item["human"] is not None and item["indexes"].get(index) is not None
    ]
    figure, axes = _new(xlabel="index", ylabel="people who err, %")
    axes.scatter([x for x, _ in some], [y for _, y in some], s=12, alpha=0.6, color="#1f5fae")
    axes.set(xlim=(0, None), ylim=(0, 100))
    words = f"{len(some):,} items; a dot further up is an item that more people get wrong."
    return Plot(name, f"Index “{index}” against the share of people who err", words, figure)
