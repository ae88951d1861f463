"""Trains the finder and the matcher of tokens on synthetic worlds."""
