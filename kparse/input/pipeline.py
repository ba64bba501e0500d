"""Loads the parser: a spaCy pipeline with Universal Dependencies labels, by default the one in the package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kparse.errors import ModelError
from kparse.input.spacy_import import import_spacy

if TYPE_CHECKING:
    from spacy.language import Language

SHIPPED = Path(__file__).parent.parent / "model"
NEEDED_LABELS = ("nsubj", "obj", "obl", "conj", "advcl", "case", "mark", "cop")


def load_model(name_or_path: str | None = None) -> Language:
    """Load the model of the package, or a directory or installed spaCy package. Never uses the network.

    Raises:
        ModelError: There is no such model, or its labels are not those of Universal Dependencies.
    """
    spacy = import_spacy()
    source = str(SHIPPED) if name_or_path is None else name_or_path
    if name_or_path is None and not (SHIPPED / "meta.json").is_file():
        raise ModelError(
            f"the parser model is missing: {SHIPPED}",
            hint="Install the package again, or give --model the directory of another UD-labelled spaCy model.",
        )
    try:
        nlp: Language = spacy.load(source, exclude=["ner"])
    except (OSError, ValueError, ImportError, KeyError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ModelError(
            f"cannot load the parser model {source!r}: {first}",
            hint="Give the directory or name of an installed spaCy model trained on Universal Dependencies.",
        ) from error
    check_labels(nlp, source)
    return nlp


def check_labels(nlp: Language, source: str) -> None:
    """Raise :class:`ModelError` unless the pipeline has a parser with Universal Dependencies labels."""
    hint = "Use a spaCy model trained on Universal Dependencies (labels nsubj, obj, obl, ...), or CoNLL-U input."
    if "parser" not in nlp.pipe_names:
        raise ModelError(f"the model {source!r} has no dependency parser", hint=hint)
    labels = set(nlp.get_pipe("parser").labels)  # type: ignore[attr-defined]
    missing = [label for label in NEEDED_LABELS if label not in labels]
    if missing:
        raise ModelError(
            f"the model {source!r} does not use Universal Dependencies: no label {missing[0]!r}",
            hint=hint,
        )
