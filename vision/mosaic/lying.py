"""How parts lie beside each other: which part is where, and how often turned by a quarter."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

ALIKE: Final = 0.6
"""Correlation from which a part is surely the one that was taught."""
UNLIKE: Final = 0.5
"""… and where what they lack of being the same is at most this share of what any other part lacks, or
the same turned otherwise. Chosen by hand: on drawn parts the share is 0.02 to 0.12."""
SLACK_PX: Final = 6
"""Parts lie apart by a gap, or a little askew: so far each is looked for, px of a straightened part."""


@dataclass(frozen=True)
class LaidPart:
    """What lies at one place. ``turns``: quarter turns clockwise from how it was taught."""

    name: str
    turns: int
    sure: bool

    @property
    def laid(self) -> str:
        """The part's name and, behind a plus, its turns, if there are any."""
        return f"{self.name}+{self.turns}" if self.turns else self.name


def laid(
    board_bgr: ImageBgr, columns: int, rows: int, parts: Mapping[str, ImageBgr]
) -> list[list[LaidPart]]:
    """Return how the parts lie on a straightened board, row by row, each part once.

    There must be as many parts as places. What is not ``sure`` is to be asked.
    """
    scores = {
        (place, name, turns): score
        for place, there in enumerate(_places(board_bgr, columns, rows))
        for name, image in parts.items()
        for turns, score in enumerate(_alike(there, image))
    }
    chosen: dict[int, LaidPart] = {}
    left = set(parts)
    for place, name, turns in sorted(scores, key=lambda key: -scores[key]):
        if place not in chosen and name in left:
            others = (one for key, one in scores.items() if key[0] == place and key[1:] != (name, turns))
            best = scores[place, name, turns]
            sure = best >= ALIKE and 1 - best <= UNLIKE * (1 - max(others, default=-1.0))
            chosen[place] = LaidPart(name, turns, sure)
            left.discard(name)
    return [[chosen[row * columns + column] for column in range(columns)] for row in range(rows)]


def _places(board_bgr: ImageBgr, columns: int, rows: int) -> Iterator[NDArray[np.float32]]:
    """Yield what lies at each place, row by row, with a little of what is around it."""
    whole = np.pad(_grey(board_bgr), SLACK_PX, mode="edge")
    high, wide = board_bgr.shape[0] // rows, board_bgr.shape[1] // columns
    for row in range(rows):
        for column in range(columns):
            top, left = row * high, column * wide
            yield whole[top : top + high + 2 * SLACK_PX, left : left + wide + 2 * SLACK_PX]


def _alike(there: NDArray[np.float32], part_bgr: ImageBgr) -> Iterator[float]:
    """Yield how alike a place and a part are, for each quarter turn clockwise."""
    part = _grey(part_bgr)
    for turns in range(4):
        turned = np.ascontiguousarray(np.rot90(part, -turns))
        yield float(cv2.matchTemplate(there, turned, cv2.TM_CCOEFF_NORMED).max())


def _grey(image_bgr: ImageBgr) -> NDArray[np.float32]:
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.5), np.float32)
