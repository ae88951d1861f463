"""Ubongo, first edition, with the gem board: the rules, and puzzles of our own."""
