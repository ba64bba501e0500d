"""From the dependency tree to the semantic graph."""
