"""Repair rules for clauses."""
