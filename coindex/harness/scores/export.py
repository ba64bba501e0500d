"""A run as a table for other programs: CSV for statistics, LaTeX for papers. One line a set and part."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from coindex.files.textfile import write_text
from coindex.harness.scores.baselines import BASELINES
from coindex.harness.scores.run import Cell, Run, Scores

Value = str | int | float | None

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "-": "{-}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
"""What LaTeX does not print as it is. A hyphen in braces does not become a dash beside another one."""
_SPECIAL_SIGN = re.compile("|".join(map(re.escape, _SPECIAL)))
_LATEX = r"""% {made}
% \usepackage{{booktabs}}
\begin{{tabular}}{{ll{numbers}}}
\toprule
{head} \\
\midrule
{body} \\
\bottomrule
\end{{tabular}}
"""


def write_csv(run: Run, path: str | Path) -> None:
    """Write :func:`to_csv`, atomically.

    Raises:
        InputError: the file cannot be written.
    """
    write_text(path, to_csv(run))


def write_latex(run: Run, path: str | Path) -> None:
    """Write :func:`to_latex`, atomically.

    Raises:
        InputError: the file cannot be written.
    """
    write_text(path, to_latex(run))


def rows(run: Run) -> list[dict[str, Value]]:
    """Return the line of each set and part; of all sets together last, if there are several."""
    return [_row(run, name, part, scores) for name, part, scores in _parts(run)]


def _parts(run: Run) -> Iterator[tuple[str, str, Scores]]:
    for name, parts in run.scores.items():
        if name in run.sets or len(run.sets) > 1:
            yield from ((name, part, scores) for part, scores in parts.items())


def _row(run: Run, name: str, part: str, scores: Scores) -> dict[str, Value]:
    known, rest = _known(scores)
    twins, info = scores.twins, run.sets.get(name)
    row: dict[str, Value] = {
        "set": name,
        "part": part,
        "items": scores.items,
        "right": scores.right,
        "accuracy": scores.accuracy,
        "low": scores.interval[0],
        "high": scores.interval[1],
        "decided": known.items,
        "decided_share": known.items / scores.items,
        "decided_right": known.right,
        "precision": known.share,
        "rest": rest.items,
        "rest_right": rest.right,
        "rest_accuracy": rest.share,
        "chance": scores.expected,
    }
    for baseline in BASELINES:
        cell = scores.baselines[baseline]
        row[f"{baseline}_items"] = cell.items
        row[f"{baseline}_right"] = cell.right
        row[f"{baseline}_accuracy"] = cell.share
    return row | {
        "twins": twins.pairs,
        "twins_both_right": twins.both_right,
        "twins_same_answer": twins.same_answer,
        "twins_decided": twins.decided,
        "twins_told_apart": twins.told_apart,
        "area": scores.area,
        "calibration_error": scores.calibration_error,
        "seed": run.seed,
        "file": info.file if info else None,
        "sha256": info.sha256 if info else None,
        "coindex": run.program.get("version"),
        "knowledge": run.program.get("knowledge"),
    }


def _known(scores: Scores) -> tuple[Cell, Cell]:
    """What knowledge decided, and the rest."""
    known = scores.by.get("knowledge", Cell())
    return known, Cell(scores.items - known.items, scores.right - known.right)


def to_csv(run: Run) -> str:
    """Return the lines as CSV (RFC 4180, UTF-8): shares from 0 to 1; an empty cell where there is nothing to count."""
    found = rows(run)
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(found[0]), lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(found)
    return stream.getvalue()


# ------------------------------------------------------------------------------------------- LaTeX


def escaped(text: str) -> str:
    r"""Return a text as LaTeX prints it.

    >>> print(escaped("50 % of R&D_x -- ~C:\\{a}"))
    50 \% of R\&D\_x {-}{-} \textasciitilde{}C:\textbackslash{}\{a\}
    """
    return _SPECIAL_SIGN.sub(lambda found: _SPECIAL[found[0]], " ".join(text.split()))


def to_latex(run: Run) -> str:
    """Return the lines as a ``tabular`` with the rules of the package booktabs; shares are in per cent."""
    heads = ["set", "part", "items", r"accuracy (95\,\%)", "decided", "precision", "chance"]
    heads += [*BASELINES, "twins"]
    body = []
    last = None
    for name, part, scores in _parts(run):
        known, _ = _known(scores)
        twins = Cell(scores.twins.pairs, scores.twins.both_right)
        low, high = scores.interval
        cells = [
            escaped(_called(run, name)) if name != last else "",
            part,
            str(scores.items),
            f"{_percent(scores.accuracy)} ({_percent(low)}--{_percent(high)})",
            _percent(known.items / scores.items),
            _percent(known.share),
            _percent(scores.expected),
            *(_percent(scores.baselines[b].share) for b in BASELINES),
            _percent(twins.share),
        ]
        body.append(" & ".join(cells))
        last = name
    return _LATEX.format(
        made=_made(run),
        numbers="r" * (len(heads) - 2),
        head=" & ".join(heads),
        body=" \\\\\n".join(body),
    )


def _called(run: Run, name: str) -> str:
    return name if name in run.sets else f"all {len(run.sets)} sets"


def _percent(share: float | None) -> str:
    return "--" if share is None else f"{100 * share:.1f}"


def _made(run: Run) -> str:
    """How the table was made, in one line, as a comment ends with its line."""
    program = f"Coindex {run.program.get('version')}, knowledge {run.program.get('knowledge')}"
    return " ".join(f"{program}: {run.command}".split())
