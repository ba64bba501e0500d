"""The reasoner at work: one question, a spaCy pipeline, batches, worker processes."""
