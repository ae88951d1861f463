"""The ground among the things with an outline: an empty hole, a printed ring, grain.

A token has a colour of its own. The ground within an outline has that of the ground around it, under
the same light, in its own shade or not. So it is compared with its surroundings, and the picture shows
which shades its ground has; the prior is what it has in drawn pictures. Otherwise dozens of empty holes
of a board that was never taught would be explained as tokens of one label, under a light that fits none
of the true ones.
"""

from dataclasses import replace

import numpy as np

from vision.tokens.naming.clusters import NUMBERS, Taught
from vision.tokens.naming.looks import PARTS
from vision.tokens.naming.shades import look_covariance

SHADES = (0.0, -0.25, 0.15)
"""Shades in which one picture may show its ground (logarithms): as it is, in a hole's shadow, and
lighter, as within a printed ring. Striped boards have several."""
DARKER_PARTS = -0.12
"""How much darker the darker part of such a place is: the rim's shadow. Of empty holes of 41 drawn
boards -0.13 in the mean."""
TEXTURE = -0.97
"""The mean texture of the same."""
BETWEEN, BETWEEN_SHADE, BETWEEN_TINT, BETWEEN_TEXTURE = 0.06, 0.2, 0.08, 0.15
"""Spread of these between pictures: in each number, in brightness, in tint, and in texture. On those
boards 0.25 in brightness and 0.04 to 0.2 in tint; narrower here: pale gems are not the ground."""


def with_ground(taught: Taught) -> Taught:
    """Return the same with the ground as further kinds."""
    parts = np.repeat([0.0, DARKER_PARTS, 0.0], NUMBERS // PARTS)
    means = np.array([[*parts + shade, TEXTURE] for shade in SHADES])
    between = look_covariance(BETWEEN, BETWEEN_SHADE, BETWEEN_TINT, BETWEEN_TEXTURE)
    return replace(
        taught,
        means=np.vstack([taught.means, means]),
        between_pictures=np.concatenate([taught.between_pictures, [between] * len(means)]),
        grounds=len(means),
    )
