"""A run's misses as plain text: how many there are of each class, their causes, the items; and a comparison of runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from coindex.harness.misses.diagnosis import CLASSES
from coindex.harness.scores.causes import behind, connectives, ranked, rules, unknown_words
from coindex.harness.scores.compare import Comparison
from coindex.harness.scores.run import Cell, Run, RunItem
from coindex.harness.scores.table import columns, percent, share, table
from coindex.reasoner.answer import INFORMED
from kparse.errors import InputError

MOST = 15
"""Rows of a table of causes."""
_ABOUT = {
    "row": "words and rows that are missing",
    "axiom": "joints that no axiom makes",
    "link": "connectives of links that are missing",
    "parse": "signs of a wrong parse",
    "outweighed": "rules that outweighed the right side",
    "both": "rules of the wrong side, tied or nearly",
    "preference": "hints of the right side",
}


def wanted(argument: str) -> tuple[int | None, list[str]]:
    """Parse the argument of ``--errors``: a number of items to show in full, or classes.

    >>> wanted("12"), wanted("row,axiom"), wanted("")
    ((12, []), (None, ['row', 'axiom']), (None, []))

    Raises:
        InputError: it is neither.
    """
    if not argument:
        return None, []
    if argument.isdecimal() and argument.isascii() and 0 < len(argument) < 10 and int(argument):
        return int(argument), []
    names = argument.split(",")
    unknown = [n for n in names if n not in CLASSES and n != "undecided"]
    if unknown:
        raise InputError(
            f"--errors {argument}: {unknown[0]!r} is neither a number of items nor a class",
            hint=f"Classes are {', '.join(CLASSES)}, undecided. Put --errors after the files.",
        )
    return None, names


def errors(run: Run, argument: str) -> str:
    """Return the misses by class: counts, causes, and items.

    Args:
        run: the run.
        argument: a number shows so many misses in full; a class shows its misses in full; ``undecided`` shows all
            that no rule decided; nothing shows one line for each miss.
    """
    number, names = wanted(argument)
    blocks = [classes(run)]
    if names:
        for name in names:
            held = [i for i in run.items if _belongs(i, name)]
            blocks += [_causes(run.items, name) if name in CLASSES else "", *map(described, held)]
    elif number is not None:
        blocks += map(described, [i for i in run.items if i.right is False][:number])
    else:
        blocks += [_causes(run.items, name) for name in CLASSES]
        blocks += [_words(run.items), _rule_table(run.items), _connectives(run.items)]
        blocks += [_lines(run.items, name) for name in CLASSES]
    return "\n\n".join(block for block in blocks if block)


def explanations(items: Sequence[RunItem], argument: str | None) -> Iterator[str]:
    """Return the explanations of the items that ``--errors`` shows, or of all if it is not given."""
    number, names = wanted(argument or "")
    held = [i for i in items if i.right is False] if argument is not None else list(items)
    if names:
        held = [i for i in items if any(_belongs(i, name) for name in names)]
    for item in held[:number]:
        text = (item.explanation or item.error or "").rstrip()
        yield f"[{item.set} {item.id}]\n{text}"


def _belongs(item: RunItem, name: str) -> bool:
    if name == "undecided":
        return item.hole is not None and item.decided_by not in INFORMED
    return item.miss == name


def classes(run: Run) -> str:
    """Return the counts of each class: misses by part, undecided items, and lucky guesses."""
    parts = run.scores["all"]
    rows: list[Sequence[object]] = [
        ["class", *(f"wrong, {p}" for p in parts), "undecided", "right by luck", "what it means"]
    ]
    whole = parts["all"]
    for name, meaning in CLASSES.items():
        guessed = whole.undecided.get(name, Cell())
        counts = [scores.misses.get(name, 0) for scores in parts.values()]
        rows.append([name, *counts, guessed.items, guessed.right, meaning])
    totals = [sum(scores.misses.values()) for scores in parts.values()]
    items, right = (
        sum(getattr(c, k) for c in whole.undecided.values()) for k in ("items", "right")
    )
    rows.append(["all", *totals, items, right, ""])
    return table(rows)


def _causes(items: Sequence[RunItem], name: str) -> str:
    found = ranked(behind(items, name), MOST)
    return columns(found, ("items", _ABOUT[name])) if found else ""


def _words(items: Sequence[RunItem]) -> str:
    found = ranked(unknown_words(items), MOST)
    head = ("items", "words without any row, in undecided or wrong items")
    return columns(found, head) if found else ""


def _rule_table(items: Sequence[RunItem]) -> str:
    """The rules that decided wrongly, worst first."""
    bad = [r for r in rules(items) if r.wrongly][:MOST]
    if not bad:
        return ""
    head = [
        "rules that decide wrongly",
        "wrongly",
        "decides",
        "for the right side",
        "wrong side",
        "both",
        "precision",
    ]
    return table(
        [
            head,
            *(
                [r.id, len(r.wrongly), r.decided, r.right, r.wrong, r.both, percent(r.precision)]
                for r in bad
            ),
        ]
    )


def _connectives(items: Sequence[RunItem]) -> str:
    rows: list[Sequence[object]] = [["connective", "items", "right", "undecided", "right of these"]]
    for word, held, guessed in connectives(items):
        rows.append([word, held.items, held, Cell(held.items, guessed.items), guessed])
    return table(rows)


def _lines(items: Sequence[RunItem], name: str) -> str:
    held = [i for i in items if i.miss == name]
    if not held:
        return ""
    return "\n".join([f"{name}: {CLASSES[name]} ({len(held)})", *(f"  {line(i)}" for i in held)])


def line(item: RunItem) -> str:
    """Return an item with the reason why it is wrong, in one line."""
    gold = "?" if item.gold is None else item.candidates[item.gold]
    answer = "nothing" if item.answer is None else item.candidates[item.answer]
    return f"[{item.set} {item.id}] {item.pronoun} = {gold}, not {answer} ({item.decided_by}): {item.why}"


def described(item: RunItem) -> str:
    """Return an item in full: text, answers, class, and the rules for each candidate."""
    word = {True: "right", False: "WRONG", None: "no gold"}[item.right]
    gold = "?" if item.gold is None else item.candidates[item.gold]
    answer = "nothing" if item.answer is None else item.candidates[item.answer]
    return "\n".join(
        [
            f"[{item.set} {item.id}] {word} by {item.decided_by} ({item.confidence:.2f}), {item.part}: {item.text}",
            f"   {item.pronoun!r} -> {answer!r}, gold {gold!r}",
            *_details(item),
        ]
    )


def _details(item: RunItem) -> Iterator[str]:
    if item.hole:
        yield f"   {item.hole}: {item.why}"
    for index, candidate in enumerate(item.candidates):
        rules = ", ".join(
            f"{r.id}{'+' if r.sign > 0 else '-'}{r.weight}" for r in item.rules[index]
        )
        cost = item.costs[index] if index < len(item.costs) else "-"
        yield f"   {candidate}: cost {cost} {rules}".rstrip()
    if item.missing:
        yield f"   no rows: {', '.join(item.missing)}"
    if item.error:
        yield f"   error: {item.error}"


# -------------------------------------------------------------------------------------- comparison


def compared(found: Comparison, name: str) -> str:
    """Return a comparison with an earlier run, called ``name``."""
    before, after = (Cell(found.both, n) for n in found.right)
    better, worse = len(found.newly_right), len(found.newly_wrong)
    parts = [
        f"Compared with {name}, {found.both} questions: right before {share(before)}, now {share(after)};",
        f"newly right {better}, newly wrong {worse}, another wrong answer {found.other_answer};",
        f"exact McNemar p = {found.p:.4g}.",
    ]
    for number, what in (
        (found.gone, "only the earlier run has"),
        (found.new, "only this run has"),
        (found.altered, "ask something else now"),
    ):
        if number:
            parts.append(f"Not compared: {number} that {what}.")
    blocks = [" ".join(parts)]
    for title, pairs in (("newly right", found.newly_right), ("newly wrong", found.newly_wrong)):
        if pairs:
            blocks.append("\n".join([f"{title}:", *_changes(pairs)]))
    return "\n\n".join(blocks)


def _changes(pairs: Iterable[tuple[RunItem, RunItem]]) -> Iterator[str]:
    for earlier, later in pairs:
        gold = "?" if later.gold is None else later.candidates[later.gold]
        how = f"{earlier.decided_by} -> {later.decided_by}"
        text = f"  [{later.set} {later.id}] {later.pronoun} = {gold} ({how})"
        yield f"{text}: {later.why}" if later.right is False else text
