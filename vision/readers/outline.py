"""Whether something has a die's edges: dots on a bare table have none."""

import numpy as np

from vision.frame import ImageBgr
from vision.readers.crops import CROP_PX, MARGIN

_EDGE = round(CROP_PX * (1 - 1 / MARGIN) / 2)
"""Row of a crop in which the face's upper edge lies."""
_REACH = 3
"""The edge may be misread by so many px of the crop, a tenth of a side."""
_BAND, _GAP = 3, 1
"""Bands of so many rows within and beyond the edge are compared, with so many between: blur."""
_FOR_MOST = 0.3
"""The step that an edge has for all but so much of it. Chosen by hand: two pips cover half of it."""
_ALONG = slice(_EDGE + 4, CROP_PX - _EDGE - 4)
"""The edge is looked at between its corners, which may be round."""


def edge_step(crop_bgr: ImageBgr) -> float:
    """Return how plainly a face ends at the second plainest of its four edges: grey levels, 0 to 255.

    Two edges are wanted, for a mark on the table may lie along one.
    """
    sides = np.stack([np.rot90(crop_bgr, turns)[:, _ALONG] for turns in range(4)])
    rows = sides[:, : _EDGE + _REACH + _BAND].astype(np.float32)
    last = rows.shape[1] - _BAND + 1
    bands = np.mean([rows[:, number : number + last] for number in range(_BAND)], axis=0)
    steps = np.abs(bands[:, _BAND + _GAP :] - bands[:, : -_BAND - _GAP])
    # A step for most of the edge: pips or dots near it are none.
    along = np.sort(steps, axis=2)[:, :, int(_FOR_MOST * steps.shape[2])]
    return float(np.sort(along.max((1, 2)))[-2])
