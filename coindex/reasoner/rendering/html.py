"""An explanation as one HTML page: no script, nothing fetched, every text escaped."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape as _escape

from coindex.reasoner.answer import Answer
from coindex.reasoner.rendering.outline import DECIDED, Branch
from coindex.reasoner.rendering.picture import COLOURS
from kparse.notation.svg import printable

_STYLE = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1d2530;--faint:#5a6472;--line:#d5dae1;--mark:#fff1b8;--soft:#f5f7f9}
@media (prefers-color-scheme:dark){:root{--paper:#16191e;--ink:#e8eaee;--faint:#a8b0bc;--line:#3a424d;--mark:#5a4a10;
--soft:#1f242b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1.5rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
blockquote{margin:0 0 1rem;padding:.7rem 1rem;background:var(--soft);border-left:4px solid var(--line);font-size:1.1rem}
mark{background:var(--mark);color:inherit;padding:0 .15em;border-radius:.2em}
h1{font-size:1.3rem;margin:0 0 .8rem}h2{font-size:1.05rem;margin:1.6rem 0 .5rem}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border:1px solid var(--line);padding:.25rem .6rem;text-align:left}td.n{text-align:right}tr.best{font-weight:600}
ul{list-style:none;margin:0;padding-left:1.1rem;border-left:1px solid var(--line)}ul.top{border:0;padding:0}
li{margin:.3rem 0}summary{cursor:pointer}
.t{border-left:4px solid var(--c,var(--line));padding-left:.5rem}small{color:var(--faint);margin-left:.4rem}
img{max-width:100%;background:#fff;border:1px solid var(--line)}
pre{white-space:pre-wrap;background:var(--soft);padding:.7rem;overflow-x:auto}
"""


def escape(text: object) -> str:
    """Escape a text for HTML; characters that a page cannot hold are replaced."""
    return _escape(printable(str(text)), quote=True)


def page(answer: Answer, branches: Iterable[Branch], picture: str) -> str:
    """Write the page."""
    title = f"{answer.pronoun}: {answer.candidate or 'no answer'}"
    body = [
        f"<h1>{escape(DECIDED[answer.decided_by])}</h1>",
        f"<blockquote>{_marked(answer)}</blockquote>" if answer.text else "",
        _costs(answer),
        "<h2>Explanation</h2>",
        f'<ul class="top">{"".join(_item(b, 0) for b in branches)}</ul>',
        _figure(answer, picture),
    ]
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
        ' img-src data:">'
        f"<title>{escape(title)}</title><style>{_STYLE}{_kinds()}</style></head><body>"
    )
    return "\n".join([head, *(part for part in body if part), "</body></html>"]) + "\n"


def _kinds() -> str:
    light = "".join(f".{kind}{{--c:{colours[0]}}}" for kind, colours in COLOURS.items())
    dark = "".join(f".{kind}{{--c:{colours[1]}}}" for kind, colours in COLOURS.items())
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _marked(answer: Answer) -> str:
    text = answer.text
    if not 0 <= answer.start < answer.end <= len(text):
        return escape(text)
    before, inside, after = (
        text[: answer.start],
        text[answer.start : answer.end],
        text[answer.end :],
    )
    return f"{escape(before)}<mark>{escape(inside)}</mark>{escape(after)}"


def _costs(answer: Answer) -> str:
    if not answer.readings:
        return ""
    levels = list(dict.fromkeys(level for r in answer.readings for level in r.cost_by_level))
    head = "".join(f"<th>{escape(name)}</th>" for name in ["candidate", *levels])
    rows = []
    for reading in sorted(answer.readings, key=lambda r: r.index):
        cells = "".join(
            f'<td class="n">{escape(reading.cost_by_level.get(level, 0))}</td>' for level in levels
        )
        best = ' class="best"' if reading.index == answer.answer else ""
        rows.append(f"<tr{best}><td>{escape(reading.candidate)}</td>{cells}</tr>")
    return f"<h2>Costs (the lowest wins, from left to right)</h2><table><tr>{head}</tr>{''.join(rows)}</table>"


def _item(branch: Branch, depth: int) -> str:
    aside = f"<small>{escape(branch.aside)}</small>" if branch.aside else ""
    text = f'<span class="t {branch.kind}">{escape(branch.text)}</span>{aside}'
    if not branch.under:
        return f"<li>{text}</li>"
    inner = "".join(_item(under, depth + 1) for under in branch.under)
    opened = " open" if depth < 2 else ""
    return f"<li><details{opened}><summary>{text}</summary><ul>{inner}</ul></details></li>"


def _figure(answer: Answer, picture: str) -> str:
    parts = []
    if picture:
        data = base64.b64encode(picture.encode("utf-8")).decode("ascii")
        parts.append(f'<img alt="semantic graph" src="data:image/svg+xml;base64,{data}">')
    if answer.graph:
        parts.append(f"<pre>{escape(answer.graph)}</pre>")
    return f"<h2>Semantic graph</h2>{''.join(parts)}" if parts else ""
