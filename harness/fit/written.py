"""A fit as a file: ``weights.toml``, sorted and readable, the same bytes for the same questions, knowledge and date."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.fit.crossing import Crossed, Score, Use, by_margin
from harness.fit.evidence import Evidence
from harness.scores.run import SetInfo
from reasoner._written import Rule
from reasoner.laws import is_law
from reasoner.weights import scaled

_HEADER = """\
# Weights of rules, fitted to questions with known answers and laid over those that authors gave.
# Written by `python cli.py kb fit`; docs/fitting.md says how and what it is worth.
"""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a fit was made of."""

    date: str
    command: str
    part: str
    seed: str
    left_out: tuple[str, ...]
    """Questions that were not used, ``SET:ID``."""
    sets: Mapping[str, SetInfo]
    knowledge: str
    """Digest of the knowledge and encodings."""
    evidence: str
    """Digest of what the questions gave to fit on."""
    folds: int


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of a fit."""

    pull: float | None
    """``None``: the weights stay as authored."""
    temperature: float
    factors: Mapping[str, float]
    weights: Mapping[str, int]
    """Of the rules that spoke."""
    authored: Mapping[str, int]
    groups: Mapping[str, str]
    uses: Mapping[str, Use]
    scores: Mapping[str, Mapping[str, Score]]
    """By kind of weights (``authored``, ``fitted``: answers under weights fitted to other pairs), then by set."""
    losses: Mapping[str, float]
    """Loss a question in the cross-validation, by kind of weights."""
    gain: tuple[float, float]
    """The difference of the two, and its standard error."""


def to_toml(setting: Setting, result: Result, rules: Sequence[Rule]) -> str:
    """Write a fit.

    Args:
        setting: what it was made of.
        result: what came out.
        rules: all rules there are, rows included.
    """
    blocks = [
        _HEADER.rstrip("\n"),
        *_fit(setting, result),
        *_factors(result),
        "\n".join(["[weight]", *_weights(result)]),
        "\n".join(["[unused]", *_unused(result, rules)]),
    ]
    return "\n\n".join(blocks) + "\n"


def _fit(setting: Setting, result: Result) -> Iterator[str]:
    pairs: list[tuple[str, object]] = [
        ("date", setting.date),
        ("command", setting.command),
        ("part", setting.part),
        ("seed", setting.seed),
        ("left_out", list(setting.left_out)),
        ("knowledge", setting.knowledge),
        ("evidence", setting.evidence),
        ("folds", setting.folds),
        ("pull", "as authored" if result.pull is None else result.pull),
        ("temperature", result.temperature),
        ("loss_authored", round(result.losses["authored"], 4)),
        ("loss_fitted", round(result.losses["fitted"], 4)),
        ("gain", round(result.gain[0], 4)),
        ("standard_error", round(result.gain[1], 4)),
    ]
    yield "\n".join(["[fit]", *(f"{key} = {_value(value)}" for key, value in pairs)])
    for name, info in setting.sets.items():
        table = {"file": info.file, "sha256": info.sha256, "items": info.items}
        yield "\n".join(
            [f"[fit.sets.{key(name)}]", *(f"{k} = {_value(v)}" for k, v in table.items())]
        )
    for kind, scores in result.scores.items():
        lines = [f"[fit.crossed.{kind}]"]
        for name, score in scores.items():
            told = (
                f"right = {score.right}, of = {score.items}, by_knowledge = {score.decided}, "
                f"of_these_right = {score.decided_right}"
            )
            lines.append(f"{key(name)} = {{ {told} }}")
        yield "\n".join(lines)


def _factors(result: Result) -> Iterator[str]:
    changed = {group: f for group, f in sorted(result.factors.items()) if f != 1.0}
    lines = [f"{key(group)} = {factor:g}" for group, factor in changed.items()]
    yield "\n".join(["[factor]", *lines])


def _weights(result: Result) -> Iterator[str]:
    for rule in sorted(result.weights):
        weight, authored = result.weights[rule], result.authored[rule]
        inherited = scaled(authored, result.factors.get(result.groups[rule], 1.0))
        if weight == authored == inherited:
            continue
        use = result.uses.get(rule, Use())
        told = f"authored {authored}, speaks {use.spoke}, decides {use.decides}, right {use.right}"
        yield f"{key(rule)} = {weight}  # {told}"


def _unused(result: Result, rules: Sequence[Rule]) -> Iterator[str]:
    found = list(_without_use(result, rules))
    silent = sorted({rule.id for why, rule in found if why == "silent"})
    yield "# The fit has silenced these:"
    yield from _list("silent", silent)
    told = {"idle": "spoke, but no answer hangs on them", "unheard": "spoke in no question"}
    for why, meaning in told.items():
        yield f"# These axioms {meaning}:"
        yield from _list(why, sorted({r.id for w, r in found if w == why and not is_law(r.id)}))
    rows: dict[str, Counter[str]] = {}
    for why, rule in found:
        if is_law(rule.id):
            rows.setdefault(rule.file, Counter())[why] += 1
    yield ""
    yield "# So many rows of each file (`kb fit --unused` lists them):"
    yield "[unused.rows]"
    for file, counts in sorted(rows.items()):
        each = ", ".join(f"{why} = {counts[why]}" for why in ("silent", *told) if counts[why])
        yield f"{key(file)} = {{ {each} }}"


def _without_use(result: Result, rules: Iterable[Rule]) -> Iterator[tuple[str, Rule]]:
    """Give the rules to which the fit gives no use, each with why."""
    for rule in rules:
        use = result.uses.get(rule.id)
        if not rule.id:
            continue
        if use is None:
            yield "unheard", rule
        elif result.weights[rule.id] == 0:
            yield "silent", rule
        elif not use.decides:
            yield "idle", rule


def _list(name: str, values: Iterable[str]) -> Iterator[str]:
    yield f"{name} = ["
    yield from (f"  {key(value, bare=False)}," for value in values)
    yield "]"


def unused(result: Result, rules: Sequence[Rule]) -> str:
    """List the rules that the fit gives no use, a line each: why, id, weight, place."""
    lines = sorted(
        (why, rule.file, rule.line, rule.id, rule.weight)
        for why, rule in _without_use(result, rules)
    )
    return "".join(
        f"{why}\t{name}\t{weight}\t{file}:{line}\n" for why, file, line, name, weight in lines
    )


def key(name: str, *, bare: bool = True) -> str:
    r"""Write a key or a string of TOML so that it is easy to read.

    >>> key("WSC"), key("reason(harm,actor,angry)"), key('reason("hire",actor,skilled)')
    ('WSC', '"reason(harm,actor,angry)"', '\'reason("hire",actor,skilled)\'')
    """
    if bare and re.fullmatch(r"[A-Za-z0-9_-]+", name):
        return name
    if '"' in name and "'" not in name and name.isprintable():
        return f"'{name}'"
    return json.dumps(name, ensure_ascii=False)


def _value(value: object) -> str:
    if isinstance(value, str):
        return key(value, bare=False)
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)


_COLUMNS = f"{'right':>7}  {'by knowledge':>12}  {'of these right':>14}"


def report(found: Sequence[Crossed], evidence: Sequence[Evidence], result: Result) -> str:
    """Tell what the fit is worth, as two tables: by price, and by set.

    Args:
        found: the cross-validation of each price.
        evidence: the questions.
        result: the fit.
    """
    lines = [f"{'pull':<12}{'loss':>7}  {'gain':>7} {'(error)':>9}  {_COLUMNS}"]
    for crossed in found:
        score = Score()
        for given in crossed.given.values():
            score.add(given)
        name = "as authored" if crossed.pull is None else f"{crossed.pull:g}"
        gain, error = crossed.gain(found[0], evidence)
        lines.append(f"{name:<12}{crossed.loss:7.4f}  {gain:7.4f} ({error:7.4f})  {_told(score)}")
    lines += ["", f"{'set':<12}{'weights':<10}{'items':>5}  {_COLUMNS}"]
    for name in next(iter(result.scores.values())):
        for kind, own in result.scores.items():
            score = own[name]
            lines.append(f"{name:<12}{kind:<10}{score.items:>5}  {_told(score)}")
    return "\n".join(lines)


def _told(score: Score) -> str:
    return f"{score.accuracy:7.1%}  {score.share:12.1%}  {score.precision:14.1%}"


def groups(found: Mapping[str, Use]) -> str:
    """Tell what hangs on each group of rules under the fitted weights (of the questions that they were fitted to)."""
    lines = [f"{'group':<36}{'speaks':>7}  {'decides':>7}  {'right':>6}"]
    for name, use in sorted(found.items()):
        share = f"{use.right / use.decides:6.1%}" if use.decides else f"{'-':>6}"
        lines.append(f"{name:<36}{use.spoke:>7}  {use.decides:>7}  {share}")
    return "\n".join(lines)


def margins(crossed: Crossed) -> str:
    """Tell what it would be worth to let knowledge decide only from some margin on."""
    lines = [f"{'margin':<12}{'by knowledge':>12}  {'of these right':>14}  {'all right':>9}"]
    for least, share, precision, accuracy in by_margin(crossed.given.values()):
        lines.append(f"{least:<12}{share:12.1%}  {precision:14.1%}  {accuracy:9.1%}")
    return "\n".join(lines)
