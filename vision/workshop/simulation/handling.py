"""Players' hands over the simulated table: they take, carry, lay and throw, one after the other."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import TypeVar

import numpy as np

from vision.clock import Clock
from vision.readings.places import PointMm
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.motion import (
    HAND_CARRIES_S,
    HAND_COMES_S,
    HAND_TAKES_S,
    Carried,
    DiePose,
    FingerStop,
    Lies,
    Motion,
    Reach,
    Tumble,
)
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.scene import Hand

_SHAKE_S, _ROLL_S = 0.3, 1.0
ARM_MM = 330.0
"""Distance from an arm's origin to its fingertips' goal."""
_FEW = 3
_HOVERS_AT = PointMm(138.5, 70.0)


@dataclass
class Handled:
    """One die or other thing on the table and its movements, in the order of time.

    ``face`` is the upper one when everything is still, or was last; ``throw``: the number of its last
    throw (0: none); ``is_laid``: a hand has moved it since then.
    """

    id: int
    face: str
    motions: list[Motion] = field(default_factory=list)
    is_built: bool = False
    throw: int = 0
    is_laid: bool = False

    def pose(self, now: float) -> DiePose | None:
        """Return its pose; None: in a hand."""
        begun = [motion for motion in self.motions if motion.begins <= now]
        return begun[-1].pose(now) if begun else None

    def rest(self) -> DiePose | None:
        """Return its pose when everything is still; None: in a hand."""
        return self.motions[-1].pose(self.motions[-1].ends) if self.motions else None

    def lying(self) -> TablePose:
        """Return its final place. Raises ``LookupError`` if it will be in a hand."""
        rest = self.rest()
        if rest is None:
            raise LookupError(f"die {self.id} does not lie on the table")
        return TablePose(rest.centre_mm, rest.angle_deg)

    @property
    def ends(self) -> float:
        """When its last movement ends."""
        return self.motions[-1].ends

    def is_still(self, now: float) -> bool:
        """Tell whether nothing moves it at that time."""
        begun = [motion for motion in self.motions if motion.begins <= now]
        return not begun or now >= begun[-1].ends

    def lie(self, now: float, place: TablePose) -> None:
        """Let it lie there from then on, without a hand."""
        self.motions.append(Lies(now, DiePose(self.face, place.centre_mm, place.angle_deg)))

    def forget_before(self, now: float) -> None:
        """Drop movements that are over."""
        begun = sum(motion.begins <= now for motion in self.motions)
        self.motions = self.motions[max(0, begun - 1) :]


HandledT = TypeVar("HandledT", bound=Handled)


class Lot(dict[int, HandledT]):
    """Things of one kind that hands move, by number."""

    def known(self, number: int) -> HandledT:
        """Return one that will lie there when everything is still. Raises ``LookupError``."""
        if number not in self or self[number].rest() is None:
            raise LookupError(f"nothing with the number {number} lies on this table")
        return self[number]

    def seen(self, now: float) -> list[tuple[HandledT, DiePose]]:
        """Return those on the table at that time, and how they lie."""
        poses = ((thing, thing.pose(now)) for thing in self.values())
        return [(thing, pose) for thing, pose in poses if pose is not None]

    def lying(self) -> list[HandledT]:
        """Return those that will lie there when everything is still."""
        return [thing for thing in self.values() if thing.rest() is not None]

    def forget_before(self, now: float) -> None:
        """Drop movements that are over, and things that were taken away before."""
        for thing in list(self.values()):
            thing.forget_before(now)
            if thing.ends <= now and thing.rest() is None:
                del self[thing.id]


@dataclass(frozen=True)
class SharedWorld:
    """What things share with their table: time, hands, random numbers, lock and camera."""

    clock: Clock
    hands: "HandsAtWork"
    rng: np.random.Generator
    lock: AbstractContextManager[object]
    projection: Callable[[], Projection]


class HandsAtWork:
    """What hands do, and when they are visible. ``busy_until``: when all requests so far are done.

    They come from the near side, from beyond ``beyond_mm`` (y) from the far side.
    """

    def __init__(self, clock: Clock, rng: np.random.Generator, side_mm: float) -> None:
        self.busy_until = clock.now()
        self._clock = clock
        self._rng = rng
        self._side_mm = side_mm
        self._away_mm = ARM_MM
        self._beyond_mm = -float("inf")
        self._reaches: list[Reach] = []
        self._hover: Reach | None = None
        self.throws = 0

    def sit_round(self, away_mm: float, beyond_mm: float) -> None:
        """Set the distance from which hands come; things beyond it are reached from the far side."""
        self._away_mm, self._beyond_mm = away_mm, beyond_mm

    def seen(self, now: float) -> tuple[Hand, ...]:
        """Return the hands over the table at that time."""
        reaches = [*self._reaches, self._hover] if self._hover is not None else self._reaches
        return tuple(hand for reach in reaches if (hand := reach.hand(now)) is not None)

    def throw(self, dice: Sequence[Handled], places: Sequence[TablePose], faces: Sequence[str]) -> None:
        """Pick up those of the dice that lie there, shake all, and let them roll to their places."""
        begins = self.pick_up([die for die in dice if die.rest() is not None]) + _SHAKE_S
        self.throws += 1
        for die, place, face in zip(dice, places, faces, strict=True):
            at = begins + float(self._rng.uniform(0, 0.15))
            tumble = Tumble(
                at,
                at + _ROLL_S * float(self._rng.uniform(0.75, 1.1)),
                self._thrown_from(place.centre_mm),
                DiePose(face, place.centre_mm, place.angle_deg, place.height_mm),
                self._side_mm,
                spin_deg=float(self._rng.uniform(-250, 250)),
                roll_deg=float(self._rng.uniform(400, 900)),
            )
            die.motions.append(tumble)
            die.face, die.is_built = face, False
            die.throw, die.is_laid = self.throws, False
            self.busy_until = max(self.busy_until, tumble.ends)

    def pick_up(self, dice: Sequence[Handled]) -> float:
        """Take dice away, a few one by one and many with one grip; return when that is done."""
        if not dice:
            return self._free_at()
        places = [np.array(die.lying().centre_mm) for die in dice]
        grips = places if len(dice) <= _FEW else [np.mean(places, axis=0)]
        at = self._free_at() + HAND_COMES_S
        stops = [
            FingerStop(at + n * HAND_TAKES_S, PointMm(*grip.tolist())) for n, grip in enumerate(grips)
        ]
        for n, die in enumerate(dice):
            die.motions.append(Lies(stops[min(n, len(stops) - 1)].at, None))
            die.is_built = False
        self._reach([*stops, FingerStop(stops[-1].at + HAND_TAKES_S, stops[-1].tips_mm)])
        return self.busy_until

    def carry(self, visits: Sequence[tuple[Handled, TablePose]]) -> None:
        """Lay dice at their places, one after the other, in one visit."""
        at = self._free_at() + HAND_COMES_S
        stops: list[FingerStop] = []
        for die, place in visits:
            taken, laid = die.rest(), DiePose(die.face, place.centre_mm, place.angle_deg)
            if taken is not None:
                stops.append(FingerStop(at, taken.centre_mm))
                at += HAND_CARRIES_S
            die.motions.append(Carried(stops[-1].at if taken else at, at, taken, laid))
            die.is_laid = True
            stops.append(FingerStop(at, laid.centre_mm))
            at += HAND_TAKES_S
        if stops:
            self._reach(stops)

    def hover(self, over: bool) -> None:
        """Hold a hand over the table until a request to take it away."""
        begins = self._free_at()
        if over and self._hover is None:
            stays = (FingerStop(begins + HAND_COMES_S, _HOVERS_AT), FingerStop(float("inf"), _HOVERS_AT))
            self._hover = Reach(stays, self._arm(_HOVERS_AT), variant=2)
            self.busy_until = stays[0].at
        elif not over and self._hover is not None:
            self._reaches.append(self._hover.until(begins))
            self.busy_until = self._reaches[-1].ends
            self._hover = None

    def rest(self, tips_mm: PointMm, for_s: float) -> None:
        """Hold a hand over a place for this long."""
        begins = self._free_at() + HAND_COMES_S
        self._reach([FingerStop(begins, tips_mm), FingerStop(begins + for_s, tips_mm)])

    def brush(self, dice: Sequence[tuple[Handled, TablePose]]) -> None:
        """Push dice to these places all at once, as a sleeve does; built dice stay built."""
        at = self._free_at() + HAND_COMES_S
        stops = [FingerStop(at, PointMm(*dice[0][0].lying().centre_mm))]
        for die, place in dice:
            taken, laid = die.rest(), DiePose(die.face, place.centre_mm, place.angle_deg)
            die.motions.append(Carried(at, at + HAND_TAKES_S, taken, laid, lifted_mm=0.0))
        self._reach([*stops, FingerStop(at + HAND_TAKES_S, dice[0][1].centre_mm)])

    def wait(self, for_s: float) -> None:
        """Do nothing for this long."""
        self.busy_until = self._free_at() + for_s

    def _free_at(self) -> float:
        return max(self._clock.now(), self.busy_until)

    def _reach(self, stops: Sequence[FingerStop]) -> None:
        self._reaches = [reach for reach in self._reaches if reach.ends > self._clock.now()]
        reach = Reach(tuple(stops), self._arm(stops[0].tips_mm), variant=1)
        self._reaches.append(reach)
        self.busy_until = reach.ends

    def _arm(self, tips_mm: PointMm) -> PointMm:
        """Return where an arm comes from: roughly its side of the table."""
        lean = radians(float(self._rng.uniform(-25, 25)))
        side = self._away_mm if tips_mm.y >= self._beyond_mm else -self._away_mm
        return PointMm(tips_mm.x + self._away_mm * sin(lean), tips_mm.y + side * cos(lean))

    def _thrown_from(self, rest_mm: PointMm) -> PointMm:
        """Return where a thrown die comes from: also the near side, outside the picture."""
        return PointMm(rest_mm.x + float(self._rng.uniform(-90, 90)), rest_mm.y + 0.75 * self._away_mm)
