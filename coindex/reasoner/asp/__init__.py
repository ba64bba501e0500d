"""Programs as data: facts, statements and rules read, written, and made observable."""
