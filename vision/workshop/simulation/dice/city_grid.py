"""A city's place on the table: its grid, and how exactly fingers place dice."""

from dataclasses import dataclass

import numpy as np

from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.shapes import beside

MOST_SLIP_MM, MOST_SLIP_DEG = 1.0, 5.0
USUAL_GAP_MM = 0.3


@dataclass(frozen=True)
class CityGrid:
    """A grid of touching dice: cell ``first`` lies at ``at_mm``, columns run along ``angle_deg``.

    ``pitch_mm`` leads from one die to the next.
    """

    first: GridCell
    at_mm: PointMm
    angle_deg: float
    pitch_mm: float

    @property
    def origin(self) -> TablePose:
        """Where the first cell lies."""
        return TablePose(self.at_mm, self.angle_deg)

    def place(self, cell: GridCell, turns: int) -> TablePose:
        """Return a cell's place, for a die whose face has this many quarter turns."""
        right = (cell.column - self.first.column) * self.pitch_mm
        down = (cell.row - self.first.row) * self.pitch_mm
        at = beside(self.at_mm, self.angle_deg, right, down)
        return TablePose(at, self.angle_deg + 90.0 * turns)


def slipped(rng: np.random.Generator, place: TablePose, slip: float) -> TablePose:
    """Return a place with the error of a hand; ``slip`` 1 means up to 1 mm and 5 degrees off."""
    way, far = rng.uniform(0, 2 * np.pi), MOST_SLIP_MM * slip * float(np.sqrt(rng.uniform()))
    turn = MOST_SLIP_DEG * slip * float(np.clip(rng.normal(0, 0.4), -1, 1))
    x, y = place.centre_mm.x + far * np.cos(way), place.centre_mm.y + far * np.sin(way)
    return TablePose(PointMm(float(x), float(y)), place.angle_deg + turn)
