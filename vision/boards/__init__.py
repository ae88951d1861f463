"""Taught boards: what lies on each of their cells."""
