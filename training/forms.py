"""Write the forms of words that no rule gives: ``knowledge/learned/forms.tsv``.

    python -m training.forms

The words are those of the frequency lists; their forms are those of the package ``lemminflect``, whose dictionary is
that of the SPECIALIST Lexicon. At run time it is not needed (docs/decisions/explaining.md). What is listed in
``knowledge/rows/english.toml`` under ``participles`` and ``plurals`` comes first.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.files.textfile import write_text
from coindex.reasoner.english.classes import english
from coindex.reasoner.english.forms import FORMS, Name, regular
from coindex.reasoner.knowledge.frequencies import ListName, read_list

_TAGS: tuple[tuple[ListName, Name, str], ...] = (
    ("verbs", "participle", "VBN"), ("verbs", "third_person", "VBZ"), ("nouns", "plural", "NNS"),
)  # fmt: skip
_HEAD = "# lemma, form, word. Written by `python -m training.forms`; see ../SOURCES.md\n"


def rows() -> Iterator[str]:
    """Give the lines of the table."""
    from lemminflect import getInflection

    chosen = {name: english().get(f"{name}s", {}) for _, name, _ in _TAGS}
    for words, name, tag in _TAGS:
        for lemma in sorted({word.lemma for word in read_list(words)}):
            told = getInflection(lemma, tag, inflect_oov=False) if lemma.isalpha() else ()
            form = chosen[name].get(lemma) or _best(lemma, name, told)
            if form != regular(lemma, name):
                yield f"{lemma}\t{name}\t{form}\n"


def _best(lemma: str, name: Name, told: tuple[str, ...]) -> str:
    """Choose among several forms: the regular plural, and the British *travelled*."""
    if name != "participle" and regular(lemma, name) in told:
        return regular(lemma, name)
    doubled = [form for form in told if form.endswith("lled")]
    return next(iter((*doubled, *told)), regular(lemma, name))


def main() -> None:
    """Write the table."""
    write_text(FORMS, _HEAD + "".join(rows()))


if __name__ == "__main__":
    main()
