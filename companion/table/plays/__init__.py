"""Each game's place at the table: one folder a game, with all of it that is not rules."""
