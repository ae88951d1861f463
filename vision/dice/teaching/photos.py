"""Teaches from labelled photographs."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from vision.dice.manifest import LabelledPhoto, load_picture
from vision.dice.sets import DiceSet
from vision.dice.teaching.advice import Note
from vision.dice.teaching.teacher import Lesson, Teacher
from vision.errors import NotAPicture


def teach(name: str, photos: Sequence[LabelledPhoto], earlier: DiceSet | None = None) -> Lesson:
    """Return the lesson of photographs, in addition to an earlier lesson.

    Unusable parts are listed in the notes. Raises ``BadSet`` when no die can be used at all.
    """
    teacher = Teacher(name, earlier)
    for photo in _each_once(photos):
        try:
            image = load_picture(photo.image)
        except NotAPicture as error:
            teacher.add_note(Note("no_picture", str(error), True))
            continue
        if photo.dice is not None:
            teacher.show(image, photo.dice, photo.name)
        elif len(set(photo.faces)) == 1:
            teacher.show_all_alike(image, photo.faces[0], len(photo.faces), photo.name)
        elif photo.faces:
            text = f"{photo.name}: several faces, and not said where each lies: give x and y of each die"
            teacher.add_note(Note("no_places", text, True, tuple(dict.fromkeys(photo.faces))))
    return teacher.lesson()


def _each_once(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """Return each photograph once, with the dice of all lines about it."""
    once: dict[Path, LabelledPhoto] = {}
    for photo in photos:
        before = once.get(photo.image)
        if before is None or before.dice is None:
            once[photo.image] = photo
        elif photo.dice is not None:
            once[photo.image] = replace(before, dice=before.dice + photo.dice)
    return list(once.values())
