"""Takes the data folder away from a table at every step of a game, in every way a disk knows."""
