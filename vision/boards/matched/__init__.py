"""Reads boards by the learnt matcher: pieces, and the pawns on them."""
