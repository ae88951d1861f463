"""One referee a game: what can this reading mean in this state?"""
