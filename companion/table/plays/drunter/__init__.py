"""Drunter und Drüber's place at the table."""
