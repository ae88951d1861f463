"""Where tokens, and the board in whose holes they lie, are in a picture."""
