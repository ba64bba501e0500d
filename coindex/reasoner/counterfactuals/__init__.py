"""What would have to be different: why an answer was not chosen, what a rule lacked, what knowledge would decide."""
