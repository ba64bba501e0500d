"""Convert treebanks and generated trees to ``.spacy`` files for training.

python -m training.parser.prepare UD_DIR OUT_DIR --templates 16000
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from spacy.tokens import DocBin
from spacy.vocab import Vocab

from training.templates.conllu import Sentence, read_sentences, to_doc
from training.templates.generate import generate

TRAIN_FILES = ("ewt-train", "gum-open-train", "pud", "pronouns")
DEV_FILES = ("ewt-dev", "gum-open-dev")
MAX_WORDS = 120


def find(directory: Path, stem: str) -> Path:
    """Return the path of a treebank, gzipped or not."""
    for suffix in (".conllu.gz", ".conllu"):
        path = directory / f"{stem}{suffix}"
        if path.exists():
            return path
    raise FileNotFoundError(f"{stem}.conllu[.gz] not found in {directory}")


def chunks(
    sentences: Sequence[Sentence], rng: random.Random, several: float
) -> Iterator[list[Sentence]]:
    """Group consecutive sentences of one text; the share ``several`` of the groups has two or three."""
    index = 0
    while index < len(sentences):
        size = rng.choice((2, 2, 3)) if rng.random() < several else 1
        group = [sentences[index]]
        for sentence in sentences[index + 1 : index + size]:
            if sentence.group != group[0].group:
                break
            group.append(sentence)
        yield group
        index += len(group)


def usable(sentence: Sentence) -> bool:
    """Whether a tree is suitable for training: not too long, no unanalysed words."""
    return len(sentence.tokens) <= MAX_WORDS


def load(directory: Path, stem: str) -> list[Sentence]:
    """Return the usable sentences of one treebank."""
    return [s for s in read_sentences(find(directory, stem)) if usable(s)]


def write(path: Path, groups: Sequence[Sequence[Sentence]]) -> None:
    """Write one document per group."""
    vocab = Vocab()
    bin_ = DocBin(attrs=["TAG", "POS", "MORPH", "LEMMA", "HEAD", "DEP", "SENT_START"])
    for group in groups:
        bin_.add(to_doc(vocab, group))
    path.parent.mkdir(parents=True, exist_ok=True)
    bin_.to_disk(path)


def main() -> None:
    """Write train, dev and test files."""
    parser = argparse.ArgumentParser(
        prog="python -m training.parser.prepare", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("ud", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--several", type=float, default=0.15)
    parser.add_argument("--templates", type=int, default=12000)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    train = [
        group for stem in TRAIN_FILES for group in chunks(load(args.ud, stem), rng, args.several)
    ]
    train.extend(chunks(list(generate(args.templates, args.seed)), rng, 3 * args.several))
    rng.shuffle(train)
    write(args.out / "train.spacy", train)
    dev = [g for stem in DEV_FILES for g in chunks(load(args.ud, stem), rng, args.several)]
    rng.shuffle(dev)
    write(args.out / "dev.spacy", dev[:1000])
    for stem in ("ewt-test", "gum-open-test"):
        write(args.out / f"{stem}.spacy", [[s] for s in read_sentences(find(args.ud, stem))])


if __name__ == "__main__":
    main()
