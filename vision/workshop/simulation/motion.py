"""How things move over the simulated table: dice tumble and are carried, hands reach in.

All times are in seconds of the table's clock. A motion returns its die's pose at a given time; None
means not on the table (in a hand, or not thrown yet).
"""

from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from typing import Protocol

import cv2
import numpy as np

from vision.readings.places import PointMm
from vision.workshop.simulation.scene import Hand

HAND_COMES_S, HAND_TAKES_S, HAND_CARRIES_S = 0.35, 0.2, 0.4
_HAND_MM = 45.0
_FINGERS_MM = 62.0
_HOP_MM, _HOPS = 24.0, 2.5


@dataclass(frozen=True)
class DiePose:
    """A die's place and upper face (once it lies flat), as in ``SceneDie``."""

    face: str
    centre_mm: PointMm
    angle_deg: float
    height_mm: float = 0.0
    tumble_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Motion(Protocol):
    """One movement of one die."""

    @property
    def begins(self) -> float:
        """When it begins; before that the die is where its previous motion left it."""

    @property
    def ends(self) -> float:
        """When the die has come to rest."""

    def pose(self, now: float) -> DiePose | None:
        """Return where the die is, at any time from ``begins`` on."""


@dataclass(frozen=True)
class Lies:
    """No movement: the die is just there, or not."""

    begins: float
    where: DiePose | None

    @property
    def ends(self) -> float:
        """The same as the beginning: lying takes no time."""
        return self.begins

    def pose(self, now: float) -> DiePose | None:  # noqa: ARG002
        """Return where the die lies."""
        return self.where


@dataclass(frozen=True)
class Tumble:
    """A thrown die: it leaves the hand at ``start_mm`` and rolls, hopping, until it lies at ``rest``."""

    begins: float
    ends: float
    start_mm: PointMm
    rest: DiePose
    side_mm: float
    spin_deg: float
    roll_deg: float

    def pose(self, now: float) -> DiePose | None:
        """Return where the die is, at any time from ``begins`` on."""
        share = min(1.0, (now - self.begins) / (self.ends - self.begins))
        if share >= 1.0:
            return self.rest
        left = (1 - share) ** 2.2
        way_x, way_y = self.rest.centre_mm.x - self.start_mm.x, self.rest.centre_mm.y - self.start_mm.y
        length = max(hypot(way_x, way_y), 1e-6)
        centre = PointMm(self.rest.centre_mm.x - way_x * left, self.rest.centre_mm.y - way_y * left)
        # It rolls about the axis across its path, and this much of the roll is still to come.
        roll = self.roll_deg * left
        tumble = (-way_y / length * roll, way_x / length * roll, 0.0)
        angle = self.rest.angle_deg + self.spin_deg * left
        hop = _HOP_MM * left * abs(sin(np.pi * _HOPS * share))
        height = hop + _standing_mm(tumble, angle, self.side_mm)
        return DiePose(self.rest.face, centre, angle, height, tumble)


@dataclass(frozen=True)
class Carried:
    """A die that a hand carries from one place to another, or brings.

    ``lifted_mm``: how high it is lifted; 0 if it is pushed over the table.
    """

    begins: float
    ends: float
    taken: DiePose | None
    laid: DiePose
    lifted_mm: float = 22.0

    def pose(self, now: float) -> DiePose | None:
        """Return where the die is, at any time from ``begins`` on."""
        if now >= self.ends:
            return self.laid
        if self.taken is None:
            return None
        share = (now - self.begins) / (self.ends - self.begins)
        x, y = _between(self.taken.centre_mm, self.laid.centre_mm, share)
        angle = self.taken.angle_deg + (self.laid.angle_deg - self.taken.angle_deg) * share
        return DiePose(self.laid.face, PointMm(x, y), angle, self.lifted_mm * sin(np.pi * share))


@dataclass(frozen=True)
class FingerStop:
    """The fingertips' place at a given time."""

    at: float
    tips_mm: PointMm


@dataclass(frozen=True)
class Reach:
    """A hand that comes in, has its fingertips at one place after the other, and leaves."""

    stops: tuple[FingerStop, ...]
    from_mm: PointMm
    variant: int = 0

    @property
    def begins(self) -> float:
        """When the hand comes into the picture."""
        return self.stops[0].at - HAND_COMES_S

    @property
    def ends(self) -> float:
        """When the hand has left the picture."""
        return self.stops[-1].at + HAND_COMES_S

    def hand(self, now: float) -> Hand | None:
        """Return the hand, or None before and after."""
        if not self.begins < now < self.ends:
            return None
        path = (FingerStop(self.begins, self.from_mm), *self.stops, FingerStop(self.ends, self.from_mm))
        later = next(n for n, stop in enumerate(path) if stop.at >= now)
        before, after = path[later - 1], path[later]
        share = (now - before.at) / max(after.at - before.at, 1e-6)
        share = share * share * (3 - 2 * share)
        return pointing_hand(
            self.from_mm, PointMm(*_between(before.tips_mm, after.tips_mm, share)), self.variant
        )

    def until(self, now: float) -> "Reach":
        """Return the same hand leaving at that time."""
        return replace(
            self, stops=(*(s for s in self.stops if s.at < now), FingerStop(now, self.stops[-1].tips_mm))
        )


def pointing_hand(from_mm: PointMm, tips_mm: PointMm, variant: int) -> Hand:
    """Return a hand whose arm comes from there, with its fingertips here."""
    way = np.array([tips_mm.x - from_mm.x, tips_mm.y - from_mm.y])
    length = float(np.linalg.norm(way))
    angle = float(np.degrees(np.arctan2(way[0], -way[1]))) if length > 1 else 0.0
    back = np.array([sin(radians(angle)), -cos(radians(angle))]) * _FINGERS_MM
    return Hand(
        PointMm(float(tips_mm.x - back[0]), float(tips_mm.y - back[1])), angle, _HAND_MM, variant
    )


def _between(a: PointMm, b: PointMm, share: float) -> tuple[float, float]:
    return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share


def _standing_mm(tumble_deg: tuple[float, float, float], angle_deg: float, side_mm: float) -> float:
    """Return how much higher than a flat die one is that stands on an edge or a corner."""
    tumble, _ = cv2.Rodrigues(np.radians(np.array(tumble_deg, np.float64)))
    turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, radians(angle_deg)]))
    return float(side_mm / 2 * (np.abs((tumble @ turn)[2]).sum() - 1))
