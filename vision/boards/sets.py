"""A taught board: a folder that a person can look at, edit and copy.

``board.json`` has the numbers of columns and rows and the labels; ``board.png`` is the empty board as
seen from straight above, a cell 48 px wide, with a margin of one cell; it is transparent where the board
was never seen empty. ``samples/LABEL/`` shows the content of a cell, not turned: the cell's side is two
thirds of the picture's. ``pawns/LABEL/`` shows cells on which a pawn stands. A person may delete
samples, add others (PNG or JPEG, of any size), or rename a label (its folder and its name in
``board.json``). Anything that does not fit together is reported, never left out silently.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import PX_PER_CELL, BoardGrid, Matrix, is_place
from vision.errors import BadSet, UnknownSet
from vision.frame import ImageBgr
from vision.given_files import json_of
from vision.labels import as_file
from vision.manifests.fields import MOST_CELLS
from vision.readings.board import EMPTY
from vision.sets.files import read_picture, sample_files, write_picture
from vision.sets.folders import MISSHAPEN, check_labels, misshapen, written_whole

BUILT_IN = Path(__file__).parents[1] / "sets"
NAMED_BY = "board.json"
SAMPLE_CELLS = 1.5
"""Side of a sample in cells: a piece that lies askew, or is seen from the side, is still complete in
it."""
SAMPLE_PX = round(SAMPLE_CELLS * PX_PER_CELL)
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbours of a cell, by quarter turns clockwise from its top: offsets in columns and rows."""
ABOUT = (
    "A taught board. board.png is the empty board from straight above (transparent: never seen "
    "empty). samples/LABEL/ holds pictures of each piece as it lies with no turns, the cell's side "
    "two thirds of the picture's: look at them, delete bad ones, add your own. rotations: how many "
    "different pictures a piece gives when it is turned by quarters (4, 2 or 1). pawns/LABEL/ holds "
    "cells on which a pawn stands. upright: no piece was shown turned. joins: parts of pieces of "
    "several cells: a part, the one that lies beside it, turned alike, and on which side (0: above it, "
    "1: on its right, as it lies with no turns). photograph: how large the "
    "photograph was that the board was taught with, and where the centres of its corner cells were, "
    "clockwise from the top left."
)


@dataclass(frozen=True)
class Label:
    """A kind of piece. ``rotations``: how many different pictures its quarter turns give (4, 2, 1)."""

    name: str
    rotations: int


@dataclass(frozen=True)
class Join:
    """Two parts of one piece: ``then`` lies on a side of ``first`` (quarter turns clockwise from its
    top, 0 or 1), with the same turn."""

    first: str
    then: str
    side: int


@dataclass(frozen=True, eq=False)
class PieceSample:
    """The content of a cell: (72, 72, 3), the cell in the middle, no turns; ``name`` is its file's
    stem."""

    label: str
    crop_bgr: ImageBgr
    name: str


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
    samples: tuple[PieceSample, ...] = ()
    pawns: tuple[PieceSample, ...] = ()
    upright: bool = False
    joins: tuple[Join, ...] = ()

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


def built_in() -> list[str]:
    """Return the names of the built-in boards."""
    return sorted(path.parent.name for path in BUILT_IN.glob(f"*/{NAMED_BY}"))


def load_board(name_or_folder: str | Path) -> BoardSet:
    """Return a built-in board, by its name, or the one in a folder.

    Raises ``UnknownSet`` when there is none, ``BadSet`` when the folder is broken.
    """
    for folder in (Path(name_or_folder), BUILT_IN / str(name_or_folder)):
        if (folder / NAMED_BY).is_file():
            return _read(folder)
    raise UnknownSet(
        f"no board {str(name_or_folder)!r}",
        hint="Give the folder of a taught board, with a board.json; companion teach board makes one.",
    )


