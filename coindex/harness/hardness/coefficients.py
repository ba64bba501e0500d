"""The fitted coefficients: a readable file, which ships."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coindex.harness.hardness.features import ASPECTS, CORPUS, FEATURES
from coindex.harness.hardness.model import Model, Scale
from kparse.errors import KnowledgeError, Location

SHIPPED = Path(__file__).with_name("coefficients.toml")
_HEADER = """\
# Coefficients of the hardness index, fitted to how many people err.
# Written by `python cli.py hardness fit`; docs/hardness.md says how and what it is worth.
#
# index = intercept + sum over aspects of weight * (mean of the aspect's standardised features - mean) / deviation
# A feature is standardised by (value - mean) / deviation. What cannot be measured counts as average.
"""
_HINT = "Write it again with `hardness fit`."
WITH, WITHOUT = "with_corpus", "without_corpus"


@dataclass(frozen=True, slots=True)
class Origin:
    """The data of a fit."""

    date: str
    command: str
    files: Mapping[str, str]
    """SHA-256 of each, by name."""
    items: int
    knowledge: str = ""
    """State of knowledge and encodings."""
    corpus: str = ""
    """The corpus that was read."""
    out_of_fold: Mapping[str, str] = field(default_factory=dict)
    """By model, how well people were predicted out of fold, as text."""


@dataclass(frozen=True, slots=True)
class Coefficients:
    """The models with and without a corpus, and where they come from."""

    origin: Origin
    with_corpus: Model
    without_corpus: Model

    def model(self, row: Mapping[str, float]) -> Model:
        """Return the model for some features: the one with a corpus if any of them needs a corpus."""
        return self.with_corpus if CORPUS & set(row) else self.without_corpus


def without_corpus(row: Mapping[str, float]) -> dict[str, float]:
    """Return the features that need no corpus."""
    return {name: value for name, value in row.items() if name not in CORPUS}


def to_toml(coefficients: Coefficients) -> str:
    """Write coefficients: the same bytes for the same fit."""
    origin = coefficients.origin
    lines = [_HEADER, "[fit]"]
    for key in ("date", "command", "items", "knowledge", "corpus"):
        lines.append(f"{key} = {_value(getattr(origin, key))}")
    for title, table in (("fit.files", origin.files), ("fit.out_of_fold", origin.out_of_fold)):
        lines += ["", f"[{title}]", *(f"{_value(k)} = {_value(v)}" for k, v in table.items())]
    for name in (WITH, WITHOUT):
        model: Model = getattr(coefficients, name)
        lines += ["", f"[{name}]", f"intercept = {_value(model.intercept)}"]
        lines.append(f"penalty = {_value(model.penalty)}")
        lines += ["", f"[{name}.aspect]"]
        for aspect, weight in model.weights.items():
            scale = model.aspects[aspect]
            lines.append(f"# {ASPECTS[aspect]}")
            numbers = f"mean = {_value(scale.mean)}, deviation = {_value(scale.deviation)}"
            lines.append(f"{aspect} = {{ weight = {_value(weight)}, {numbers} }}")
        lines += ["", f"[{name}.feature]"]
        for feature in FEATURES:
            if (found := model.features.get(feature.name)) is not None:
                lines.append(f"# {feature.aspect}: {feature.what}")
                numbers = f"mean = {_value(found.mean)}, deviation = {_value(found.deviation)}"
                lines.append(f"{feature.name} = {{ {numbers} }}")
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, float):
        return repr(round(value, 6) + 0.0)  # no -0.0
    return json.dumps(value, ensure_ascii=False)


def read_coefficients(path: str | Path = SHIPPED) -> Coefficients:
    """Read coefficients; the shipped ones by default.

    Raises:
        KnowledgeError: the file cannot be read, is not TOML, or lacks something.
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise KnowledgeError(f"cannot read {path}: {why}", hint=_HINT) from error
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KnowledgeError(
            f"not TOML: {error}", location=Location(str(path), 1, 1), hint=_HINT
        ) from error
    try:
        head = given["fit"]
        origin = Origin(
            head["date"],
            head["command"],
            dict(head["files"]),
            head["items"],
            head.get("knowledge", ""),
            head.get("corpus", ""),
            dict(head.get("out_of_fold", {})),
        )
        return Coefficients(origin, _model(given[WITH]), _model(given[WITHOUT]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = str(error) or type(error).__name__
        raise KnowledgeError(f"{path}: not the coefficients of an index: {what}", hint=_HINT) from (
            error
        )


def _model(given: Mapping[str, Any]) -> Model:
    names: list[str] = [name for name in ASPECTS if name in given["aspect"]]
    unknown = set(given["aspect"]) - set(ASPECTS)
    unknown |= set(given["feature"]) - {feature.name for feature in FEATURES}
    if unknown:
        raise ValueError(f"unknown {min(unknown)}")
    return Model(
        _number(given["intercept"]),
        _number(given["penalty"]),
        {name: _number(given["aspect"][name]["weight"]) for name in names},
        {name: _scale(given["aspect"][name]) for name in names},
        {name: _scale(scale) for name, scale in given["feature"].items()},
    )


def _scale(given: Mapping[str, Any]) -> Scale:
    return Scale(_number(given["mean"]), _number(given["deviation"]))


def _number(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given):
        raise ValueError(f"{given!r} is no number")
    return float(given)
