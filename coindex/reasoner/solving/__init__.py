"""Solving one question: its case, the readings that clingo finds, choices between alternatives."""
