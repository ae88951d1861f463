"""The corners of top faces: the common form between finders and readers."""

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float64]
"""Four corners of top faces, clockwise: shape (..., 4, 2), in pixels of the picture or, if stated, in mm
of the table. If a face's turn is known, its own top left comes first."""
