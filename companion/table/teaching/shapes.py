"""The shapes of teaching that leave the table: what the page that teaches is told, as JSON."""

from typing import Literal, TypedDict

Place = tuple[float, float]
"""Fractions 0…1 of the picture's width and height."""


class LessonTop(TypedDict):
    """A die's top on the lesson's picture. ``corners``: clockwise from any.

    ``face``: what it was named, None where it was not; ``upright``: its own top edge was said, too;
    ``read``: what the lesson so far makes of it, None where nothing was read; ``sure`` of that.
    """

    centre: Place
    corners: list[Place]
    face: str | None
    upright: bool
    read: str | None
    sure: bool
    likely: list[str]


class LessonPicture(TypedDict):
    """The picture that is tapped. ``number`` grows with each; "test": read with the lesson so far."""

    number: int
    source: Literal["camera", "file", "test"]
    tops: list[LessonTop]


class LessonFace(TypedDict):
    """A face of the lesson, and how many samples of it there are."""

    face: str
    samples: int


class LessonNote(TypedDict):
    """Something to tell the teacher: a kind of note, and the faces it is about."""

    kind: str
    serious: bool
    faces: list[str]


class LessonShape(TypedDict):
    """The lesson under way.

    ``family``: the faces that are expected, as far as that is known; ``asks_top``: whether somebody must
    say which edge of a face is its top. ``tested``: how many dice were read rightly, of how many.
    """

    kind: str
    name: str
    earlier: bool
    family: list[str]
    asks_top: bool
    faces: list[LessonFace]
    notes: list[LessonNote]
    picture: LessonPicture | None
    can_undo: bool
    tested: tuple[int, int]


class TaughtShape(TypedDict):
    """A taught set in the data folder. ``broken``: it cannot be read; ``message`` says why."""

    name: str
    kind: str
    labels: list[LessonFace]
    broken: bool
    message: str


class FamilyShape(TypedDict):
    """The faces of a built-in set, and which of them look the same however they lie."""

    name: str
    faces: list[str]
    without_top: list[str]


class TeachingShape(TypedDict):
    """What is being taught, and what was.

    ``kinds``: those that can be taught; ``families`` of dice, those of the game that is played first.
    ``own`` are the taught sets in use, by their kind.
    """

    kinds: list[str]
    families: list[FamilyShape]
    lesson: LessonShape | None
    sets: list[TaughtShape]
    own: dict[str, str]
