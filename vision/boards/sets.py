"""A taught board: a folder that a person can look at, edit and copy.

``board.json`` has the numbers of columns and rows and the labels; ``board.png`` is the empty board as
seen from straight above, a cell 48 px wide, with a margin of one cell; it is transparent where the board
was never seen empty. ``samples/LABEL/`` shows the content of a cell, not turned: the cell's side is two
thirds of the picture's. ``pawns/LABEL/`` shows cells on which a pawn stands. A person may delete
samples, add others (PNG or JPEG, of any size), or rename a label (its folder and its name in
``board.json``). Anything that does not fit together is reported, never left out silently.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import PX_PER_CELL, BoardGrid, Matrix, is_place
from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.manifests.fields import MOST_CELLS
from vision.readings.board import EMPTY
from vision.sets.files import read_picture
from vision.sets.folders import check_labels
from vision.sets.kind import Content, Sample, SetKind, shrunk_to

SAMPLE_CELLS = 1.5
"""Side of a sample in cells: a piece that lies askew, or is seen from the side, is still complete in
it."""
SAMPLE_PX = round(SAMPLE_CELLS * PX_PER_CELL)
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbours of a cell, by quarter turns clockwise from its top: offsets in columns and rows."""


@dataclass(frozen=True)
class Label:
    """A kind of piece. ``rotations``: how many different pictures its quarter turns give (4, 2, 1)."""

    name: str
    rotations: int


@dataclass(frozen=True)
class PartsJoin:
    """Two parts of one piece: ``then`` lies on a side of ``first`` (quarter turns clockwise from its
    top, 0 or 1), with the same turn."""

    first: str
    then: str
    side: int


