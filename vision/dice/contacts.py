"""The probability that two dice lie edge to edge because a person who builds with them placed them so.

Seen from above, dice that were pushed together lie with hardly any gap, and in line; dice that fell lie
at random. The gap, the offset and the angle between two top faces are weighed by a logistic regression
(``vision.workshop.training.calibration.contacts``).
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from math import atan2, cos, degrees, exp, radians, sin
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vision.corners import Corners
from vision.readings.dice import DiceContact

FITTED = Path(__file__).parent / "contacts.json"

LEAST = 0.001
"""Probability below which contacts are not reported: two touching dice are separated for good this
rarely."""
REACH = 2.2
"""Distance between centres, in the dice's longer sides, beyond which dice cannot touch however the
camera foreshortens them; such pairs are not compared."""
MOST_GAP, MOST_OFFSET = 0.6, 0.8
"""Greatest gap and offset, in sides, at which dice may touch."""


ROOM = 0.2
"""Greatest gap that hands usually leave between dice laid edge to edge, in sides: 3 mm of 16. Above it,
small differences count strongly. Chosen by hand; the weights that belong to it are fitted."""


class FacePose(NamedTuple):
    """A top face: centre and sides as complex numbers x + iy, which are faster than small arrays.

    ``reach``: its longer side.
    """

    centre: complex
    across: complex
    down: complex
    reach: float

    @classmethod
    def of(cls, corners: Corners | Sequence[Sequence[float]]) -> "FacePose":
        """Return the pose of a face, its own top left corner first."""
        a, b, c, d = (complex(x, y) for x, y in np.asarray(corners, np.float64).tolist())
        across, down = (b - a + c - d) / 2, (d - a + c - b) / 2
        return cls((a + b + c + d) / 4, across, down, max(abs(across), abs(down)))

    @property
    def turns_to_up(self) -> int:
        """Its quarter turns clockwise from the picture's up, to the nearest."""
        return round(degrees(atan2(-self.down.real, self.down.imag)) / 90) % 4

    def renumbered(self, turns: int) -> "FacePose":
        """Return the same face with corners counted from this many quarter turns anticlockwise."""
        across, down = self.across, self.down
        for _ in range(turns):
            across, down = -down, across
        return FacePose(self.centre, across, down, self.reach)


class Against(NamedTuple):
    """The relative position of two faces; ``sides``: which of their own sides face each other.

    ``gap``: the space between them; ``offset``: how far they are out of line; both in sides.
    """

    sides: tuple[int, int]
    gap: float
    offset: float
    askew_deg: float

    @property
    def evidence(self) -> tuple[float, ...]:
        """The features that the regression weighs."""
        gap, offset, askew = max(self.gap, 0.0), self.offset, self.askew_deg / 10
        return (
            1.0,
            gap,
            (gap / ROOM) ** 3,
            offset,
            offset**2,
            askew,
            gap * askew,
            offset * askew,
        )


def contacts_of(corners: Sequence[Corners]) -> tuple[DiceContact, ...]:
    """Return which dice with these top faces (px or mm) may touch, and with what probability.

    Each face's own top left corner comes first.
    """
    poses = [FacePose.of(quad) for quad in corners]
    return tuple(_contacts(poses))


def _contacts(poses: Sequence[FacePose]) -> Iterator[DiceContact]:
    for other, there in enumerate(poses):
        for one, here in enumerate(poses[:other]):
            found = against(here, there)
            if found is not None and (chance := probability(found)) >= LEAST:
                yield DiceContact(
                    (one, other), found.sides, found.offset, found.gap, found.askew_deg, chance
                )


def probability(found: Against) -> float:
    """Return the probability that dice in this relative position touch."""
    odds = sum(weight * one for weight, one in zip(_weights(), found.evidence, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


@cache
def _weights() -> tuple[float, ...]:
    return tuple(json.loads(FITTED.read_text(encoding="utf-8"))["weights"])


def against(here: FacePose, there: FacePose) -> Against | None:
    """Return the relative position of two faces; None if they are far apart."""
    if abs(here.centre - there.centre) >= REACH * max(here.reach, there.reach):
        return None
    turned, turns = _align(here, there)
    across, down = (here.across + turned.across) / 2, (here.down + turned.down) / 2
    away = _in_axes(across, down, there.centre - here.centre)
    axis = int(abs(away.imag) > abs(away.real))
    along, aside = (away.real, away.imag) if axis == 0 else (away.imag, away.real)
    one, other = (_in_axes(across, down, pose.across) for pose in (here, turned))
    askew_deg = abs(degrees(atan2((one.conjugate() * other).imag, (one.conjugate() * other).real)))
    gap = _room(away, one, askew_deg)
    if gap > MOST_GAP or abs(aside) > MOST_OFFSET:
        return None
    side = (2 if along > 0 else 0) if axis else (1 if along > 0 else 3)
    return Against((side, (side + 2 - turns) % 4), gap, abs(aside), askew_deg)


def _room(away: complex, one: complex, askew_deg: float) -> float:
    """Return the gap between two squares, in sides: negative if they seem to overlap.

    The widest gap between two squares is measured in the direction of a side of one of them. Measured in
    the mean of their axes, each is turned by half of the angle between them.
    """
    askew = radians(askew_deg)
    needed = (1 + cos(askew) + abs(sin(askew))) / 2
    own = one / abs(one)
    room = -1.0
    for axis in (own, own.conjugate()):
        seen = away * axis.conjugate()
        room = max(room, abs(seen.real) - needed, abs(seen.imag) - needed)
    return room


def _align(grid: FacePose, face: FacePose) -> tuple[FacePose, int]:
    """Renumber a face's corners so that they begin at the same side as the other's; also return its
    quarter turns clockwise."""
    choices = [face.renumbered(turns) for turns in range(4)]
    best = max(range(4), key=lambda turns: (choices[turns].across * grid.across.conjugate()).real)
    return choices[best], best


def _in_axes(across: complex, down: complex, way: complex) -> complex:
    """Return a vector in sides of these axes: across, and down as its imaginary part."""
    area = _cross(across, down)
    return complex(_cross(way, down) / area, _cross(across, way) / area)


def _cross(a: complex, b: complex) -> float:
    return (a.conjugate() * b).imag
