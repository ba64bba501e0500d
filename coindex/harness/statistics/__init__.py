"""Statistics of shares, pairs and ranks."""
