"""Question files of every kind: read, and answered with a trace beside them."""
