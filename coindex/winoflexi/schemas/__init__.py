"""Schemas of the crowd: drafts, checks, storage, similarity, exchange with other formats."""
