"""The evidence of each candidate of questions as rows of numbers, to fit how it is combined (``docs/reliability.md``)."""
