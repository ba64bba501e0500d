"""The reasoner at work: text in, answers out; a spaCy pipeline component; one call for a whole text."""
