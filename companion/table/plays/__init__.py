"""Each game's place at the table: one folder for each game, with everything of it that is not rules."""
