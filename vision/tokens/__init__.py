"""Tokens: pieces that lie about, or in the holes of a board."""
