"""Ubongo at the table."""
