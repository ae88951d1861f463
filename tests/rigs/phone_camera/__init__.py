"""A phone's browser as the table's camera, for longer than tests may take."""
