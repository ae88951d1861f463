"""Drunter und Drüber at the table."""
