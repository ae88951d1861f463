"""A board that is laid of square parts: a part straightened, its fields proposed, and how parts lie."""
