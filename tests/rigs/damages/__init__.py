"""Damages every byte of a table's journals, and looks what the next start makes of it."""
