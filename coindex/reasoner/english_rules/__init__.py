"""Knowledge given as English sentences: read into rules, and laid over a question."""
