"""Learning which terms go with which, from questions with known answers (``docs/pairing.md``)."""
