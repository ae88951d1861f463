"""Carcassonne – The Dice Game at the table."""
