"""What was found when a newcomer played the dice game on an early state, tried on a tree of it."""
