"""The reasoner at work: text in, answers out."""
