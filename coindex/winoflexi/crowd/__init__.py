"""The crowd: parameters, scores, payment, test questions, reviews."""
