"""The parts of ``bench/run.py``."""
