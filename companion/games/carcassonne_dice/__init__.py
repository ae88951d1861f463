"""Carcassonne – The Dice Game."""
