"""Asking for rules: general sentences in plain English, got from a language model or a file, checked, kept, replayed.

Nobody is asked for an answer. What comes back is material: the logic decides with it (``docs/asking.md``).
"""
