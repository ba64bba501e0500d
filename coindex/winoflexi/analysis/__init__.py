"""Analysis of schemas: answers, hardness, patterns, systems, charts."""
