"""Teaches a board from labelled photographs, in addition to the content of a set, and says what is still
missing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import (
    MARGIN_CELLS,
    PX_PER_CELL,
    BoardGrid,
    Matrix,
    cell_shares,
    is_place,
    px_per_cell,
    straighten_board,
    through,
)
from vision.boards.finding.finder import BoardFinder
from vision.boards.finding.fit import FINE, MIDDLE, BoardBlocks
from vision.boards.sets import SAMPLE_PX, BoardSet, Label
from vision.boards.teaching.doubles import doubles
from vision.boards.teaching.joins import learnt_joins
from vision.boards.teaching.sameness import least_alike, looks_same_turned
from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.lesson import Lesson, Note, not_learnt, nothing_usable, photo_key, pictures_of
from vision.manifests.labelled import LabelledBoard, LabelledCell
from vision.matching.light import as_picture, in_taught_light
from vision.matching.matcher import BoardMatcher
from vision.pyramid import Pyramid
from vision.readings.board import EMPTY
from vision.readings.places import GridCell
from vision.sets.kind import Sample

CORNERS_OFF_CELLS = 0.4
"""Error of tapped corners, in cells; a fit that moves them further is rejected."""
NEVER_BARE = 0.05
"""Probability of being bare below which a cell that is called empty is not, or was not when it was first
called empty. On drawn lessons bare cells had 0.99 and more, a wall on one 0.017."""
LEAST_PX = 24
"""Least size of cells in a photograph that can be read well."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """A straightened photograph, and the pieces on it."""

    board_bgr: ImageBgr
    bare: NDArray[np.bool_]
    """For each cell, row after row: whether it is visible, and whether it is empty."""
    seen: NDArray[np.uint8]


class BoardTeacher:
    """Teaches one board, photograph after photograph; in addition to ``earlier``, if given."""

    def __init__(self, name: str, grid: BoardGrid, earlier: BoardSet | None = None) -> None:
        if earlier is not None and earlier.grid != grid:
            raise BadSet(
                f"{name} has {earlier.grid.columns} x {earlier.grid.rows} cells, the photographs "
                f"{grid.columns} x {grid.rows}",
                hint="Teach another board into another folder.",
            )
        self._name, self._grid, self._taught = name, grid, earlier
        self._finder = None if earlier is None else _finder(earlier)
        self._turned = earlier is not None and bool(earlier.labels) and not earlier.upright
        self._notes: list[Note] = []
        self._labelled: set[str] = set()
        self._earlier, self._shown = earlier, list[LabelledBoard]()
        self._doubles: tuple[list[tuple[str, str]], list[Note]] | None = None

    def show(self, image_bgr: ImageBgr, labelled: LabelledBoard) -> None:
        """Take a photograph. Unusable parts are listed in the notes."""
        where = labelled.name
        self._shown.append(labelled)
        self._labelled |= {cell.label for cell in labelled.cells.values() if cell.label != EMPTY}
        self._turned = self._turned or any(cell.turns for cell in labelled.cells.values())
        matrix = self._place(image_bgr, labelled)
        if matrix is None:
            text = "the board was not found on it: give its corners"
            if labelled.corners_px is not None:
                text = "no board can lie with these corners: give them anew, clockwise"
            elif self._taught is None:
                text = "give the corners of the board in the first photograph"
            self._notes.append(Note("no_places", f"{where}: {text}", True))
            return
        if px_per_cell(self._grid, matrix) < LEAST_PX:
            text = f"{where}: a cell is less than {LEAST_PX} px wide: photograph the board from nearer"
            self._notes.append(Note("once_more", text))
        board, seen = straighten_board(Pyramid(image_bgr), self._grid, matrix)
        shown = _Shown(board, _bare(self._grid, labelled, seen), seen)
        if self._taught is None:
            self._begin(image_bgr, shown, matrix)
        else:
            self._notes += self._not_bare(shown, where)
            shown = replace(shown, board_bgr=self._in_its_light(shown))
            self._fill(shown)
        self._add_samples(shown, labelled, photo_key(image_bgr, where))
        assert self._taught is not None
        self._finder = _finder(self._taught)

    def add_note(self, note: Note) -> None:
        """Add a note to the lesson."""
        self._notes.append(note)

    def lesson(self) -> Lesson[BoardSet]:
        """Return the board taught so far and the notes on it. Raises ``BadSet``."""
        if self._taught is None:
            hint = "Begin with a photograph of the empty board and its four corners."
            raise nothing_usable(self._name, "photograph", self._notes, hint)
        names = dict.fromkeys(sample.label for sample in self._taught.samples)
        labels = tuple(Label(name, self._rotations(name)) for name in names)
        joins = learnt_joins(self._earlier, self._shown)
        joins = tuple(join for join in joins if {join.first, join.then} <= {*names})
        taught = replace(self._taught, labels=labels, upright=not self._turned, joins=joins)
        notes = [*self._notes, *self._doubles_in(taught), *_missing(taught, self._labelled)]
        return Lesson.of(taught, notes)

    def _doubles_in(self, taught: BoardSet) -> list[Note]:
        """Return which pieces are mixed up, computed again after samples were added."""
        samples = [(one.label, one.name) for one in taught.samples]
        if self._doubles is None or self._doubles[0] != samples:
            self._doubles = samples, doubles(taught)
        return self._doubles[1]

    def _not_bare(self, shown: _Shown, where: str) -> Iterator[Note]:
        """Yield a note for a cell that is called empty but looks different from the first time it was
        called so."""
        assert self._taught is not None
        chances = BoardMatcher(self._taught).bareness(shown.board_bgr)
        odd = [
            f"{cell.column},{cell.row}"
            for cell, bare, chance in zip(self._grid.cells, shown.bare, chances.tolist(), strict=True)
            if bare and chance < NEVER_BARE
        ]
        if odd:
            text = f"{where}: said to be empty, but looks otherwise than before: {'; '.join(odd[:8])}"
            yield Note("not_bare", text, True)

    def _place(self, image_bgr: ImageBgr, labelled: LabelledBoard) -> Matrix | None:
        picture = Pyramid(image_bgr)
        if labelled.corners_px is None:
            fit = None if self._finder is None else self._finder.find(picture)
            return None if fit is None else fit.matrix
        given = self._grid.matrix_of(np.array(labelled.corners_px))
        if not is_place(self._grid, given):
            return None
        if self._taught is None:
            return given
        blocks = BoardBlocks(self._grid, self._taught.board_bgr, self._taught.known)
        fit = blocks.fit(picture, given, (MIDDLE, FINE))
        if fit is None:
            return given
        centres = self._grid.corner_centres
        off = np.abs(through(fit.matrix, centres) - through(given, centres)).max()
        return fit.matrix if off < CORNERS_OFF_CELLS * px_per_cell(self._grid, given) else given

    def _begin(self, image_bgr: ImageBgr, shown: _Shown, matrix: Matrix) -> None:
        """Take the first photograph as the empty board, as far as it is empty."""
        height, width = image_bgr.shape[:2]
        corners = tuple((float(x), float(y)) for x, y in through(matrix, self._grid.corner_centres))
        known = np.minimum(_cells_mask(self._grid, shown.bare), shown.seen)
        board = np.where(known[..., None] > 0, shown.board_bgr, 127).astype(np.uint8)
        self._taught = BoardSet(self._name, self._grid, board, known, corners, (width, height))

    def _in_its_light(self, shown: _Shown) -> ImageBgr:
        """Return the straightened photograph in the light of the first one."""
        assert self._taught is not None
        bare = np.minimum(_cells_mask(self._grid, shown.bare), shown.seen)
        known = np.minimum(self._taught.known, bare)
        if not (cell_shares(self._grid, known) > 0.98).any():
            return shown.board_bgr
        return as_picture(in_taught_light(shown.board_bgr, self._taught.board_bgr, known))

    def _fill(self, shown: _Shown) -> None:
        """Take from this photograph the empty cells that were never seen empty before."""
        assert self._taught is not None
        known = cell_shares(self._grid, self._taught.known) > 0.98
        new = np.minimum(_cells_mask(self._grid, shown.bare & ~known, margin=False), shown.seen)
        board = np.where(new[..., None] > 0, shown.board_bgr, self._taught.board_bgr).astype(np.uint8)
        self._taught = replace(self._taught, board_bgr=board, known=np.maximum(self._taught.known, new))

    def _add_samples(self, shown: _Shown, labelled: LabelledBoard, photo: str) -> None:
        """Replace the earlier lesson of a photograph by the present one."""
        assert self._taught is not None
        samples = [one for one in self._taught.samples if not one.name.startswith(f"{photo} ")]
        pawns = [one for one in self._taught.pawns if not one.name.startswith(f"{photo} ")]
        in_view = cell_shares(self._grid, shown.seen) > 0.98
        for cell, said in labelled.cells.items():
            if cell in labelled.hidden or not in_view[cell.row * self._grid.columns + cell.column]:
                continue
            crop = _crop(shown.board_bgr, cell)
            name = f"{photo} {cell.column},{cell.row}"
            if said.on is not None:
                pawns.append(Sample(said.on, crop, name))
            elif said.label != EMPTY:
                upright = np.ascontiguousarray(np.rot90(crop, said.turns or 0))
                samples.append(Sample(said.label, upright, name))
        self._taught = replace(self._taught, samples=least_alike(samples), pawns=least_alike(pawns))

    def _rotations(self, label: str) -> int:
        """Return how many different pictures a label gives when it is turned by quarters."""
        assert self._taught is not None
        crops = [one.crop_bgr for one in self._taught.samples if one.label == label]
        for turns, rotations in ((1, 1), (2, 2)):
            if all(looks_same_turned(crop, turns) for crop in crops):
                return rotations
        return 4


def teach_board(
    name: str, photos: Sequence[LabelledBoard], earlier: BoardSet | None = None
) -> Lesson[BoardSet]:
    """Return the lesson of photographs, in addition to an earlier lesson.

    Unusable parts are listed in the notes. Raises ``BadSet`` if no photograph can be used at all, or if
    their board's size differs from the earlier one's.
    """
    if not photos:
        raise BadSet(f"{name}: no photographs", hint="Begin with the empty board.")
    teacher = BoardTeacher(name, photos[0].grid, earlier)
    for photo, image in pictures_of(_on_one_grid(photos, teacher), teacher):
        teacher.show(image, photo)
    return teacher.lesson()


def _on_one_grid(photos: Sequence[LabelledBoard], teacher: BoardTeacher) -> Iterator[LabelledBoard]:
    """Yield the photographs with the first one's grid; the others become notes."""
    for photo in photos:
        if photo.grid == photos[0].grid:
            yield photo
        else:
            text = f"{photo.name}: its grid differs from the first photograph's: left out"
            teacher.add_note(Note("no_places", text, True))


