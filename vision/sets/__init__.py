"""Taught piece sets and the built-in ones."""

from vision.sets.dice import DiceSet, Face, Sample, built_in, load, save

__all__ = ["DiceSet", "Face", "Sample", "built_in", "load", "save"]
