"""Questions asked of a corpus on demand: its index, queries, and what they conclude."""
