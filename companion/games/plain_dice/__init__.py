"""A sitting without rules: any dice are read, shown and counted."""
