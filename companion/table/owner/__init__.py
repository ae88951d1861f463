"""What the owner has set for this table."""
