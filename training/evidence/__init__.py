"""The evidence for each candidate of questions as rows of numbers (``docs/reliability.md``)."""
