"""Whether something has a die's edges: dots on a bare table have none."""

import numpy as np

from vision.dice.faces.crops import CROP_PX, MARGIN
from vision.frame import ImageBgr

_EDGE = round(CROP_PX * (1 - 1 / MARGIN) / 2)
"""Row of a crop in which the face's upper edge lies."""
_REACH = 3
"""Px of the crop by which the edge may be misread, a tenth of a side."""
_BAND, _GAP = 3, 1
"""Rows of the bands within and beyond the edge that are compared, and rows between them for blur."""
_DEEP = _EDGE + _REACH + _BAND
"""Rows of a crop that are examined, from its upper side on."""
_FOR_MOST = 0.3
"""Share of an edge that may lack its step. Chosen by hand: two pips cover half of it."""
_ALONG = slice(_EDGE + 4, CROP_PX - _EDGE - 4)
"""Range of the edge between its corners, which may be round."""


def edge_steps(crops: list[ImageBgr]) -> list[float]:
    """Return the step of each face at the second clearest of its four edges: grey levels, 0 to 255.

    Two edges are needed, since a mark on the table may run along one.
    """
    if not crops:
        return []
    stacked = np.stack(crops)
    sides = np.stack([np.rot90(stacked, turns, (1, 2))[:, :_DEEP, _ALONG] for turns in range(4)])
    # Axes: side, face, depth of a step between bands, place along the side, colour.
    rows = sides.astype(np.int16)
    bands = rows[:, :, :-2] + rows[:, :, 1:-1] + rows[:, :, 2:]
    steps = np.abs(bands[:, :, _BAND + _GAP :] - bands[:, :, : -_BAND - _GAP])
    # The step along most of the edge: pips or dots near it do not count.
    most = int(_FOR_MOST * steps.shape[3])
    along = np.partition(steps, most, axis=3)[:, :, :, most]
    plainest = np.sort(along.max((2, 3)), axis=0)
    return [float(step) / _BAND for step in plainest[-2]]
