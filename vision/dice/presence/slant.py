"""The probability that a face is not a top seen from nearly above: a third, small network looks at it
and its surroundings.

Seen at more than about 45° off the vertical, a die's side is as visible as its top, and by itself looks
like a top seen from above. Its surroundings decide: the other faces of its die, their light, its shadow.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.faces.crops import network_input
from vision.dice.geometry import side_of
from vision.network import Network
from vision.pyramid import Picture, pyramid_of

MODEL = Path(__file__).parent / "slants.onnx"
CROP_PX = 48
"""Side of what the network sees, as in its training."""
REACH = 1.8
"""Distance around a face's centre that it sees, in sides: all of the die, and its neighbours' near
edges."""
COARSEST = 1.5
"""Most px of the picture for one of the crop's."""
FRACTION_BITS = 4

View = tuple[NDArray[np.uint8], NDArray[np.float32]]
"""A face with its surroundings from the picture (48, 48, 3); ones on the face (48, 48)."""


class SlantExaminer:
    """The network that tells how faces are seen. Safe to call from several threads."""

    def __init__(self) -> None:
        self._network = Network(MODEL)

    def slants(self, picture: Picture, quads_px: Sequence[Corners]) -> list[float]:
        """Return the log-odds of each face being a side, or seen from far off the vertical."""
        if not quads_px:
            return []
        pyramid = pyramid_of(picture)
        outputs = self._network(as_input([view_of(pyramid, quad) for quad in quads_px]))
        return [float(odds) for odds in outputs[:, 0]]


def as_input(seen: Sequence[View]) -> NDArray[np.float32]:
    """Return views in the network's form: (n, 4, 48, 48)."""
    crops, faces = zip(*seen, strict=True)
    return np.concatenate([network_input(list(crops)), np.stack(faces)[:, None]], axis=1)


def view_of(picture: Picture, quad_px: Corners) -> View:
    """Return the network's input for a face: its centre in the middle, not turned."""
    scale = 2 * REACH * side_of(quad_px) / CROP_PX
    halvings = 0
    while scale > COARSEST * 2**halvings:
        halvings += 1
    centre = quad_px.mean(0)
    left, top = (centre + 0.5 - scale * CROP_PX / 2).tolist()
    step = scale / 2**halvings
    to_picture = np.array(
        [
            [step, 0, (left + scale / 2) / 2**halvings - 0.5],
            [0, step, (top + scale / 2) / 2**halvings - 0.5],
        ]
    )
    crop = cv2.warpAffine(
        pyramid_of(picture)[halvings],
        to_picture,
        (CROP_PX, CROP_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(127, 127, 127),
    )
    outline = (quad_px - centre) / scale + (CROP_PX - 1) / 2
    face = np.zeros((CROP_PX, CROP_PX), np.uint8)
    points = np.rint(outline * (1 << FRACTION_BITS)).astype(np.int32)
    cv2.fillConvexPoly(face, points, (255.0,), cv2.LINE_AA, FRACTION_BITS)
    return np.asarray(crop, np.uint8), np.asarray(face / np.float32(255), np.float32)
