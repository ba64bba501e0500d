"""Building the syntactic pipeline: treebanks, generated trees, vectors, training, scores."""
