"""Readings: what was seen in one picture, a module for each kind of piece."""
