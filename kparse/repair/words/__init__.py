"""Repairs of word classes, and of periphrases."""
