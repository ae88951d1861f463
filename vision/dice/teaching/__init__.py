"""Teaches a set of dice from labelled photographs or taps, and notes what is doubtful in it."""

from vision.dice.teaching.photos import teach
from vision.dice.teaching.teacher import TappedDie, Teacher

__all__ = ["TappedDie", "Teacher", "teach"]
