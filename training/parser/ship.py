"""Copy a trained pipeline to its place in the package, with metadata and licence, without local paths.

python -m training.parser.ship WORK/run/model-best kparse/model
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import spacy

LICENCE = """\
The pipeline in this directory (weights, vectors, labels and tables) is available under the
Creative Commons Attribution-ShareAlike 4.0 International licence (CC BY-SA 4.0),
https://creativecommons.org/licenses/by-sa/4.0/legalcode

It was trained on, and adapts, the following material; please keep these names with it.

UD English EWT           Universal Dependencies English Web Treebank, CC BY-SA 4.0
                         https://github.com/UniversalDependencies/UD_English-EWT
UD English PUD           CC BY-SA 3.0
                         https://github.com/UniversalDependencies/UD_English-PUD
UD English Pronouns      CC BY-SA 4.0
                         https://github.com/UniversalDependencies/UD_English-Pronouns
GUM                      Georgetown University Multilayer corpus, annotations CC BY 4.0; only the
                         genres bio, interview, news, voyage, conversation, speech, textbook and
                         vlog, whose texts are CC BY or in the public domain
                         https://github.com/UniversalDependencies/UD_English-GUM
Wikipedia                English (2015) and Simple English (2022), CC BY-SA 3.0, for the vectors
Books                    out of copyright, for the vectors
First names              US Social Security Administration, public domain
Generated trees          from training/templates, part of this project

What was changed: the texts were turned into statistics (weights and vectors). The material comes
with no warranty, and its authors endorse nothing here. The program code of the project is under
its own licence.
"""

SOURCES = (
    ("UD English EWT", "https://github.com/UniversalDependencies/UD_English-EWT", "CC BY-SA 4.0"),
    ("UD English PUD", "https://github.com/UniversalDependencies/UD_English-PUD", "CC BY-SA 3.0"),
    (
        "UD English Pronouns",
        "https://github.com/UniversalDependencies/UD_English-Pronouns",
        "CC BY-SA 4.0",
    ),
    (
        "GUM, genres with open texts",
        "https://github.com/UniversalDependencies/UD_English-GUM",
        "annotations CC BY 4.0",
    ),
    ("Wikipedia, English and Simple English", "https://www.wikipedia.org", "CC BY-SA 3.0"),
)

SPACY = ">=3.8.2,<3.9"
"""The versions of spaCy that the pipeline runs in, as in ``pyproject.toml``; others get a warning from spaCy."""


def metadata(old: dict[str, Any], version: str) -> dict[str, Any]:
    """Return the metadata of the shipped pipeline."""
    scores = {k: v for k, v in old["performance"].items() if isinstance(v, float)}
    return old | {
        "name": "coindex_syntax",
        "version": version,
        "spacy_version": SPACY,
        "description": "Tags, features, lemmas and Universal Dependencies for English narrative.",
        "license": "CC BY-SA 4.0",
        "author": "The Coindex developers",
        "sources": [{"name": n, "url": u, "license": text} for n, u, text in SOURCES],
        "performance": scores,
    }


def without_paths(text: str) -> str:
    """Return the configuration with the paths of the training run emptied."""
    lines, section = [], ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line
        if section == "[paths]" and " = " in line:
            line = line.partition(" = ")[0] + " = null"
        if section == "[initialize]" and line.startswith("vectors = "):
            line = "vectors = ${paths.vectors}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def ship(source: Path, target: Path, version: str) -> None:
    """Copy a pipeline, add metadata and licence, check that it loads, and replace the old one."""
    fresh = target.with_name("." + target.name + ".new")
    old = target.with_name("." + target.name + ".old")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(source, fresh)
    meta = json.loads((fresh / "meta.json").read_text("utf-8"))
    text = json.dumps(metadata(meta, version), indent=2, ensure_ascii=False)
    (fresh / "meta.json").write_text(text + "\n", "utf-8")
    config = fresh / "config.cfg"
    config.write_text(without_paths(config.read_text("utf-8")), "utf-8")
    (fresh / "LICENSE").write_text(LICENCE, "utf-8")
    spacy.load(fresh)
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def main() -> None:
    """Ship a pipeline."""
    parser = argparse.ArgumentParser(
        prog="python -m training.parser.ship", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--version", default="0.1.0")
    args = parser.parse_args()
    ship(args.source, args.target, args.version)


if __name__ == "__main__":
    main()
