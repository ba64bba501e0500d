"""Tools for authors of knowledge: examples, coverage, drafts, comparison of versions, watching files."""
