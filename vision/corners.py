"""The corners of top faces: what finders and readers hand each other."""

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float64]
"""Four corners of top faces, clockwise: shape (..., 4, 2), in pixels of the picture or, where that is
said, in mm of the table. Where the way a face is turned is known, its own top left comes first."""
