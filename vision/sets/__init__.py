"""Taught families of pieces, and the built-in ones."""
