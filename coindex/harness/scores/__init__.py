"""Scores of answers, the record that holds them, and lists of what went wrong."""
