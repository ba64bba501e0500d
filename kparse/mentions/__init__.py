"""Noun phrases and pronouns: mentions, candidates, binding theory."""
