"""Checks of knowledge files."""
