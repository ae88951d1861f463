"""Updates killed (-9) at any moment, and what runs afterwards."""
