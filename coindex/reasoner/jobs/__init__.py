"""Long work: batches and long texts in worker processes, with a journal that a later run continues."""
