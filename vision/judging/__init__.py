"""Can this picture be judged at all? This comes first, for every part of a picture, whatever is read
from it."""
