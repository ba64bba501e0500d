"""Learns the pairwise model of terms from questions with known answers (``docs/statistics.md``)."""
