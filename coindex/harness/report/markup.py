"""HTML and SVG from Python values: whatever is not markup already is escaped, so nothing can slip through.

>>> element("p", "fish & chips ", element("b", "<now>"), class_="menu", hidden=False)
'<p class="menu">fish &amp; chips <b>&lt;now&gt;</b></p>'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from coindex.files.templates import seen

NBSP = "\u00a0"

_VOID = frozenset("br col hr input link meta".split())


class Html(str):
    """Text that is markup already; :func:`element` takes it over as it is."""

    __slots__ = ()


def markup(value: object) -> Html:
    """Give a value as markup: escaped, unless it is that already; ``None`` is nothing."""
    if isinstance(value, Html):
        return value
    return Html("" if value is None else escape(seen(str(value)), quote=True))


def join(parts: Iterable[object], between: str = "") -> Html:
    """Put values after each other."""
    return Html(markup(between).join(markup(part) for part in parts))


def element(name: str, /, *children: object, **attributes: object) -> Html:
    """Make an element of HTML or SVG.

    Args:
        name: its tag.
        children: values; what is not :class:`Html` is escaped.
        attributes: ``class_`` stands for ``class`` and ``stroke_width`` for ``stroke-width``. ``None`` and ``False``
            leave the attribute out, ``True`` is an attribute without a value; a fraction is written with at most one
            decimal, which is enough for a place in a drawing.
    """
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        words.append(key if value is True else f'{key}="{markup(_short(value))}"')
    head = Html(f"<{' '.join(words)}>")
    return head if name in _VOID else Html(f"{head}{join(children)}</{name}>")


def _short(value: object) -> object:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value


# ------------------------------------------------------------------------------------------- tables


def cell(*children: object) -> Html:
    """A cell with words in it."""
    return element("td", *children)


def number(*children: object) -> Html:
    """A cell with a number in it, which is set to the right."""
    return element("td", *children, class_="n")


_NUMBER = '<td class="n">'


def label(*children: object) -> Html:
    """The cell that says what its row is about."""
    return element("th", *children, scope="row")


def table(caption: str, head: Sequence[object], rows: Iterable[Sequence[Html]]) -> Html:
    """Make a table.

    Args:
        caption: what it shows, in a few words; nothing where that is plain.
        head: the columns' names; columns whose cells are numbers have theirs to the right as well.
        rows: cells, made by :func:`label`, :func:`cell` and :func:`number`. Rows that begin with the same cell belong
            together; a line sets them apart from the next.
    """
    body = [list(row) for row in rows]
    columns = (
        [None] * len(head)
        if not body
        else ["n" if each.startswith(_NUMBER) else None for each in body[0]]
    )
    names = [
        element("th", name, scope="col", class_=column)
        for name, column in zip(head, columns, strict=True)
    ]
    starts = [at == 0 or row[0] != body[at - 1][0] for at, row in enumerate(body)]
    grouped = sum(starts) < len(body)
    lines = [
        element("tr", *row, class_="first" if grouped and start else None)
        for row, start in zip(body, starts, strict=True)
    ]
    made = element(
        "table",
        element("thead", element("tr", *names)),
        element("tbody", *lines),
        class_="grouped" if grouped else None,
    )
    scroll = element("div", made, class_="scroll")
    return element("figure", element("figcaption", caption), scroll) if caption else scroll


def folded(title: object, *children: object) -> Html:
    """Something that is read on demand, without any script."""
    return element("details", element("summary", title), *children)


# ------------------------------------------------------------------------------------------ numbers


def percent(share: float | None) -> str:
    r"""Give a share in per cent.

    >>> percent(0.625), percent(None)
    ('62.5\xa0%', '–')
    """
    return "–" if share is None else f"{100 * share:.1f}{NBSP}%"


def share_of(part: int, whole: int) -> float | None:
    """Give a share; of nothing there is none."""
    return part / whole if whole else None


def stretch(ends: Sequence[float]) -> str:
    r"""Give an interval of shares in per cent.

    >>> stretch((0.5, 0.75))
    '50.0–75.0\xa0%'
    """
    return f"{100 * ends[0]:.1f}–{100 * ends[1]:.1f}{NBSP}%"


def count(value: int) -> str:
    """Give a count with its thousands apart.

    >>> count(12345)
    '12,345'
    """
    return f"{value:,}"
