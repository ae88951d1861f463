"""Teaching at the table: a lesson by tap, the taught sets in the data folder, and which are in use."""
