"""Which models are accepted, and the messages about others."""

from __future__ import annotations

from pathlib import Path

import pytest

from kparse.errors import ModelError
from kparse.input import pipeline
from kparse.input.pipeline import load_model


def test_unknown_model() -> None:
    with pytest.raises(ModelError, match="cannot load the parser model 'no_such_model'") as caught:
        load_model("no_such_model")
    assert "Universal Dependencies" in caught.value.hint


def test_missing_shipped_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pipeline, "SHIPPED", tmp_path)
    with pytest.raises(ModelError, match="the parser model is missing"):
        load_model()


def test_model_without_parser(tmp_path: Path) -> None:
    import spacy

    spacy.blank("en").to_disk(tmp_path)
    with pytest.raises(ModelError, match="has no dependency parser"):
        load_model(str(tmp_path))


def test_model_with_other_labels(tmp_path: Path) -> None:
    import spacy
    from spacy.pipeline import DependencyParser

    nlp = spacy.blank("en")
    parser = nlp.add_pipe("parser")
    assert isinstance(parser, DependencyParser)
    parser.add_label("dobj")
    nlp.initialize()
    nlp.to_disk(tmp_path)
    with pytest.raises(ModelError, match="does not use Universal Dependencies"):
        load_model(str(tmp_path))


@pytest.mark.model
def test_shipped_model() -> None:
    nlp = load_model()
    assert [t.dep_ for t in nlp("Ann left.")] == ["nsubj", "ROOT", "punct"]
