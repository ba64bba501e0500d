"""Why an answer is the answer: the trace of a reading, the rules that fired, proofs."""
