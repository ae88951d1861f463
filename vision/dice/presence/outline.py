"""Whether something has a die's edges: dots on a bare table have none."""

import numpy as np

from vision.dice.faces.crops import CROP_PX, MARGIN
from vision.frame import ImageBgr

_EDGE = round(CROP_PX * (1 - 1 / MARGIN) / 2)
"""Row of a crop in which the face's upper edge lies."""
_REACH = 3
"""The edge may be misread by so many px of the crop, a tenth of a side."""
_BAND, _GAP = 3, 1
"""Bands of so many rows within and beyond the edge are compared, with so many between: blur."""
_DEEP = _EDGE + _REACH + _BAND
"""So many rows of a crop are looked at, from its upper side on."""
_FOR_MOST = 0.3
"""The step that an edge has for all but so much of it. Chosen by hand: two pips cover half of it."""
_ALONG = slice(_EDGE + 4, CROP_PX - _EDGE - 4)
"""The edge is looked at between its corners, which may be round."""


def edge_steps(crops: list[ImageBgr]) -> list[float]:
    """Return how plainly each face ends at the second plainest of its four edges: grey levels, 0 to 255.

    Two edges are wanted, for a mark on the table may lie along one.
    """
    if not crops:
        return []
    stacked = np.stack(crops)
    sides = np.stack([np.rot90(stacked, turns, (1, 2))[:, :_DEEP, _ALONG] for turns in range(4)])
    # A face's side, and there a step between bands at each depth, at each place along, in each colour.
    rows = sides.astype(np.int16)
    bands = rows[:, :, :-2] + rows[:, :, 1:-1] + rows[:, :, 2:]
    steps = np.abs(bands[:, :, _BAND + _GAP :] - bands[:, :, : -_BAND - _GAP])
    # The step for most of the edge: pips or dots near it are none.
    most = int(_FOR_MOST * steps.shape[3])
    along = np.partition(steps, most, axis=3)[:, :, :, most]
    plainest = np.sort(along.max((2, 3)), axis=0)
    return [float(step) / _BAND for step in plainest[-2]]
