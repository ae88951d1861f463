"""Dice on a plane as a camera gives them: what hands did between two looks, and what a look shows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Literal

import numpy as np

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from vision.dice.doubts import doubt_of, doubts_of_contacts
from vision.dice.grids import touching
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointPx
from vision.readings.reading import Guess

Place = tuple[float, float]
"""A place on the plane: in sides of a die from the middle of the picture, to the right and down."""

Hand = Literal["none", "covered", "doubted", "unnoticed"]
"""The hand over the dice: the camera sees it, doubts what lies there, or does not notice it."""

Role = Literal["", "throw", "aside"]
"""What a look is for: it sees a throw as it fell, or all that was put aside before the next act."""

SIDE_PX, SIZE_PX = 60.0, (1280, 960)
CONFIDENCE = 0.999


def turned(at: Place, angle_deg: float) -> Place:
    """Return where a place is after the plane was turned clockwise about its middle."""
    c, s = cos(radians(angle_deg)), sin(radians(angle_deg))
    return at[0] * c - at[1] * s, at[0] * s + at[1] * c


def _in_picture(at: Place) -> PointPx:
    return PointPx(SIZE_PX[0] / 2 + at[0] * SIDE_PX, SIZE_PX[1] / 2 + at[1] * SIDE_PX)


@dataclass(frozen=True)
class PlaneDie:
    """A die as it lies in the picture. ``hidden``: a hand is over it.

    ``likely``: what a die that is hard to read may be; none where its face is sure.
    """

    face: str
    at: Place
    angle_deg: float
    hidden: bool = False
    likely: tuple[Guess, ...] = ()

    def read(self) -> Die:
        """Return the die as a reader that places it perfectly has it."""
        own = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        offsets = (turned(corner, self.angle_deg) for corner in own)
        a, b, c, d = (_in_picture((self.at[0] + x, self.at[1] + y)) for x, y in offsets)
        guess = self.likely[0] if self.likely else Guess(self.face, CONFIDENCE)
        angle = None if guess.label in (KNIGHT, CATAPULT) else self.angle_deg % 360
        return Die(
            guess.label,
            _in_picture(self.at),
            (a, b, c, d),
            angle,
            guess.confidence,
            sure=not self.likely,
            likely=self.likely,
        )


@dataclass(frozen=True)
class Act:
    """Something that hands did: how long it took, and how many true moves were made by its end.

    ``in_hand``: some dice of a throw have fallen, the rest are still in the hand.
    """

    what: str
    seconds: float
    true_moves: int
    in_hand: bool = False


@dataclass(frozen=True)
class Look:
    """What a camera saw, and for how long it lay so, s.

    ``rolled``: the dice were seen to roll. ``answers``: people answer what they are asked then.
    ``glimpse``: things moved on before the look was finished. ``folds``: places where a die may be
    missed, though none lies there. ``taken``: whether the table gets this look.
    """

    dice: tuple[PlaneDie, ...]
    hand: Hand = "none"
    rolled: bool = False
    seconds: float = 30.0
    answers: bool = True
    glimpse: bool = False
    folds: tuple[Place, ...] = ()
    role: Role = ""
    taken: bool = True

    def reading(self, moved_s: float) -> DiceReading:
        """Return the reading of this look; ``moved_s``: for how long hands had moved before it."""
        seen = tuple(die.read() for die in self.dice if not die.hidden)
        contacts, grids, unsure = touching([np.array(die.corners_px) for die in seen])
        missed = tuple(self._missed())
        which = tuple(
            doubt_of(die, "which_face", 1.0, (number,))
            for number, die in enumerate(seen)
            if not die.sure
        )
        words = {"die": which, "grid": unsure, "maybe_missed": missed}
        doubts = tuple(word for word, raised in words.items() if raised)
        doubtful = (*which, *doubts_of_contacts(seen, unsure), *missed)
        reading = DiceReading(
            seen,
            grids,
            not doubts,
            doubts,
            SIZE_PX,
            has_markers=False,
            doubtful=doubtful,
            contacts=contacts,
        )
        if self.hand == "covered":
            return replace(reading, covered=True)
        return replace(reading, rolled=True, moved_s=moved_s) if self.rolled else reading

    def _missed(self) -> Iterator[Doubt]:
        hidden = [die.at for die in self.dice if die.hidden and self.hand == "doubted"]
        for at in (*hidden, *self.folds):
            yield Doubt("may_be_missed", _in_picture(at), SIDE_PX)


Event = Act | Look
