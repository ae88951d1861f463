"""Whether something is a die's top face at all."""
