"""The pages, a module for those who see them."""
