"""How simulated hands play: one folder a game."""
