"""Entries of the knowledge: rules, default rules, rows that follow from rows, profiles, scripts, word frequencies."""
