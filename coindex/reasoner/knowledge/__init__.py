"""Knowledge files: read, compiled into an indexed store, and asked by lemma."""
