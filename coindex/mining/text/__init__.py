"""Text to mine: which files, which lines, which sentences."""
