"""Why an answer is wrong: which part of the program failed."""
