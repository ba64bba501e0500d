"""Rows for words without authored rows, derived from WordNet, word lists and vectors (``docs/statistics.md``)."""
