"""Why an answer is wrong: which part of the program would have had to know better."""
