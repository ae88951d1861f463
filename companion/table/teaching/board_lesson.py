"""A lesson about a board: first empty, its corners tapped; then pictures of pieces, cell by cell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from companion.errors import BadLesson
from companion.table.teaching.lesson import Family, Source, TapLesson, TappedPicture, corners_on
from companion.table.teaching.printed import PrintedSquares, read_earlier_print
from companion.table.teaching.refusals import picture_of, refused, something_taught, tested
from companion.table.teaching.regrid import on_new_cells
from companion.table.teaching.shapes import (
    GridShape,
    LessonNote,
    LessonShape,
    LessonTop,
    Place,
    TappedPiece,
)
from vision.board_grid import BoardGrid, Matrix, through
from vision.boards.matched.reader import BoardReader
from vision.boards.sets import BoardSet, load_board, save_board
from vision.boards.teaching.teacher import BoardTeacher
from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledBoard, LabelledCell
from vision.readings.board import EMPTY, BoardCell
from vision.readings.places import GridCell, PointPx

ENOUGH = 1
"""A piece shown once is learnt; more does no harm."""
MOST_KEPT_BYTES = 100_000_000
"""Most bytes of photographs that a lesson keeps: while they are kept, its grid can still be changed."""
LEAST_CORNERS_PX = 60.0
"""Corners nearer to each other than this cannot be those of a board."""


@dataclass(frozen=True, eq=False)
class ShownBoard(TappedPicture):
    """The picture that is tapped.

    ``corners_px``: centres of the corner cells, None if the board was not found; ``read``: the readings
    by cell; ``covered``: cells on which something unknown lies; ``named``: a person's entries, including
    empty cells.
    """

    corners_px: tuple[PointPx, ...] | None = None
    read: Mapping[GridCell, BoardCell] = field(default_factory=dict)
    covered: tuple[GridCell, ...] = ()
    named: Mapping[GridCell, LabelledCell] = field(default_factory=dict)

    @property
    def cells(self) -> list[GridCell]:
        """The cells on which something lies, in an order that stays the same while more are named."""
        return list(dict.fromkeys([*self.read, *self.covered, *self.named]))


class BoardLesson(TapLesson[ShownBoard]):
    """A lesson about a board.

    The names on a picture are learnt when the next one is taken, or when the set is needed: until then
    they can be taken back.
    """

    kind = "board"
    enough = ENOUGH
    note_prefix = "board_"

    def __init__(self, name: str, family: Family, earlier: Path | None = None) -> None:
        """``family``: the expected pieces; ``earlier``: the folder of a set to be extended."""
        super().__init__(name, earlier, family.faces)
        self._family = family
        self._grid = BoardGrid(family.columns or 10, family.rows or 10)
        self._printed = family.printed
        self._teacher: BoardTeacher | None = None
        if earlier is not None:
            taught = load_board(earlier)
            self._grid = taught.grid
            printed = read_earlier_print(earlier, family.printed)
            self._printed = printed and printed.on_grid(taught.grid.columns, taught.grid.rows)
            self._teacher = BoardTeacher(name, taught.grid, taught)
        self._empty: ShownBoard | None = None  # while the grid can be changed
        # The names so far, to be learnt again on another grid; some of them must be entered again.
        self._kept: list[ShownBoard] = []
        self._again: list[ShownBoard] = []
        self._set_px: tuple[PointPx, ...] | None = None

    def show(self, image_bgr: ImageBgr, source: Source) -> None:
        """Take the next picture; the first one is of the empty board, whose corners must be given."""
        self._learn()
        self._shown = self._seen(image_bgr, source)

    def _seen(self, image_bgr: ImageBgr, source: Source) -> ShownBoard:
        """Return a picture with the board's place on it, and the readings there, as far as known."""
        self._number += 1
        shown = ShownBoard(self._number, source, image_bgr)
        if self._teacher is None:
            return shown
        reading = BoardReader(self._taught()).read(image_bgr)
        cells = {cell.cell: cell for cell in reading.cells if _is_occupied(cell)}
        shown = replace(shown, corners_px=reading.corners_px, read=cells)
        in_view = [cell for cell in reading.hidden if self._is_in_view(shown, cell)]
        return replace(shown, covered=tuple(in_view))

    def _is_in_view(self, shown: ShownBoard, cell: GridCell) -> bool:
        """Tell whether a cell's centre is in the picture."""
        if shown.corners_px is None:
            return False
        matrix = self._matrix_of(shown.corners_px)
        x, y = through(matrix, np.array([[cell.column + 0.5, cell.row + 0.5]]))[0]
        return bool(0 <= x < shown.size_wh[0] and 0 <= y < shown.size_wh[1])

    def place(self, columns: int, rows: int, corners: Sequence[Place]) -> None:
        """Set where the board lies: the centres of its corner cells, clockwise from the top left.

        Raises ``BadLesson`` if no board with these columns and rows can lie like that.
        """
        shown = picture_of(self._shown)
        grid = BoardGrid(columns, rows)
        corners_px = corners_on(shown, grid, corners, LEAST_CORNERS_PX, "squares")
        if self._teacher is not None:
            self._shown = replace(shown, corners_px=corners_px)
            return
        before = self._matrix_of(self._set_px) if self._set_px else None
        self._grid = grid
        teacher = BoardTeacher(self.name, self._grid)
        teacher.show(shown.image_bgr, self._label(shown, corners_px))
        self._teacher = teacher
        self._empty, self._set_px = replace(shown, corners_px=corners_px), corners_px
        # The empty board stays visible if its print is to be named next.
        self._shown = None if self._printed is None else self._empty
        self._printed = self._printed and self._printed.on_grid(columns, rows)
        if before is not None:
            self._learn_anew(np.linalg.inv(self._matrix_of(corners_px)) @ before)

    def _matrix_of(self, corners_px: tuple[PointPx, ...]) -> Matrix:
        return self._grid.matrix_of(np.array(corners_px))

    def unplace(self) -> None:
        """Allow corners, columns and rows of the empty board to be set again, beginning with the old.

        Raises ``BadLesson`` if more was taught on its squares than can be learnt again.
        """
        if self._teacher is None:
            return
        shown, empty = self._shown, self._empty
        self._learn()
        if empty is None or self._empty is None:
            raise refused(
                "pieces were taught on these squares",
                "taught_on",
                "Begin a new lesson for another grid.",
            )
        if shown is not None and shown is not empty and not shown.named:
            self._kept.append(shown)  # nothing was named on it yet: it is asked about again, too
        self._kept += self._again
        self._shown, self._teacher = replace(empty, corners_px=None), None
        self._empty, self._again = None, []

    def again(self) -> None:
        """Show the next photograph that must be named again. Raises ``BadLesson`` if there is none."""
        self._learn()
        if not self._again:
            raise refused("no photograph is left", "no_picture")
        self._shown = self._again.pop(0)

    def _learn_anew(self, cells_to_new: Matrix) -> None:
        """Learn again the pieces that certainly lie on a cell of the new grid; ask for the others
        again."""
        kept, self._kept = self._kept, []
        for photograph in kept:
            size = (self._grid.columns, self._grid.rows)
            named = on_new_cells(photograph.named, cells_to_new, size)
            seen = replace(self._seen(photograph.image_bgr, "again"), named=named)
            is_whole = bool(named) and len(named) == len(photograph.named)
            if is_whole and seen.corners_px is not None:
                self._teach(seen)
            else:
                self._again.append(seen)
        if self._again and self._shown is None:
            self._shown = self._again.pop(0)

    def nudge(self, right: int, down: int) -> None:
        """Shift the print by this many squares. Raises ``BadLesson`` if nothing is."""
        self._printed = self._marks.nudged(right, down)

    def mark(self, cells: Mapping[str, str], settled: bool) -> None:
        """Set the print of all squares that are not plain. Raises ``BadLesson``."""
        self._printed = self._marks.marked(cells, settled)

    @property
    def _marks(self) -> PrintedSquares:
        if self._printed is None:
            raise refused("nothing is printed here that a game asks for", "no_square")
        return self._printed

    def measure(self, at: Place, radius: float | None) -> None:  # noqa: ARG002
        """Say how large a token is. Raises ``BadLesson``: a board's squares give its size."""
        raise refused("a board is not measured", "no_picture")

    def tap(self, said: TappedPiece) -> None:
        """Set the content of the tapped cell. Raises ``BadLesson`` if no cell is."""
        shown = picture_of(self._shown)
        cell = self._cell_at(shown, said.at)
        self._before.append(shown)
        found = LabelledCell(said.face, said.turns or 0, said.on)
        self._shown = replace(shown, named={**shown.named, cell: found})

    def undo(self) -> None:
        """Take back the last entry for this picture."""
        if self._before:
            self._shown = self._before.pop()

    def test(self, image_bgr: ImageBgr) -> None:
        """Read a picture with the pieces taught so far. Raises ``BadLesson`` if nothing was taught."""
        self._taught()
        self.show(image_bgr, "test")

    def judge(self) -> None:
        """Count the test: everything that was not corrected counts as right. Raises ``BadLesson``."""
        shown = tested(self._shown)
        right, of = self._tested
        rotations = {label.name: label.rotations for label in self._taught().labels}
        wrong = sum(
            _differs(shown.read.get(cell), said, rotations.get(said.label, 1))
            for cell, said in shown.named.items()
        )
        self._tested = (right + len(shown.cells) - wrong, of + len(shown.cells))
        self._learn()

    def write(self, folder: Path) -> None:
        """Write the lesson's set. Raises ``BadLesson`` if nothing was taught."""
        self._learn()
        save_board(self._taught(), folder)
        if self._printed is not None:
            self._printed.write(self.name, folder)

    def shape(self) -> LessonShape:
        """Return the lesson as it stands."""
        shape = super().shape()
        shape["pawns"] = [*self._family.pawns]
        shape["printed"] = None if self._printed is None else self._printed.shape()
        shape["again"] = len(self._again)
        return shape

    def _learn(self) -> None:
        """Learn the names on the picture, and put it away."""
        shown, self._shown, self._before = self._shown, None, []
        if shown is not None and shown.named:
            self._teach(shown)

    def _teach(self, shown: ShownBoard) -> None:
        """Learn the names on a picture; keep it while there is room."""
        if self._teacher is None or shown.corners_px is None:
            return
        self._teacher.show(shown.image_bgr, self._label(shown, shown.corners_px))
        if self._empty is not None:
            self._kept.append(shown)
        if sum(one.image_bgr.nbytes for one in self._kept) > MOST_KEPT_BYTES:
            self._empty, self._kept = None, []

    def _label(self, shown: ShownBoard, corners_px: tuple[PointPx, ...]) -> LabelledBoard:
        """Return the names on a picture; nothing is learnt from cells that were left out."""
        hidden = frozenset(shown.cells) - frozenset(shown.named)
        where = f"{self.name} {shown.number}"
        return LabelledBoard(Path(where), where, self._grid, shown.named, corners_px, hidden)

    def _taught(self) -> BoardSet:
        with something_taught():
            if self._teacher is None:
                raise BadSet(f"{self.name}: no photograph of the empty board")
            return self._teacher.lesson().taught

    def _counts(self) -> Counter[str]:
        """Return how often each piece was shown, including this picture's names."""
        counts: Counter[str] = Counter()
        if self._teacher is not None:
            taught = self._taught()
            counts.update(one.label for one in (*taught.samples, *taught.pawns))
        for said in self._shown.named.values() if self._shown else ():
            counts.update([said.on] if said.on else [said.label] if said.label != EMPTY else [])
        return counts

    def _notes(self, counts: Mapping[str, int]) -> list[LessonNote]:
        if self._teacher is None:
            return []
        expected = (*self._family.faces, *self._family.pawns)
        missing = [face for face in expected if not counts.get(face)]
        told = [note for note in self._teacher.lesson().notes if note.kind != "never_shown"]
        return self._told(told) + self._missing("never_shown", missing)

    def _cell_at(self, shown: ShownBoard, at: Place) -> GridCell:
        if shown.corners_px is not None:
            cell = _cell_in(self._grid, shown.corners_px, shown.point_at(at))
            if cell is not None:
                return cell
        raise _no_square()

    def _grid_shape(self) -> GridShape:
        shown = self._shown
        fixed = self._teacher is not None
        return {
            "columns": self._grid.columns,
            "rows": self._grid.rows,
            "corners": _corners(shown, None if shown is None else shown.corners_px),
            "fixed": fixed,
            "set": None if fixed else _corners(shown, self._set_px),
            "changeable": self._empty is not None,
        }

    def _tops(self, shown: ShownBoard) -> list[LessonTop]:
        if shown.corners_px is None:
            return []
        matrix = self._matrix_of(shown.corners_px)
        return [_top(shown, cell, matrix) for cell in shown.cells]


