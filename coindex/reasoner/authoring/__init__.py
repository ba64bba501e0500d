"""Tools for authors of knowledge: examples, drafts, comparison of versions, watching files."""
