"""Where tokens, and the board with holes for them, are in a picture."""
