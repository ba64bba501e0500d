"""Why an answer is the answer: rules that fired, proofs, counterfactuals, missing rows."""
