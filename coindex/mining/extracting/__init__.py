"""From parsed sentences to records, and records to shards on disk."""
