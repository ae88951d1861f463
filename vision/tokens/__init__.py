"""Tokens: pieces that lie loose, or in the holes of a board."""
