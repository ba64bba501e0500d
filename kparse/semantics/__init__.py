"""From the repaired tree to the semantic graph."""
