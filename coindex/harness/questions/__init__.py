"""Readers of question files, and runs that answer them with a trace."""
