"""Plain dice at the table."""
