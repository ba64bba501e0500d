"""What makes the data that ships: the parser, tables, fitted pairs. It is not part of the wheel."""