def save_board(taught: BoardSet, folder: Path) -> None:
    """Write a board to a folder, whole or not at all; other files in it stay.

    Raises ``BadSet``.
    """
    check_labels(one.label for one in (*taught.samples, *taught.pawns))
    data = {
        "about": ABOUT,
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
    with written_whole(folder, (NAMED_BY, "board.png", "samples", "pawns")) as new:
        for part, samples in (("samples", taught.samples), ("pawns", taught.pawns)):
            for sample in samples:
                write_picture(
                    new / part / as_file(sample.label) / f"{as_file(sample.name)}.png", sample.crop_bgr
                )
        write_picture(new / "board.png", np.dstack([taught.board_bgr, taught.known]))
        text = json.dumps(data, indent=2, ensure_ascii=False)
        (new / NAMED_BY).write_text(text + "\n", encoding="utf-8")


def _read(folder: Path) -> BoardSet:
    path = folder / NAMED_BY
    try:
        data = json_of(path)
        grid = BoardGrid(int(data["columns"]), int(data["rows"]))
        labels = tuple(_label(name, one) for name, one in data["labels"].items())
        pawns = {str(name) for name in data["pawns"]}
        upright = bool(data.get("upright", all(label.rotations == 1 for label in labels)))
        check_labels({*pawns, *(label.name for label in labels)})
        joins = tuple(_join(one, {label.name for label in labels}) for one in data.get("joins", ()))
        corners = tuple((float(x), float(y)) for x, y in data["photograph"]["corners"])
        width, height = (int(extent) for extent in data["photograph"]["size"])
    except MISSHAPEN as error:
        raise BadSet(
            f"{path}: {misshapen(error)}", hint="Teach the board again: companion teach board."
        ) from error
    if not (2 <= min(grid.columns, grid.rows) <= max(grid.columns, grid.rows) <= MOST_CELLS):
        raise BadSet(f"{path}: a board has 2 to {MOST_CELLS} columns and rows")
    if len(corners) != 4:
        raise BadSet(f"{path}: a board has four corners")
    if min(width, height) < 1 or not is_place(grid, grid.matrix_of(np.array(corners))):
        raise BadSet(
            f"{path}: no board lies at these corners of a photograph", hint="Teach the board again."
        )
    board, known = _board(folder / "board.png", grid)
    samples = _samples(folder / "samples")
    standing = _samples(folder / "pawns")
    _check(folder / "samples", {label.name for label in labels}, samples)
    _check(folder / "pawns", pawns, standing)
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


def _join(data: Any, labels: set[str]) -> Join:
    first, then, side = data
    if not {first, then} <= labels or side not in (0, 1):
        raise ValueError(f"join {first}, {then}, {side} is of no labels, or of another side than 0 or 1")
    return Join(first, then, side)


def _samples(folder: Path) -> tuple[PieceSample, ...]:
    return tuple(
        PieceSample(unquote(file.parent.name), _as_crop(read_picture(file)), unquote(file.stem))
        for file in sample_files(folder)
    )


def _as_crop(image_bgr: ImageBgr) -> ImageBgr:
    """Return a picture in the size of samples."""
    if image_bgr.shape[:2] == (SAMPLE_PX, SAMPLE_PX):
        return image_bgr
    return np.asarray(
        cv2.resize(image_bgr, (SAMPLE_PX, SAMPLE_PX), interpolation=cv2.INTER_AREA), np.uint8
    )


def _check(folder: Path, named: set[str], samples: Sequence[PieceSample]) -> None:
    """Raise ``BadSet`` if names and samples do not fit together."""
    shown = {sample.label for sample in samples}
    if shown - named:
        raise BadSet(
            f"{folder}: samples of {', '.join(sorted(shown - named))}, which {NAMED_BY} does not name",
            hint=f"What is renamed is renamed in both: its folder and in {NAMED_BY}.",
        )
    if named - shown:
        raise BadSet(
            f"{folder}: no samples of {', '.join(sorted(named - shown))}, which can never be read so",
            hint=f"Teach the board again with it, or take it out of {NAMED_BY}.",
        )
