"""Fits how sure readings are, and how probably dice touch."""
