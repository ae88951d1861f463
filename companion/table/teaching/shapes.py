"""The shapes of teaching that leave the table: what the teaching page is sent, as JSON."""

from dataclasses import dataclass, field
from typing import Literal, TypedDict

Place = tuple[float, float]
"""Fractions 0…1 of the picture's width and height."""


@dataclass(frozen=True)
class TappedPiece:
    """A tapped piece: where it is, and what it is.

    ``top``: a place at a die's own top edge; ``turns`` and ``on``: of a piece on a board; ``picture``:
    the number of the tapped picture, None for the one shown.
    """

    at: Place
    face: str
    top: Place | None = None
    turns: int | None = None
    on: str | None = None
    picture: int | None = field(default=None, compare=False)


class LessonTop(TypedDict):
    """A piece on the picture: a die's top, an occupied cell of a board, or a place at which a token may
    lie.

    ``corners``: clockwise, of a die from any, of a cell from its own top left, of the square around a
    token. ``face``: its given name, None if it has none; ``upright``: a die's own top edge was given,
    too; ``read``: how the lesson so far reads it, None if it does not; ``sure``: whether that is
    certain. ``cell``: column and row; ``turns``: quarter turns clockwise of a piece on a board; ``on``:
    what stands there.
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
    clockwise from the top left, None if they must be given; ``fixed``: columns and rows are known;
    ``set``: the old corners while new ones are being given; ``changeable``: that is still possible."""

    columns: int
    rows: int
    corners: list[Place] | None
    fixed: bool
    set: list[Place] | None
    changeable: bool


class PrintedShape(TypedDict):
    """What is printed on a board's squares, by ``column,row``; other squares are plain.

    ``labels``: all possible prints; ``missing``: those that must be there and are not; ``too_often``:
    those marked on too many squares; ``settled``: somebody has confirmed it.
    """

    cells: dict[str, str]
    labels: list[str]
    missing: list[str]
    too_often: list[str]
    settled: bool


class BoardData(TypedDict):
    """A board's own data, in the form of a game's option."""

    edition: str
    grid: list[int]
    cells: dict[str, str]


class OwnBoard(TypedDict):
    """The print of a taught set's board: data for an option of a game."""

    game: str
    option: str
    data: BoardData


class LessonPicture(TypedDict):
    """The picture that is tapped. ``number`` grows with each; "test": it was read with the lesson so
    far."""

    number: int
    source: Literal["camera", "file", "test", "again"]
    tops: list[LessonTop]


class LessonFace(TypedDict):
    """A face of the lesson, and how many samples of it there are."""

    face: str
    samples: int


class LessonNote(TypedDict):
    """A note for the teacher: its kind, and the faces concerned."""

    kind: str
    serious: bool
    faces: list[str]


class LessonShape(TypedDict):
    """The lesson under way.

    ``family``: the expected faces or pieces, as far as known; ``pawns``: what may stand on a board;
    ``enough``: how many samples of each will do; ``grid``: a board's, None if there is none;
    ``printed``: the print of its squares, None if no game asks for it; ``radius``: a token's, in widths
    of the picture, None until it is given or if it is not needed; ``asks_top``: whether somebody must
    say which edge of a face is its top; ``again``: how many photographs must be named again because the
    board's grid changed; ``tested``: how many pieces were read correctly, out of how many.
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
    """A taught set in the data folder. ``printed``: the print of its board, if entered; ``parts``: the
    parts of its dice's faces, if the set has them, each by the edges that it joins; ``broken``: it
    cannot be read; ``message`` says why."""

    name: str
    kind: str
    labels: list[LessonFace]
    printed: OwnBoard | None
    parts: dict[str, list[list[str]]]
    broken: bool
    message: str


class FamilyShape(TypedDict):
    """A usual family: the faces of a built-in set, or the pieces of a game's board.

    ``without_top``: faces that look the same in every turn; ``columns`` and ``rows``: 0 if there is no
    board.
    """

    kind: str
    name: str
    faces: list[str]
    without_top: list[str]
    pawns: list[str]
    columns: int
    rows: int


class TeachingShape(TypedDict):
    """The content of the lesson, and everything taught before.

    ``kinds``: those that can be taught; ``families``: those of the current game come first. ``own`` are
    the taught sets in use, by their kind.
    """

    kinds: list[str]
    families: list[FamilyShape]
    lesson: LessonShape | None
    sets: list[TaughtShape]
    own: dict[str, str]
