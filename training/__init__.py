"""Programs that make the shipped data: the parser, tables, fitted pairs. Not part of the wheel."""
