"""Schemas of the crowd: drafts, checks, exchange with other formats."""
