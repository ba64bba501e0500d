"""Winograd schemas in the form of Levesque, Davis and Morgenstern (2012): files, conversion, tests, checks."""
