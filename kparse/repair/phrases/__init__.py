"""Repair rules for phrases and arguments."""
