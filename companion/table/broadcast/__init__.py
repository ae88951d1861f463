"""The news for each role."""
