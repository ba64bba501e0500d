"""The subcommands of ``kb``."""
