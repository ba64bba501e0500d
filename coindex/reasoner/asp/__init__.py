"""ASP programs as data: reading and writing facts, statements and rules, and tracing rules."""
