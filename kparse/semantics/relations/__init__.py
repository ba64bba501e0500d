"""Edges between nodes: arguments, clauses, control, coordination, comparison."""
