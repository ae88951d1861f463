"""Teaches from labelled photographs."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from vision.dice.sets import DiceSet
from vision.dice.teaching.teacher import Teacher
from vision.lesson import Lesson, Note, pictures_of
from vision.manifests.labelled import LabelledPhoto


def teach(name: str, photos: Sequence[LabelledPhoto], earlier: DiceSet | None = None) -> Lesson[DiceSet]:
    """Return the lesson of photographs, in addition to an earlier lesson.

    Unusable parts are listed in the notes. Raises ``BadSet`` when no die can be used at all.
    """
    teacher = Teacher(name, earlier)
    for photo, image in pictures_of(_each_once(photos), teacher):
        if photo.pieces is not None:
            teacher.show(image, photo.pieces, photo.name)
        elif len(photo.counts) == 1:
            ((face, many),) = photo.counts.items()
            teacher.show_all_alike(image, face, many, photo.name)
        elif photo.counts:
            text = f"{photo.name}: several faces, and not said where each lies: give x and y of each die"
            teacher.add_note(Note("no_places", text, True, tuple(photo.counts)))
    return teacher.lesson()


def _each_once(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """Return each photograph once, with the dice of all lines about it."""
    once: dict[Path, LabelledPhoto] = {}
    for photo in photos:
        before = once.get(photo.image)
        if before is None or before.pieces is None:
            once[photo.image] = photo
        elif photo.pieces is not None:
            once[photo.image] = replace(before, pieces=before.pieces + photo.pieces)
    return list(once.values())
