"""What is found out about schemas: answers, hardness, patterns, charts."""
