"""The 2016 Winograd Schema Challenge: answer its problems, write its output, score it, and say what its rules award."""
