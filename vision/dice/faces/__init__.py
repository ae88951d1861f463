"""Which face shows: networks that examine it, and a set's samples to compare it with."""
