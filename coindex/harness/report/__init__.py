"""The report of an evaluation: one HTML file with the scores, the plots, and every item with its explanation."""