def with_cell(name: str, earlier: BoardSet, image_bgr: ImageBgr, said: TappedPiece) -> BoardSet:
    """Return a set with one cell of a picture as an additional sample.

    If something stands on it, the sample is of that. Raises ``BadLesson`` if no board is seen, the place
    is not on it, something unnamed stands there, or the set has no such piece.
    """
    standing = None if said.on == EMPTY else said.on
    labels = [label.name for label in earlier.labels]
    pawns = [EMPTY, *(sample.label for sample in earlier.pawns)]
    known = [*labels, *([] if standing is None else [EMPTY])]
    if said.face not in known or (said.on or EMPTY) not in pawns:
        raise refused(f"the set has no piece {said.face!r}", "no_face", "Teach it on the page Teach.")
    reading = BoardReader(earlier).read(image_bgr)
    cell = None
    if reading.corners_px is not None:
        at = TappedPicture(0, "camera", image_bgr).point_at(said.at)
        cell = _cell_in(earlier.grid, reading.corners_px, at)
    stands_there = any(one.cell == cell and one.on for one in reading.cells)
    if cell is None or (said.on is None and stands_there):
        raise _no_square()
    teacher = BoardTeacher(name, earlier.grid, earlier)
    others = frozenset(earlier.grid.cells) - {cell}
    named = {cell: LabelledCell(said.face, said.turns or 0, standing)}
    shown = LabelledBoard(Path(name), name, earlier.grid, named, reading.corners_px, others)
    teacher.show(image_bgr, shown)
    return replace(teacher.lesson().taught, name=name)


