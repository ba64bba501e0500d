"""Statistical evidence, used where authored knowledge is silent: counts, pairs of terms, word vectors."""
