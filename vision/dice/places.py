"""Where dice lie: in the picture and, on a known plane, as true squares; all at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.corners import Corners
from vision.dice.geometry import centre_of, squared
from vision.markers.plane import TablePlane
from vision.readings.places import PointMm, PointPx


@dataclass(frozen=True, eq=False)
class DiePlace:
    """Where one die's top lies: ``corners_px`` and ``centre_px`` in the picture.

    On a known plane also in table mm, at the height of the tops: ``seen_mm`` are the corners as read,
    ``square_mm`` those of the nearest square.
    """

    corners_px: Corners
    centre_px: PointPx
    seen_mm: Corners | None = None
    square_mm: Corners | None = None
    centre_mm: PointMm | None = None

    @property
    def level(self) -> Corners:
        """The corners in table mm if the plane is known, otherwise in pixels."""
        return self.corners_px if self.square_mm is None else self.square_mm


def places_of(quads_px: Sequence[Corners], plane: TablePlane | None, height_mm: float) -> list[DiePlace]:
    """Return where these tops (4, 2) lie, ``height_mm`` above the table."""
    if plane is None:
        return [DiePlace(quad, centre_of(quad)) for quad in quads_px]
    if not quads_px:
        return []
    seen = plane.to_mm(np.concatenate(quads_px), height_mm).reshape(-1, 4, 2)
    squares = np.stack([squared(one) for one in seen])
    corners = plane.to_px(squares.reshape(-1, 2), height_mm).reshape(-1, 4, 2)
    centres = [centre_of(quad) for quad in corners]
    on_table = plane.to_mm(np.array(centres), height_mm).tolist()
    return [
        DiePlace(quad, centre, one, square, PointMm(*place))
        for quad, centre, one, square, place in zip(
            corners, centres, seen, squares, on_table, strict=True
        )
    ]
