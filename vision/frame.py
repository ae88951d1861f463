"""One picture with its time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ImageBgr = NDArray[np.uint8]
"""A picture: shape (height, width, 3), uint8, blue-green-red, origin top left."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture with its time.

    ``image_bgr`` is shared, never written to. ``taken_at`` is in seconds of the camera's clock,
    ``number`` counts the frames of one camera from 0 without gaps. ``stamp``: the camera's own time or
    count, which changes with every picture it takes; None if it has none.
    """

    image_bgr: ImageBgr
    taken_at: float
    number: int
    stamp: float | None = None
