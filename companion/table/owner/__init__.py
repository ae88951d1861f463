"""The owner's settings of this table."""
