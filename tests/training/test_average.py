from __future__ import annotations

from pathlib import Path

import numpy
import pytest
import spacy

from training.parser.average import average, parameters


def pipeline(path: Path, width: int, seed: int) -> Path:
    nlp = spacy.blank("en")
    tagger = nlp.add_pipe(
        "tagger",
        config={
            "model": {
                "@architectures": "spacy.Tagger.v2",
                "tok2vec": {
                    "@architectures": "spacy.HashEmbedCNN.v2",
                    "width": width,
                    "depth": 1,
                    "embed_size": 50,
                    "window_size": 1,
                    "maxout_pieces": 2,
                    "subword_features": False,
                    "pretrained_vectors": None,
                },
            }
        },
    )
    tagger.add_label("NN")
    tagger.add_label("VB")
    spacy.util.fix_random_seed(seed)
    nlp.initialize()
    nlp.to_disk(path)
    return path


def test_mean_of_weights(tmp_path: Path) -> None:
    paths = [pipeline(tmp_path / str(seed), 8, seed) for seed in (1, 2)]
    mean = parameters(average(paths))
    first, second = (parameters(spacy.load(path)) for path in paths)
    differ = 0
    for key, node in mean.items():
        a, b = first[key].get_param(key[2]), second[key].get_param(key[2])
        differ += not numpy.allclose(a, b)
        assert numpy.allclose(node.get_param(key[2]), (a + b) / 2)
    assert differ


def test_other_shapes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="another shape"):
        average([pipeline(tmp_path / "a", 8, 1), pipeline(tmp_path / "b", 16, 1)])
