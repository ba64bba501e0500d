"""Knowledge given as English sentences: read into rules, and compared with a question."""
