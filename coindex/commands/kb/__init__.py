"""The verbs of ``kb``, a module each."""
