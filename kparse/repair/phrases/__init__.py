"""Repairs within and around noun phrases."""
