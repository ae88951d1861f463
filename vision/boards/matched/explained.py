"""Pictures of the comparisons of a cell, for inspection: the cell, the same place bare, the most likely
samples, each with its probability."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.board_grid import MARGIN_CELLS, PX_PER_CELL
from vision.boards.sets import SAMPLE_PX, BoardSet
from vision.frame import ImageBgr
from vision.matching.answers import CellAnswer, Name
from vision.matching.light import as_picture, in_taught_light

SHOWN, TIMES = 3, 2
"""Number of samples shown, and magnification of all pictures."""
TEXT_PX, GAP_PX = 16, 4
INK = (30, 30, 30)


def explained(
    taught: BoardSet, board_bgr: ImageBgr, answers: Sequence[CellAnswer]
) -> Iterator[tuple[int, ImageBgr]]:
    """Yield the number of each cell of a straightened board that was compared with samples, and a
    picture of that comparison."""
    lit = as_picture(in_taught_light(board_bgr, taught.board_bgr, taught.known))
    for number, answer in enumerate(answers):
        if not answer.names:
            continue
        row, column = divmod(number, taught.grid.columns)
        tiles = [
            _tile(_cut(lit, column, row), f"stranger {_percent(answer.stranger)}"),
            _tile(_cut(taught.board_bgr, column, row), f"bare {_percent(answer.bare)}"),
            *(
                _tile(_sample(taught, name), f"{name.label} {name.turns} {_percent(chance)}")
                for name, chance in answer.names[:SHOWN]
            ),
        ]
        yield number, np.hstack(tiles)


def _cut(board_bgr: ImageBgr, column: int, row: int) -> ImageBgr:
    x, y = (round((along + 0.5 + MARGIN_CELLS) * PX_PER_CELL) for along in (column, row))
    half = SAMPLE_PX // 2
    return board_bgr[y - half : y + half, x - half : x + half]


def _sample(taught: BoardSet, name: Name) -> ImageBgr:
    crop = next(one.crop_bgr for one in taught.samples if one.label == name.label)
    return np.ascontiguousarray(np.rot90(crop, -name.turns))


def _tile(picture: ImageBgr, text: str) -> ImageBgr:
    large = cv2.resize(picture, None, fx=TIMES, fy=TIMES, interpolation=cv2.INTER_CUBIC)
    framed = cv2.copyMakeBorder(
        large, GAP_PX, TEXT_PX + GAP_PX, GAP_PX, GAP_PX, cv2.BORDER_CONSTANT, value=(255,) * 3
    )
    at = (GAP_PX, framed.shape[0] - 2 * GAP_PX)
    cv2.putText(framed, text, at, cv2.FONT_HERSHEY_PLAIN, 0.8, INK, 1, cv2.LINE_AA)
    return np.asarray(framed, np.uint8)


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"
