"""Whether a thing lies among others of its make: equally large, of one colour, and equally like faces.

The outline of one die in some fifty seems round, or seems to continue in something else. Nearly all
round pieces and dominoes seem so; among many dice of one make, a single such one is a die as well.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.geometry import side_of
from vision.dice.presence.presence import PLAIN_LIKENESS, Evidence
from vision.frame import ImageBgr

ENOUGH_LIKE = 3
"""Number of a make that must end as dice do, for each one that seems another piece. Chosen by hand: if a
quarter or more seem so, all may be. Of drawn dominoes' halves nine in ten continue, of those on
photographs two in five at least; of round pieces hardly one does not seem round."""
SAME_SIZE = 1.25
"""Ratio of sides of pieces of one make in a picture, some nearer to the camera. Chosen by hand."""
SAME_TINT, SAME_LIGHT = 0.15, 0.8
"""Greatest difference between colours of one make: in the logarithm of each channel relative to all
three, and in that of the light, since some lie in a shadow. Chosen by hand: on 28 and 31 of 36
photographs, most of dice of one make, no two differ by more."""
SEEN_FROM_ABOVE = -4.5
"""Log-odds of being a side of a die above which a thing counts as what it seems, since a side does
continue, in its own top. Chosen by hand: of two simulated things seen at 37° off the vertical, with -1.4
and -2.6, one was a side; eleven dice on photographs have -5.2 at most."""
BLACK = 12.0
"""Added to each channel, since the tint of nearly black things is unknown."""


def among_their_like(evidence: Sequence[Evidence], crops_bgr: Sequence[ImageBgr]) -> list[Evidence]:
    """Return the evidence; a thing no longer counts as round, or as continuing, if others of the same
    make do not.

    ``crops_bgr``: each face, straightened.
    """
    seem_others = np.array([one.goes_on or one.is_round for one in evidence], bool)
    if not seem_others.any():
        return list(evidence)
    of_one_make = _of_one_make(evidence, crops_bgr)
    as_dice = (of_one_make & ~seem_others).sum(1)
    are_dice = seem_others & (as_dice >= ENOUGH_LIKE * (of_one_make & seem_others).sum(1))
    are_dice &= of_one_make.diagonal() & (np.array([one.slant for one in evidence]) < SEEN_FROM_ABOVE)
    return [
        replace(one, goes_on=False, is_round=False) if is_one else one
        for one, is_one in zip(evidence, are_dice.tolist(), strict=True)
    ]


def _of_one_make(evidence: Sequence[Evidence], crops_bgr: Sequence[ImageBgr]) -> NDArray[np.bool_]:
    """Tell of each two things whether they are of one make: (n, n). A thing that resembles no face
    belongs to no make."""
    is_like = np.array([one.likeness >= PLAIN_LIKENESS for one in evidence], bool)
    sizes = np.log([max(side_of(one.corners_px), 1.0) for one in evidence])
    colours = np.log(np.stack([_ground(crop) for crop in crops_bgr]) + BLACK)
    light = colours.mean(1)
    tints = colours - light[:, None]
    return np.asarray(
        is_like[:, None]
        & is_like
        & (np.abs(sizes[:, None] - sizes) < np.log(SAME_SIZE))
        & (np.abs(light[:, None] - light) < SAME_LIGHT)
        & (np.abs(tints[:, None] - tints).max(2) < SAME_TINT)
    )


def _ground(crop_bgr: ImageBgr) -> NDArray[np.float64]:
    """Return the colour of the ground between a face's pips: the median of its centre."""
    edge = len(crop_bgr) // 4
    return np.asarray(np.median(crop_bgr[edge:-edge, edge:-edge].reshape(-1, 3), axis=0), np.float64)
