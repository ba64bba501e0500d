"""Explanations as text, JSON, DOT, SVG and HTML."""
