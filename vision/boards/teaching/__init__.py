"""Teaches boards from labelled photographs."""
