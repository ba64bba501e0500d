"""An evaluation as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from coindex.harness.scores.table import table

Record = Mapping[str, Any]
MISSING = "-"


def number(value: float | None, places: int = 2) -> str:
    """Write a number; a dash for none.

    >>> number(0.3819), number(None), number(-0.001)
    ('0.38', '-', '0.00')
    """
    if value is None:
        return MISSING
    return f"{value:.{places}f}".replace("-0.00", "0.00") if places == 2 else f"{value:.{places}f}"


def mean_with_deviation(mean: float | None, deviation: float | None) -> str:
    """Write a mean with its standard deviation.

    >>> mean_with_deviation(0.934, 0.0712), mean_with_deviation(0.5, None), mean_with_deviation(None, None)
    ('0.93 ± 0.07', '0.50', '-')
    """
    return number(mean) if deviation is None else f"{number(mean)} ± {number(deviation)}"


def with_interval(found: Record) -> str:
    """Write a correlation with its interval.

    >>> with_interval({"r": 0.38, "interval": (0.13, 0.58)})
    '0.38 (0.13 to 0.58)'
    """
    if found["interval"] is None:
        return number(found["r"])
    low, high = found["interval"]
    return f"{number(found['r'])} ({number(low)} to {number(high)})"


def chance(p: float | None) -> str:
    """Write a p.

    >>> chance(0.03), chance(0.00001), chance(None)
    ('p = 0.030', 'p < 0.001', 'not tested')
    """
    return "not tested" if p is None else "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def text(record: Record) -> str:
    """Write an evaluation."""
    return "\n\n".join(part for part in _parts(record) if part)


def _parts(record: Record) -> Iterator[str]:
    if record["people"]:
        yield correlations(record)
        if record["classes"]:
            yield "\n".join(classes(record["classes"]))
    elif record["classes"]:
        yield "\n".join(classes(record["classes"])[:1])
    if record["classes"]:
        yield by_size(record)
    yield "\n".join(twins(record["twins"]))
    yield "\n".join(reliability(record["reliability"]))


def correlations(record: Record) -> str:
    """Indexes against the share of people who err."""
    rows: list[Sequence[object]] = [["index", "on", "items", "Pearson (95 %)", "Spearman (95 %)"]]
    for each in record["correlations"]:
        pearson, spearman = each["pearson"], each["spearman"]
        rows.append(
            [
                each["index"],
                each["items"],
                pearson["items"],
                with_interval(pearson),
                with_interval(spearman),
            ]
        )
    return table(rows)


def classes(found: Record) -> list[str]:
    """The classes, and how people do on them."""
    lines = [", ".join(f"{count} {name}" for name, count in found["items"].items())]
    human = ", ".join(
        f"{name} {mean_with_deviation(mean, found['deviation'][name])}"
        for name, mean in found["human"].items()
    )
    lines.append(f"mean share of people who answer rightly (± standard deviation): {human}")
    lines.append(f"easy and hard differ by permutation: {chance(found['easy_and_hard']['p'])}")
    anova = found["anova"]
    lines.append(
        f"the three classes, one-way ANOVA: F = {number(anova['F'])}, {chance(anova['p'])}"
    )
    return lines


def by_size(record: Record) -> str:
    """Shares by number of sentences, with standard errors."""
    names = ("answered", "right", "wrong")
    rows: list[Sequence[object]] = [["sentences", *names]]
    for each in record["by_size"]:
        cells = [
            f"{each[n]['items']} ({100 * each[n]['share']:.1f} ± {100 * each[n]['error']:.1f} %)"
            for n in names
        ]
        rows.append([f"{each['sentences']:,}", *cells])
    found = record["shares"]
    last = (
        "shares right, wrong, unanswered over the numbers of sentences, one-way ANOVA:"
        f" F = {number(found['F'])}, {chance(found['p'])}"
    )
    return f"{table(rows)}\n{last}"


def twins(found: Record) -> list[str]:
    """Write how the halves of schemas compare."""
    lines = [f"{found['pairs']} pairs of twins"]
    if "same_class" in found:
        lines[0] += f", {found['same_class']} in one class, {found['both_easy']} both easy"
    for each in found["order"]:
        if each["differing"]:
            lines.append(
                f"  {each['index']}: of {each['differing']} pairs on which index and people differ,"
                f" {each['as_people']} in the order of people;"
                f" r of the differences {with_interval(each['difference'])}"
            )
    return lines


def reliability(found: Record) -> list[str]:
    """Write how well an index can be expected to do."""
    lines = []
    for each in found["halves"]:
        if each["r"] is None:
            continue  # an index that is the same for all items, or too few items
        lines.append(
            f"published index by halves of the {each['by']}: r = {number(each['r'])},"
            f" reliability {number(each['whole'])} (Spearman-Brown, {each['items']} items),"
            f" so r with people is at most {number(each['ceiling'])}"
        )
    if found["people"] is not None:
        lines.append(f"reliability of the shares of people: {number(found['people'])}")
    elif lines:
        lines.append("people are taken to be measured without error; --subjects N says how many")
    return lines


def items(rows: Sequence[Record]) -> str:
    """List the items, a line each."""
    names = list(rows[0]["indexes"]) if rows else []
    lines = [["item", "pair", "right", "wrong", "none", "class", "human", *names]]
    for row in rows:
        counts = [str(row[name]) for name in ("right", "wrong", "none")]
        values = [number(row["indexes"][name], 4) for name in names]
        lines.append([row["id"], row["pair"], *counts, row["class"], number(row["human"]), *values])
    return "\n".join("\t".join(line) for line in lines) + "\n"
