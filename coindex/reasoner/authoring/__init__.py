"""What authors of knowledge work with: examples, coverage, drafts, differences, a watch on files."""
