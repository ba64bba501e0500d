"""Why an answer is the answer: rules that fired, proofs, near misses, missing rows."""
