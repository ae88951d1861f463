"""The evening: players, past games, standings, and what is told of a game when it has ended."""
