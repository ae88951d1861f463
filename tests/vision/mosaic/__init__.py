"""Boards laid of parts."""
