"""Repair of dependency trees: frequent errors of statistical parsers that grammar alone reveals."""