def _no_square() -> BadLesson:
    return refused("there is no square of the board", "no_square", "Tap the board.")


def _cell_in(grid: BoardGrid, corners_px: tuple[PointPx, ...], at: PointPx) -> GridCell | None:
    """Return the cell of a board at a place of its picture."""
    inverse = np.asarray(np.linalg.inv(grid.matrix_of(np.array(corners_px))), np.float64)
    column, row = np.floor(through(inverse, np.array([at])))[0]
    if not (0 <= column < grid.columns and 0 <= row < grid.rows):
        return None
    return GridCell(int(column), int(row))


def _corners(shown: ShownBoard | None, corners_px: tuple[PointPx, ...] | None) -> list[Place] | None:
    return None if shown is None or corners_px is None else shown.parts_of(corners_px)


def _top(shown: ShownBoard, cell: GridCell, matrix: Matrix) -> LessonTop:
    column, row = cell
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) + np.array([column, row])
    corners = shown.parts_of(through(matrix, square).tolist())
    read, said = shown.read.get(cell), shown.named.get(cell)
    return {
        "centre": (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4),
        "corners": corners,
        "face": said.label if said else None,
        "upright": said is not None,
        "read": read.label if read and shown.source == "test" else None,
        "sure": read is not None and read.sure,
        "likely": [guess.label for guess in read.likely] if read else [],
        "cell": (column, row),
        "turns": (said.turns or 0) if said else read.turns if read else 0,
        "on": said.on if said else read.on if read else None,
    }


def _is_occupied(cell: BoardCell) -> bool:
    return cell.label != EMPTY or cell.on is not None or not cell.sure


def _differs(read: BoardCell | None, said: LabelledCell, rotations: int) -> bool:
    """Tell whether a cell's reading differs from a person's entry."""
    if read is None:
        return said.label != EMPTY or said.on is not None
    turned = (read.turns - (said.turns or 0)) % rotations
    return (read.label, read.on) != (said.label, said.on) or turned != 0
