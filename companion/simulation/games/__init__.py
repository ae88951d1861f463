"""How simulated hands play: one folder for each game."""