@dataclass(frozen=True, eq=False)
class BoardSet:
    """A board, its pieces and its pawns.

    ``board_bgr`` is the straightened empty board (``vision.board_grid``), ``known`` where it was seen
    empty (255, else 0). ``corners_px``: centres of the corner cells in its lesson's photograph of
    ``photo_wh`` px. ``upright``: no photograph showed a piece turned, so an apparent turned one may be a
    piece that was never taught. ``joins``: which labels are parts of one piece; a part that is joined on
    a side always has such a neighbour there.
    """

    name: str
    grid: BoardGrid
    board_bgr: ImageBgr
    known: NDArray[np.uint8]
    corners_px: tuple[tuple[float, float], ...]
    photo_wh: tuple[int, int]
    labels: tuple[Label, ...] = ()
    samples: tuple[Sample, ...] = ()
    pawns: tuple[Sample, ...] = ()
    upright: bool = False
    joins: tuple[PartsJoin, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its labels."""
        return tuple(label.name for label in self.labels)

    @property
    def taught_matrix(self) -> Matrix:
        """The homography from cells to pixels of the photograph it was taught with."""
        return self.grid.matrix_of(np.array(self.corners_px))

    def label(self, name: str) -> Label:
        """Return the label of that name. Raises ``BadSet``."""
        for label in self.labels:
            if label.name == name:
                return label
        raise BadSet(f"set {self.name} has no label {name!r}")


def _content(taught: BoardSet) -> Content:
    told = {
        "columns": taught.grid.columns,
        "rows": taught.grid.rows,
        "labels": {label.name: {"rotations": label.rotations} for label in taught.labels},
        "pawns": sorted({pawn.label for pawn in taught.pawns}),
        "upright": taught.upright,
        "joins": [[join.first, join.then, join.side] for join in taught.joins],
        "photograph": {
            "size": list(taught.photo_wh),
            "corners": [list(one) for one in taught.corners_px],
        },
    }
    pictures = {"board.png": np.dstack([taught.board_bgr, taught.known])}
    return Content(told, {"samples": taught.samples, "pawns": taught.pawns}, pictures)


def _read(folder: Path) -> BoardSet:
    path = folder / KIND.file
    with KIND.described(folder) as data:
        grid = BoardGrid(int(data["columns"]), int(data["rows"]))
        labels = tuple(_label(name, one) for name, one in data["labels"].items())
        pawns = {str(name) for name in data["pawns"]}
        upright = bool(data.get("upright", all(label.rotations == 1 for label in labels)))
        check_labels({*pawns, *(label.name for label in labels)})
        joins = tuple(_join(one, {label.name for label in labels}) for one in data.get("joins", ()))
        corners = tuple((float(x), float(y)) for x, y in data["photograph"]["corners"])
        width, height = (int(extent) for extent in data["photograph"]["size"])
    if not (2 <= min(grid.columns, grid.rows) <= max(grid.columns, grid.rows) <= MOST_CELLS):
        raise BadSet(f"{path}: a board has 2 to {MOST_CELLS} columns and rows")
    if len(corners) != 4:
        raise BadSet(f"{path}: a board has four corners")
    if min(width, height) < 1 or not is_place(grid, grid.matrix_of(np.array(corners))):
        raise BadSet(
            f"{path}: no board lies at these corners of a photograph", hint="Teach the board again."
        )
    board, known = _board(folder / "board.png", grid)
    samples, standing = (KIND.samples_in(folder / part) for part in ("samples", "pawns"))
    KIND.check(folder / "samples", {label.name for label in labels}, samples)
    KIND.check(folder / "pawns", pawns, standing)
    name = folder.resolve().name
    return BoardSet(
        name, grid, board, known, corners, (width, height), labels, samples, standing, upright, joins
    )


def _board(file: Path, grid: BoardGrid) -> tuple[ImageBgr, NDArray[np.uint8]]:
    if not file.is_file():
        raise BadSet(f"{file} is missing", hint="Teach the board again: companion teach board.")
    image = read_picture(file, cv2.IMREAD_UNCHANGED)
    width, height = grid.straightened_wh
    if image.ndim != 3 or image.shape[:2] != (height, width):
        raise BadSet(f"{file} is not {width} x {height} px, in colour", hint="Teach the board again.")
    known = image[..., 3] if image.shape[2] == 4 else np.full((height, width), 255, np.uint8)
    solid = np.where(known > 127, 255, 0).astype(np.uint8)
    return np.ascontiguousarray(image[..., :3]), solid


def _label(name: str, data: dict[str, Any]) -> Label:
    rotations = int(data.get("rotations", 4))
    if rotations not in (1, 2, 4) or name == EMPTY:
        raise ValueError(f"{name} has {rotations} rotations, not 1, 2 or 4, or bears a name of ours")
    return Label(str(name), rotations)


def _join(data: Any, labels: set[str]) -> PartsJoin:
    first, then, side = data
    if not {first, then} <= labels or side not in (0, 1):
        raise ValueError(f"join {first}, {then}, {side} is of no labels, or of another side than 0 or 1")
    return PartsJoin(first, then, side)


KIND = SetKind(
    read=_read,
    content=_content,
    file="board.json",
    called="board",
    about=(
        "A taught board. board.png is the empty board from straight above (transparent: never seen "
        "empty). samples/LABEL/ holds pictures of each piece as it lies with no turns, the cell's "
        "side two thirds of the picture's: look at them, delete bad ones, add your own. rotations: "
        "how many different pictures a piece gives when it is turned by quarters (4, 2 or 1). "
        "pawns/LABEL/ holds cells on which a pawn stands. upright: no piece was shown turned. joins: "
        "parts of pieces of several cells: a part, the one that lies beside it, turned alike, and on "
        "which side (0: above it, 1: on its right, as it lies with no turns). photograph: how large "
        "the photograph was that the board was taught with, and where the centres of its corner cells"
        " were, clockwise from the top left."
    ),
    as_crop=shrunk_to(SAMPLE_PX),
    mend="Teach the board again: companion teach board.",
    again="Teach the board again with it, or take it out of board.json.",
    elsewhere="Give the folder of a taught board, with a board.json; companion teach board makes one.",
)
load_board, save_board = KIND.load, KIND.save
