"""The record of an evaluation, as one JSON file."""
