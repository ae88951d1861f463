"""How a token stands out from what lies round it: glossy gems do, rings of veins and shadows do not."""

import numpy as np
from numpy.typing import NDArray

from vision.tokens.finding.outlines import RAYS, STEPS, logarithm
from vision.tokens.naming.looks import contrasts

Bgr = tuple[float, float, float]
TABLE: Bgr = (150.0, 170.0, 190.0)
INSIDE = STEPS < 1.0
DIFFERS, MIRRORS, DARKER, COLOURFUL = range(4)


def along_rays(inside: Bgr) -> NDArray[np.float32]:
    """Return the colours of something on a table, without logarithms: (1, rays, steps, 3)."""
    seen = np.empty((1, RAYS, len(STEPS), 3), np.float32)
    seen[:, :, INSIDE], seen[:, :, ~INSIDE] = inside, TABLE
    return seen


def stands_out(seen: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.asarray(contrasts(logarithm(seen))[0])


def glossy() -> NDArray[np.float32]:
    seen = along_rays((170.0, 60.0, 40.0))
    seen[:, :6, (STEPS > 0.3) & (STEPS < 0.6)] = 250.0
    return seen


def test_a_ring_of_veins_shows_the_table_within() -> None:
    seen = along_rays(TABLE)
    seen[:, :, (STEPS > 0.95) & (STEPS < 1.05)] = 90.0
    assert stands_out(seen)[DIFFERS] < stands_out(glossy())[DIFFERS] - 1


def test_a_gem_mirrors_a_lamp_and_its_shadow_does_not() -> None:
    shadow = along_rays((75.0, 85.0, 95.0))
    assert stands_out(glossy())[MIRRORS] > 0.5
    assert abs(stands_out(shadow)[MIRRORS]) < 0.05
    assert stands_out(shadow)[DARKER] > 0.5


def test_a_gem_is_more_colourful_than_its_table() -> None:
    assert stands_out(glossy())[COLOURFUL] > 0.5 > stands_out(along_rays(TABLE))[COLOURFUL]


def test_nothing_stands_out_where_nothing_was_found() -> None:
    assert contrasts(np.zeros((0, RAYS, len(STEPS), 3), np.float32)).shape == (0, 4)
