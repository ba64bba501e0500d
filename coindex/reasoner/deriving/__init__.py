"""Facts derived in Python, without clingo: all that is certain, and the ground rules for what is not."""
