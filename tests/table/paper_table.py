"""A table without pictures: hands move dice on a plane, and a reading tells exactly how they lie."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import dist
from random import Random

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT, STANDARD
from companion.games.carcassonne_dice.moves import SetAside
from companion.games.carcassonne_dice.state import State
from vision.readings.dice import DiceReading, Die, Grid, GridDie
from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Guess

SIDE = 60.0
SIZE = (1280, 960)


@dataclass(frozen=True)
class PaperDie:
    """A die lying straight: its face, its centre in sides, and its quarter turns."""

    face: str
    at: tuple[float, float]
    turns: int = 0
    state: str = "loose"


@dataclass
class PaperHands:
    """Hands that never miss: cities stand on whole numbers, thrown dice lie apart further down."""

    rng: Random
    dice: list[PaperDie] = field(default_factory=list)
    thrown: int = 0

    def throw(self, count: int) -> tuple[str, ...]:
        faces = [self.rng.choice(STANDARD.names) for _ in range(count)]
        self.thrown += 1
        for number, face in enumerate(faces):
            at = (
                2.3 * number - 30 + self.rng.random() / 2,
                40 + 7 * self.thrown % 21 + self.rng.random() / 2,
            )
            self.dice.append(PaperDie(face, at, self.rng.randrange(4)))
        return tuple(faces)

    def lay(self, state: State) -> None:
        assert not state.throws, "paper hands begin with a turn"

    def set_aside(self, move: SetAside) -> None:
        for cell, face in move.city:
            self._move(face.face, (float(cell.column), float(cell.row)), face.turns, "built")
        for number in range(move.knights):
            taken = sum(die.state == "aside" for die in self.dice)
            self._move(KNIGHT, (-40.0 - 2 * (taken + number), -20.0), 0, "aside")

    def take_catapults(self) -> None:
        self.dice = [die for die in self.dice if die.face != CATAPULT]

    def take_loose(self) -> None:
        self.dice = [die for die in self.dice if die.state != "loose"]

    def clear(self) -> None:
        self.dice = []

    def _move(self, face: str, at: tuple[float, float], turns: int, state: str) -> None:
        die = next(die for die in self.dice if die.face == face and die.state == "loose")
        self.dice[self.dice.index(die)] = PaperDie(face, at, turns, state)


def reading_of(dice: list[PaperDie], doubt: int | None = None, instead: str = "cap") -> DiceReading:
    """Return what a perfect eye reads; die number ``doubt`` is not sure and read as ``instead``."""
    read = tuple(_die(die) for die in dice)
    if doubt is not None:
        true = read[doubt].face
        guesses = (Guess(instead, 0.6), Guess(true, 0.4))
        wrong = replace(read[doubt], face=instead, likely=guesses, sure=False, confidence=0.6)
        read = (*read[:doubt], wrong, *read[doubt + 1 :])
    doubts = () if doubt is None else ("die",)
    return DiceReading(read, tuple(_grids(dice)), doubt is None, doubts, SIZE, has_markers=True)


def _die(die: PaperDie) -> Die:
    x, y = 640 + die.at[0] * SIDE, 480 + die.at[1] * SIDE
    h = SIDE / 2
    corners = [
        PointPx(x - h, y - h),
        PointPx(x + h, y - h),
        PointPx(x + h, y + h),
        PointPx(x - h, y + h),
    ]
    # The first corner is the face's own top left: a face turned clockwise has it further round.
    own = corners[die.turns :] + corners[: die.turns]
    angle = None if die.face in (KNIGHT, CATAPULT) else 90.0 * die.turns
    return Die(die.face, PointPx(x, y), (own[0], own[1], own[2], own[3]), angle, 0.999, sure=True)


def _grids(dice: list[PaperDie]) -> Iterator[Grid]:
    left = list(range(len(dice)))
    while left:
        group, ahead = [], [left.pop(0)]
        while ahead:
            here = ahead.pop()
            group.append(here)
            near = [other for other in left if dist(dice[here].at, dice[other].at) < 1.05]
            left = [other for other in left if other not in near]
            ahead += near
        first = dice[group[0]].at
        cells = [
            GridCell(round(dice[n].at[0] - first[0]), round(dice[n].at[1] - first[1])) for n in group
        ]
        shift = (min(cell.column for cell in cells), min(cell.row for cell in cells))
        yield Grid(
            tuple(
                GridDie(n, GridCell(cell.column - shift[0], cell.row - shift[1]), dice[n].turns)
                for n, cell in zip(group, cells, strict=True)
            )
        )