def _finder(taught: BoardSet) -> BoardFinder:
    return BoardFinder(
        taught.grid, taught.board_bgr, taught.known, taught.taught_matrix, taught.photo_wh
    )


def _bare(grid: BoardGrid, labelled: LabelledBoard, seen: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return of each cell whether it is seen, and empty."""
    bare = cell_shares(grid, seen) > 0.98
    for cell in (*labelled.cells, *labelled.hidden):
        said = labelled.cells.get(cell, LabelledCell(EMPTY))
        if said.label != EMPTY or said.on is not None or cell in labelled.hidden:
            bare[cell.row * grid.columns + cell.column] = False
    return bare


def _cells_mask(grid: BoardGrid, cells: NDArray[np.bool_], *, margin: bool = True) -> NDArray[np.uint8]:
    """Return a mask (255) of these cells in the straightened board, with their surroundings."""
    small = cells.reshape(grid.rows, grid.columns).astype(np.uint8) * 255
    inner = cv2.resize(small, None, fx=PX_PER_CELL, fy=PX_PER_CELL, interpolation=cv2.INTER_NEAREST)
    edge = round(MARGIN_CELLS * PX_PER_CELL)
    outside = 255 if margin else 0
    return np.asarray(
        cv2.copyMakeBorder(inner, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(outside,)),
        np.uint8,
    )


def _crop(board_bgr: ImageBgr, cell: GridCell) -> ImageBgr:
    """Return the sample of a cell (72, 72, 3)."""
    x, y = (round((along + 0.5 + MARGIN_CELLS) * PX_PER_CELL) for along in cell)
    half = SAMPLE_PX // 2
    return np.ascontiguousarray(board_bgr[y - half : y + half, x - half : x + half])


def _missing(taught: BoardSet, labelled: set[str]) -> Iterator[Note]:
    """Yield what is still to be photographed."""
    counts: Mapping[str, int] = Counter(sample.label for sample in taught.samples)
    yield from not_learnt(sorted(labelled - set(counts)), " without a pawn on it")
    if not counts:
        yield Note(
            "never_shown", "no piece was shown yet: lay each piece on the board once and label it"
        )
    known = cell_shares(taught.grid, taught.known) > 0.98
    never = [cell for cell, seen in zip(taught.grid.cells, known, strict=True) if not seen]
    if never:
        told = "; ".join(f"{cell.column},{cell.row}" for cell in never[:8])
        more = f" and {len(never) - 8} more" if len(never) > 8 else ""
        text = f"never seen empty: {told}{more}: photograph the board without what lies there"
        yield Note("once_more", text)
