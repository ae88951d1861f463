"""Taught tokens: a folder that a person can look at, edit and copy.

``tokens.json`` names the labels and says how large a token is. ``samples/LABEL/`` shows tokens from
above, the token's diameter two thirds of the picture's side; ``nothing/`` shows background in the same
way: bare ground, empty holes. If tokens lie in a board's holes, ``board.png`` is that board from
straight above, a cell 16 px wide, with a margin of one cell; it is transparent in the holes and where
photographs differed. A person may delete samples, add others (PNG or JPEG, of any size), or rename a
label (its folder and its name in ``tokens.json``). Anything that does not fit together is reported,
never left out silently.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS, BoardGrid
from vision.frame import ImageBgr
from vision.sets.files import read_picture
from vision.sets.folders import check_labels
from vision.sets.kind import Content, Sample, SetKind, shrunk_to

SAMPLE_PX = 48
SAMPLE_RADIUS_PX = 16.0
BOARD_PX_PER_CELL = 16
BOARD_SHRUNK = 2
"""Reduction at which boards are compared: print, not texture, shows the way up."""
NOTHING, HOLE = "nothing", "hole"
"""The labels of background samples: an empty hole, or anything else."""


@dataclass(frozen=True, eq=False)
class TokenBoard:
    """The board with holes for tokens.

    ``board_bgr``: from straight above; ``known``: where it looks the same whatever lies on it (255, else
    0); ``radius_cells``: a token's radius relative to a cell's width; ``hole_cells``: that of a hole's
    outline; ``aspect``: a cell's height relative to its width. ``corners`` are the corner cells' centres
    in the photograph it was taught with, in parts of its longer side. ``photos``: the number of
    photographs averaged.
    """

    grid: BoardGrid
    board_bgr: ImageBgr
    known: NDArray[np.uint8]
    radius_cells: float
    hole_cells: float
    aspect: float
    corners: tuple[tuple[float, float], ...]
    photos: int = 1

    @property
    def known_shrunk(self) -> NDArray[np.bool_]:
        """Where its print is known, at the size at which boards are compared."""
        return np.asarray(self.known[::BOARD_SHRUNK, ::BOARD_SHRUNK] > 0)


@dataclass(frozen=True, eq=False)
class TokenSet:
    """Labels, samples of each and of background, and a token's size.

    ``radius``: in parts of the photograph's longer side; ``radius_mm``: None if it was never seen;
    ``in_doubt``: labels that counts alone did not distinguish: no token is read as one of them with
    certainty. ``grounds``: for each photograph the colour (logarithms of blue, green, red) of the ground
    in most of it.
    """

    name: str
    labels: tuple[str, ...]
    samples: tuple[Sample, ...]
    nothing: tuple[Sample, ...]
    radius: float
    radius_mm: float | None = None
    board: TokenBoard | None = None
    in_doubt: tuple[str, ...] = ()
    grounds: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Its labels."""
        return self.labels


def board_wh(grid: BoardGrid) -> tuple[int, int]:
    """Return width and height of a board's picture, px."""
    margin = 2 * MARGIN_CELLS
    return (
        round((grid.columns + margin) * BOARD_PX_PER_CELL),
        round((grid.rows + margin) * BOARD_PX_PER_CELL),
    )


def _content(taught: TokenSet) -> Content:
    told: dict[str, object] = {
        "labels": list(taught.labels),
        "radius": round(taught.radius, 6),
        "radius_mm": None if taught.radius_mm is None else round(taught.radius_mm, 2),
    }
    if taught.grounds:
        told["grounds"] = {photo: [round(one, 3) for one in of] for photo, of in taught.grounds.items()}
    if taught.in_doubt:
        told["in_doubt"] = list(taught.in_doubt)
    board = taught.board
    if board is not None:
        told["board"] = {
            "columns": board.grid.columns,
            "rows": board.grid.rows,
            "radius": round(board.radius_cells, 4),
            "hole": round(board.hole_cells, 4),
            "aspect": round(board.aspect, 4),
            "photographs": board.photos,
            "corners": [[round(x, 6), round(y, 6)] for x, y in board.corners],
        }
    print_bgra = None if board is None else np.dstack([board.board_bgr, board.known])
    samples = {"samples": taught.samples, "nothing": taught.nothing}
    return Content(told, samples, {"board.png": print_bgra})


