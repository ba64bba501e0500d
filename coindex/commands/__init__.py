"""The verbs of the command line, a module a group: each a few lines over the packages."""
