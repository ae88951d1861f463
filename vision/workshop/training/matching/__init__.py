"""Synthetic boards and pieces, and how the matcher learns from them."""
