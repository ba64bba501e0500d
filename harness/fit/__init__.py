"""Fitting the weights of rules to questions with known answers (``knowledge/weights.toml``)."""
