"""Scores: answers against gold, what they are worth, and why the wrong ones are wrong."""
