"""The pages, one module per audience."""
