"""The graph in other forms: PENMAN text, ASP facts, pictures."""
