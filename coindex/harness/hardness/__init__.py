"""How hard a schema is for people, estimated by how much a learner must read before it can answer it."""
