"""Whole documents: the spaCy component, one call for a text, chains of mentions, links of other resolvers."""
