"""Can this picture be judged at all? Asked first, of every part of it, whatever it is read for."""
