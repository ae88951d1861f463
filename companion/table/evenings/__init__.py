"""The evening: players, past games, standings, and the story of a game that has ended."""
