"""Word vectors (distributional similarity) for choices that knowledge does not decide."""
