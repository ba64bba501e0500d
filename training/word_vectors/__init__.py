"""Which words keep the same company in running text: vectors for choices that knowledge leaves open."""
