"""Which outlines are bodies that lie on the table, and which are printed on it, or shadows, or facets.

A body has sides, a shadow, mirrors the lamp, and hides the ground's pattern; what of it shows depends on
the light, which is the same for all bodies of a picture. So a small network sees each outline, relative
to the ground around it, together with the mean of the picture's probable tokens. It was trained on drawn
tables alone (``vision.workshop.training.bodies``), in any colours: it knows shapes and light.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.network import Network
from vision.tokens.finding.outlines import RAYS, STEPS, Outlines
from vision.tokens.naming.looks import AROUND, BRIGHTNESS

MODEL = Path(__file__).parent / "bodies.onnx"
RAYS_SEEN = RAYS // 2
"""Rays that the network sees: the means of two neighbours."""
CHANNELS = 4
CLOSED = 0.75
"""Closedness of an outline from which it counts in the mean of the probable tokens."""
Floats = NDArray[np.float32]
Values = NDArray[np.float64]


def body_odds(found: Outlines, presence: Values) -> Values:
    """Return the logarithm of the odds that each outline is a body's, (n,). ``presence`` (n,): a first
    probability of being a token."""
    if not len(found):
        return np.zeros(0)
    return np.asarray(_network()(views_of(found, presence))[:, 0], np.float64)


def views_of(found: Outlines, presence: Values) -> Floats:
    """Return what the network sees: (n, 4, rays, steps). Logarithms of blue, green and red relative to
    the surroundings, and the brightness of the picture's probable tokens."""
    around = found.patches[:, :, AROUND[0] : AROUND[-1] + 1].reshape(len(found), -1, 3)
    beside = found.patches - np.median(around, axis=1)[:, None, None]
    own = beside.reshape(len(found), RAYS_SEEN, 2, len(STEPS), 3).mean(2)
    weight = presence**2 * (found.covered > CLOSED)
    usual = np.tensordot(weight, own @ BRIGHTNESS, 1) / max(float(weight.sum()), 1e-3)
    shared = np.broadcast_to(usual[None, ..., None], (*own.shape[:3], 1))
    return np.ascontiguousarray(np.concatenate([own, shared], 3).transpose(0, 3, 1, 2), np.float32)


@cache
def _network() -> Network:
    return Network(MODEL)
