"""Marker cards on the table, and the table's plane that they give."""
