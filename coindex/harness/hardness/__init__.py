"""How hard a schema is for people, told by how much must be read before a learner can answer it."""
