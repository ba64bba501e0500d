"""Write the table of irregular forms that corrects the trained lemmatizer.

    python -m training.parser.exceptions > kparse/data/lemma_exceptions.tsv

A row is a form, its universal part of speech and its lemma. Forms with several lemmas for one part of
speech (``wound``, ``bore``) are left to the lemmatizer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from training.templates import words as w


def _derived() -> Iterator[tuple[str, str, str]]:
    lexicon = w.lexicon()
    for lemma, forms in w.irregular("verb").items():
        gerunds = () if lemma == "be" else (w.gerund(lemma),)
        for form in (*forms, *gerunds):
            if form != lemma and form not in lexicon["ambiguous_form"]:
                yield form, "VERB", lemma
    for lemma, (form,) in w.irregular("plural").items():
        if form != lemma:
            yield form, "NOUN", lemma
    for lemma in lexicon["graded"]:
        if w.inflects_for_degree(lemma) or lemma in ("clever", "mild", "stupid", "quiet"):
            yield w.compared(lemma, "er"), "ADJ", lemma
            yield w.compared(lemma, "est"), "ADJ", lemma


def rows() -> list[tuple[str, str, str]]:
    """Return all rows, sorted; rows written by hand win over derived ones."""
    table = {(form, upos): lemma for form, upos, lemma in _derived()}
    for item in w.lexicon()["lemma_exception"]:
        form, upos, lemma = item.split("_")
        table[form, upos] = lemma
    return sorted((form, upos, lemma) for (form, upos), lemma in table.items())


def main() -> None:
    """Print the table."""
    sys.stdout.writelines("\t".join(row) + "\n" for row in rows())


if __name__ == "__main__":
    main()
