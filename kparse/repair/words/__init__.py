"""Repair rules for word classes and periphrases."""
