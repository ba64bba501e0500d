"""Options and output that the verbs share."""
