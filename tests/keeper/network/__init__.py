"""The table's networks."""
