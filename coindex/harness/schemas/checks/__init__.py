"""Checks of Winograd schemas: the parties, the special words, the pitfalls."""
