"""Average the weights of several states of one pipeline.

python -m training.parser.average WORK/run/A WORK/run/B --out WORK/mean

The states must come from one another by further training. The mean of the weights before and after keeps what was known
and has what was learnt (Wortsman and others 2022, "Robust fine-tuning of zero-shot models").
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language


def parameters(nlp: Language) -> dict[tuple[str, int, str], Any]:
    """Return the model node of each parameter, by component, number of the node and name."""
    found = {}
    for name, component in nlp.pipeline:
        model = getattr(component, "model", None)
        for number, node in enumerate(model.walk() if model is not None else ()):
            for parameter in node.param_names:
                if node.has_param(parameter):
                    found[name, number, parameter] = node
    return found


def average(paths: Sequence[Path]) -> Language:
    """Return the first pipeline with the mean of all weights.

    Raises:
        ValueError: the pipelines differ in shape.
    """
    pipelines = [spacy.load(path) for path in paths]
    nodes = [parameters(nlp) for nlp in pipelines]
    for path, found in zip(paths, nodes, strict=True):
        if found.keys() != nodes[0].keys():
            raise ValueError(f"{path} has other parameters than {paths[0]}")
    for key, node in nodes[0].items():
        weights = [found[key].get_param(key[2]) for found in nodes]
        if len({w.shape for w in weights}) > 1:
            raise ValueError(f"{key} has another shape in one of the pipelines")
        node.set_param(key[2], sum(weights) / len(weights))
    return pipelines[0]


def main() -> None:
    """Write the mean of the pipelines given."""
    parser = argparse.ArgumentParser(
        prog="python -m training.parser.average", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("pipelines", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    try:
        average(args.pipelines).to_disk(args.out)
    except (OSError, ValueError) as exc:
        raise SystemExit(str(exc)) from exc


if __name__ == "__main__":
    main()
