"""The verbs of the command line, one module per group. Each is a thin layer over the other packages."""
