"""Knowledge given as English sentences: parsed into rules and matched with a question."""
