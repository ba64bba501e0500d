"""Rows for words that nobody wrote rows for: derived from WordNet, word lists and vectors (``docs/backoff.md``)."""
