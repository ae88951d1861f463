"""A game of a few dice, any of which are thrown again and again; a throw means what lies there then."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from random import Random

from companion.table.plays.thrown_dice import ThrownDice
from companion.table.shapes.values import JsonObject
from companion.table.tracking.beam import Beam
from tests.table.paper_table import SIDE, SIZE, PaperDie, reading_of
from vision.piece import DieTop, Look, dice_look
from vision.readings.places import PointPx

FACES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True)
class Rules:
    """So many dice; ``lying``: the faces of the throw before, none where it is the first."""

    count: int
    lying: tuple[str, ...] = ()

    @property
    def first(self) -> int | None:
        return None if self.lying else self.count

    @property
    def again(self) -> bool:
        return bool(self.lying)

    def after(self, moves: Sequence[JsonObject]) -> "Rules":
        return replace(self, lying=tuple(moves[-1]["faces"] + moves[-1]["kept"]))

    def throw(self, faces: Sequence[str], kept: Sequence[str]) -> JsonObject:
        return {"move": "throw", "faces": list(faces), "kept": list(kept)}

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        return tuple(sorted([*moves[-1]["faces"], *moves[-1]["kept"]]))


def tells(rules: Rules, *, rolled: bool = False) -> ThrownDice:
    return ThrownDice(rules, rolled)


def look(dice: Sequence[PaperDie], shift: float = 0.0, turn_deg: float = 0.0) -> Look[DieTop]:
    """Return a look at these dice by a camera that was bumped so far, in sides, and turned."""
    seen = dice_look(reading_of(list(dice)))
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))

    def moved(x: float, y: float) -> PointPx:
        x, y = x - SIZE[0] / 2, y - SIZE[1] / 2
        return PointPx(x * c - y * s + SIZE[0] / 2 + shift * SIDE, x * s + y * c + SIZE[1] / 2)

    pieces = []
    for piece in seen.pieces:
        at, angle = moved(*piece.place.centre_px), piece.place.angle_deg
        turned = None if angle is None else angle + turn_deg
        pieces.append(replace(piece, place=replace(piece.place, centre_px=at, angle_deg=turned)))
    return replace(seen, pieces=tuple(pieces))


def thrown(rng: Random, count: int, row: float) -> list[PaperDie]:
    """Return dice that fell in a row."""
    return [
        PaperDie(rng.choice(FACES), (2.0 * n + rng.random() / 2 - 6, row + rng.random()), 0)
        for n in range(count)
    ]


def lying(dice: Sequence[PaperDie]) -> Beam:
    """Return what is known once these dice were thrown and taken for that."""
    rules = Rules(len(dice))
    beam = Beam().seen(look(dice), tells(rules))
    return beam.given((rules.throw([die.face for die in dice], ()),), tells(rules))
