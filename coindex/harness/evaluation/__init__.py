"""Asking questions with known answers, and fitting confidence to what came out."""
