"""One question solved: its case, the readings that clingo finds, choices between alternatives."""
