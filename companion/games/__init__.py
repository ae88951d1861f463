"""Rules of the games, and nothing else: the standard library only."""
