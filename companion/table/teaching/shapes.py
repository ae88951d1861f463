"""The shapes of teaching that leave the table: what the page that teaches is told, as JSON."""

from dataclasses import dataclass, field
from typing import Literal, TypedDict

Place = tuple[float, float]
"""Fractions 0…1 of the picture's width and height."""


@dataclass(frozen=True)
class Said:
    """A piece that was tapped: where, and which it is.

    ``top``: a place at a die's own top edge; ``turns`` and ``on``: of a piece on a board; ``picture``:
    the number of the picture that was tapped, None for the one that is shown.
    """

    at: Place
    face: str
    top: Place | None = None
    turns: int | None = None
    on: str | None = None
    picture: int | None = field(default=None, compare=False)


class LessonTop(TypedDict):
    """A piece on the picture: a die's top, a cell of a board on which something lies, or a place
    at which a token may lie.

    ``corners``: clockwise, of a die from any, of a cell from its own top left, of the square round a
    token. ``face``: what it was named, None if it was not; ``upright``: a die's own top edge was said,
    too; ``read``: what the lesson so far makes of it, None if nothing was read; ``sure`` of that.
    ``cell``: column and row; ``turns``: quarter turns clockwise of a piece on a board; ``on``: what
    stands there.
    """

    centre: Place
    corners: list[Place]
    face: str | None
    upright: bool
    read: str | None
    sure: bool
    likely: list[str]
    cell: tuple[int, int] | None
    turns: int
    on: str | None


class GridShape(TypedDict):
    """A board's columns and rows; ``corners``: centres of the four corner cells on the picture,
    clockwise from the top left, None if they must be said; ``fixed``: columns and rows are known;
    ``set``: where the corners were before they are said anew; ``changeable``: that can still be done."""

    columns: int
    rows: int
    corners: list[Place] | None
    fixed: bool
    set: list[Place] | None
    changeable: bool


class PrintedShape(TypedDict):
    """What is printed on a board's squares, by ``column,row``; others are plain.

    ``labels``: all that may be printed; ``missing``: what must be there and is not; ``too_often``: what
    is marked on too many squares; ``settled``: somebody said that it is right.
    """

    cells: dict[str, str]
    labels: list[str]
    missing: list[str]
    too_often: list[str]
    settled: bool


class BoardData(TypedDict):
    """A board's own data, as a game's option takes it."""

    edition: str
    grid: list[int]
    cells: dict[str, str]


class OwnBoard(TypedDict):
    """What is printed on the board of a taught set: the data of which option of which game."""

    game: str
    option: str
    data: BoardData


class LessonPicture(TypedDict):
    """The picture that is tapped. ``number`` grows with each; "test": read with the lesson so far."""

    number: int
    source: Literal["camera", "file", "test", "again"]
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

    ``family``: the faces or pieces that are expected, as far as that is known, ``pawns`` what may stand
    on a board; ``enough``: so many samples of each will do; ``grid``: a board's, None if there is none;
    ``printed``: what is printed on its squares, None if no game asks for that; ``radius``: a token's, in
    widths of the picture, None until it was said or where it is not needed; ``asks_top``: whether
    somebody must say which edge of a face is its top; ``again``: how many photographs wait to be named
    again, since the board's grid is another one; ``tested``: how many pieces were read rightly, of how
    many.
    """

    kind: str
    name: str
    earlier: bool
    family: list[str]
    pawns: list[str]
    enough: int
    grid: GridShape | None
    printed: PrintedShape | None
    radius: float | None
    asks_top: bool
    faces: list[LessonFace]
    notes: list[LessonNote]
    picture: LessonPicture | None
    again: int
    can_undo: bool
    tested: tuple[int, int]


class TaughtShape(TypedDict):
    """A taught set in the data folder. ``printed``: what is printed on its board, where that was said;
    ``parts``: of its dice's faces, where it says them, each part by the edges that it joins; ``broken``:
    it cannot be read; ``message`` says why."""

    name: str
    kind: str
    labels: list[LessonFace]
    printed: OwnBoard | None
    parts: dict[str, list[list[str]]]
    broken: bool
    message: str


class FamilyShape(TypedDict):
    """What is usually taught together: the faces of a built-in set, or what a game's board has.

    ``without_top``: faces that look the same however they lie; ``columns`` and ``rows``: 0 where there
    is no board.
    """

    kind: str
    name: str
    faces: list[str]
    without_top: list[str]
    pawns: list[str]
    columns: int
    rows: int


class TeachingShape(TypedDict):
    """What is being taught, and what was.

    ``kinds``: those that can be taught; ``families``: those of the game that is played come first.
    ``own`` are the taught sets in use, by their kind.
    """

    kinds: list[str]
    families: list[FamilyShape]
    lesson: LessonShape | None
    sets: list[TaughtShape]
    own: dict[str, str]
