"""Boards laid of parts: taught by photographs, kept, shared, and seen as they lie."""
