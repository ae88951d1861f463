"""Faces that the picture's edge runs through, made from faces that are seen whole."""

import numpy as np

from vision.dice.faces.crops import straighten
from vision.frame import ImageBgr
from vision.workshop.training.worlds.view import Points


def cut_by_edge(rng: np.random.Generator, image_bgr: ImageBgr, quad_px: Points) -> ImageBgr:
    """Return a crop as if the picture ended within it: a fifth to two thirds of the face are missing."""
    across, share = int(rng.integers(2)), rng.uniform(0.2, 0.65)
    low, high = quad_px[:, across].min(), quad_px[:, across].max()
    extent = image_bgr.shape[1 - across]
    from_low = rng.random() < 0.5
    reach = share if from_low else 1 - share
    at = int(np.clip(round(float(low + reach * (high - low))), 1, extent - 1))
    left = slice(at, None) if from_low else slice(None, at)
    piece = image_bgr[:, left] if across == 0 else image_bgr[left]
    begin = np.zeros(2)
    begin[across] = at if from_low else 0
    return straighten(np.ascontiguousarray(piece), quad_px - begin)
