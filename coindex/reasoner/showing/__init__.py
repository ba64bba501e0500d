"""What ``kb show`` and ``kb stats`` print of the knowledge."""
