"""The questions that the table asks about a game, by purpose; ``Play`` is all of them."""
