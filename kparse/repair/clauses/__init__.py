"""Repairs of clauses."""
