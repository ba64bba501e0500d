"""Repairs of dependency trees: slips of statistical parsers that grammar alone can tell."""
