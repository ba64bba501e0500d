"""Fits that several steps of training share."""
