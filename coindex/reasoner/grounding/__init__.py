"""From a question to the program that clingo grounds: its facts, and only the statements that can matter."""
