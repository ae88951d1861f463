"""The simulated table's dice: the truth about each, and how each is to be laid."""

from dataclasses import dataclass

from vision.readings.places import GridCell, PointMm


@dataclass(frozen=True)
class TableDie:
    """The truth about one die on the table.

    ``centre`` and ``corners`` (clockwise, the face's own top left first) are fractions 0…1 of the
    picture; ``angle_deg`` is relative to the table, ``picture_angle_deg`` to the picture. ``throw`` is
    the number of the throw that it was in last, ``is_laid`` whether a hand has laid it there since then.
    """

    id: int
    face: str
    centre_mm: PointMm
    angle_deg: float
    centre: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    picture_angle_deg: float
    at_rest: bool
    is_built: bool = False
    throw: int = 0
    is_laid: bool = False


@dataclass(frozen=True)
class CityDie:
    """One die to be built into the city: its cell, and its quarter turns clockwise in the grid."""

    die: int
    cell: GridCell
    turns: int
