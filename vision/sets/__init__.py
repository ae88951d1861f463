"""Taught piece sets and the built-in ones."""
