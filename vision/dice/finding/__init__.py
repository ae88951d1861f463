"""Where the dice lie in a picture."""
