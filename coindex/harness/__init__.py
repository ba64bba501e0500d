"""Benchmark files in, answers and scores out."""
