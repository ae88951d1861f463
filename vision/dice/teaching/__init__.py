"""Teaches a set of dice from labelled photographs or taps, and notes what is doubtful in it."""

from vision.dice.teaching.advice import Kind, Note
from vision.dice.teaching.photos import teach
from vision.dice.teaching.teacher import Lesson, Named, Teacher

__all__ = ["Kind", "Lesson", "Named", "Note", "Teacher", "teach"]