def _read(folder: Path) -> TokenSet:
    with KIND.described(folder) as data:
        labels = tuple(dict.fromkeys(str(label) for label in data["labels"]))
        check_labels(labels)
        radius = float(data["radius"])
        radius_mm = None if data.get("radius_mm") is None else float(data["radius_mm"])
        in_doubt = tuple(str(label) for label in data.get("in_doubt", []))
        grounds = {str(photo): _ground(of) for photo, of in data.get("grounds", {}).items()}
        if not 0 < radius < 0.5 or not (radius_mm is None or 0 < radius_mm < 1000) or not labels:
            raise ValueError("no labels, or no such size")
        board = None if data.get("board") is None else _board(folder / "board.png", data["board"])
    samples = KIND.samples_in(folder / "samples")
    KIND.check(folder, set(labels), samples)
    nothing = KIND.samples_in(folder / "nothing")
    name = folder.resolve().name
    return TokenSet(name, labels, samples, nothing, radius, radius_mm, board, in_doubt, grounds)


def _ground(of: object) -> tuple[float, ...]:
    found = tuple(float(one) for one in of) if isinstance(of, list) else ()
    if len(found) != 3 or not np.isfinite(found).all():
        raise ValueError("a ground has a colour of three numbers")
    return found


def _board(file: Path, data: dict[str, object]) -> TokenBoard:
    grid = BoardGrid(int(str(data["columns"])), int(str(data["rows"])))
    image = read_picture(file, cv2.IMREAD_UNCHANGED)
    width, height = board_wh(grid)
    if image.shape != (height, width, 4):
        raise ValueError(f"{file.name} is not {width} x {height} px, with its transparency")
    corners = data["corners"]
    places = tuple((float(x), float(y)) for x, y in corners) if isinstance(corners, list) else ()
    if len(places) != 4 or not np.isfinite(places).all():
        raise ValueError("a board has four corners")
    radius, hole, aspect = (float(str(data[key])) for key in ("radius", "hole", "aspect"))
    if not (0 < radius < 10 and 0 < hole < 10 and 0 < aspect < 100):
        raise ValueError("a board has no such holes")
    board = TokenBoard(
        grid,
        np.ascontiguousarray(image[..., :3]),
        np.where(image[..., 3] > 127, 255, 0).astype(np.uint8),
        radius,
        hole,
        aspect,
        places,
        int(str(data.get("photographs", 1))),
    )
    if not board.known_shrunk.any():
        raise ValueError(f"{file.name} shows no board between its holes")
    return board


KIND = SetKind(
    read=_read,
    content=_content,
    file="tokens.json",
    called="set of tokens",
    about=(
        "Taught tokens. samples/LABEL/ holds pictures of each from above, the token's diameter two "
        "thirds of the picture's side: look at them, delete bad ones, add your own. nothing/ holds "
        "what is no token. radius: the token's radius in parts of the photograph's longer side; "
        "radius_mm: the same in millimetres, where marker cards were seen. board.png is the board in "
        "whose holes tokens lie; its radius and hole: a token's and a hole's radius in cells. "
        "in_doubt: labels that counts alone did not tell apart: teach them by where they lie. "
        "grounds: the ground's colour on each photograph, logarithms of blue, green and red."
    ),
    as_crop=shrunk_to(SAMPLE_PX),
    mend="Teach the tokens again: companion teach tokens.",
    again="Teach them again, or take them out of tokens.json.",
)
load_tokens, save_tokens = KIND.load, KIND.save
